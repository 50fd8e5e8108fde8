import type { Operation } from '../../interface/model.ts';
import { type Json, listOf, memberOf } from '../../json/value.ts';
import { requestSchema, validatorOf } from '../../oracle/contract.ts';
import { isSchema, type Schema } from '../../schema/keywords.ts';
import { besideNull, isObjectSchema, schemaMembers } from '../../schema/members.ts';
import { mergedKeywords } from '../../schema/merge.ts';

/** Bodies that are put together of what the document shows for each of their members, also inside of objects and lists. */

/** Schemas may hold themselves. */
const DEPTH = 5;

/** What a schema shows for itself, else what is shown inside of it; `undefined` where nothing is, or not all that has to be there. */
function shownBy(root: Schema, schema: Schema, depth = 0): Json | undefined {
  const keywords = mergedKeywords(schema, root);
  const [first] = listOf(memberOf(keywords, 'examples'));
  const own = memberOf(keywords, 'example') ?? first;
  if (own !== undefined || depth > DEPTH) return own;
  const at = besideNull(schema, root);
  const items = memberOf(mergedKeywords(at, root), 'items');
  if (isSchema(items)) {
    const item = shownBy(root, items, depth + 1);
    return item === undefined ? undefined : [item];
  }
  if (!isObjectSchema(at, root)) return undefined;
  const { properties, required } = schemaMembers(at, root);
  const shown = [...properties].flatMap(([name, member]): (readonly [string, Json])[] => {
    const value = shownBy(root, member, depth + 1);
    return value === undefined ? [] : [[name, value]];
  });
  const names = new Set(shown.map(([name]) => name));
  return shown.length === 0 || !required.isSubsetOf(names) ? undefined : Object.fromEntries(shown);
}

/** All members of a body for which the document shows values, with these; `undefined` where it shows too few. */
export function shownTogether(operation: Operation): Json | undefined {
  const schema = requestSchema(operation);
  const body = schema === undefined ? undefined : shownBy(schema, schema);
  return schema === undefined || body === undefined || validatorOf(schema)(body).length > 0
    ? undefined
    : body;
}
