import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { sampleOne } from '../generate/seeded.ts';
import type { Collection } from '../interface/model.ts';
import type { Schema } from '../schema/schema.ts';
import type { Json } from '../json/json.ts';
import { memberOf } from '../json/member.ts';

function schemaOf(collection: Collection): Schema | undefined {
  const { schema } = collection.created;
  const parts =
    typeof schema === 'boolean' ? [] : [schema, ...(Array.isArray(schema.allOf) ? schema.allOf : [])];
  for (const part of parts) {
    if (typeof part !== 'object' || part === null || Array.isArray(part)) continue;
    const properties = (part as { readonly [name: string]: Json }).properties;
    if (typeof properties !== 'object' || properties === null || Array.isArray(properties)) continue;
    const found = memberOf(properties as { readonly [name: string]: Json }, collection.identity);
    if (typeof found === 'object' && found !== null && !Array.isArray(found)) return found as Schema;
  }
  return undefined;
}

/**
 * An identity that a client might bring along, of the documented type and unlike any that a service would give out
 * next; `undefined` for types that assay can't make up.
 */
export function clientIdentity(collection: Collection, seed: number): Json | undefined {
  const schema = schemaOf(collection);
  const type = typeof schema === 'object' ? schema.type : undefined;
  if (type === 'integer' || type === 'number') {
    return sampleOne(
      fc.integer({ min: 1_100_000_000, max: 2_000_000_000 }),
      seed,
      `identity of ${collection.path}`,
    );
  }
  return type === 'string' ? randomUUID() : undefined;
}
