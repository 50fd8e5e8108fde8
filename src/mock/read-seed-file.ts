import { compileSchema } from '../interface/compile-schema.ts';
import { type Cursor, faultAt, isObject, itemsOf, membersOf } from '../interface/cursor.ts';
import { InterfaceFault, type InterfaceProblem } from '../interface/interface-problem.ts';
import type { Collection, Interface } from '../interface/model.ts';
import type { Json } from '../json/json.ts';
import { sample } from './sample.ts';
import type { SeedEntries } from './seed-entries.ts';
import type { JsonObject } from './json.ts';
import { readSource } from './read-source.ts';
import { memberOf } from '../json/member.ts';

export type SeedFile =
  | { readonly kind: 'read'; readonly entries: SeedEntries }
  | { readonly kind: 'broken'; readonly problem: InterfaceProblem };

function holdsInexact(value: Json): boolean {
  if (typeof value === 'number') return Number.isInteger(value) && !Number.isSafeInteger(value);
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsInexact);
}

/** The entry as it will be: the members that the service assigns may be left out. */
function completed(collection: Collection, entry: JsonObject): JsonObject {
  const sampled = sample(collection.entrySchema);
  const assigned = collection.assigned
    .filter((name) => isObject(sampled) && memberOf(sampled, name) !== undefined)
    .map((name) => [name, isObject(sampled) ? (memberOf(sampled, name) ?? null) : null] as const);
  return { ...Object.fromEntries(assigned), ...entry };
}

function entriesOf(collection: Collection, list: Cursor): readonly JsonObject[] {
  const validate = compileSchema(collection.entrySchema);
  return itemsOf(list).map((item) => {
    const { value } = item;
    const written = `\`${collection.path}\` item ${Number(item.location.at(-1)) + 1}`;
    if (!isObject(value)) throw faultAt(item, `${written} is no object`, 'Write the members of an entry.');
    if (holdsInexact(value))
      throw faultAt(item, `${written} holds an integer beyond 2^53`, 'Use one that a double holds exactly.');
    const [error] = validate(completed(collection, value));
    if (error !== undefined)
      throw faultAt(
        item,
        `${written} does not fit the document: ${error.pointer} ${error.message}`,
        'Write what the document shows of an entry.',
      );
    return value;
  });
}

/**
 * Reads what collections hold at the start: YAML or JSON, lists of entries by the path of their collection. Never throws for
 * what the file holds.
 */
export async function readSeedFile(path: string, document: Interface): Promise<SeedFile> {
  try {
    const lists = membersOf(await readSource(path));
    const known = new Map(document.collections.map((collection) => [collection.path, collection]));
    const entries = lists.map(({ name, cursor }) => {
      const collection = known.get(name);
      if (collection === undefined)
        throw faultAt(
          cursor,
          `there is no collection "${name}"`,
          known.size === 0
            ? 'The document has no collections.'
            : `Use one of ${[...known.keys()].join(', ')}.`,
        );
      return [name, entriesOf(collection, cursor)] as const;
    });
    return { kind: 'read', entries: new Map(entries) };
  } catch (error) {
    if (error instanceof InterfaceFault) return { kind: 'broken', problem: error.problem };
    throw error;
  }
}
