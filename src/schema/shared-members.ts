import { canonicalJson } from '../json/canonical.ts';
import type { Json } from '../json/value.ts';
import { onceFor } from '../system/once-for.ts';
import {
  fixedValues,
  isAnnotation,
  type Keywords,
  KINDS,
  propertiesOf,
  requiredOf,
  type Schema,
  schemasOf,
} from './keywords.ts';
import { type SchemaMembers, schemaMembers } from './members.ts';
import { mergedKeywords } from './merge.ts';

/**
 * What alternatives say alike of the members of an object: `amount` of a claim, of whatever kind that is. A member that one kind alone has
 * is described by that kind.
 */

/** The alternatives of a schema that are objects; none where one of them is anything else but null. */
function kindsIn(keywords: Keywords, root: Schema): readonly SchemaMembers[] {
  const ways = ['oneOf', 'anyOf', KINDS]
    .map((keyword) => schemasOf(keywords, keyword))
    .find((found) => found.length > 0);
  const objects = (ways ?? []).filter((way) => mergedKeywords(way, root).type !== 'null');
  const members = objects.map((way) => schemaMembers(way, root));
  return members.length > 1 && members.every(({ properties }) => properties.size > 0) ? members : [];
}

function withoutWords(keywords: Keywords): string {
  return canonicalJson(Object.fromEntries(Object.entries(keywords).filter(([name]) => !isAnnotation(name))));
}

/** One description for a member that several kinds describe; `undefined` where they differ in more than in the values that they list. */
function sharedOf(described: readonly Schema[], root: Schema): Schema | undefined {
  const [first = true, ...others] = described;
  const all = described.map((one) => mergedKeywords(one, root));
  const own = withoutWords(all[0] ?? {});
  if (others.length === 0 || all.every((one) => withoutWords(one) === own)) return first;
  const listed = all.map((one) => fixedValues(one));
  if (!listed.every((values) => values !== undefined)) return undefined;
  const values: readonly Json[] = [...new Set(listed.flat())];
  return values.every((value) => typeof value === 'string') ? { type: 'string', enum: values } : undefined;
}

/** What a kind alone assumes of a member, nobody does of the others. */
function withoutDefault(member: Schema, root: Schema): Schema {
  const { default: fallback, ...others } = mergedKeywords(member, root);
  return fallback === undefined ? member : others;
}

/** The schema with the members of its alternatives beside its own, as far as these describe them alike; the same where it has none. */
export function withSharedMembers(schema: Schema): Schema {
  return typeof schema === 'boolean' ? schema : sharedIn(schema);
}

const sharedIn = onceFor((schema: Keywords): Schema => {
  const keywords = mergedKeywords(schema);
  const kinds = kindsIn(keywords, schema);
  if (kinds.length === 0) return schema;
  const own = propertiesOf(keywords);
  const names = new Set(kinds.flatMap(({ properties }) => [...properties.keys()]));
  const shared = [...names].flatMap((name): (readonly [string, Schema])[] => {
    const described = kinds
      .map(({ properties }) => properties.get(name))
      .filter((one): one is Schema => one !== undefined);
    const member = own.has(name) ? undefined : sharedOf(described, schema);
    if (member === undefined) return [];
    return [[name, described.length === kinds.length ? member : withoutDefault(member, schema)]];
  });
  if (shared.length === 0) return schema;
  const needed = [...names].filter((name) => kinds.every(({ required }) => required.has(name)));
  return {
    ...keywords,
    properties: Object.fromEntries([...own, ...shared]),
    required: [...new Set([...requiredOf(keywords), ...needed])],
  };
});

/** The members whose values tell which of its alternatives an object is: each lists values for it that the others do not. */
export const membersThatTell = onceFor((schema: Keywords): readonly string[] => {
  const kinds = kindsIn(mergedKeywords(schema), schema);
  const [first, ...others] = kinds;
  return [...(first?.properties.keys() ?? [])].filter((name) => {
    const listed = [first, ...others].map((kind) => {
      const member = kind?.properties.get(name);
      return member === undefined ? undefined : fixedValues(mergedKeywords(member, schema));
    });
    const values = listed.flatMap((each) => each ?? []);
    return listed.every((each) => each !== undefined) && new Set(values).size === values.length;
  });
});
