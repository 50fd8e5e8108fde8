import { hasStatements } from '../../../interface/clauses.ts';
import type { Collection, Interface } from '../../../interface/model.ts';
import { orderParameters } from '../../../interface/resources/lists/list-orders.ts';
import { type ListModel, listModelOf } from '../../../interface/resources/lists/pages.ts';
import { listsOfHolders } from '../../../interface/resources/lists/lists-of-holders.ts';
import { toldMembersOf } from '../../../interface/resources/lists/paging-members.ts';
import type { Cut, Entry, ListWish, Stages } from '../../answers/stages/stages.ts';
import type { Fault } from '../fault.ts';
import { derivedName } from './derived-name.ts';

/** What services get wrong about the pages, filters and orders of lists. */

type CutOf = (entries: readonly Entry[], wish: ListWish, honest: (wish: ListWish) => Cut) => Cut;

/** Cuts the lists of one collection in another way. */
function cutting(stages: Stages, { path }: Collection, cut: CutOf): Stages {
  return {
    ...stages,
    cut(collection, entries, wish) {
      const honest = (other: ListWish): Cut => stages.cut(collection, entries, other);
      return collection.path === path ? cut(entries, wish, honest) : honest(wish);
    },
  };
}

/** Lets what is selected forget a part of what was asked for. */
function forgetting(
  stages: Stages,
  { path }: Pick<Collection, 'path'>,
  without: (wish: ListWish) => ListWish,
): Stages {
  return {
    ...stages,
    select: (collection, entries, wish) =>
      stages.select(collection, entries, collection.path === path ? without(wish) : wish),
  };
}

/** The least and the greatest length of a page that show several pages of a few entries. */
const SHORT = 2;
const LONG = 5;

/** True where a page behind the last one that shows another again gives nobody a way to end. */
function hasNoOtherEnd(model: ListModel): boolean {
  return model.pages?.by !== 'page' || (toldMembersOf(model).length === 0 && !model.hasLink);
}

/** Begins all parts but the first some entries earlier or later. */
function moved(by: number): CutOf {
  return (_entries, wish, honest) => {
    const cut = honest({ ...wish, from: wish.from === 0 ? 0 : wish.from + by });
    return { ...cut, next: honest(wish).next };
  };
}

function faultsOfList(collection: Collection, model: ListModel): readonly Fault[] {
  const { operation, size, pages, filters, sorting } = model;
  const fault = (kind: string, title: string, breaks: string, apply: Fault['apply']): Fault => ({
    name: derivedName(operation, kind),
    family: 'collections',
    title: `${operation.id} ${title}`,
    breaks: [breaks],
    apply,
  });
  const isShown = size !== undefined && size.least <= SHORT && (size.most ?? LONG) >= LONG;
  const isWalked = isShown && pages !== undefined && model.identity !== undefined;
  const canGoOn = pages?.by !== 'cursor' || pages.byLastEntry || model.next.length > 0;
  const walks = [
    fault(
      'entry-in-two-pages',
      'shows the last entry of a page in the next one again',
      'resources.pages-each-once',
      (stages) => cutting(stages, collection, moved(-1)),
    ),
    fault('entry-in-no-page', 'leaves an entry out between pages', 'resources.pages-complete', (stages) =>
      cutting(stages, collection, moved(1)),
    ),
  ];
  const endless = fault('pages-without-end', 'shows pages without an end', 'resources.pages-end', (stages) =>
    cutting(stages, collection, (entries, wish, honest) => {
      const isBehind = wish.from >= entries.length;
      const cut = honest(isBehind ? { ...wish, from: 0 } : wish);
      return { ...cut, next: cut.next ?? entries.length };
    }),
  );
  return [
    ...(isShown
      ? [
          fault('page-too-long', 'shows one entry more than asked for', 'resources.page-length', (stages) =>
            cutting(stages, collection, (_entries, wish, honest) =>
              honest({ ...wish, size: wish.size === undefined ? undefined : wish.size + 1 }),
            ),
          ),
        ]
      : []),
    ...(isWalked && canGoOn ? walks : []),
    ...(isWalked && canGoOn && hasNoOtherEnd(model) ? [endless] : []),
    ...filters
      .filter(({ kind }) => kind === 'exact')
      .map(({ parameter, member, written }) =>
        fault(
          `query-${parameter.name}${written === undefined ? '' : `-${member}`}.filters-nothing`,
          `shows entries with any ${member}`,
          'resources.filter-holds',
          (stages) =>
            forgetting(stages, collection, (wish) => ({
              ...wish,
              filters: wish.filters.filter((filter) => filter.member !== member),
            })),
        ),
      ),
    ...(sorting === undefined ? [] : orderParameters(sorting).slice(0, 1)).map(({ name }) =>
      fault(`query-${name}.sorts-nothing`, 'keeps its own order', 'resources.order-holds', (stages) =>
        forgetting(stages, collection, (wish) => ({ ...wish, order: undefined })),
      ),
    ),
  ];
}

/** What services get wrong about lists below entries of what names these. */
export function holderListFaults(document: Interface): readonly Fault[] {
  if (hasStatements(document)) return [];
  return listsOfHolders(document).flatMap(({ list, by }): readonly Fault[] => {
    const fault = (kind: string, title: string, apply: Fault['apply']): Fault => ({
      name: derivedName(list, kind),
      family: 'collections',
      title: `${list.id} ${title}`,
      breaks: ['resources.holder-lists'],
      apply,
    });
    return [
      fault('shows-those-of-others', `shows entries with any ${by}`, (stages) =>
        forgetting(stages, list, (wish) => ({ ...wish, filters: [] })),
      ),
      fault('shows-none', 'shows nothing', (stages) => ({
        ...stages,
        select: (collection, entries, wish) =>
          collection.path === list.path ? [] : stages.select(collection, entries, wish),
      })),
    ];
  });
}

/** For each list of a collection that can be asked for in parts, for some entries alone, or in an order. */
export function pageFaults(document: Interface): readonly Fault[] {
  if (hasStatements(document)) return [];
  return document.collections.flatMap((collection) => {
    const model = listModelOf(document, collection.list);
    return model === undefined ? [] : faultsOfList(collection, model);
  });
}
