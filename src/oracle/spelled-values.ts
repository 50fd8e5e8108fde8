import type { SentRequest } from '../http/exchange.ts';
import { withQueryValues } from '../http/target.ts';
import { changeAt, fromPointer, valueAt } from '../json/pointer.ts';
import { isList, isObject, type Json } from '../json/value.ts';
import { fixedValues, type Schema } from '../schema/keywords.ts';
import { mergedKeywords } from '../schema/merge.ts';
import { requestSchema, saysWhenRefused, validatorOf, type Contract } from './contract.ts';
import { expectation } from './expectation.ts';
import { type Reading, sentJson } from './reading.ts';

/** Most places of one body that are read in another way. */
const MOST_PLACES = 4;

/**
 * The number or the truth value that a text reads as, the truth value that 1 or 0 does, or a text without what is blank around it; `undefined`
 * for anything else.
 */
function spelledIn(value: Json | undefined): Json | undefined {
  if (value === 1 || value === 0) return value === 1;
  if (typeof value !== 'string') return undefined;
  if (value === 'true' || value === 'false') return value === 'true';
  if (/^-?\d{1,15}(?:\.\d{1,15})?$/.test(value)) return Number(value);
  const trimmed = value.trim();
  return trimmed === value ? undefined : trimmed;
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

/** True for a body of which texts in other letters than the listed ones are all that is wrong. */
function isCased(schema: Schema, body: Json): boolean {
  const validate = validatorOf(schema);
  const errors = validate(body);
  const places = [...new Set(errors.map(({ pointer }) => pointer))].filter((pointer) => pointer !== '');
  if (
    places.length === 0 ||
    places.length > MOST_PLACES ||
    !errors.every(({ keyword }) => keyword === 'enum')
  )
    return false;
  const read = places.map(fromPointer).reduce<Json | undefined>((whole, place) => {
    const text = whole === undefined ? undefined : valueAt(body, place);
    if (whole === undefined || typeof text !== 'string') return undefined;
    const [first = '', ...rest] = text.toLowerCase();
    const cased = [text.toLowerCase(), text.toUpperCase(), `${first.toUpperCase()}${rest.join('')}`];
    const others = cased.flatMap((other) => changeAt(whole, place, () => other) ?? []);
    return others.find((other) => validate(other).length < validate(whole).length);
  }, body);
  return read !== undefined && validate(read).length === 0;
}

/** The request with the listed value of each parameter in the query that has it in other letters. */
function inListedLetters({ expectation: { operation }, exchange: { request } }: Reading): SentRequest {
  const target = withQueryValues(request.target, (name, value) => {
    const parameter = operation?.parameters.find((one) => one.in === 'query' && one.name === name);
    const listed = parameter === undefined ? [] : (fixedValues(mergedKeywords(parameter.schema)) ?? []);
    const texts = listed.filter((one) => typeof one === 'string');
    const other = texts.find((text) => text.toLowerCase() === value.toLowerCase());
    return other === undefined ? undefined : encodeURIComponent(other);
  });
  return { ...request, target };
}

/** True for a parameter in other letters than the listed ones, where the request is a valid one but for that. */
function isCasedParameter(contract: Contract, reading: Reading): boolean {
  if (reading.expectation.situation !== 'invalid-parameter') return false;
  const request = inListedLetters(reading);
  if (request.target === reading.exchange.request.target) return false;
  return expectation(contract, request).situation !== 'invalid-parameter';
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
 * True for a request that is broken in nothing but texts of a body that read as the number or the truth value that is asked for (`"7"`), or in what
 * is blank around them,
 * or in 1 and 0 for the latter, or in the letter case of listed values: the readers of widespread frameworks turn one into the other, and
 * no document says that theirs does not. Where statements say when a body is refused, they hold for these as well.
 */
export function isSpelledOnly(contract: Contract, reading: Reading): boolean {
  if (saysWhenRefused(contract.interface)) return false;
  const { operation, situation } = reading.expectation;
  if (situation === 'invalid-parameter') return isCasedParameter(contract, reading);
  const schema = operation === undefined ? undefined : requestSchema(operation);
  const body = sentJson(reading);
  return schema !== undefined && body !== undefined && (isSpelled(schema, body) || isCased(schema, body));
}
