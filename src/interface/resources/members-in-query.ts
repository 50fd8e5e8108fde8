import { allowedTypes, fixedValues, type Keywords, type Schema } from '../../schema/keywords.ts';
import { isObjectSchema, schemaMembers } from '../../schema/members.ts';
import { scalarKeywords } from '../../schema/scalar.ts';
import { onceFor } from '../../system/once-for.ts';
import { jsonShownBy, saysNothing } from '../documented-answers.ts';
import type { Operation, Parameter } from '../model.ts';
import { wordsOfName } from '../names.ts';

/**
 * Writes that have no body: `POST /tasks?title=…&reward=5` makes a task of what stands in its query (parameters of a handler that
 * nothing places elsewhere, in many frameworks). They are what a body would be where the answer shows members that are called so.
 */

const WRITES: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);

const NAMING: ReadonlySet<string> = new Set(['id', 'ids', 'uuid', 'guid', 'key']);

/** One value, of the types that a text in a query is read as. */
function isPlain(keywords: Keywords): boolean {
  const types = allowedTypes(keywords);
  return types.size > 0 && types.size < 4 && !types.has('object') && !types.has('array');
}

function isAlike(asked: Keywords, shown: Keywords): boolean {
  const [one, other] = [allowedTypes(asked), allowedTypes(shown)];
  return isPlain(asked) && isPlain(shown) && [...one].every((type) => other.has(type));
}

/** What an answer may show of an entry: its members, or anything where nothing is said of it; `undefined` where it shows no object. */
function shownIn(operation: Operation): { readonly schema: Schema; readonly isOpen: boolean } | undefined {
  const answer = operation.responses.find(({ status }) => status === '201' || status === '200');
  if (answer === undefined) return undefined;
  if (saysNothing(answer)) return { schema: true, isOpen: true };
  const schema = jsonShownBy(answer)?.schema;
  return schema !== undefined && isObjectSchema(schema) ? { schema, isOpen: false } : undefined;
}

/** The members that a write gives in its query, by the schemas of the parameters; `undefined` for one that gives none. */
export const writtenInQuery = onceFor((operation: Operation): Schema | undefined => {
  const { method, requestBody, parameters } = operation;
  if (!WRITES.has(method) || requestBody !== undefined) return undefined;
  const asked = parameters.filter((one) => one.in === 'query');
  const needed = asked.filter(({ required }) => required);
  const shown = asked.length === 0 ? undefined : shownIn(operation);
  if (shown === undefined) return undefined;
  const { properties } = schemaMembers(shown.schema);
  const isShown = ({ name, schema, required }: Parameter): boolean => {
    // Where nothing is said of the answer, what has to be given is what an entry is made of.
    if (shown.isOpen) return (required || needed.length === 0) && isPlain(scalarKeywords(schema));
    const member = properties.get(name);
    return member !== undefined && isAlike(scalarKeywords(schema), scalarKeywords(member, shown.schema));
  };
  // One that is shown nowhere says what is done with the others, and nobody knows what.
  const members = asked.filter(isShown).map(({ name, schema }) => [name, scalarKeywords(schema)] as const);
  if (!needed.every(isShown)) return undefined;
  // What names something, or chooses what is done, says nothing of an entry by itself: `POST /actions?id=delete_all`.
  const tells = ([name, keywords]: (typeof members)[number]): boolean =>
    !NAMING.has(wordsOfName(name).at(-1) ?? '') && fixedValues(keywords) === undefined;
  if (!members.some(tells)) return undefined;
  return {
    type: 'object',
    properties: Object.fromEntries(members),
    required: needed.map(({ name }) => name),
  };
});
