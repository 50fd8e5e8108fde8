import { textBeside } from '../../system/package.ts';
import type { ClockState } from '../limits/clock.ts';
import type { LimiterKind } from '../limits/window-counter.ts';
import type { RedisLink } from './redis-link.ts';

/**
 * One step of the state that several mocks share, as Redis takes it: atomically. What it may ask for is the type `Ask`, what it
 * replies `readReply` reads. Numbers go out as texts of all their digits: replies in Lua hold integers alone.
 */
const STEP_SCRIPT = textBeside(import.meta.dirname, 'step.lua').replace('-- limiter.lua\n', () =>
  textBeside(import.meta.dirname, 'limiter.lua'),
);

/** What one step does besides telling what is new. Times in ms; `source` is the time of this machine. */
export type Ask = {
  /** Which state is known, and how many of its entries. */
  readonly epoch: string;
  readonly since: number;
  readonly source: number;
  /** Begins a state with the entries that are passed, where there is none, or anew in any case. */
  readonly found?: {
    readonly epoch: string;
    readonly anew: boolean;
    /** The last number that each collection has given, by its path. */
    readonly numbers: { readonly [path: string]: number };
  };
  /** Appends the entries that are passed, if the state is still the known one. */
  readonly append?: true;
  readonly advanceMs?: number;
  readonly clock?: 'freeze' | 'resume';
  readonly charge?: ChargeAsk;
  readonly told?: { readonly account: string; readonly retryAt: number };
  /** Reserves the next number for an entry of the collection at this path. */
  readonly number?: string;
};

export type ChargeAsk = {
  readonly account: string;
  readonly kind: LimiterKind;
  readonly windows: readonly {
    readonly name: string;
    readonly lengthMs: number;
    readonly grainMs: number;
    readonly limit: number;
  }[];
  readonly banAfter?: number;
  readonly banMs: number;
  /** So long an account is remembered that nothing is heard of. */
  readonly keepMs: number;
};

/** What a request cost, by the windows that were asked for. Times in ms since the epoch. */
export type ChargeTold = {
  readonly kind: 'accepted' | 'limit' | 'ban';
  readonly retryAt: number;
  /** Whether this request got the caller banned. */
  readonly banned: boolean;
  readonly windows: readonly {
    readonly remaining: number;
    readonly resetAt: number;
    readonly acceptsAt: number;
  }[];
};

/** What a step told. */
export type Told = {
  readonly epoch: string;
  readonly clock: ClockState;
  readonly number: number;
  readonly appended: boolean;
  /** Place of the first of `entries` among all. */
  readonly from: number;
  readonly entries: readonly string[];
  readonly charge: ChargeTold | undefined;
};

function texts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

function chargeIn(value: unknown): ChargeTold | undefined {
  const [kind, retryAt, banned, ...rest] = texts(value);
  if (kind !== 'accepted' && kind !== 'limit' && kind !== 'ban') return undefined;
  const numbers = rest.map(Number);
  const windows = [];
  for (let at = 0; at + 2 < numbers.length; at += 3) {
    const [remaining = 0, resetAt = 0, acceptsAt = 0] = numbers.slice(at, at + 3);
    windows.push({ remaining, resetAt, acceptsAt });
  }
  return { kind, retryAt: Number(retryAt), banned: banned === '1', windows };
}

/** Reads what the script replied; `undefined` where there is no state yet. Throws on a reply that is none of the script's. */
function readReply(reply: unknown): Told | undefined {
  if (!Array.isArray(reply))
    throw new TypeError('the shared store replied with something else than the script does');
  const [epoch = '', advancedMs, stoodStillMs, frozenAt, number, appended, from] = texts(reply.slice(0, 7));
  if (epoch === '') return undefined;
  return {
    epoch,
    clock: {
      advancedMs: Number(advancedMs),
      stoodStillMs: Number(stoodStillMs),
      frozenAt: frozenAt === '' ? undefined : Number(frozenAt),
    },
    number: Number(number),
    appended: appended === 'appended',
    from: Number(from),
    entries: texts(reply[7]),
    charge: chargeIn(reply[8]),
  };
}

/** A step of the state whose keys have names that begin with `prefix`. `entries` are those to append or to begin with. */
export type Step = (ask: Ask, entries: readonly string[]) => Promise<Told | undefined>;

/** Makes steps over a connection; they reject as it does. The braces keep all keys on one node of a cluster. */
export function createStep(link: RedisLink, prefix: string): Step {
  const keys = ['state', 'entries', 'numbers', 'account:'].map((name) => `{${prefix}}:${name}`);
  return async (ask, entries) =>
    readReply(await link.run(STEP_SCRIPT, keys, [JSON.stringify(ask), ...entries]));
}
