import { jsonRepresentationFor } from '../interface/documented-answers.ts';
import { parseJson } from '../json/lossless.ts';
import { canonicalJson } from '../json/canonical.ts';
import { fromPointer, toPointer, valueAt } from '../json/pointer.ts';
import { isList, isObject, type Json } from '../json/value.ts';
import { requestSchema, validatorOf } from '../oracle/contract.ts';
import { type Reading, sentValue } from '../oracle/reading.ts';
import { isOfFormatAlone } from '../schema/breakage.ts';
import type { SchemaError } from '../schema/compile.ts';
import type { JudgedRun } from './check.ts';
import type { Outcome } from './outcome.ts';

/**
 * Documents that contradict themselves: what a request may give a member is more than what an answer may show of it. A service that
 * keeps what it was validly given does what the one half says and breaks the other; nobody can say that it is wrong.
 */

/** Levels of a body that are looked at. */
const MOST_LEVELS = 6;

function nameValue(name: string, value: Json): string {
  return `${name} ${canonicalJson(value)}`;
}

/** Names and values of all members of a body, those of lists under the name of the list. */
function collect(into: Set<string>, name: string, value: Json, level: number): void {
  if (name !== '' && value !== null) into.add(nameValue(name, value));
  if (level === MOST_LEVELS) return;
  if (isList(value)) for (const item of value) collect(into, `${name}[]`, item, level + 1);
  else if (isObject(value))
    for (const [inner, held] of Object.entries(value)) collect(into, inner, held, level + 1);
}

/** What most readers make of JSON that is no UTF-8: each broken byte becomes U+FFFD, and nobody says that it must not. */
function replacedText({ exchange: { request } }: Reading): Json | undefined {
  if (request.body === undefined) return undefined;
  const parsed = parseJson(new TextEncoder().encode(new TextDecoder().decode(request.body)));
  return parsed.kind === 'json' ? parsed.value : undefined;
}

/** What served requests gave members, as far as the bodies were valid. */
function givenValues(readings: readonly Reading[]): ReadonlySet<string> {
  const given = new Set<string>();
  for (const reading of readings) {
    const { answer, expectation } = reading;
    const schema = expectation.operation === undefined ? undefined : requestSchema(expectation.operation);
    if (answer === undefined || answer.status >= 300 || schema === undefined) continue;
    const sent = sentValue(reading) ?? replacedText(reading);
    if (sent === undefined) continue;
    // That another format was taken is told elsewhere, as a warning.
    const errors = validatorOf(schema)(sent);
    if (errors.length === 0 || isOfFormatAlone(errors)) collect(given, '', sent, 0);
  }
  return given;
}

/** True where the value that breaks the schema, or what holds it, is what a request gave the member of this name. */
function isGiven(given: ReadonlySet<string>, body: Json, { pointer, keyword }: SchemaError): boolean {
  if (keyword === 'required') return false;
  const places = fromPointer(pointer);
  return places.some((name, at) => {
    const value = valueAt(body, fromPointer(toPointer(places.slice(0, at + 1))));
    const list = places[at - 1];
    const names = /^\d+$/.test(name) && list !== undefined ? [name, `${list}[]`] : [name];
    return value !== undefined && names.some((one) => given.has(nameValue(one, value)));
  });
}

/** True for an answer that breaks its schema in nothing but values that valid requests gave. */
function showsGiven(given: ReadonlySet<string>, { answer }: Reading): boolean {
  if (answer?.documented === undefined || answer.answer.truncated || answer.json.kind === 'invalid')
    return false;
  const representation = jsonRepresentationFor(answer.documented, answer.mediaType);
  if (representation === undefined) return false;
  const { value } = answer.json;
  const errors = validatorOf(representation.schema)(value);
  return errors.length > 0 && errors.every((error) => isGiven(given, value, error));
}

/** The outcome without answers that break their schema by what the document let a request give. */
export function withoutGivenValues({ readings, before = [] }: JudgedRun, outcome: Outcome): Outcome {
  if (outcome.kind !== 'fail' && outcome.kind !== 'warn') return outcome;
  const given = givenValues([...before, ...readings]);
  const byId = new Map(readings.map((reading) => [reading.exchange.id, reading]));
  const violations = outcome.violations.filter(({ exchanges: [id = ''] }) => {
    const reading = byId.get(id);
    return reading === undefined || !showsGiven(given, reading);
  });
  if (violations.length > 0) return { ...outcome, violations };
  if (Object.keys(outcome.evidence).length > 0) return { kind: 'pass', evidence: outcome.evidence };
  return {
    kind: 'not-applicable',
    reason: 'the document lets requests give values that its answers may not show, and no others came',
  };
}
