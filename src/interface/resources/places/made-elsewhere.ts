import type { Operation } from '../../model.ts';
import { plainName, singularOf } from '../../names.ts';
import { parameterNames } from '../../path-matching.ts';
import type { Schema } from '../../../schema/keywords.ts';
import { besideNull, isObjectSchema, schemaMembers } from '../../../schema/members.ts';
import { mergedKeywords } from '../../../schema/merge.ts';
import { subschema } from '../../../schema/resolve.ts';
import type { Found } from './made-inside.ts';
import { depthOf, placeOf, templateOf, withActionApart, withoutEndSlashes } from './places.ts';
import { canIdentify } from '../names/assigned-identity.ts';
import { entriesOf } from '../read-collections.ts';
import type { Resource } from '../resources.ts';
import { answeredBy, identityIn, memberNames, roleFinding } from '../shown-entries.ts';

/**
 * Entries that are made at one place and stand at another, under names that the answer to their creation has (`POST /user/repos`,
 * `/repos/{owner}/{repo}`). Names alone are no proof: what is made counts as the run's once a read of that place shows it.
 */

/** Where an object has the value of each parameter of a path, in their order: members, outer ones first; `undefined` where it has none. */
export type Naming = readonly (readonly string[] | undefined)[];

/** How entries are named that are made elsewhere: by the answers that make them, and by those that show them. */
export type MadeElsewhere = {
  readonly makers: readonly { readonly operation: Operation; readonly naming: Naming }[];
  readonly shown: Naming;
};

type Bare = Omit<Resource, 'parent'>;

/** What lists the entries at the path of a creation. */
type Listed = Partial<Pick<Bare, 'path' | 'list' | 'entries'>>;

/** Members that mostly name what an object is about, those that stand in paths first. */
const NAMES: readonly string[] = ['slug', 'login', 'username', 'key', 'name', 'id', '_id', 'uuid'];

function lastWordOf(template: string): string {
  const last = withActionApart(template)
    .split('/')
    .findLast((segment) => segment !== '' && !segment.includes('{'));
  return singularOf(plainName(last ?? ''));
}

/** What says at the end of a path below a list that it makes one of what is listed (`POST /filters/create`). */
const MAKES: ReadonlySet<string> = new Set(['create', 'new', 'add', 'register']);

function isMakerBelowList(operation: Operation, itemPath: string): boolean {
  const [, above, last = ''] = /^(.*)\/([^/]+)$/.exec(withoutEndSlashes(templateOf(operation))) ?? [];
  const [, list] = /^(.*)\/\{[^/]+\}$/.exec(itemPath) ?? [];
  return above !== undefined && list !== undefined && MAKES.has(last) && placeOf(above) === placeOf(list);
}

/** True where one word stands between the place of a creation and the names of what is alike (`POST /tasks/{project}`, `/tasks/{project}/t/{task}`). */
function isAWordAbove(operation: Operation, read: Operation): boolean {
  const [, above] = /^(.*)\/[^/{}]+\/\{[^/]+\}$/.exec(withoutEndSlashes(read.path)) ?? [];
  const [made, shown] = [answeredBy(operation), answeredBy(read)];
  if (above === undefined || placeOf(above) !== placeOf(templateOf(operation))) return false;
  if (made === undefined || shown === undefined) return false;
  return schemaMembers(made).properties.size >= LEAST_ALIKE && memberNames(made) === memberNames(shown);
}

function ableIn(schema: Schema): readonly string[] {
  const { properties } = schemaMembers(schema);
  return [...properties.keys()].filter((name) => canIdentify(schema, properties.get(name) ?? false));
}

function isNumber({ parameters }: Operation, name: string): boolean {
  const schema = parameters.find((one) => one.in === 'path' && one.name === name)?.schema ?? true;
  const { type } = mergedKeywords(schema, schema);
  return type === 'integer' || type === 'number';
}

/** Where an object has what a parameter names: in a member of that name, or in what names the object inside of that member. */
function placeIn(schema: Schema, parameter: string): readonly string[] | undefined {
  const { properties } = schemaMembers(schema);
  const named = [...properties.keys()].find((name) => plainName(name) === plainName(parameter));
  const member = named === undefined ? undefined : properties.get(named);
  if (named === undefined || member === undefined) return undefined;
  if (canIdentify(schema, member)) return [named];
  const inner = subschema(schema, besideNull(member, schema));
  if (!isObjectSchema(inner)) return undefined;
  const able = ableIn(inner);
  const first = NAMES.find((name) => able.includes(name));
  return first === undefined ? undefined : [named, first];
}

/** Where an object has its own name in its path: a parameter that is called as the entries are tells of no member. */
function ownPlaceIn(schema: Schema, parameter: string, read: Operation): readonly string[] | undefined {
  const direct = placeIn(schema, parameter);
  if (direct !== undefined) return direct;
  const isOwnName = plainName(parameter) === lastWordOf(read.path);
  const identity = identityIn(schema, parameter, isOwnName);
  if (identity !== undefined && identity.ground !== 'names') return [identity.member];
  const able = ableIn(schema);
  const usual = isNumber(read, parameter) ? NAMES.filter((name) => name.endsWith('id')) : NAMES;
  const first = usual.find((name) => able.includes(name));
  return first === undefined ? undefined : [first];
}

function namingIn(schema: Schema, read: Operation): Naming {
  const names = parameterNames(read.path);
  return names.map((name, at) =>
    at === names.length - 1 ? ownPlaceIn(schema, name, read) : placeIn(schema, name),
  );
}

/** True where each parameter has a value: in the answer, or in the path of the request. The last one names what is new. */
function isNamed(naming: Naming, read: Operation, maker: Operation): boolean {
  const given = new Set(parameterNames(maker.path).map(plainName));
  const names = parameterNames(read.path).map(plainName);
  return names.every((name, at) => naming[at] !== undefined || (at < names.length - 1 && given.has(name)));
}

/** So many members at least an answer has in common with what is read under several names. */
const LEAST_ALIKE = 2;

/**
 * True where an answer may tell of what is read: it has nothing but a name of it, or the same members; where several names stand in
 * the path, some of them. Things of one word may be of two kinds (`/orders/{}/items`, `/items/{}`).
 */
function mayTellOf(schema: Schema, read: Operation): boolean {
  const shown = answeredBy(read);
  if (shown === undefined) return false;
  const [own, theirs] = [schema, shown].map((one) => new Set(schemaMembers(one).properties.keys()));
  if (own === undefined || theirs === undefined) return false;
  if (own.size === 1 || memberNames(schema) === memberNames(shown)) return true;
  return depthOf(read.path) > 1 && own.intersection(theirs).size >= LEAST_ALIKE;
}

/**
 * What an answer to a creation has: what it is described to have; where it is not described at all (`201: Created`), what the list at its
 * path shows, if that has the same members as what is read.
 */
function toldBy(operation: Operation, read: Operation, listed: Schema | undefined): Schema | undefined {
  const schema = answeredBy(operation);
  if (schema !== undefined) return mayTellOf(schema, read) ? schema : undefined;
  const shown = answeredBy(read);
  const successes = operation.responses.filter(({ status }) => status.startsWith('2'));
  const isSilent =
    successes.length > 0 && successes.every(({ representations }) => representations.length === 0);
  const isAlike =
    listed !== undefined && shown !== undefined && memberNames(listed) === memberNames(shown) && isSilent;
  return isAlike ? listed : undefined;
}

function makersOf(
  { create, makeAt, read, itemPath, remove, change, replace }: Bare,
  operations: readonly Operation[],
  taken: ReadonlySet<Operation>,
  listedAt: (maker: Operation) => Schema | undefined,
): MadeElsewhere['makers'] {
  const isDone = [remove, change, replace].some((one) => one !== undefined);
  if (create !== undefined || makeAt !== undefined || read === undefined || itemPath === undefined || !isDone)
    return [];
  return operations
    .flatMap((operation) => {
      const isMaker = operation.method === 'POST' && operation.documentation === 'full';
      const isWord =
        isMakerBelowList(operation, itemPath) ||
        isAWordAbove(operation, read) ||
        (!withoutEndSlashes(templateOf(operation)).endsWith('}') &&
          lastWordOf(templateOf(operation)) === lastWordOf(itemPath));
      const isFree = isMaker && isWord && !taken.has(operation);
      const schema = isFree ? toldBy(operation, read, listedAt(operation)) : undefined;
      const naming = schema === undefined ? [] : namingIn(schema, read);
      return schema !== undefined && isNamed(naming, read, operation) ? [{ operation, naming }] : [];
    })
    .toSorted((a, b) => depthOf(a.operation.path) - depthOf(b.operation.path));
}

/** The same, where what is made elsewhere is together with what makes it. */
export function withMakers(found: readonly Found[], operations: readonly Operation[]): readonly Found[] {
  const taken = new Set(
    found.flatMap(({ resource: { create, itemPath } }) =>
      create === undefined || itemPath === undefined ? [] : [create],
    ),
  );
  const listOf = (maker: Operation): Listed => {
    const one = found.find(({ resource }) => resource.create === maker)?.resource;
    if (one !== undefined) return one;
    const place = placeOf(templateOf(maker));
    const list = operations.find((other) => other.method === 'GET' && placeOf(templateOf(other)) === place);
    const entries = list === undefined ? undefined : entriesOf(list);
    return entries === undefined ? {} : { list, entries };
  };
  const listedAt = (maker: Operation): Schema | undefined => listOf(maker).entries?.schema;
  const pairs = new Map<Found, MadeElsewhere['makers']>();
  for (const one of found) {
    if (one.resource.kind !== 'collection' || one.also !== undefined) continue;
    const makers = makersOf(one.resource, operations, taken, listedAt);
    if (makers.length === 0) continue;
    pairs.set(one, makers);
    for (const { operation } of makers) taken.add(operation);
  }
  const makers = new Set([...pairs.values()].flat().map(({ operation }) => operation));
  const lent = new Set(
    [...pairs.values()].flatMap(([first]) => (first === undefined ? [] : [first.operation])),
  );
  return found.flatMap((one): readonly Found[] => {
    const { resource, place } = one;
    const own = pairs.get(one);
    const [first] = own ?? [];
    if (own === undefined || first === undefined) {
      if (resource.create === undefined || !makers.has(resource.create)) return [one];
      // The list goes with what it shows.
      return lent.has(resource.create) ? [] : [{ ...one, resource: { ...resource, create: undefined } }];
    }
    const { read } = resource;
    const schema = answeredBy(read);
    if (read === undefined || schema === undefined) return [one];
    const { list, entries, path } = listOf(first.operation);
    const shown = namingIn(schema, read);
    const last = shown.at(-1);
    const words = 'a POST elsewhere, whose answer names the place; it counts once that is read';
    return [
      {
        place,
        made: placeOf(templateOf(first.operation)),
        resource: {
          ...resource,
          path:
            path ??
            (isMakerBelowList(first.operation, read.path) ? resource.path : templateOf(first.operation)),
          list: resource.list ?? list,
          entries: resource.entries ?? entries,
          create: first.operation,
          identity: last?.length === 1 ? last[0] : resource.identity,
          elsewhere: { makers: own, shown },
          findings: [
            ...roleFinding(
              'list',
              resource.list === undefined ? list : undefined,
              'a GET where they are made',
            ),
            ...resource.findings.filter(({ part }) => !part.startsWith('identity ')),
            ...own.flatMap(({ operation }) => roleFinding('create', operation, words)),
            ...(last === undefined
              ? []
              : [
                  {
                    part: `identity ${last.join('.')}`,
                    ground: 'names' as const,
                    words: 'guessed, and read back',
                  },
                ]),
          ],
        },
      },
    ];
  });
}
