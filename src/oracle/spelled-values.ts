import { fromPointer, valueAt } from '../json/pointer.ts';
import { isList, isObject, type Json } from '../json/value.ts';
import type { Schema } from '../schema/keywords.ts';
import { requestSchema, saysWhenRefused, validatorOf, type Contract } from './contract.ts';
import { type Reading, sentJson } from './reading.ts';

/** Most places of one body that are read in another way. */
const MOST_PLACES = 4;

/** The number or the truth value that a text reads as, or the truth value that 1 or 0 does; `undefined` for anything else. */
function spelledIn(value: Json | undefined): Json | undefined {
  if (value === 1 || value === 0) return value === 1;
  if (typeof value !== 'string') return undefined;
  if (value === 'true' || value === 'false') return value === 'true';
  return /^-?\d{1,15}(?:\.\d{1,15})?$/.test(value) ? Number(value) : undefined;
}

/** A copy of the value with what stands at these places read as what they spell. */
function readAt(value: Json, places: readonly (readonly string[])[]): Json {
  if (places.some((place) => place.length === 0)) return spelledIn(value) ?? value;
  const inside = (name: string): readonly (readonly string[])[] =>
    places.filter(([first]) => first === name).map((place) => place.slice(1));
  if (isList(value)) return value.map((item, index) => readAt(item, inside(String(index))));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, readAt(member, inside(name))]),
  );
}

function isSpelled(schema: Schema, body: Json): boolean {
  const validate = validatorOf(schema);
  const places = [...new Set(validate(body).map(({ pointer }) => pointer))]
    .filter((pointer) => pointer !== '')
    .map(fromPointer)
    .filter((place) => spelledIn(valueAt(body, place)) !== undefined);
  if (places.length === 0 || places.length > MOST_PLACES) return false;
  return validate(readAt(body, places)).length === 0;
}

/**
 * True for a body that breaks its schema in nothing but texts that read as the number or the truth value that is asked for (`"7"`),
 * or in 1 and 0 for the latter: the readers of widespread frameworks turn one into the other, and no document says that theirs does
 * not. Where statements say when a body is refused, they hold for these as well.
 */
export function isSpelledOnly({ interface: document }: Contract, reading: Reading): boolean {
  const { operation } = reading.expectation;
  const schema = operation === undefined ? undefined : requestSchema(operation);
  const body = sentJson(reading);
  return !saysWhenRefused(document) && schema !== undefined && body !== undefined && isSpelled(schema, body);
}
