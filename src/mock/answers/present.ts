import type { LosslessJson } from '../../json/value.ts';
import { isObject, type Json, type JsonObject, memberOf } from '../../json/value.ts';
import { compileSchemaLater } from '../../schema/compile.ts';
import { validSample } from '../../schema/generate/valid-sample.ts';
import { isSchema, type Schema } from '../../schema/keywords.ts';
import { schemaMembers } from '../../schema/members.ts';
import { mergedKeywords } from '../../schema/merge.ts';
import { subschema } from '../../schema/resolve.ts';
import type { Entry } from './stages.ts';

/** Shows an entry in an answer. */
export type Presenter = (entry: Entry) => LosslessJson;

/** Without one member. */
function without(value: JsonObject, name: string): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([other]) => other !== name));
}

/**
 * Shows entries as a schema wants them: as they are where they fit; else a valid value that has as many of their members as the
 * schema lets it have, the identity first, and no others than it needs.
 */
export function presenterOf(schema: Schema, identity: string): Presenter {
  const validate = compileSchemaLater(schema);
  const isValid = (value: LosslessJson): boolean => validate(value).length === 0;
  const known = new WeakMap<Entry, LosslessJson>();
  const made = (entry: Entry): LosslessJson => {
    const base: Json = validSample(schema);
    if (!isObject(base)) return base;
    let shown: JsonObject = base;
    for (const name of Object.keys(base)) {
      const less = Object.hasOwn(entry, name) ? shown : without(shown, name);
      if (isValid(less)) shown = less;
    }
    for (const name of new Set([identity, ...Object.keys(entry)])) {
      const more: JsonObject = { ...shown, [name]: memberOf(entry, name) ?? null };
      if (Object.hasOwn(entry, name) && isValid(more)) shown = more;
    }
    return shown;
  };
  return (entry) => {
    if (isValid(entry)) return entry;
    const shown = known.get(entry) ?? made(entry);
    known.set(entry, shown);
    return shown;
  };
}

/** What a schema says of each entry of the list at a place in its values. */
export function entrySchemaAt(schema: Schema, place: readonly string[]): Schema {
  const list = place.reduce<Schema>(
    (at, name) => schemaMembers(at, schema).properties.get(name) ?? true,
    schema,
  );
  const { items } = mergedKeywords(list, schema);
  return isSchema(items) ? subschema(schema, items) : true;
}
