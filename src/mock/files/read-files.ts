import {
  childOf,
  countOf,
  type Cursor,
  faultAt,
  InterfaceFault,
  type InterfaceProblem,
  itemsOf,
  membersOf,
  requiredChild,
  rootOf,
  textOf,
} from '../../document/cursor.ts';
import { isObject, type Json, type JsonObject, memberOf } from '../../json/value.ts';
import { readSourceFile } from '../../document/files.ts';
import { parseValue } from '../../document/source.ts';
import type { Collection, Interface } from '../../interface/model.ts';
import { compileSchema } from '../../schema/compile.ts';
import { sample } from '../../schema/generate/sample.ts';
import { nearestName } from '../../system/nearest-name.ts';
import { type KeyGrant, plansOf, windowSeconds } from '../state/keys.ts';
import type { SeedEntries } from '../state/seed-entries.ts';

/** Reads a file of YAML or JSON whose top may be a list. Throws `InterfaceFault` when it can't be read. */
export async function readSource(path: string): Promise<Cursor> {
  const source = await readSourceFile(path);
  return rootOf(parseValue(source.text, source));
}

export type KeyFile =
  | { readonly kind: 'read'; readonly grants: readonly KeyGrant[] }
  | { readonly kind: 'broken'; readonly problem: InterfaceProblem };

function keyOf(item: Cursor): string {
  const cursor = requiredChild(item, 'key');
  const key = textOf(cursor);
  if (!/^[\x21-\x7e]{1,1000}$/.test(key))
    throw faultAt(
      cursor,
      'this key cannot be sent in a header',
      'Use 1 to 1000 visible ASCII characters without spaces.',
    );
  return key;
}

function planOf(document: Interface, item: Cursor): string {
  const cursor = requiredChild(item, 'plan');
  const plan = textOf(cursor);
  const known = plansOf(document).map(({ id }) => id);
  if (known.length === 0 || known.includes(plan)) return plan;
  const near = nearestName(plan, known);
  throw faultAt(
    cursor,
    `there is no plan "${plan}"`,
    near === undefined ? `Use one of ${known.join(', ')}.` : `Did you mean "${near}"?`,
  );
}

const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/;

function expiryOf(cursor: Cursor): number {
  const text = textOf(cursor);
  const at = TIME.test(text) ? Date.parse(text) : Number.NaN;
  if (!Number.isNaN(at)) return at;
  throw faultAt(cursor, `${JSON.stringify(text)} is no time`, 'Write it as 2026-12-31T00:00:00Z.');
}

function isRevoked(cursor: Cursor): boolean {
  const status = textOf(cursor);
  if (status === 'active' || status === 'revoked') return status === 'revoked';
  throw faultAt(cursor, `there is no status ${JSON.stringify(status)}`, 'Write active or revoked.');
}

/** When a key ends, in ms since the epoch; `undefined`: never. */
function endOf(item: Cursor): number | undefined {
  const status = childOf(item, 'status');
  const expires = childOf(item, 'expires');
  const expiry = expires === undefined ? undefined : expiryOf(expires);
  return status !== undefined && isRevoked(status) ? 0 : expiry;
}

const OWN_MEMBERS = ['key', 'plan', 'status', 'expires'];

function grantOf(document: Interface, item: Cursor): KeyGrant {
  const windows = windowSeconds(document);
  const limits = membersOf(item).filter(({ name }) => !OWN_MEMBERS.includes(name));
  for (const { name, cursor } of limits)
    if (!windows.has(name))
      throw faultAt(
        cursor,
        `there is no window "${name}"`,
        `Use ${OWN_MEMBERS.join(', ')} and ${[...windows.keys()].join(', ')}.`,
      );
  const endsAt = endOf(item);
  return {
    key: keyOf(item),
    plan: planOf(document, item),
    limits: new Map(limits.map(({ name, cursor }) => [name, countOf(cursor)])),
    ...(endsAt === undefined ? {} : { endsAt }),
  };
}

function refuseRepetition(items: readonly Cursor[], grants: readonly KeyGrant[]): void {
  for (const [at, { key }] of grants.entries()) {
    const first = grants.findIndex((grant) => grant.key === key);
    const item = items[at];
    if (first !== at && item !== undefined)
      throw faultAt(item, `this key is the same as that of item ${first + 1}`, 'Give each key once.');
  }
}

/**
 * Reads the keys that a mock accepts: YAML or JSON, a list of `{key, plan, minute?, day?, status?, expires?}` in which the
 * name of a window overrides the plan's quota. Never throws for what the file holds.
 */
export async function readKeyFile(path: string, document: Interface): Promise<KeyFile> {
  try {
    const source = await readSource(path);
    const items = itemsOf(source);
    if (items.length === 0)
      throw faultAt(source, 'the list is empty', 'Write items such as `- { key: …, plan: … }`.');
    const grants = items.map((item) => grantOf(document, item));
    refuseRepetition(items, grants);
    return { kind: 'read', grants };
  } catch (error) {
    if (error instanceof InterfaceFault) return { kind: 'broken', problem: error.problem };
    throw error;
  }
}

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
