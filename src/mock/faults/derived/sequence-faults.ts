import type { Interface, Operation } from '../../../interface/model.ts';
import { memberOf, type Json } from '../../../json/value.ts';
import { keptRoles } from '../../answers/entries/kept-entries.ts';
import { type Entry, type EntryWish, type Kept, nameOf, type Stages } from '../../answers/stages/stages.ts';
import type { Fault } from '../fault.ts';
import { derivedName } from './derived-name.ts';

/** What goes wrong with a later request only: each by itself is answered as it should be. */

/** The operations of a collection that change or remove its entries. */
export type Writers = {
  readonly collection: Kept;
  readonly replace: Operation | undefined;
  readonly change: Operation | undefined;
  readonly remove: Operation | undefined;
};

function named(
  operation: Operation,
): (kind: string, title: string, breaks: string, apply: Fault['apply']) => Fault {
  return (kind, title, breaks, apply) => ({
    name: derivedName(operation, kind),
    family: 'collections',
    title: `${operation.id} ${title}`,
    breaks: [breaks],
    apply,
  });
}

/** What is remembered of each place where entries of a collection are kept. */
class Remembered<Value> {
  readonly #places = new Map<Kept, Map<string, Value>>();

  at(place: Kept): Map<string, Value> {
    const known = this.#places.get(place) ?? new Map<string, Value>();
    this.#places.set(place, known);
    return known;
  }
}

function updateFaults(
  { collection }: Writers,
  operation: Operation,
  how: EntryWish['how'],
): readonly Fault[] {
  const fault = named(operation);
  const isOwn = ({ path }: Kept): boolean => path === collection.path;
  return [
    fault(
      'second-update-lost',
      'stores the first update of an entry and no other',
      'resources.update-stored',
      (stages) => {
        const updated = new Remembered<true>();
        return {
          ...stages,
          update(own, entry, wish) {
            const next = stages.update(own, entry, wish);
            if (!isOwn(own) || wish.how !== how) return next;
            const identity = nameOf(collection, entry);
            const isFirst = !updated.at(own).has(identity);
            updated.at(own).set(identity, true);
            return isFirst ? next : entry;
          },
        };
      },
    ),
    fault('revives', 'brings an entry back that was removed', 'resources.removed-is-gone', (stages) => {
      const removed = new Remembered<Entry>();
      let isUpdate = false;
      return {
        ...stages,
        respond(content, visit, inForce) {
          isUpdate = visit.operation?.id === operation.id;
          return stages.respond(content, visit, inForce);
        },
        remove(own, entry) {
          stages.remove(own, entry);
          if (isOwn(own)) removed.at(own).set(nameOf(collection, entry), entry);
        },
        find(own, identity) {
          const found = stages.find(own, identity);
          const gone = isUpdate && isOwn(own) ? removed.at(own).get(identity) : undefined;
          if (found !== undefined || gone === undefined) return found;
          removed.at(own).delete(identity);
          stages.insert(own, gone);
          return gone;
        },
      };
    }),
    ...listFaults(collection, operation),
  ];
}
/** What a list gets wrong of updates. */
function listFaults(collection: Kept, operation: Operation): readonly Fault[] {
  if (collection.list === undefined) return [];
  const isOwn = ({ path }: Kept): boolean => path === collection.path;
  return [
    named(operation)(
      'list-follows-late',
      'shows in the list only once the next entry is made',
      'resources.listed-as-read',
      (stages) => {
        const before = new Remembered<Entry>();
        return {
          ...stages,
          put(own, entry, next) {
            const identity = nameOf(collection, entry);
            if (isOwn(own) && !before.at(own).has(identity)) before.at(own).set(identity, entry);
            stages.put(own, entry, next);
          },
          insert(own, entry) {
            before.at(own).clear();
            stages.insert(own, entry);
          },
          entries: (own) =>
            stages.entries(own).map((entry) => before.at(own).get(nameOf(collection, entry)) ?? entry),
        };
      },
    ),
  ];
}

function removalFaults(
  { collection }: Writers,
  operation: Operation,
  children: ReadonlySet<string>,
): readonly Fault[] {
  const fault = named(operation);
  const isOwn = ({ path }: Kept): boolean => path === collection.path;
  const hasOwnIdentities = collection.assigned.includes(collection.named ?? collection.identity);
  return [
    ...(collection.list === undefined
      ? []
      : [
          fault(
            'listed-until-next',
            'leaves the entry in the list until the next one is made',
            'resources.removed-is-gone',
            (stages) => {
              const removed = new Remembered<Entry>();
              return {
                ...stages,
                remove(own, entry) {
                  stages.remove(own, entry);
                  if (isOwn(own)) removed.at(own).set(nameOf(collection, entry), entry);
                },
                insert(own, entry) {
                  removed.at(own).clear();
                  stages.insert(own, entry);
                },
                entries: (own) => [...stages.entries(own), ...removed.at(own).values()],
              };
            },
          ),
        ]),
    ...(hasOwnIdentities
      ? [
          fault(
            'identity-given-again',
            'lets the next entry have the identity of the one that was removed',
            'resources.identity-not-reused',
            (stages) => reusing(stages, collection),
          ),
        ]
      : []),
    ...(children.size > 0
      ? [
          fault(
            'children-stay',
            'leaves what is inside of the entry where it is',
            'resources.children-follow',
            (stages) => keepingChildren(stages, collection, children),
          ),
        ]
      : []),
  ];
}

function reusing(stages: Stages, collection: Kept): Stages {
  const free = new Remembered<Json>();
  const member = collection.named ?? collection.identity;
  return {
    ...stages,
    remove(own, entry) {
      stages.remove(own, entry);
      if (own.path === collection.path) free.at(own).set('last', memberOf(entry, member) ?? null);
    },
    assign(own, sent) {
      const entry = stages.assign(own, sent);
      const identity = own.path === collection.path ? free.at(own).get('last') : undefined;
      if (identity === undefined) return entry;
      free.at(own).delete('last');
      return { ...entry, [member]: identity };
    },
  };
}

/** Hides what was removed from requests to the collection itself, and from no other. */
function keepingChildren(stages: Stages, collection: Kept, children: ReadonlySet<string>): Stages {
  const hidden = new Remembered<true>();
  let isInside = false;
  const isOwn = ({ path }: Kept): boolean => path === collection.path;
  return {
    ...stages,
    respond(content, visit, inForce) {
      isInside = children.has(visit.operation?.id ?? '');
      return stages.respond(content, visit, inForce);
    },
    remove(own, entry) {
      if (isOwn(own)) hidden.at(own).set(nameOf(collection, entry), true);
      else stages.remove(own, entry);
    },
    find: (own, identity) =>
      !isInside && isOwn(own) && hidden.at(own).has(identity) ? undefined : stages.find(own, identity),
    entries: (own) =>
      isOwn(own)
        ? stages.entries(own).filter((entry) => !hidden.at(own).has(nameOf(collection, entry)))
        : stages.entries(own),
  };
}

const ABSENT = /^(?:404|410|4XX|default)$/i;

/** Operations of what is inside of the entries of a collection, where the document says what comes for something that is not there. */
function childrenOf(document: Interface, { path }: Kept): ReadonlySet<string> {
  const inside = [...keptRoles(document, 'all')].filter(([, { above }]) => above.at(-1)?.path === path);
  const isTold = inside.some(
    ([, { role, collection }]) =>
      role === 'read' && collection.read?.responses.some(({ status }) => ABSENT.test(status)) === true,
  );
  return new Set(isTold ? inside.map(([id]) => id) : []);
}

/** The faults of sequences that a collection can have. */
export function sequenceFaults(document: Interface, writers: Writers): readonly Fault[] {
  const { replace, change, remove, collection } = writers;
  return [
    ...(change === undefined ? [] : updateFaults(writers, change, 'change')),
    ...(replace === undefined ? [] : updateFaults(writers, replace, 'replace')),
    ...(remove === undefined ? [] : removalFaults(writers, remove, childrenOf(document, collection))),
  ];
}
