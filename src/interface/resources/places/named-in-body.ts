import { isMarked } from '../../../schema/direction.ts';
import type { Schema } from '../../../schema/keywords.ts';
import { schemaMembers } from '../../../schema/members.ts';
import type { Operation } from '../../model.ts';
import { plainName, singularOf } from '../../names.ts';
import { parameterNames } from '../../path-matching.ts';
import { entriesOf, jsonSchemaOf, sentSchemaOf } from '../read-collections.ts';
import { identityIn } from '../shown-entries.ts';
import { listWithoutWord } from './deed-words.ts';
import { placeOf, templateOf, withoutEndSlashes } from './places.ts';

/**
 * Updates whose path names no entry and whose body does: `PUT /books` of `{id, name}`, beside `POST /books` and `/books/{bookId}`. They are
 * about the entry of that name, as if it stood in their path. So is `PUT /books/update`.
 */

/** Words for who asks: a service may take what is sent there for the one who sends it. */
const WHO_ASKS: ReadonlySet<string> = new Set(
  'me self user account profile member customer session login'.split(' '),
);

/** So many members beside its name a body has in common with the entry at least. */
const LEAST_ALIKE = 2;

/** Operations by the places that they are about. */
type Places = ReadonlyMap<string, readonly Operation[]>;

type Around = { readonly item: string; readonly parameter: string; readonly entry: Schema };

/** The place of one entry, and what is shown of it; `undefined` where nothing says how it is named. */
function aroundOf(operation: Operation, places: Places): Around | undefined {
  const list = withoutEndSlashes(listWithoutWord(operation));
  const [own = [], atList = []] = [`${placeOf(list)}/{}`, placeOf(list)].map((place) => places.get(place));
  const isMade = atList.some(({ method, requestBody }) => method === 'POST' && requestBody !== undefined);
  if (!isMade || own.some(({ method }) => method === operation.method)) return undefined;
  const [read, lister] = [own, atList].map((all) => all.find(({ method }) => method === 'GET'));
  const listed = lister === undefined ? undefined : entriesOf(lister)?.schema;
  const entry = jsonSchemaOf(read?.responses.find(({ status }) => status === '200')) ?? listed;
  if (entry === undefined) return undefined;
  const [first] = own;
  const item = first === undefined ? `${list}/{id}` : withoutEndSlashes(templateOf(first));
  return { item, parameter: parameterNames(item).at(-1) ?? 'id', entry };
}

function namedIn(operation: Operation, places: Places): Pick<Operation, 'place' | 'namedBy'> {
  const { method, path } = operation;
  const isUpdate = (method === 'PUT' || method === 'PATCH') && operation.place === undefined;
  const sent = isUpdate && !/\}\/?$/.test(path) ? sentSchemaOf(operation) : undefined;
  const around = sent === undefined ? undefined : aroundOf(operation, places);
  if (sent === undefined || around === undefined) return {};
  const { item, parameter, entry } = around;
  const found = identityIn(entry, parameter);
  const [given, shown] = [schemaMembers(sent), schemaMembers(entry).properties];
  if (found === undefined || found.ground === 'names' || !given.properties.has(found.member)) return {};
  if (isMarked(sent, found.member, 'readOnly')) return {};
  const alike = [...given.properties.keys()].filter((name) => name !== found.member && shown.has(name));
  return alike.length < LEAST_ALIKE || mayBeOfWhoAsks(operation, given.required.has(found.member))
    ? {}
    : { place: item, namedBy: { in: 'body', name: found.member } };
}

/** True for an update that a service may take for one of whoever sends it. `isNeeded`: its body has to have a name. */
export function mayBeOfWhoAsks({ path }: Pick<Operation, 'path'>, isNeeded: boolean): boolean {
  return path
    .split('/')
    .filter((segment) => segment !== '' && !segment.includes('{'))
    .map(plainName)
    .some((word) => WHO_ASKS.has(word) || (WHO_ASKS.has(singularOf(word)) && !isNeeded));
}

/** The operations, each whose body names the entry that it is about with the place of that. */
export function withNamesInBodies(operations: readonly Operation[]): readonly Operation[] {
  const places = Map.groupBy(operations, (one) => placeOf(templateOf(one)));
  return operations.map((operation) => {
    const named = namedIn(operation, places);
    return named.place === undefined ? operation : { ...operation, ...named };
  });
}
