import { wordsOfName } from '../../../interface/names.ts';
import { requestSchema, validatorOf } from '../../../oracle/contract.ts';
import type { Operation } from '../../../interface/model.ts';
import { isObject, type Json, memberOf } from '../../../json/value.ts';
import { printJson } from '../../../json/lossless.ts';
import { valueAt } from '../../../json/pointer.ts';
import { type Schema, textOf } from '../../../schema/keywords.ts';
import { schemaMembers } from '../../../schema/members.ts';
import { mergedKeywords } from '../../../schema/merge.ts';
import { withSharedMembers } from '../../../schema/shared-members.ts';
import { isEndOf } from './spans.ts';
import { type FreeText, freeTexts, putText } from './free-text.ts';

/**
 * Days and moments of the run's own. A text that is called as one has often to be one, whatever the schema says of it: generators that
 * know of a type of the language for it and of no format write a bare `type: string`.
 */

const DAY_MS = 86_400_000;
/** A day to come, which is not far off: some services take no other. */
const FIRST_MS = Date.parse('2030-03-04T00:00:00Z');
/** So many days later at most is what is sent in place of what was served. */
const MOST_DAYS = 300;

const DAY = /^\d{4}-\d\d-\d\d$/;
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/;

/** True for a day or a moment in UTC as RFC 3339 writes them. */
export function isTime(value: Json | undefined): boolean {
  return typeof value === 'string' && (DAY.test(value) || MOMENT.test(value));
}

const CALLED_TIME: readonly string[] = ['date', 'datetime', 'time', 'timestamp', 'deadline', 'birthday'];

/** True for a member that is called as a day or a moment is: `start_date`, `endsAt`. */
function isCalledTime(name: string): boolean {
  const words = wordsOfName(name);
  const last = words.at(-1) ?? '';
  return CALLED_TIME.includes(last) || (last === 'at' && words.length > 1);
}

function written(atMs: number, kind: 'day' | 'moment'): string {
  const text = new Date(atMs).toISOString();
  return kind === 'day' ? text.slice(0, 10) : `${text.slice(0, 19)}Z`;
}

function timesOf(schema: Schema, body: Json): readonly FreeText[] {
  return freeTexts(schema).filter(
    ({ path }) => isCalledTime(path.at(-1) ?? '') && typeof valueAt(body, path) === 'string',
  );
}

/** The body with moments, and with days, in its texts that are called so: an end is a day after its start. None where it has no such text. */
export function timedBodies(schema: Schema, body: Json): readonly Json[] {
  const places = timesOf(schema, body).filter(({ path }) => !isTime(valueAt(body, path)));
  if (places.length === 0) return [];
  const names = places.map(({ path }) => path.at(-1) ?? '');
  const bodies = (['moment', 'day'] as const).map((kind) =>
    places.reduce((timed, place) => {
      const days = names.filter((name) => isEndOf(name, place.path.at(-1) ?? '')).length;
      return putText(timed, place, written(FIRST_MS + days * DAY_MS, kind));
    }, body),
  );
  return bodies.filter((one) => validatorOf(schema)(one).length === 0);
}

/** How many days later a body is to be: the same of all in it, and another one of another body. */
function daysFor(body: Json): number {
  const codes = Array.from(printJson(body), (character) => character.codePointAt(0) ?? 0);
  return 1 + (codes.reduce((all, code, at) => all + code * (at + 1), 0) % MOST_DAYS);
}

/** The days and moments of a body of which the document says that they are some. */
function documentedTimes(schema: Schema, body: Json): readonly (readonly [name: string, text: string])[] {
  if (!isObject(body)) return [];
  const whole = withSharedMembers(schema);
  const { properties } = schemaMembers(whole);
  return Object.entries(body).flatMap(([name, value]): (readonly [string, string])[] => {
    const member = properties.get(name);
    if (typeof value !== 'string' || member === undefined || !isTime(value)) return [];
    const format = textOf(mergedKeywords(member, whole), 'format');
    return format === 'date' || format === 'date-time' ? [[name, value]] : [];
  });
}

function isToCome([, text]: readonly [string, string]): boolean {
  return Date.parse(text) >= FIRST_MS;
}

/**
 * The body with all of its documented days and moments so many days later that none of them has been: many services take no others (a
 * booking, an appointment), and few documents say so. `undefined` where none has been, or the document takes no later one.
 */
export function bodyToCome(schema: Schema, body: Json): Json | undefined {
  const times = documentedTimes(schema, body);
  if (times.every(isToCome)) return undefined;
  const first = Math.min(...times.map(([, text]) => Date.parse(text)));
  const days = Math.ceil((FIRST_MS - first) / DAY_MS) + daysFor(body);
  const later = times.map(([name, text]): readonly [string, string] => [
    name,
    written(Date.parse(text) + days * DAY_MS, DAY.test(text) ? 'day' : 'moment'),
  ]);
  const moved = { ...Object(body), ...Object.fromEntries(later) };
  return validatorOf(schema)(moved).length === 0 ? moved : undefined;
}

/** A drawn body whose days and moments are to come, where those of what was served are. */
export function toComeAsServed(operation: Operation, served: Json, drawn: Json): Json {
  const schema = requestSchema(operation) ?? true;
  const times = documentedTimes(schema, served);
  return times.length > 0 && times.every(isToCome) ? (bodyToCome(schema, drawn) ?? drawn) : drawn;
}

function shifted(served: Json, drawn: Json, days: number): Json {
  if (isObject(served) && isObject(drawn))
    return Object.fromEntries(
      Object.entries(drawn).map(([name, value]) => [
        name,
        shifted(memberOf(served, name) ?? null, value, days),
      ]),
    );
  if (typeof drawn !== 'string' || typeof served !== 'string' || !isTime(served) || isTime(drawn))
    return drawn;
  return written(Date.parse(served) + days * DAY_MS, DAY.test(served) ? 'day' : 'moment');
}

/** A drawn body with days and moments where what was served has some, and the document tells of none there. */
export function timedAsServed(operation: Operation, served: Json, drawn: Json): Json {
  const schema = requestSchema(operation) ?? true;
  if (timesOf(schema, drawn).length === 0) return drawn;
  const timed = shifted(served, drawn, daysFor(drawn));
  return validatorOf(schema)(timed).length === 0 ? timed : drawn;
}
