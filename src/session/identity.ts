import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { type Client, createClient, type SignedRequest } from '../client/client.ts';
import type { HeaderLine } from '../http/exchange.ts';
import { type Collection, isUnnamed } from '../interface/model.ts';
import type { Json } from '../json/value.ts';
import type { RunRequest } from '../record/record.ts';
import { schemaMembers } from '../schema/members.ts';
import { mergedKeywords } from '../schema/merge.ts';
import type { Clock } from '../system/clock.ts';
import { packageManifest } from '../system/package.ts';
import { createRandom } from '../system/random.ts';
import { sampleOne } from '../system/seeded.ts';

/**
 * An identity that a client might bring along, of the documented type and unlike any that a service would give out
 * next; `undefined` for types that assay can't make up.
 */
export function clientIdentity(collection: Collection, seed: number): Json | undefined {
  if (isUnnamed(collection)) return undefined;
  const { schema } = collection.created;
  const { type } = mergedKeywords(schemaMembers(schema).properties.get(collection.identity) ?? true, schema);
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
export type Destination = Pick<RunRequest, 'key' | 'otherKey' | 'secrets' | 'headers' | 'tls' | 'proxy'> & {
  readonly url: string;
  readonly timeoutMs: number;
  /** As many requests go out side by side. */
  readonly concurrency?: number | undefined;
  /** Fixes the keys that do not exist. */
  readonly seed: number;
  /** Header lines for each request that is otherwise ready. */
  readonly sign?: ((request: SignedRequest) => Promise<readonly HeaderLine[]>) | undefined;
};

const FEWEST_CONNECTIONS = 4;

/** The client of a run or a replay. */
export function clientFor(destination: Destination, clock: Clock): Client {
  const { url, key, otherKey, secrets, headers, tls, proxy, timeoutMs, seed, sign, concurrency } =
    destination;
  return createClient({
    baseUrl: url,
    key,
    otherKey,
    secrets,
    userAgent: `assay/${packageManifest().version}`,
    extraHeaders: headers,
    deadlines: { connectMs: timeoutMs, firstByteMs: timeoutMs, answerMs: 2 * timeoutMs },
    // One that has to wait for a connection would go out later than it was allowed to.
    connections: Math.max(FEWEST_CONNECTIONS, concurrency ?? 1),
    trust: tls,
    environment: proxy,
    random: createRandom(seed),
    sign,
    clock: { now: clock.now, monotonic: clock.monotonicMs },
  });
}
