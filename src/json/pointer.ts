import { isList, isObject, type Json, memberOf } from './value.ts';

/** The JSON Pointer (RFC 6901) for names and indexes; the empty string is the whole value. */
export function toPointer(segments: readonly string[]): string {
  return segments.map((segment) => `/${segment.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** The names and indexes of a JSON Pointer (RFC 6901, section 4). */
export function fromPointer(pointer: string): readonly string[] {
  const segments = pointer.split('/').slice(1);
  return segments.map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** True for two places of which one is the other, or is inside of it. */
export function areNested(one: readonly string[], other: readonly string[]): boolean {
  return one.every((segment, at) => at >= other.length || other[at] === segment);
}

/** The value at the place, or `undefined` when there is none. Inherited members are none. */
export function valueAt(value: Json, segments: readonly string[]): Json | undefined;
export function valueAt(value: Json, segments: readonly string[]): Json | undefined;
export function valueAt(value: Json, segments: readonly string[]): Json | undefined {
  let at: Json | undefined = value;
  for (const segment of segments) {
    if ((!isList(at) && !isObject(at)) || !Object.hasOwn(at, segment)) return undefined;
    at = isList(at) ? at[Number(segment)] : memberOf(at, segment);
  }
  return at;
}

/**
 * A copy of the value with the place changed; `change` gets what stands there (`undefined` when nothing does), and what
 * it returns stands there afterwards: `undefined` takes the member or item away. Places inside nothing change nothing.
 */
export function changeAt(
  value: Json,
  segments: readonly string[],
  change: (original: Json | undefined) => Json | undefined,
): Json | undefined {
  const [segment, ...rest] = segments;
  if (segment === undefined) return change(value);
  if (!isList(value) && !isObject(value)) return value;
  const inner = valueAt(value, [segment]);
  if (inner === undefined && rest.length > 0) return value;
  const changed = inner === undefined ? change(undefined) : changeAt(inner, rest, change);
  if (isList(value)) {
    const index = Number(segment);
    return [...value.slice(0, index), ...(changed === undefined ? [] : [changed]), ...value.slice(index + 1)];
  }
  if (changed === undefined)
    return Object.fromEntries(Object.entries(value).filter(([name]) => name !== segment));
  return Object.fromEntries(new Map(Object.entries(value)).set(segment, changed));
}

/** A copy of the value with `inner` at the place; objects on the way there are made where there are none. */
export function putAt(value: Json, segments: readonly string[], inner: Json): Json;
export function putAt(value: Json, segments: readonly string[], inner: Json): Json;
export function putAt(value: Json, segments: readonly string[], inner: Json): Json {
  const [segment, ...rest] = segments;
  if (segment === undefined) return inner;
  const members = isObject(value) ? value : {};
  const changed = putAt(memberOf(members, segment) ?? {}, rest, inner);
  return Object.fromEntries(new Map(Object.entries(members)).set(segment, changed));
}
