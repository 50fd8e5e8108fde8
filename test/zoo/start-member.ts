import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { HonestServer, type Stats } from './honest-server.ts';
import { honestTraits } from './honest-traits.ts';
import type { ZooMember } from './member.ts';
import type { Category, Plan, Service, Traits } from './traits.ts';

export interface StartOptions {
  /** Unix time in milliseconds; the real clock when left out. */
  readonly now?: () => number;
  readonly random?: () => number;
  readonly sleep?: (ms: number) => Promise<void>;
  /** What passes before an answer goes out; `sleep` when left out. */
  readonly delay?: (ms: number) => Promise<void>;
  /** Length of the shorter rate-limit window, 60,000 when left out. */
  readonly windowMs?: number;
  readonly key?: string;
}

export interface RunningMember {
  /** Base address, without a slash at the end. */
  readonly url: string;
  readonly key: string;
  readonly plan: Plan;
  stats(): Stats;
  close(): Promise<void>;
}

const keyLetters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

function randomKey(random: () => number): string {
  const group = (length: number): string =>
    Array.from({ length }, () => keyLetters.charAt(Math.floor(random() * keyLetters.length))).join('');
  const key = [group(6), group(5), group(5), group(5)].join('-');
  return /[a-z]/.test(key) && /[A-Z]/.test(key) && /\d/.test(key) && /[a-zA-Z]$/.test(key)
    ? key
    : randomKey(random);
}

function catalogue(traits: Traits, service: Service): void {
  for (const entry of traits.seed) {
    service.categories.push({ id: traits.nextId(service), ...entry, createdAtMs: Number.NEGATIVE_INFINITY });
  }
}

/** Starts a member on a free port of the loopback address. Members share nothing, so many can run at once. */
export async function startMember(member: ZooMember, options: StartOptions = {}): Promise<RunningMember> {
  const traits: Traits = { ...honestTraits, ...member.traits };
  const random = options.random ?? Math.random;
  const tallies = new Map<string, number>();
  const categories: Category[] = [];
  const sleep = options.sleep ?? ((ms: number) => setTimeout(ms, undefined, { ref: false }));
  const service: Service = {
    traits,
    key: options.key ?? randomKey(random),
    windowMs: options.windowMs ?? 60_000,
    now: options.now ?? Date.now,
    random,
    sleep,
    delay: options.delay ?? sleep,
    categories,
    memory: new Map(),
    tally: (name) => {
      const count = (tallies.get(name) ?? 0) + 1;
      tallies.set(name, count);
      return count;
    },
  };
  catalogue(traits, service);
  const honest = new HonestServer(service);
  honest.server.listen(0, '127.0.0.1');
  await once(honest.server, 'listening');
  const { port } = honest.server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${traits.basePath}`,
    key: service.key,
    plan: traits.plan,
    stats: () => honest.stats(),
    close: async () => {
      honest.server.closeAllConnections();
      await new Promise<void>((resolve) => {
        honest.server.close(() => resolve());
      });
    },
  };
}
