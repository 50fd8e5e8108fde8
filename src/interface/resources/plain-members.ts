import type { Operation } from '../model.ts';
import { type JsonObject, isObject, memberOf } from '../../json/value.ts';
import { type Schema, propertiesOf, requiredOf } from '../../schema/keywords.ts';
import { schemaMembers } from '../../schema/members.ts';
import { mergedKeywords } from '../../schema/merge.ts';
import { sentSchemaOf } from './read-collections.ts';

/**
 * Entries that show in one object what requests send plainly: `{"id": 7, "info": {"name": "…"}}`, of `{"name": "…"}`. They are read as if
 * the members of that object stood in the entry itself.
 */

function namesOf(schema: Schema, root: Schema = schema): ReadonlySet<string> {
  return new Set(schemaMembers(schema, root).properties.keys());
}

/**
 * The member of an entry that holds what is sent: some request has members of it alone, all of them, and any other request has such or the
 * object as it is shown. The entry has none of them beside it, and its name stands there.
 */
function memberHolding(
  shown: Schema,
  identity: string | undefined,
  bodies: readonly Schema[],
): string | undefined {
  const entry = schemaMembers(shown).properties;
  if (identity === undefined || !entry.has(identity)) return undefined;
  const sent = bodies.map((body) => namesOf(body)).filter(({ size }) => size > 0);
  const holding = [...entry].filter(([name, member]) => {
    const inner =
      mergedKeywords(member, shown).type === 'object' ? namesOf(member, shown) : new Set<string>();
    const isPlain = (names: ReadonlySet<string>): boolean => names.isSubsetOf(inner);
    return (
      inner.isDisjointFrom(new Set(entry.keys())) &&
      sent.some(isPlain) &&
      sent.every((names) => isPlain(names) || names.has(name))
    );
  });
  return holding.length === 1 ? holding[0]?.[0] : undefined;
}

/** The operations that send what entries are made of, and what names one. */
type Sent = {
  readonly [sender in 'create' | 'makeAt' | 'replace' | 'change']: Operation | undefined;
} & { readonly identity: string | undefined };

/** The object in the entries of a resource that holds what requests send plainly, where there is one. */
export function holdingIn(
  { identity, create, makeAt, replace, change }: Sent,
  shown: Schema | undefined,
): { readonly holding?: string } {
  const bodies = [create, makeAt, replace, change]
    .map((one) => sentSchemaOf(one))
    .filter((body) => body !== undefined);
  const holding =
    shown === undefined || bodies.length === 0 ? undefined : memberHolding(shown, identity, bodies);
  return holding === undefined ? {} : { holding };
}

/** An entry with the members of the object that holds what is sent in its place. */
export function withPlainMembers(entry: JsonObject, holding: string | undefined): JsonObject {
  const held = holding === undefined ? undefined : memberOf(entry, holding);
  if (holding === undefined || !isObject(held)) return entry;
  const { [holding]: _held, ...beside } = entry;
  return { ...held, ...beside };
}

/** The schema of such an entry. */
export function plainSchema(shown: Schema, holding: string | undefined): Schema {
  const member = holding === undefined ? undefined : schemaMembers(shown).properties.get(holding);
  if (member === undefined || typeof shown === 'boolean') return shown;
  const keywords = mergedKeywords(shown);
  const held = schemaMembers(member, shown);
  const beside = [...propertiesOf(keywords)].filter(([name]) => name !== holding);
  const own = [...requiredOf(keywords)];
  const isShown = holding !== undefined && own.includes(holding);
  return {
    ...keywords,
    properties: Object.fromEntries([...held.properties, ...beside]),
    required: [...own.filter((name) => name !== holding), ...(isShown ? held.required : [])],
  };
}
