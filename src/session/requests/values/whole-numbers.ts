import { writeContent, type WrittenContent } from '../../../interface/content/content.ts';
import type { Representation } from '../../../interface/model.ts';
import { parseJson } from '../../../json/lossless.ts';
import { isList, isObject, type Json } from '../../../json/value.ts';
import type { Reading } from '../../../oracle/reading.ts';
import { validatorOf } from '../../../oracle/contract.ts';
import type { Schema } from '../../../schema/keywords.ts';

/**
 * Members whose numbers a service wants whole where its document has them as `number` alone, as tools write it that read types of a
 * language without integers. Its refusal of a valid request says so ("capacity must be an integer number").
 */

const SAYS_WHOLE = /\bintegers?\b|\bint(?:16|32|64)?\b|\bwhole\b|\bfraction/i;
const REFUSALS: ReadonlySet<number> = new Set([400, 422]);

function isFraction(value: Json): value is number {
  return typeof value === 'number' && !Number.isInteger(value);
}

/** Names of the members that have a fraction, or hold a list of some. */
function namesOfFractions(value: Json, name = ''): readonly string[] {
  if (isList(value)) return value.flatMap((item) => namesOfFractions(item, name));
  if (isObject(value))
    return Object.entries(value).flatMap(([member, inner]) => namesOfFractions(inner, member));
  return isFraction(value) ? [name] : [];
}

/** Names of members that the answer to a valid request wants whole: those that it names, or all with a fraction where it names none. */
export function wantedWhole(
  body: Uint8Array | undefined,
  { answer, expectation }: Reading,
): readonly string[] {
  const isRefusal = answer !== undefined && !answer.limited && REFUSALS.has(answer.status);
  if (!isRefusal || body === undefined || expectation.situation !== 'ordinary') return [];
  const sent = parseJson(body);
  const names = sent.kind === 'json' ? namesOfFractions(sent.value) : [];
  const said = names.length === 0 ? '' : new TextDecoder().decode(answer.answer.body);
  if (!SAYS_WHOLE.test(said)) return [];
  const words = new Set(said.toLowerCase().split(/\W/));
  const named = names.filter((name) => words.has(name.toLowerCase()));
  return named.length === 0 ? names : named;
}

type Round = (value: number) => number;

function rounded(value: Json, isWhole: (name: string) => boolean, round: Round, name = ''): Json {
  if (isList(value)) return value.map((item) => rounded(item, isWhole, round, name));
  if (isObject(value))
    return Object.fromEntries(
      Object.entries(value).map(([member, inner]) => [member, rounded(inner, isWhole, round, member)]),
    );
  return isFraction(value) && isWhole(name) ? round(value) : value;
}

/** The value with whole numbers in these members, where it stays as valid or as broken as it is. */
export function withWholeNumbers(schema: Schema, body: Json, isWhole: (name: string) => boolean): Json {
  if (!namesOfFractions(body).some(isWhole)) return body;
  const brokenBy = (value: Json): string =>
    validatorOf(schema)(value)
      .map(({ pointer, keyword }) => `${pointer} ${keyword}`)
      .join(' ');
  const broken = brokenBy(body);
  const ways = [Math.round, Math.ceil, Math.floor].map((round) => rounded(body, isWhole, round));
  return ways.find((other) => brokenBy(other) === broken) ?? body;
}

/** The body as it is written, with whole numbers where the service wants them. */
export function writtenWhole(
  { isWhole }: { readonly isWhole: (name: string) => boolean },
  representation: Representation,
  body: Json,
): WrittenContent | undefined {
  return writeContent(representation, withWholeNumbers(representation.schema, body, isWhole));
}
