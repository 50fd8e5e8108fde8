import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { type Client, createClient } from '../client/client.ts';
import type { Collection } from '../interface/model.ts';
import { type Json, memberOf } from '../json/value.ts';
import type { RunRequest } from '../record/record.ts';
import type { Schema } from '../schema/keywords.ts';
import type { Clock } from '../system/clock.ts';
import { packageManifest } from '../system/package.ts';
import { sampleOne } from '../system/seeded.ts';

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

/** Where to send, as whom, and how long to wait. `key` is the only secret in it. */
export type Destination = Pick<RunRequest, 'key' | 'headers' | 'tls' | 'proxy'> & {
  readonly url: string;
  readonly timeoutMs: number;
  /** Fixes the keys that do not exist. */
  readonly seed: number;
};

/** Numbers in [0, 1) from a seed (mulberry32). */
function seededNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** The client of a run or a replay. */
export function clientFor(destination: Destination, clock: Clock): Client {
  const { url, key, headers, tls, proxy, timeoutMs, seed } = destination;
  return createClient({
    baseUrl: url,
    key,
    userAgent: `assay/${packageManifest().version}`,
    extraHeaders: headers,
    deadlines: { connectMs: timeoutMs, firstByteMs: timeoutMs, answerMs: 2 * timeoutMs },
    trust: tls,
    environment: proxy,
    random: seededNumbers(seed),
    clock: { now: clock.now, monotonic: clock.monotonicMs },
  });
}
