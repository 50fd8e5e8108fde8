import { TOLD_DAY, TOLD_MOMENT } from '../../../schema/told-form.ts';
import { wordsOfName } from '../../../interface/names.ts';
import { comparedAs, type ToldPair } from '../../../interface/parameters/told-pairs.ts';
import { isList, isObject, type Json, type JsonObject, memberOf } from '../../../json/value.ts';
import type { Schema } from '../../../schema/keywords.ts';
import { schemaMembers } from '../../../schema/members.ts';
import { mergedKeywords } from '../../../schema/merge.ts';
import { dereferenced } from '../../../schema/references.ts';
import { subschema } from '../../../schema/resolve.ts';

/**
 * Spans of time in bodies: a start and an end. No schema says that the one comes before the other, and every service wants it; most
 * want a span that is short, too, and one that is not in the way of another. Which end comes first is what the document says in words
 * (`departure has to be after arrival`), else what the names say.
 */

/**
 * The words by which a start and its end are called, in members that are named alike apart from them. A flight departs before it arrives,
 * and a guest arrives first: what the schema names first is the start.
 */
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
  ['arrival', ['departure']],
  ['arrives', ['departs']],
]);

/** True for `startsAt` and `endsAt`: the same words, but for one that says which end of a span it is. */
export function isEndOf(start: string, end: string): boolean {
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
  [TOLD_MOMENT, 3_600_000],
  [TOLD_DAY, 86_400_000],
]);

function lengthOf(schema: Schema, members: ReadonlyMap<string, Schema>, name: string): number | undefined {
  const member = members.get(name);
  return member === undefined ? undefined : LENGTHS.get(memberOf(mergedKeywords(member, schema), 'format'));
}

/** What the document says of moments that stand in a body side by side, the start of each span first. */
function toldSpans(
  names: readonly string[],
  told: readonly ToldPair[],
): readonly { start: string; end: string }[] {
  return told
    .filter(({ kind, less, more }) => kind !== 'number' && names.includes(less) && names.includes(more))
    .map(({ less, more }) => ({ start: less, end: more }));
}

/** The spans of which a body has both ends. Names are compared first: most bodies have none. */
function spansOf(schema: Schema, body: JsonObject, told: readonly ToldPair[]): readonly Span[] {
  const names = Object.entries(body).flatMap(([name, value]) => (typeof value === 'string' ? [name] : []));
  const starts = names.filter((name) => wordsOfName(name).some((word) => ENDS.has(word)));
  const said = toldSpans(names, told);
  const isSaid = (one: string, other: string): boolean =>
    said.some(({ start, end }) => (start === one && end === other) || (start === other && end === one));
  const pairs = starts.flatMap((start) =>
    names.filter((end) => isEndOf(start, end) && !isSaid(start, end)).map((end) => ({ start, end })),
  );
  if (said.length === 0 && pairs.length === 0) return [];
  const { properties } = schemaMembers(schema);
  const order = [...properties.keys()];
  const isFirst = ({ start, end }: (typeof pairs)[number]): boolean =>
    !isEndOf(end, start) || order.indexOf(start) < order.indexOf(end);
  return [...said, ...pairs.filter(isFirst)].flatMap((pair) => {
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
 * The body with a short span wherever it has both ends of one: the end an hour, or a day, behind the start. Numbers of which the document
 * says that the one is less than the other (`told`) change places where they are not. The same value where there is none of these.
 */
export function withSpans(schema: Schema, body: Json, told: readonly ToldPair[] = []): Json {
  if (isList(body)) {
    const items = body.some((item) => isObject(item)) ? memberOf(mergedKeywords(schema), 'items') : undefined;
    if (!isObject(items)) return body;
    const one = subschema(schema, dereferenced(schema, items));
    const spanned = body.map((item) => withSpans(one, item));
    return spanned.every((item, at) => item === body[at]) ? body : spanned;
  }
  if (!isObject(body)) return body;
  const changed = new Map<string, Json>();
  for (const { kind, less, more } of told) {
    const [one, other] = [memberOf(body, less), memberOf(body, more)];
    if (kind !== 'number' || one === undefined || other === undefined) continue;
    if ((comparedAs(kind, one, other) ?? 0) > 0) changed.set(less, other).set(more, one);
  }
  for (const { start, end, lengthMs } of spansOf(schema, body, told)) {
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
