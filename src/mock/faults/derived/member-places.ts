import { fromPointer } from '../../../json/pointer.ts';
import { isObject, type Json, memberOf } from '../../../json/value.ts';
import { isSchema, type Keywords, type Schema } from '../../../schema/keywords.ts';
import { mergedKeywords } from '../../../schema/merge.ts';
import { dereferenced } from '../../../schema/references.ts';
import { schemaMembers } from '../../../schema/members.ts';

/** Stands for every item of an array. */
const ITEM = '[]';
const MAX_STEPS = 6;
const MAX_PLACES = 100;

/** A place in the values of a schema: names of members, and `[]` for the items of an array. */
export type MemberPlace = {
  readonly path: readonly string[];
  readonly required: boolean;
  /** The keywords that hold there, those of `allOf` parts included. */
  readonly keywords: Keywords;
};

/**
 * The places that a schema describes, the whole first. What stands under `oneOf`, `anyOf` or `if` is left out, since no
 * single one of its alternatives has to hold; of a schema inside itself the first six steps are shown.
 */
export function memberPlaces(root: Schema): readonly MemberPlace[] {
  const places: MemberPlace[] = [];
  const open = [{ schema: root, path: [] as readonly string[], required: true }];
  for (let at = open.shift(); at !== undefined && places.length < MAX_PLACES; at = open.shift()) {
    const schema = dereferenced(root, at.schema);
    const { path } = at;
    const keywords = mergedKeywords(schema, root);
    places.push({ path, required: at.required, keywords });
    if (path.length === MAX_STEPS) continue;
    const { properties, required } = schemaMembers(schema, root);
    for (const [name, member] of properties)
      open.push({ schema: member, path: [...path, name], required: required.has(name) });
    if (isSchema(keywords['items']))
      open.push({ schema: keywords['items'], path: [...path, ITEM], required: false });
  }
  return places;
}

/** How a place stands in the name of a fault: `items[].delivery.street`; `body` for the whole. */
export function placeName(path: readonly string[]): string {
  return path.length === 0 ? 'body' : path.join('.').replaceAll(`.${ITEM}`, ITEM);
}

/** Every value at a place. */
export function valuesAt(value: Json, path: readonly string[]): readonly Json[] {
  const [head, ...rest] = path;
  if (head === undefined) return [value];
  if (head === ITEM) return Array.isArray(value) ? value.flatMap((item: Json) => valuesAt(item, rest)) : [];
  const member = isObject(value) ? memberOf(value, head) : undefined;
  return member === undefined ? [] : valuesAt(member, rest);
}

/** A copy with another value at each occurrence of a place; `undefined` leaves it out. Where nothing is, nothing is added. */
export function changedAt(
  value: Json,
  path: readonly string[],
  change: (value: Json) => Json | undefined,
): Json | undefined {
  const [head, ...rest] = path;
  if (head === undefined) return change(value);
  if (head === ITEM) {
    if (!Array.isArray(value)) return value;
    return value.flatMap((item: Json) => {
      const changed = changedAt(item, rest, change);
      return changed === undefined ? [] : [changed];
    });
  }
  if (!isObject(value) || !Object.hasOwn(value, head)) return value;
  const members = Object.entries(value).flatMap(([name, member]): (readonly [string, Json])[] => {
    const changed = name === head ? changedAt(member, rest, change) : member;
    return changed === undefined ? [] : [[name, changed]];
  });
  return Object.fromEntries(members);
}

/** Whether a JSON Pointer leads to the place itself. */
export function leadsTo(pointer: string, path: readonly string[]): boolean {
  const segments = fromPointer(pointer);
  return (
    segments.length === path.length &&
    path.every((step, at) => step === segments[at] || (step === ITEM && /^\d+$/.test(segments[at] ?? '')))
  );
}
