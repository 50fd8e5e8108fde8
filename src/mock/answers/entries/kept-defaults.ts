import { isList, isObject, type Json, type JsonObject } from '../../../json/value.ts';
import { compileSchema } from '../../../schema/compile.ts';
import { isSchema, type Schema } from '../../../schema/keywords.ts';
import { schemaMembers } from '../../../schema/members.ts';
import { mergedKeywords } from '../../../schema/merge.ts';
import { subschema } from '../../../schema/resolve.ts';
import { onceForBoth } from '../../../system/once-for.ts';
import type { Kept } from '../stages/stages.ts';

/** The documented defaults of what requests leave out, as entries are kept with them. */

/**
 * What a service assumes where a request leaves members out that entries have. `inside`: the same for what a member holds, an object or
 * the items of a list, found when it is asked for.
 */
type Defaults = {
  readonly fallbacks: readonly (readonly [name: string, Json])[];
  readonly inside: (name: string) => Defaults | undefined;
};

type Place = readonly [root: Schema, schema: Schema];

/** What holds the members of a value: the object itself, and of a list its items. */
function holderOf([root, member]: Place): Place {
  const { items } = mergedKeywords(member, root);
  return [root, items === undefined || !isSchema(items) ? member : items];
}

function defaultsBetween([root, sent]: Place, [shownRoot, shown]: Place): Defaults {
  const members = schemaMembers(sent, root).properties;
  const described = schemaMembers(shown, shownRoot).properties;
  const known = new Map<string, Defaults>();
  const fallbacks = [...members].flatMap(([name, member]): (readonly [string, Json])[] => {
    const { default: fallback } = mergedKeywords(member, root);
    const own = described.get(name);
    if (fallback === undefined || own === undefined) return [];
    const places = [subschema(root, member), subschema(shownRoot, own)];
    return places.every((each) => compileSchema(each)(fallback).length === 0) ? [[name, fallback]] : [];
  });
  const inside = (name: string): Defaults | undefined => {
    const [member, own] = [members.get(name), described.get(name)];
    if (member === undefined || own === undefined) return undefined;
    const found = known.get(name) ?? defaultsBetween(holderOf([root, member]), holderOf([shownRoot, own]));
    known.set(name, found);
    return found;
  };
  return { fallbacks, inside };
}

/** Once for all collections inside of entries. */
const defaultsOf = onceForBoth(({ schema }: Kept['sent'], entrySchema: Exclude<Schema, boolean>): Defaults =>
  defaultsBetween([schema, schema], [entrySchema, entrySchema]),
);

function filled(value: Json, defaults: Defaults): Json {
  if (isList(value)) return value.map((item) => filled(item, defaults));
  return isObject(value) ? filledObject(value, defaults) : value;
}

function filledObject(object: JsonObject, { fallbacks, inside }: Defaults): JsonObject {
  const left = fallbacks.filter(([name]) => !Object.hasOwn(object, name));
  const given = Object.entries(object).map(([name, value]): [string, Json] => {
    const deeper = typeof value === 'object' && value !== null ? inside(name) : undefined;
    return [name, deeper === undefined ? value : filled(value, deeper)];
  });
  return Object.fromEntries([...given, ...left]);
}

/** What a creation or a replacement sends, with the documented default of each member that it leaves out. */
export function withDefaults(
  place: Kept['sent'],
  { entrySchema }: Pick<Kept, 'entrySchema'>,
  sent: JsonObject,
): JsonObject {
  return typeof entrySchema === 'boolean' ? sent : filledObject(sent, defaultsOf(place, entrySchema));
}
