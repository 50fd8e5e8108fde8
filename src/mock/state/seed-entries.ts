import type { Collection, Interface } from '../../interface/model.ts';
import { isObject, type JsonObject, listOf, memberOf, objectsIn } from '../../json/value.ts';
import type { Schema } from '../../schema/keywords.ts';
import { mergedKeywords } from '../../schema/merge.ts';
import { sample } from '../../schema/generate/sample.ts';
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

/** The entries that the document itself shows, for a mock that starts with something in it. */
export function exampleEntries(document: Interface): SeedEntries {
  return new Map(document.collections.map((collection) => [collection.path, examplesOf(collection)]));
}
