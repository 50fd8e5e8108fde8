import { schemaMembers } from '../../../schema/members.ts';
import { allowedTypes, type Schema } from '../../../schema/keywords.ts';
import { mergedKeywords } from '../../../schema/merge.ts';
import type { Method, Operation, Parameter } from '../../model.ts';
import { plainName, singularOf } from '../../names.ts';
import { parameterNames } from '../../path-matching.ts';
import { isCalled, thingAt, USUAL_IDENTITIES } from '../names/called.ts';
import { entriesOf, sentSchemaOf } from '../read-collections.ts';
import { answeredBy, identityIn, shownBy } from '../shown-entries.ts';
import { listWithoutWord } from './deed-words.ts';
import { placeOf, templateOf, withoutEndSlashes } from './places.ts';

/**
 * Operations whose path names no entry and whose query does: `GET /task?id=7`, `DELETE /books?bookId=7` beside `POST /books`. They are about
 * the entry of that name, as if it stood in their path.
 */

const METHODS: ReadonlySet<Method> = new Set(['GET', 'PUT', 'PATCH', 'DELETE']);

/** The one parameter of the query that has to be there, where it is a single value. */
function neededOf({ parameters }: Operation): Parameter | undefined {
  const [only, ...others] = parameters.filter((one) => one.in === 'query' && one.required);
  if (only === undefined || others.length > 0 || only.representation !== undefined) return undefined;
  const types = allowedTypes(mergedKeywords(only.schema));
  return types.has('array') || types.has('object') ? undefined : only;
}

/** The other form of the last word of a path: `/tasks`, of `/task`. */
function otherForms(list: string, operations: readonly Operation[]): readonly string[] {
  const [above, word] = [
    list.slice(0, list.lastIndexOf('/')),
    plainName(list.slice(list.lastIndexOf('/') + 1)),
  ];
  const others = operations
    .map((one) => withoutEndSlashes(templateOf(one)))
    .filter((template) => {
      const own = plainName(template.slice(template.lastIndexOf('/') + 1));
      const isBeside = template.slice(0, template.lastIndexOf('/')) === above && !template.endsWith('}');
      return isBeside && own !== word && singularOf(own) === singularOf(word);
    });
  return [...new Set(others)];
}

/** What is known of the entries of a list: what is shown of one, and what makes one. */
type Around = { readonly entry: Schema; readonly made: Operation | undefined };

/** The same of a list; `undefined` where nothing is made or listed there. */
function aroundOf(
  list: string,
  all: Places,
  { operation, name }: { readonly operation: Operation; readonly name: string },
): Around | undefined {
  const atList = all.get(placeOf(list)) ?? [];
  const made = atList.find(({ method, requestBody }) => method === 'POST' && requestBody !== undefined);
  const lister = atList.find(
    (one) => one.method === 'GET' && one !== operation && neededOf(one) === undefined,
  );
  const listed = lister === undefined ? undefined : entriesOf(lister)?.schema;
  if (made === undefined && listed === undefined) return undefined;
  const read = [...(all.get(`${placeOf(list)}/{}`) ?? []), ...(all.get(placeOf(operation.path)) ?? [])].find(
    (one) => one.method === 'GET' && (one.path.endsWith('}') || neededOf(one)?.name === name),
  );
  const entry = [read, made].map((one) => shownBy(one, { parameter: name })).find((one) => one !== undefined);
  const known = listed ?? entry;
  return known === undefined ? undefined : { entry: known, made };
}

/** Operations by the places that they are about. */
type Places = ReadonlyMap<string, readonly Operation[]>;

/** True for a parameter that names one entry, and is none of the others by which entries may be chosen. */
function namesEntry(list: string, { name }: Parameter, { entry, made }: Around): boolean {
  const found = identityIn(entry, name);
  if (found === undefined || found.ground === 'names') return false;
  const plain = plainName(name);
  const members = [...schemaMembers(entry).properties.keys()];
  const hasUsual = members.some((member) => USUAL_IDENTITIES.includes(member.toLowerCase()));
  if (USUAL_IDENTITIES.includes(plain)) return true;
  if (isCalled(plain, { thing: thingAt(list), identity: 'id', value: null, place: list })) return true;
  const sent = made === undefined ? undefined : sentSchemaOf(made);
  // An entry may be known by a name of its own, where it has no other, and every one has it.
  const isOwn = !hasUsual && plain === plainName(found.member);
  return isOwn && sent !== undefined && schemaMembers(sent).required.has(found.member);
}

/** True for a reading whose answer shows one, and no list of them. */
function showsOne(operation: Operation, name: string): boolean {
  const shown = answeredBy(operation) === undefined ? undefined : shownBy(operation, { parameter: name });
  return shown !== undefined && identityIn(shown, name)?.ground === 'schemas';
}

function namedIn(operation: Operation, all: Places, operations: readonly Operation[]): Operation {
  const { method, path, place } = operation;
  const parameter =
    METHODS.has(method) && place === undefined && !/\}\/?$/.test(path) ? neededOf(operation) : undefined;
  if (parameter === undefined || (method === 'GET' && !showsOne(operation, parameter.name))) return operation;
  const bare = withoutEndSlashes(listWithoutWord(operation));
  for (const list of new Set([bare, ...otherForms(bare, operations)])) {
    const around = aroundOf(list, all, { operation, name: parameter.name });
    if (around === undefined || !namesEntry(list, parameter, around)) continue;
    const own = all.get(`${placeOf(list)}/{}`) ?? [];
    if (own.some((one) => one.method === method)) return operation;
    const [first] = own;
    const item = first === undefined ? `${list}/{${parameter.name}}` : withoutEndSlashes(templateOf(first));
    if (parameterNames(item).length !== parameterNames(path).length + 1) return operation;
    return { ...operation, place: item, namedBy: { in: 'query', name: parameter.name } };
  }
  return operation;
}

/** What stands behind the path of a list and is done to the entry that the query names: `POST /task/done?id=7`, as `/task/{id}/done`. */
function namedBelow(operation: Operation, all: Places): Operation {
  const { method, path, place } = operation;
  const parameter = method !== 'DELETE' && place === undefined ? neededOf(operation) : undefined;
  const [whole, list = '', word = ''] = /^(.+)\/([^/{}]+)\/?$/.exec(path) ?? [];
  if (parameter === undefined || whole === undefined) return operation;
  const [first] = all.get(`${placeOf(list)}/{}`) ?? [];
  const around = first === undefined ? undefined : aroundOf(list, all, { operation, name: parameter.name });
  if (first === undefined || around === undefined || !namesEntry(list, parameter, around)) return operation;
  const below = `${withoutEndSlashes(templateOf(first))}/${word}`;
  if (all.has(placeOf(below)) || parameterNames(below).length !== parameterNames(path).length + 1)
    return operation;
  return { ...operation, place: below, namedBy: { in: 'query', name: parameter.name } };
}

/** The operations, each whose query names the entry that it is about with the place of that. */
export function withNamesInQueries(operations: readonly Operation[]): readonly Operation[] {
  if (!operations.some((one) => neededOf(one) !== undefined)) return operations;
  const all = Map.groupBy(operations, (one) => placeOf(templateOf(one)));
  const named = operations.map((operation) => namedIn(operation, all, operations));
  const known = Map.groupBy(named, (one) => placeOf(templateOf(one)));
  return named.map((operation) => namedBelow(operation, known));
}
