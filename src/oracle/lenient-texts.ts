import { changeAt, fromPointer, valueAt } from '../json/pointer.ts';
import { isObject, type Json } from '../json/value.ts';
import type { SchemaError } from '../schema/compile.ts';
import type { Schema } from '../schema/keywords.ts';
import { validatorOf } from './contract.ts';

/** Texts of queries and forms, which have no types: what lenient readers take them for. */

const SPELLINGS: ReadonlyMap<string, boolean> = new Map([
  ...['1', 't', 'true', 'y', 'yes', 'on'].map((text): [string, boolean] => [text, true]),
  ...['0', 'f', 'false', 'n', 'no', 'off'].map((text): [string, boolean] => [text, false]),
]);

/**
 * The number that some write in another way: `+7`, `7.`, `1e3`, `0x1F`, blanks around them. One that no double holds (`1e400`) is the
 * largest of them.
 */
function numberSomehow(text: string): readonly number[] {
  if (!/^\s{0,8}[+-]?[\d.][\dA-Fa-fEeXx+.-]{0,40}\s{0,8}$/.test(text)) return [];
  const number = Number(text);
  if (Number.isNaN(number)) return [];
  return [Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, number))];
}

/** True for what some write where there is nothing. */
export function spellsNothing(text: string): boolean {
  return /^(?:null|none|nil|undefined)?$/i.test(text.trim());
}

/**
 * What a lenient reader takes a text for, besides what OpenAPI has as its form: no document says how a boolean, a number or
 * nothing is spelled in a query or a form, and widespread frameworks take `1` and `yes` for true.
 */
export function lenientReadingsOf(text: string): readonly Json[] {
  const boolean = SPELLINGS.get(text.trim().toLowerCase());
  // Blanks alone are nothing to some readers, and zero to others.
  const blank = text.trim() === '' ? ['', 0] : [];
  return [
    ...(boolean === undefined ? [] : [boolean]),
    ...numberSomehow(text),
    ...blank,
    ...(spellsNothing(text) ? [null] : []),
  ];
}

/** Most texts of one form that are read in another way. */
const MOST_TEXTS = 4;

/** The value with a text at a place read as lenient readers do, where that breaks less of the schema: as another value, or as none. */
function readLeniently(schema: Schema, value: Json, place: readonly string[]): Json | undefined {
  const validate = validatorOf(schema);
  const text = valueAt(value, place);
  const [name = '', ...others] = place;
  if (typeof text !== 'string' || name === '') return undefined;
  const without =
    others.length === 0 && isObject(value) && spellsNothing(text) ? [withoutMember(value, name)] : [];
  const readings = lenientReadingsOf(text).flatMap((reading) => changeAt(value, place, () => reading) ?? []);
  const before = validate(value).length;
  return [...readings, ...without].find((read) => validate(read).length < before);
}

function withoutMember(value: { readonly [name: string]: Json }, name: string): Json {
  return Object.fromEntries(Object.entries(value).filter(([own]) => own !== name));
}

/** True for the value of a form that breaks a schema only in texts that lenient readers take for what it asks for. */
export function isReadLeniently(schema: Schema, value: Json, errors: readonly SchemaError[]): boolean {
  const places = [...new Set(errors.map(({ pointer }) => pointer))];
  if (places.length > MOST_TEXTS) return false;
  const read = places.reduce<Json | undefined>(
    (whole, pointer) =>
      whole === undefined ? undefined : readLeniently(schema, whole, fromPointer(pointer)),
    value,
  );
  return read !== undefined && validatorOf(schema)(read).length === 0;
}
