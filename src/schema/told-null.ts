import { isList, type Json, objectsIn } from '../json/value.ts';
import { DOUBTFUL, type Schema } from './keywords.ts';

/** What a description or an example says of null where the keywords beside it have no place for it: Swagger 2.0 has no word for it at all. */

const SAYS =
  /\b(?:otherwise|or|maybe|one of|defaults? to|(?:may|can|could|might|will|is|are|to) be|is|are) null\b|\bnull(?:,)? (?:if|when|whenever|unless|until|otherwise|where|while)\b/i;
/** How Markdown writes the value: in quotes it may be a text. */
const AS_CODE = /`null`|\*null\*/gi;
/** What turns the words round, with few others between (`must not be null if …`, `is not empty or null`). */
const REFUSES = /(?:\b(?:not|never|nor|cannot|without|other than)|n't)(?: [a-z]+){0,2} $/i;
/** How much before null is looked at. */
const BEFORE = 40;

/** True for words that let null stand there: `The content, if requested (otherwise null)`, `Null until it is done`. */
export function saysNull(description: string): boolean {
  const words = description.replaceAll(AS_CODE, 'null');
  return words.split(/[.;!?\n]/).some((part) => {
    const found = SAYS.exec(part);
    if (found === null) return false;
    const end = found.index + found[0].toLowerCase().indexOf('null');
    return !REFUSES.test(part.slice(Math.max(0, end - BEFORE), end));
  });
}

/** Values that are written whole: what says null of an object may be about one of its members. */
const PLAIN: ReadonlySet<Json> = new Set(['string', 'integer', 'number', 'boolean', 'array']);

/** True for a schema whose own example is null: whoever writes `type: object, example: null` shows what comes. */
function showsNull({ example, examples }: { readonly [keyword: string]: Json }): boolean {
  return example === null || (isList(examples) && examples.includes(null));
}

/**
 * True for a schema of one type that has no place for null, and that allows it in words (texts, numbers, truth values and lists) or by its
 * example alone.
 */
export function isNullTold(schema: { readonly [keyword: string]: Json }): boolean {
  const { type, description, enum: values, const: only } = schema;
  const isOpen = only === undefined && (!isList(values) || !values.includes(null));
  const isOfOneType = typeof type === 'string' && type !== 'null';
  if (!isOfOneType || !isOpen || Object.hasOwn(schema, '$ref')) return false;
  return showsNull(schema) || (typeof description === 'string' && PLAIN.has(type) && saysNull(description));
}

/** True for a schema that was read so: it allows null by its description, and by nothing else. */
export function allowsToldNull(schema: Schema): boolean {
  if (typeof schema === 'boolean') return false;
  const { description, anyOf } = schema;
  const isDoubtful = objectsIn(anyOf).some((choice) => choice[DOUBTFUL] === true);
  return isDoubtful && typeof description === 'string' && saysNull(description);
}
