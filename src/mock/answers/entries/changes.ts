import { changesByMerge } from '../../../interface/resources/words/told-replacements.ts';
import { documentedJson } from '../../../http/media-type.ts';
import { scimStepsIn } from '../../../interface/content/change-lists.ts';
import type { Operation } from '../../../interface/model.ts';
import { canonicalJson } from '../../../json/canonical.ts';
import { fromPointer, toPointer, valueAt } from '../../../json/pointer.ts';
import {
  isList,
  isObject,
  type Json,
  type JsonObject,
  memberOf,
  withoutMember,
} from '../../../json/value.ts';
import { refusal, type Refusal } from '../stages/stages.ts';

/** What a PATCH makes of an entry, by the form in which it tells its changes. */

function at(
  value: Json,
  path: readonly string[],
  change: (inner: JsonObject, name: string) => JsonObject,
): Json {
  const [name, ...rest] = path;
  if (name === undefined || !isObject(value)) return value;
  if (rest.length === 0) return change(value, name);
  return { ...value, [name]: at(memberOf(value, name) ?? null, rest, change) };
}

/** An entry after the steps of a JSON patch (RFC 6902); those that lead into arrays are left out. */
function patched(entry: JsonObject, steps: readonly Json[]): JsonObject {
  let next: Json = entry;
  for (const step of steps) {
    if (!isObject(step)) continue;
    const { op, path, value = null } = step;
    if (typeof path !== 'string') continue;
    const names = fromPointer(path);
    if (op === 'add' || op === 'replace')
      next = at(next, names, (inner, name) => ({ ...inner, [name]: value }));
    if (op === 'remove') next = at(next, names, (inner, name) => withoutMember(inner, name));
  }
  return isObject(next) ? next : entry;
}

/** Steps of SCIM (RFC 7644 section 3.5.2) by their pointers; those that choose among what a list holds are left out. */
function pointersOf(step: Json): readonly Json[] {
  if (!isObject(step)) return [];
  const { op = null, path, value = null } = step;
  if (path === undefined && isObject(value))
    return Object.entries(value).flatMap(([name, inner]) => pointersOf({ op, path: name, value: inner }));
  if (typeof path !== 'string' || /[[\]:]/.test(path)) return [];
  return [{ op, path: toPointer(path.split('.')), value }];
}

/** A value after a merge patch (RFC 7396). */
function merged(value: Json | undefined, patch: Json): Json {
  if (!isObject(patch)) return patch;
  const base = isObject(value) ? value : {};
  const names = new Set([...Object.keys(base), ...Object.keys(patch)]);
  return Object.fromEntries(
    [...names].flatMap((each): (readonly [string, Json])[] => {
      const own = memberOf(patch, each);
      if (own === undefined) return [[each, memberOf(base, each) ?? null]];
      return own === null ? [] : [[each, merged(memberOf(base, each), own)]];
    }),
  );
}

/** What a PATCH of JSON:API leaves out of these stays (https://jsonapi.org/format/1.1/#crud-updating-resource-attributes). */
function membersKept(entry: JsonObject, body: JsonObject): JsonObject {
  const names = ['attributes', 'relationships'];
  return Object.fromEntries(
    names.flatMap((name) => {
      const [before, now] = [memberOf(entry, name), memberOf(body, name)];
      return isObject(before) && isObject(now) ? [[name, { ...before, ...now }] as const] : [];
    }),
  );
}

/** True where a list of changes (RFC 6902) asks whether a member has a value that it has not: then none of them is made. */
function failsTest(entry: JsonObject, body: Json): boolean {
  if (!isList(body)) return false;
  return body.some((step, place) => {
    const { op, path, value = null } = isObject(step) ? step : {};
    if (op !== 'test' || typeof path !== 'string') return false;
    const now = patched(entry, body.slice(0, place));
    return canonicalJson(valueAt(now, fromPointer(path))) !== canonicalJson(value);
  });
}

/** What a PATCH makes of an entry; a refusal where a test of it fails. */
export function changed(
  operation: Operation,
  entry: JsonObject,
  body: Json,
): { readonly next: JsonObject } | Refusal {
  return failsTest(entry, body)
    ? refusal(operation, [409, 412, 422, 400], 'conflict', 'A test of the changes fails.')
    : { next: changedMembers(operation, entry, body) };
}

/** What a PATCH asks an entry to be: by the media type of its operation, all its members with their values. */
export function changedMembers(operation: Operation, entry: JsonObject, body: Json): JsonObject {
  const mediaType = documentedJson(operation.requestBody?.representations ?? [])?.mediaType ?? '';
  if (isList(body)) return patched(entry, body);
  if (!isObject(body)) return entry;
  const steps = scimStepsIn(body);
  if (steps !== undefined) return patched(entry, steps.flatMap(pointersOf));
  if (mediaType === 'application/vnd.api+json') return { ...entry, ...body, ...membersKept(entry, body) };
  if (!mediaType.includes('merge-patch') && !changesByMerge(operation)) return { ...entry, ...body };
  const next = merged(entry, body);
  return isObject(next) ? next : entry;
}
