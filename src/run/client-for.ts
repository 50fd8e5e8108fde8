import { createClient, type Client } from '../exchange/client.ts';
import type { Clock } from './clock.ts';
import { packageManifest } from './package-manifest.ts';
import type { RunRequest } from './run-request.ts';

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
