import { isList, isObject, type Json, memberOf } from '../json/value.ts';
import { isSchema, type Schema } from '../schema/keywords.ts';
import { schemaMembers } from '../schema/members.ts';
import { mergedKeywords } from '../schema/merge.ts';
import { validatorOf } from './contract.ts';

/** So deep in a value defaults are looked for. */
const MOST_DEPTH = 16;

/** The value with the documented default of each required member that is missing. */
function filledIn(root: Schema, schema: Schema, value: Json, depth = 0): Json {
  if (depth > MOST_DEPTH) return value;
  if (isList(value)) {
    const { items } = mergedKeywords(schema, root);
    return isSchema(items) ? value.map((item) => filledIn(root, items, item, depth + 1)) : value;
  }
  if (!isObject(value)) return value;
  const { properties, required } = schemaMembers(schema, root);
  const added = [...required].flatMap((name): (readonly [string, Json])[] => {
    const member = properties.get(name);
    const fallback = member === undefined ? undefined : memberOf(mergedKeywords(member, root), 'default');
    return fallback === undefined || Object.hasOwn(value, name) ? [] : [[name, fallback]];
  });
  const own = Object.entries(value).map(([name, inner]): readonly [string, Json] => {
    const member = properties.get(name);
    return [name, member === undefined ? inner : filledIn(root, member, inner, depth + 1)];
  });
  return Object.fromEntries([...own, ...added]);
}

/**
 * True for a value that breaks its schema by nothing but required members with a default, which are missing: one schema for requests
 * and answers requires what every answer has, and says what is taken where a request leaves it out.
 */
export function lacksDefaultsAlone(schema: Schema, value: Json): boolean {
  const filled = filledIn(schema, schema, value);
  return filled !== value && validatorOf(schema)(filled).length === 0;
}
