import type { Collection, Interface } from '../../interface/model.ts';
import { leastEntriesOf } from '../../interface/resources/read-collections.ts';
import { isObject, type JsonObject, listOf, memberOf, objectsIn } from '../../json/value.ts';
import type { Schema } from '../../schema/keywords.ts';
import { mergedKeywords } from '../../schema/merge.ts';
import { sample } from '../../schema/generate/sample.ts';
import { validSample } from '../../schema/generate/valid-sample.ts';
import { schemaMembers } from '../../schema/members.ts';

/** What the collections hold at the start: by path, entries without the members that the service assigns, or with them. */
export type SeedEntries = ReadonlyMap<string, readonly JsonObject[]>;

function givesExamples(schema: Schema): boolean {
  const keywords = mergedKeywords(schema);
  return ['examples', 'example', 'const', 'default', 'enum'].some(
    (name) => memberOf(keywords, name) !== undefined,
  );
}

/** Examples of an entry that the document shows: whole ones, or one put together from the examples of its members. */
function examplesOf({ entrySchema, assigned }: Collection): readonly JsonObject[] {
  const keywords = mergedKeywords(entrySchema);
  const whole = objectsIn([...listOf(keywords['examples']), keywords['example']]);
  if (whole.length > 0) return whole;
  const { properties } = schemaMembers(entrySchema);
  const sent = [...properties].filter(([name]) => !assigned.includes(name));
  if (sent.length === 0 || !sent.every(([, schema]) => givesExamples(schema))) return [];
  const sampled = sample(entrySchema);
  return isObject(sampled) ? [sampled] : [];
}

/** A list that is never empty starts with so many entries at most. */
const MOST_NEEDED = 100;

/** As many entries more as the list has at least, without what the service assigns. */
function neededBeside(
  { list, entriesPointer, entrySchema, assigned }: Collection,
  count: number,
): JsonObject[] {
  const needed = Math.min(leastEntriesOf(list, entriesPointer), MOST_NEEDED) - count;
  const sampled = needed > 0 ? validSample(entrySchema) : undefined;
  if (!isObject(sampled)) return [];
  const sent = Object.entries(sampled).filter(([name]) => !assigned.includes(name));
  return Array.from({ length: needed }, () => Object.fromEntries(sent));
}

/** The entries that the document itself shows, for a mock that starts with something in it, and those that its lists can't do without. */
export function exampleEntries(document: Interface): SeedEntries {
  return new Map(
    document.collections.map((collection) => {
      const shown = examplesOf(collection);
      return [collection.path, [...shown, ...neededBeside(collection, shown.length)]];
    }),
  );
}

/** So many entries for each collection, each the sample of its schema. */
export function sampleEntries({ collections }: Interface, count: number): SeedEntries {
  return new Map(
    collections.map(({ path, entrySchema, assigned }) => {
      const sampled = sample(entrySchema);
      const sent = isObject(sampled)
        ? Object.fromEntries(Object.entries(sampled).filter(([name]) => !assigned.includes(name)))
        : {};
      return [path, Array.from({ length: count }, () => sent)] as const;
    }),
  );
}
