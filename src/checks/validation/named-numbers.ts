import { percentDecoded, targetParts } from '../../http/target.ts';
import { isName, isNumber, isObject, type Json } from '../../json/value.ts';
import { type Reading, sentJson } from '../../oracle/reading.ts';
import type { JudgedRun } from '../check.ts';

/**
 * Numbers of the entries that a request names in its body or its path: a room for five is not booked for six, and of a course of
 * twelve lessons no thirteenth is done, whatever the schema of the request allows.
 */

/** How deep an answer may hold an entry, and an entry its numbers. */
const DEPTH = 6;

/** Every text and number inside of a value. */
function leavesIn(value: Json | undefined, depth = 0): readonly Json[] {
  if (value === undefined || value === null || depth > DEPTH) return [];
  if (typeof value !== 'object') return [value];
  return Object.values(value).flatMap((inner: Json) => leavesIn(inner, depth + 1));
}

function namesIn(reading: Reading): ReadonlySet<string> {
  const { path } = targetParts(reading.exchange.request.target);
  const inPath = path.split('/').flatMap((segment) => percentDecoded(segment) ?? []);
  return new Set([...inPath, ...leavesIn(sentJson(reading)).filter(isName).map(String)]);
}

/** True where an object inside of the value has one of the names in a member, and the number anywhere in it. */
function holdsNumber(
  value: Json | undefined,
  names: ReadonlySet<string>,
  number: number,
  depth = 0,
): boolean {
  if (typeof value !== 'object' || value === null || depth > DEPTH) return false;
  const members: readonly Json[] = Object.values(value);
  const isNamed = isObject(value) && members.some((member) => isName(member) && names.has(String(member)));
  if (isNamed && leavesIn(value).some((leaf) => isNumber(leaf) && Number(leaf) === number)) return true;
  return members.some((member) => holdsNumber(member, names, number, depth + 1));
}

/** True where an answer before the request showed an entry that the request names, with that number in it. */
export function namesHolderOf(number: number, reading: Reading, { readings }: JudgedRun): boolean {
  const names = namesIn(reading);
  const before = readings.slice(0, Math.max(0, readings.indexOf(reading)));
  return before.some(({ answer }) => {
    const { json } = answer ?? {};
    return json?.kind === 'json' && holdsNumber(json.value, names, number);
  });
}
