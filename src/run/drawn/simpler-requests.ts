import fc from 'fast-check';
import { putAt } from '../../json/pointer.ts';
import { isList, isObject, type Json } from '../../json/value.ts';

/**
 * Values that are simpler than one that showed a fault, the simplest first: what is left out, then what is shorter or smaller, as
 * fast-check has it for lengths and numbers.
 */

const MOST_OF_LEAF = 6;
const DEEPEST = 6;

type Place = { readonly segments: readonly string[]; readonly value: Json };

function* places(value: Json, segments: readonly string[]): Generator<Place, undefined> {
  yield { segments, value };
  if (segments.length >= DEEPEST) return;
  if (isList(value)) for (const [at, item] of value.entries()) yield* places(item, [...segments, String(at)]);
  else if (isObject(value))
    for (const [name, member] of Object.entries(value)) yield* places(member, [...segments, name]);
}

function* without(value: Json): Generator<Json, undefined> {
  if (isList(value) && value.length > 0) {
    yield [];
    if (value.length > 2) yield value.slice(0, Math.ceil(value.length / 2));
    for (const at of value.keys()) yield value.toSpliced(at, 1);
  } else if (isObject(value)) {
    const members = Object.entries(value);
    const half = Math.ceil(members.length / 2);
    if (members.length > 3) {
      yield Object.fromEntries(members.slice(0, half));
      yield Object.fromEntries(members.slice(half));
    }
    for (const [name] of members) yield Object.fromEntries(members.filter(([one]) => one !== name));
  }
}

/** Made for what can be shrunk: an arbitrary of texts of all kinds takes seconds to be made. */
const numbers = fc.integer();
const lengths = fc.nat();

function* smaller(value: Json): Generator<Json, undefined> {
  if (typeof value === 'string') {
    // From its end, then from its beginning: what tells may stand anywhere.
    const kept = [...lengths.shrink(value.length, undefined).take(MOST_OF_LEAF)].map((one) => one.value);
    for (const length of kept) yield value.slice(0, length).toWellFormed();
    for (const length of kept.filter((one) => one > 0)) yield value.slice(-length).toWellFormed();
    return;
  }
  if (typeof value === 'number' && Number.isInteger(value) && Math.abs(value) <= 2 ** 31 - 1)
    for (const shrunk of numbers.shrink(value, undefined).take(MOST_OF_LEAF)) yield shrunk.value;
  else if (typeof value === 'number' && value !== 0) yield Math.trunc(value / 2);
}

/** Simpler values, each differing from the given one in one place. None is the same as it. */
export function* simplerValues(value: Json): Generator<Json, undefined> {
  const all = [...places(value, [])];
  for (const simplify of [without, smaller])
    for (const { segments, value: inner } of all)
      for (const simpler of simplify(inner))
        yield segments.length === 0 ? simpler : putAt(value, segments, simpler);
}

/** Shorter bytes: one half, then the other, then with less and less left out. */
export function* shorterBytes(bytes: Uint8Array): Generator<Uint8Array, undefined> {
  for (let size = Math.ceil(bytes.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2))
    for (let at = 0; at < bytes.length; at += size)
      yield new Uint8Array([...bytes.subarray(0, at), ...bytes.subarray(at + size)]);
}

/** Queries with one parameter fewer each. */
export function* shorterQueries(path: string): Generator<string, undefined> {
  const [bare = '', query = ''] = path.split('?', 2);
  const pairs = query === '' ? [] : query.split('&');
  for (const at of pairs.keys()) {
    const rest = pairs.toSpliced(at, 1);
    yield rest.length === 0 ? bare : `${bare}?${rest.join('&')}`;
  }
}
