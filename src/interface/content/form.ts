import { plainText } from '../../json/lossless.ts';
import { isList, type Json } from '../../json/value.ts';
import type { PartEncoding } from '../model.ts';
import { writtenPairs } from '../parameters/parameter-style.ts';
import { type Field, type FieldsValue, readFields, writtenMembers } from './fields.ts';
import type { PlaceSchema } from './texts.ts';

/**
 * application/x-www-form-urlencoded (WHATWG URL, section 5). Lists are repeated, objects are JSON, unless the document gives a
 * style: then they are written as in a query (OpenAPI, Encoding Object).
 */

function pairsOf(
  name: string,
  member: Json,
  encoding: PartEncoding | undefined,
): readonly (readonly [string, string])[] {
  const style = encoding?.style;
  if (style !== undefined) return writtenPairs({ name, ...style }, member);
  if (isList(member)) return member.map((item) => [name, plainText(item)]);
  return [[name, plainText(member)]];
}

/** The body, or `undefined` for a value that no form has. */
export function writeForm(value: Json, encoding: ReadonlyMap<string, PartEncoding>): Uint8Array | undefined {
  const pairs = writtenMembers(value)?.flatMap(([name, member]) => pairsOf(name, member, encoding.get(name)));
  if (pairs === undefined) return undefined;
  const copied = pairs.map(([name, text]): [string, string] => [name, text]);
  return new TextEncoder().encode(new URLSearchParams(copied).toString());
}

/** The value of a form. Any text is one. */
export function readForm(
  text: string,
  place: PlaceSchema,
  encoding: ReadonlyMap<string, PartEncoding>,
): FieldsValue {
  const fields = [...new URLSearchParams(text)].map(([name, value]): Field => ({ name, text: value }));
  return readFields(fields, place, encoding);
}
