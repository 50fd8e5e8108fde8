import { hasStatements } from '../../../interface/clauses.ts';
import type { Interface, Operation } from '../../../interface/model.ts';
import { type Json, memberOf } from '../../../json/value.ts';
import { keptRoles } from '../../answers/entries/kept-entries.ts';
import type { Entry, EntryWish, Kept, Stages } from '../../answers/stages/stages.ts';
import type { Fault } from '../fault.ts';
import { derivedName } from './derived-name.ts';
import { sequenceFaults, type Writers } from './sequence-faults.ts';

/** What services get wrong about entries over their lives: only sequences of requests show it. */

function writersOf(document: Interface): readonly Writers[] {
  const roles = [...keptRoles(document, 'all')];
  return roles.flatMap(([, { role: made, collection }]) => {
    if (made !== 'create' || collection.read === undefined) return [];
    const at = (wanted: 'replace' | 'change' | 'remove'): Operation | undefined => {
      const found = roles.find(
        ([, { role, collection: own }]) => own.path === collection.path && role === wanted,
      );
      return found === undefined ? undefined : document.operations.find(({ id }) => id === found[0]);
    };
    return [{ collection, replace: at('replace'), change: at('change'), remove: at('remove') }];
  });
}

/** Shows another entry to whoever asks for one that is not there. */
function readFaults({ path }: Kept, read: Operation | undefined): readonly Fault[] {
  if (read === undefined || !read.responses.some(({ status }) => status === '404' || status === '410'))
    return [];
  return [
    {
      name: derivedName(read, 'another-for-absent'),
      family: 'collections',
      title: `${read.id} shows another entry where there is none of that name`,
      breaks: ['resources.absent-refused'],
      apply: (stages) => ({
        ...stages,
        respond(content, visit, own) {
          const find: Stages['find'] = (shelf, identity) =>
            own.find(shelf, identity) ?? (shelf.path === path ? own.entries(shelf)[0] : undefined);
          return stages.respond(content, visit, visit.operation?.id === read.id ? { ...own, find } : own);
        },
      }),
    },
  ];
}

function clientMembers({ identity, named, assigned }: Kept, entry: Entry): readonly string[] {
  return Object.keys(entry).filter((name) => name !== identity && name !== named && !assigned.includes(name));
}

/** Makes something else of what an update asks for, in one way of updating. */
export function updating(
  stages: Stages,
  { path }: Kept,
  how: EntryWish['how'],
  update: (honest: Entry, old: Entry, wish: EntryWish) => Entry,
): Stages {
  return {
    ...stages,
    update(collection, entry, wish) {
      const honest = stages.update(collection, entry, wish);
      return collection.path === path && wish.how === how ? update(honest, entry, wish) : honest;
    },
  };
}

function updateFaults(
  collection: Kept,
  how: EntryWish['how'],
  operation: Operation,
  hasChange: boolean,
): readonly Fault[] {
  const fault = (kind: string, title: string, breaks: string, apply: Fault['apply']): Fault => ({
    name: derivedName(operation, kind),
    family: 'collections',
    title: `${operation.id} ${title}`,
    breaks: [breaks],
    apply,
  });
  const common = [
    fault('not-stored', 'answers with success and stores nothing', 'resources.update-stored', (stages) =>
      updating(stages, collection, how, (_honest, old) => old),
    ),
    fault('changes-others', 'changes the other entries too', 'resources.others-unchanged', (stages) => ({
      ...stages,
      put(own, entry, next) {
        stages.put(own, entry, next);
        if (own.path !== collection.path) return;
        const given = Object.fromEntries(
          clientMembers(collection, next).map((name) => [name, memberOf(next, name) ?? null] as const),
        );
        for (const other of stages.entries(own))
          if (other !== next) stages.put(own, other, { ...other, ...given });
      },
    })),
  ];
  if (how === 'replace' && hasChange)
    return [
      ...common,
      fault('merges', 'keeps what is left out', 'resources.replacement-is-whole', (stages) =>
        updating(stages, collection, how, (honest, old) => ({ ...old, ...honest })),
      ),
    ];
  if (how === 'replace') return common;
  return [
    ...common,
    fault('resets-the-rest', 'takes away what it does not name', 'resources.change-keeps-rest', (stages) =>
      updating(stages, collection, how, (honest, _old, { sent }) => {
        const rest = clientMembers(collection, honest).filter((name) => !Object.hasOwn(sent, name));
        return Object.fromEntries(Object.entries(honest).filter(([name]) => !rest.includes(name)));
      }),
    ),
  ];
}

function removalFaults(collection: Kept, operation: Operation): readonly Fault[] {
  const fault = (kind: string, title: string, breaks: string, apply: Fault['apply']): Fault => ({
    name: derivedName(operation, kind),
    family: 'collections',
    title: `${operation.id} ${title}`,
    breaks: [breaks],
    apply,
  });
  const isOwn = ({ path }: Kept): boolean => path === collection.path;
  return [
    fault(
      'removes-nothing',
      'answers with success and removes nothing',
      'resources.removed-is-gone',
      (stages) => ({
        ...stages,
        remove(own, entry) {
          if (!isOwn(own)) stages.remove(own, entry);
        },
      }),
    ),
    fault('removes-others', 'removes the other entries too', 'resources.others-unchanged', (stages) => ({
      ...stages,
      remove(own, entry) {
        const all = isOwn(own) ? stages.entries(own) : [entry];
        for (const each of all) stages.remove(own, each);
      },
    })),
    ...(collection.list === undefined
      ? []
      : [
          fault('stays-listed', 'leaves the entry in the list', 'resources.removed-is-gone', (stages) => {
            const removed = new Map<Kept, Entry[]>();
            return {
              ...stages,
              remove(own, entry) {
                stages.remove(own, entry);
                if (isOwn(own)) removed.set(own, [...(removed.get(own) ?? []), entry]);
              },
              entries: (own) => [...stages.entries(own), ...(removed.get(own) ?? [])],
            };
          }),
        ]),
  ];
}

/** The member that stands in paths beside an identity is given twice. */
function nameFaults(collection: Kept): readonly Fault[] {
  const { create, named, assigned, path } = collection;
  if (named === undefined || !assigned.includes(named)) return [];
  return [
    {
      name: derivedName(create, 'name-given-twice'),
      family: 'collections',
      title: `${create.id} gives all entries the same ${named}, by which they are asked for`,
      breaks: ['collections.unique-identity'],
      apply: (stages) => {
        const first = new Map<Kept, Json>();
        return {
          ...stages,
          assign(own, sent) {
            const entry = stages.assign(own, sent);
            if (own.path !== path) return entry;
            const value = first.get(own) ?? memberOf(entry, named) ?? null;
            first.set(own, value);
            return { ...entry, [named]: value };
          },
        };
      },
    },
  ];
}

/** For each collection whose entries can be changed or removed: what shows only in sequences of requests. */
export function lifeFaults(document: Interface): readonly Fault[] {
  // Where statements say when a 4xx comes no check looks at lives.
  if (hasStatements(document)) return [];
  return writersOf(document).flatMap(({ collection, replace, change, remove }) => [
    ...nameFaults(collection),
    ...readFaults(collection, collection.read),
    ...sequenceFaults(document, { collection, replace, change, remove }),
    ...(change === undefined ? [] : updateFaults(collection, 'change', change, true)),
    ...(replace === undefined ? [] : updateFaults(collection, 'replace', replace, change !== undefined)),
    ...(remove === undefined ? [] : removalFaults(collection, remove)),
  ]);
}
