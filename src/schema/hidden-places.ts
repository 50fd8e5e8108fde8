import { isList, isObject, type Json, memberOf } from '../json/value.ts';
import { onceFor } from '../system/once-for.ts';
import type { Keywords, Schema } from './keywords.ts';
import { schemaMembers } from './members.ts';
import { mergedKeywords } from './merge.ts';

/**
 * Members inside of others that are `writeOnly` (OpenAPI 3.1, section 4.8.24.1 and JSON Schema validation, section 9.4): clients send
 * them, and no answer shows them.
 */

/** A place inside of an object: names of members, and `undefined` for every item of a list. */
export type Place = readonly (string | undefined)[];

/** A place is no deeper than this, and so many schemas are looked at: members may hold each other without end. */
const MOST_STEPS = 5;
const MOST_SCHEMAS = 1_000;

const placesIn = onceFor((root: Keywords): readonly Place[] => {
  const found: Place[] = [];
  let left = MOST_SCHEMAS;
  const look = (schema: Schema, place: Place): void => {
    left -= 1;
    if (left < 0 || place.length > MOST_STEPS) return;
    const keywords = mergedKeywords(schema, root);
    if (keywords['writeOnly'] === true) {
      if (place.length > 1) found.push(place);
      return;
    }
    for (const [name, member] of schemaMembers(schema, root).properties) look(member, [...place, name]);
    const { items } = keywords;
    if (isObject(items)) look(items, [...place, undefined]);
  };
  look(root, []);
  return found;
});

/** The places of hidden members that are inside of another member, the outermost that is hidden of each. */
export function hiddenInside(root: Schema): readonly Place[] {
  return typeof root === 'boolean' ? [] : placesIn(root);
}

/** What a schema says of a place; `undefined` where it does not describe it. */
export function keywordsAt(root: Schema, place: Place): Keywords | undefined {
  let at: Schema = root;
  for (const step of place) {
    const { items } = mergedKeywords(at, root);
    const next: Schema | undefined =
      step === undefined
        ? isObject(items)
          ? items
          : undefined
        : schemaMembers(at, root).properties.get(step);
    if (next === undefined) return undefined;
    at = next;
  }
  return mergedKeywords(at, root);
}

/** The values at a place. */
export function valuesAt(value: Json, place: Place): readonly Json[] {
  if (place.length === 0) return [value];
  const [step, ...rest] = place;
  if (step === undefined) return isList(value) ? value.flatMap((item) => valuesAt(item, rest)) : [];
  const inner = isObject(value) ? memberOf(value, step) : undefined;
  return inner === undefined ? [] : valuesAt(inner, rest);
}

/** A value without what is at a place. */
export function withoutPlace(value: Json, [step, ...rest]: Place): Json {
  if (step === undefined) return isList(value) ? value.map((item) => withoutPlace(item, rest)) : value;
  if (!isObject(value) || !Object.hasOwn(value, step)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, held]): (readonly [string, Json])[] => {
      if (name !== step) return [[name, held]];
      return rest.length === 0 ? [] : [[name, withoutPlace(held, rest)]];
    }),
  );
}

/** The names of members that hold hidden ones, by any of these schemas: what is shown of them is less than what was sent. */
export function holdersOfHidden(...schemas: readonly Schema[]): ReadonlySet<string> {
  return new Set(schemas.flatMap((schema) => hiddenInside(schema)).flatMap(([name]) => name ?? []));
}

/** What answers show of a value: nothing that is hidden, in it or inside of its members. */
export function withoutHidden(root: Schema, value: Json): Json {
  const described = isObject(value) ? schemaMembers(root).properties : new Map<string, Schema>();
  const hidden = [...described].flatMap(([name, member]) =>
    mergedKeywords(member, root)['writeOnly'] === true ? [[name]] : [],
  );
  return [...hidden, ...hiddenInside(root)].reduce<Json>(withoutPlace, value);
}
