import { mergedKeywords } from '../../../schema/merge.ts';
import { allowedTypes, isSchema, type Schema } from '../../../schema/keywords.ts';
import { schemaMembers } from '../../../schema/members.ts';
import { scalarKeywords } from '../../../schema/scalar.ts';
import { subschema } from '../../../schema/resolve.ts';
import { onceFor } from '../../../system/once-for.ts';
import type { Interface, Operation } from '../../model.ts';
import { plainName, singularOf, wordsOfName } from '../../names.ts';
import { isCalled, thingAt } from '../names/called.ts';
import { placeOf, templateOf } from '../places/places.ts';
import { entriesOf } from '../read-collections.ts';
import { entrySchemaOf, partOf, type Resource, resourcesOf } from '../resources.ts';
import { childrenCalled } from '../words/members/told-counts.ts';

/**
 * Lists below an entry of what is made elsewhere and names that entry: `/shelves/{id}/books`, of books that are made with a
 * `shelfId`.
 */

export type ListOfHolder = {
  readonly list: Operation;
  /** Where the answer holds the entries. */
  readonly pointer: string;
  readonly entry: Schema;
  readonly holder: Resource;
  readonly child: Resource;
  /** The member by which an entry names its holder. */
  readonly by: string;
};

/** Whoever may have to do with something in several ways: as its owner, its author, the one who has it to do. */
export const PEOPLE: ReadonlySet<string> = new Set(
  'account author client contact customer employee member owner people person profile student teacher user worker'.split(
    ' ',
  ),
);
const PARTS: ReadonlySet<string> = new Set(
  `assigned assignee assignees author authors collaborators created creator editor followers followed invited likes liked members owner
   participants reviewer reviewers recipient receiver sender shared subscribers watchers`.split(/\s+/),
);

function namesOf(schema: Schema): readonly string[] {
  return [...schemaMembers(schema).properties.keys()];
}

/** True where an entry may be below others of its kind, and show what is below those as well. */
function mayBeBelowItsKind(schema: Schema, thing: string): boolean {
  return namesOf(schema).some((name) => {
    const words = wordsOfName(name);
    return (
      ['parent', 'children', 'ancestors', 'path'].some((word) => words.includes(word)) ||
      isCalled(plainName(name), { thing, identity: 'id', value: null, place: '' })
    );
  });
}

/** True where an entry may belong to several holders, or be a person's in several ways. */
function mayBeOfSeveral(schema: Schema, thing: string, by: string): boolean {
  const others = [...schemaMembers(schema).properties].filter(([name]) => name !== by);
  const isMany = ([name, member]: readonly [string, Schema]): boolean =>
    allowedTypes(mergedKeywords(member, schema)).has('array') &&
    wordsOfName(name).some((word) => singularOf(word) === thing);
  const isOfPeople = PEOPLE.has(thing);
  return others.some(
    (one) => isMany(one) || (isOfPeople && wordsOfName(one[0]).some((word) => PARTS.has(word))),
  );
}

/** True where a member has values of the kind that name the holder in its path. */
function isIdentityOf(holder: Resource, entry: Schema, by: string): boolean {
  const own = entrySchemaOf(holder);
  const [name, member] = [holder.identity ?? '', schemaMembers(entry).properties.get(by)];
  const identity = own === undefined ? undefined : schemaMembers(own).properties.get(name);
  if (own === undefined || member === undefined || identity === undefined) return false;
  const [theirs, ours] = [
    scalarKeywords(subschema(own, identity), own),
    scalarKeywords(subschema(entry, member), entry),
  ];
  const typesOf = (keywords: typeof ours): string =>
    [...allowedTypes(keywords)].filter((type) => type !== 'null').join();
  const isSaid = plainName(by).endsWith(plainName(name));
  return typesOf(theirs) === typesOf(ours) && (isSaid || theirs.format === ours.format);
}

function listOf(document: Interface, list: Operation): readonly ListOfHolder[] {
  const [, above = '', word = ''] =
    /^((?:\/[^/{}]+)+\/\{[^{}]+\})\/([^/{}]+)\/?$/.exec(templateOf(list)) ?? [];
  if (list.method !== 'GET' || list.documentation !== 'full' || above === '') return [];
  if (partOf(document, list) !== undefined) return [];
  const entries = entriesOf(list);
  const holder = resourcesOf(document).find(
    ({ kind, itemPath = '' }) => kind === 'collection' && placeOf(itemPath) === placeOf(above),
  );
  const own = holder === undefined ? undefined : entrySchemaOf(holder);
  if (entries === undefined || !isSchema(entries.schema) || holder?.create === undefined || own === undefined)
    return [];
  const thing = thingAt(holder.path);
  if (mayBeBelowItsKind(own, thing)) return [];
  const children = childrenCalled(document, holder, singularOf(plainName(word)));
  const [child, ...others] = children.filter(
    ({ child: one }) => !one.path.includes('{') && one.itemPath !== undefined,
  );
  const { schema: entry, pointer } = entries;
  // `winnerTeamId` says what part the holder plays, and the list may have those in which it plays another.
  const isPlain = isCalled(plainName(child?.by ?? ''), {
    thing,
    identity: 'id',
    value: null,
    place: holder.path,
  });
  if (child?.by === undefined || !isPlain || others.length > 0 || !isIdentityOf(holder, entry, child.by))
    return [];
  const shown = schemaMembers(entry).properties;
  if (child.child.identity === undefined || !shown.has(child.child.identity)) return [];
  if (mayBeOfSeveral(entry, thing, child.by)) return [];
  return [{ list, pointer, entry, holder, child: child.child, by: child.by }];
}

export const listsOfHolders = onceFor((document: Interface): readonly ListOfHolder[] =>
  document.operations.flatMap((operation) => listOf(document, operation)),
);

/** What such a list is, of the operation that shows it; `undefined` for any other operation. */
export function listOfHolder(
  document: Interface,
  operation: Operation | undefined,
): ListOfHolder | undefined {
  return operation === undefined
    ? undefined
    : listsOfHolders(document).find(({ list }) => list.id === operation.id);
}
