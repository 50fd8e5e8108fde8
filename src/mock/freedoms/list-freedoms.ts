import { validSample } from '../../schema/generate/valid-sample.ts';
import { isObject } from '../../json/value.ts';
import type { Interface } from '../../interface/model.ts';
import { type ListModel, listModelOf } from '../../interface/resources/lists/pages.ts';
import type { MemberPlace } from '../../interface/resources/lists/member-places.ts';
import { valueAt } from '../../json/pointer.ts';
import { type Entry, type Kept, nameOf, refusal, type Stages } from '../answers/stages/stages.ts';
import type { Freedom } from './freedom.ts';

/** What lists may show otherwise, and who else may be at work. */

/** After so many requests somebody else has done something. */
const OTHERS_EACH = 5;

/** Somebody else makes entries and takes them away while the run goes on. */
function withOthers(stages: Stages, { collections }: Interface): Stages {
  const made: { readonly collection: Kept; entry: Entry }[] = [];
  let requests = 0;
  const act = (): void => {
    const collection = collections[(requests / OTHERS_EACH) % Math.max(collections.length, 1)];
    if (collection === undefined) return;
    const oldest = made[0];
    if (made.length > 3 && oldest !== undefined) {
      made.shift();
      stages.remove(oldest.collection, oldest.entry);
      return;
    }
    const sample = validSample(collection.sent.schema);
    if (!isObject(sample)) return;
    const entry = stages.assign(collection, sample);
    if (stages.find(collection, nameOf(collection, entry)) !== undefined) return;
    stages.insert(collection, entry);
    made.push({ collection, entry });
  };
  return {
    ...stages,
    respond(content, visit, inForce) {
      requests += 1;
      if (requests % OTHERS_EACH === 0) act();
      return stages.respond(content, visit, inForce);
    },
  };
}

/** Another order at each listing, where a list has no pages and comes in no order that was asked for or told. */
function inAnyOrder(stages: Stages, document: Interface): Stages {
  let listings = 0;
  return {
    ...stages,
    select(collection, entries, wish) {
      const selected = stages.select(collection, entries, wish);
      const { list } = collection;
      const isPaged = list !== undefined && listModelOf(document, list)?.pages !== undefined;
      if (wish.order !== undefined || isPaged || !isUnordered(document, collection)) return selected;
      listings += 1;
      const at = listings % Math.max(selected.length, 1);
      return [...selected.slice(at), ...selected.slice(0, at)];
    },
  };
}

const USUAL_SIZE = '5';

/** A list whose pages are asked for by a size that nobody has to give, and of which no usual one is told. */
function hasOpenSize(model: ListModel | undefined): model is ListModel & { readonly size: object } {
  return model?.size !== undefined && model.size.usual === undefined && model.pages !== undefined;
}

/** Answers who asks for no size as who asks for a small one. */
function inSmallPages(stages: Stages, document: Interface): Stages {
  return {
    ...stages,
    respond(content, visit, inForce) {
      const { operation, request } = visit;
      const model = operation === undefined ? undefined : listModelOf(document, operation);
      const name = hasOpenSize(model) ? model.size.parameter.name : undefined;
      if (name === undefined || request.query.has(name)) return stages.respond(content, visit, inForce);
      const query = new URLSearchParams(request.query);
      query.set(name, USUAL_SIZE);
      // A request has members that are worked out when they are asked for.
      const { method, path, queryText, headers, address } = request;
      const sized = { method, path, queryText, query, headers, address };
      return stages.respond(content, { ...visit, request: sized }, inForce);
    },
  };
}

/** True where no word of the document tells of an order. */
function isUnordered(document: Interface, { list }: Kept): boolean {
  const model = list === undefined ? undefined : listModelOf(document, list);
  return model?.toldOrder === undefined;
}

/** As databases order texts: neither letter case nor signs count before the letters do. */
const COLLATION = new Intl.Collator('en', { ignorePunctuation: true });

function textsAt(entries: readonly Entry[], { within, member }: MemberPlace): readonly string[] | undefined {
  const values = entries.map((entry) => valueAt(entry, within === undefined ? [member] : [within, member]));
  const texts = values.filter((value) => typeof value === 'string');
  const isPlain = texts.length === values.length && texts.every((text) => Number.isNaN(Number(text)));
  return isPlain && texts.every((text) => !/^\d{4}-\d\d-\d\d/.test(text)) ? texts : undefined;
}

function inCollation(stages: Stages): Stages {
  return {
    ...stages,
    select(collection, entries, wish) {
      const selected = stages.select(collection, entries, wish);
      const { order } = wish;
      const texts = order === undefined ? undefined : textsAt(selected, order);
      if (order === undefined || texts === undefined) return selected;
      const rows = selected.map((entry, at) => ({ entry, text: texts[at] ?? '' }));
      const sign = order.isFalling ? -1 : 1;
      return rows.toSorted((a, b) => COLLATION.compare(a.text, b.text) * sign).map(({ entry }) => entry);
    },
  };
}

/** So long an entry is in no list after it was made. */
const LAG_MS = 300;

/** Lists come from another place than the entries, and later. */
function lagging(stages: Stages, now: () => number): Stages {
  const since = new WeakMap<Entry, number>();
  return {
    ...stages,
    insert(collection, entry) {
      since.set(entry, now());
      stages.insert(collection, entry);
    },
    select(collection, entries, wish) {
      const settled = entries.filter((entry) => now() - (since.get(entry) ?? 0) >= LAG_MS);
      return stages.select(collection, settled.length === entries.length ? entries : settled, wish);
    },
  };
}

/** What is behind the end of a list is not there. */
function endingWithAbsence(stages: Stages): Stages {
  return {
    ...stages,
    respond(content, visit, inForce) {
      let isBehind = false;
      const reply = stages.respond(content, visit, {
        ...inForce,
        cut(collection, entries, wish) {
          isBehind ||= wish.from > 0 && wish.from >= entries.length;
          return inForce.cut(collection, entries, wish);
        },
      });
      return isBehind ? refusal(visit.operation, [404], 'not_found', 'There is no such page.') : reply;
    },
  };
}

export const listFreedoms: readonly Freedom[] = [
  {
    name: 'newest-first',
    title: 'lists show the newest entry first, where no order is asked for',
    apply: (stages, { interface: document }) => ({
      ...stages,
      select(collection, entries, wish) {
        const selected = stages.select(collection, entries, wish);
        const isOpen = wish.order === undefined && isUnordered(document, collection);
        return isOpen ? selected.toReversed() : selected;
      },
    }),
  },
  {
    name: 'any-order',
    title: 'lists without pages come in another order each time, where none is asked for',
    apply: (stages, context) => inAnyOrder(stages, context.interface),
  },
  {
    name: 'small-pages',
    title: 'who asks for no size of a page gets five entries, where the document tells no usual size',
    entries: 12,
    apply: (stages, context) => inSmallPages(stages, context.interface),
  },
  {
    name: 'crowded',
    title: 'there are a hundred entries of each collection at the start',
    entries: 100,
    apply: (stages) => stages,
  },
  { name: 'nothing-there', title: 'there is no entry at the start', entries: 0, apply: (stages) => stages },
  {
    name: 'others-at-work',
    title: 'somebody else makes entries and takes them away while the run goes on',
    apply: (stages, context) => withOthers(stages, context.interface),
  },
  {
    name: 'sorted-by-collation',
    title: 'orders of texts are those of a collation, and not of code points',
    apply: inCollation,
  },
  {
    name: 'lists-lag',
    title: 'lists show what was made three tenths of a second later',
    apply: (stages, { now }) => lagging(stages, now),
  },
  {
    name: 'no-page-behind-the-end',
    title: 'a page behind the end of a list is answered with 404',
    apply: endingWithAbsence,
  },
  {
    name: 'entries-of-the-key',
    title: 'each key sees the entries that it made, and those of the start',
    entriesOf: 'key',
    apply: (stages) => stages,
  },
];
