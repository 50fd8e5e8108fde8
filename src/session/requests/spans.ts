import { wordsOfName } from '../../interface/names.ts';
import { isList, isObject, type Json, type JsonObject, memberOf } from '../../json/value.ts';
import type { Schema } from '../../schema/keywords.ts';
import { schemaMembers } from '../../schema/members.ts';
import { mergedKeywords } from '../../schema/merge.ts';
import { dereferenced } from '../../schema/references.ts';
import { subschema } from '../../schema/resolve.ts';

/**
 * Spans of time in bodies: a start and an end. No schema says that the one comes before the other, and every service wants it; most
 * want a span that is short, too, and one that is not in the way of another.
 */

/** The words by which a start and its end are called, in members that are named alike apart from them. */
const ENDS: ReadonlyMap<string, readonly string[]> = new Map([
  ['start', ['end', 'stop', 'finish']],
  ['starts', ['ends', 'stops']],
  ['begin', ['end']],
  ['begins', ['ends']],
  ['from', ['to', 'until', 'till']],
  ['since', ['until', 'till']],
  ['after', ['before']],
  ['open', ['close']],
  ['opens', ['closes']],
  ['in', ['out']],
  ['departure', ['arrival']],
  ['departs', ['arrives']],
]);

/** True for `startsAt` and `endsAt`: the same words, but for one that says which end of a span it is. */
function isEndOf(start: string, end: string): boolean {
  const [first, last] = [wordsOfName(start), wordsOfName(end)];
  if (first.length !== last.length) return false;
  const others = first.flatMap((word, at) => (word === last[at] ? [] : [[word, last[at] ?? ''] as const]));
  const [pair] = others;
  return others.length === 1 && pair !== undefined && ENDS.get(pair[0])?.includes(pair[1]) === true;
}

type Span = { readonly start: string; readonly end: string; readonly lengthMs: number };

const LENGTHS: ReadonlyMap<unknown, number> = new Map([
  ['date-time', 3_600_000],
  ['date', 86_400_000],
]);

function lengthOf(schema: Schema, members: ReadonlyMap<string, Schema>, name: string): number | undefined {
  const member = members.get(name);
  return member === undefined ? undefined : LENGTHS.get(memberOf(mergedKeywords(member, schema), 'format'));
}

/** The spans of which a body has both ends. Names are compared first: most bodies have none. */
function spansOf(schema: Schema, body: JsonObject): readonly Span[] {
  const names = Object.entries(body).flatMap(([name, value]) => (typeof value === 'string' ? [name] : []));
  const starts = names.filter((name) => wordsOfName(name).some((word) => ENDS.has(word)));
  const pairs = starts.flatMap((start) =>
    names.filter((end) => isEndOf(start, end)).map((end) => ({ start, end })),
  );
  if (pairs.length === 0) return [];
  const { properties } = schemaMembers(schema);
  return pairs.flatMap((pair) => {
    const [lengthMs, other] = [pair.start, pair.end].map((name) => lengthOf(schema, properties, name));
    return lengthMs === undefined || lengthMs !== other ? [] : [{ ...pair, lengthMs }];
  });
}

function later(start: Json | undefined, lengthMs: number): string | undefined {
  const atMs = typeof start === 'string' ? Date.parse(start) : Number.NaN;
  const endMs = atMs + lengthMs;
  if (Number.isNaN(endMs) || Math.abs(endMs) > 8e15) return undefined;
  const text = new Date(endMs).toISOString();
  if (!/^\d{4}-/.test(text)) return undefined;
  return lengthMs >= 86_400_000 ? text.slice(0, 10) : text.replace('.000Z', 'Z');
}

/**
 * The body with a short span wherever it has both ends of one: the end an hour, or a day, behind the start. The same value where it
 * has none.
 */
export function withSpans(schema: Schema, body: Json): Json {
  if (isList(body)) {
    const items = body.some((item) => isObject(item)) ? memberOf(mergedKeywords(schema), 'items') : undefined;
    if (!isObject(items)) return body;
    const one = subschema(schema, dereferenced(schema, items));
    const spanned = body.map((item) => withSpans(one, item));
    return spanned.every((item, at) => item === body[at]) ? body : spanned;
  }
  if (!isObject(body)) return body;
  const changed = new Map<string, Json>();
  for (const { start, end, lengthMs } of spansOf(schema, body)) {
    const text = later(memberOf(body, start), lengthMs);
    if (text !== undefined) changed.set(end, text);
  }
  for (const [name, value] of Object.entries(body)) {
    if (!isObject(value) && !isList(value)) continue;
    const member = schemaMembers(schema).properties.get(name);
    const held =
      member === undefined ? value : withSpans(subschema(schema, dereferenced(schema, member)), value);
    if (held !== value) changed.set(name, held);
  }
  return changed.size === 0
    ? body
    : Object.fromEntries(Object.entries(body).map(([name, value]) => [name, changed.get(name) ?? value]));
}
