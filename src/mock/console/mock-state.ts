import type { Interface } from '../../interface/model.ts';
import type { Engine } from '../engine.ts';
import type { JsonObject } from '../json.ts';
import { printJson } from '../json.ts';
import type { MockKey } from '../keys.ts';
import type { Latency } from '../latency.ts';
import { accountName, type LimitPer } from '../limit-per.ts';
import type { LimiterKind } from '../window-counter.ts';

export type MockStateOptions = {
  readonly interface: Interface;
  readonly engine: Engine;
  readonly limiter: LimiterKind;
  readonly limitPer: LimitPer;
  readonly latency: () => Latency;
};

const MAX_CALLERS = 20;
const MAX_ENTRIES = 20;
const MAX_ENTRY_LENGTH = 1000;

/** A key that people can tell apart and nobody can use. */
export function maskedKey(key: string): string {
  return key.length < 8 ? '***' : `${key.slice(0, 4)}***${key.slice(-2)}`;
}

function untouched({ quotas }: MockKey): readonly JsonObject[] {
  return quotas.map(({ window, limit }) => ({ window, limit, remaining: limit, resetAt: null }));
}

function quotasOf({ keys, limiter }: Engine, limitPer: LimitPer): readonly JsonObject[] {
  const windowsOf = (name: string): readonly JsonObject[] | undefined =>
    limiter.view(name)?.windows.map(({ quota: { window, limit }, remaining, resetAt }) => ({
      window,
      limit,
      remaining,
      resetAt: remaining < limit ? resetAt : null,
    }));
  const bannedUntil = (name: string): number | null => limiter.view(name)?.bannedUntil ?? null;
  const ofKeys =
    limitPer === 'key'
      ? keys.slice(0, MAX_CALLERS).map((key) => {
          const name = accountName('key', { kind: 'key', key }, { address: '' });
          const windows = windowsOf(name) ?? untouched(key);
          return { caller: maskedKey(key.key), plan: key.plan, windows, bannedUntil: bannedUntil(name) };
        })
      : [];
  const ofAddresses = limiter
    .latest(MAX_CALLERS)
    .filter((name) => name.startsWith('address '))
    .map((name) => ({
      caller: name.slice('address '.length),
      plan: null,
      windows: windowsOf(name) ?? [],
      bannedUntil: bannedUntil(name),
    }));
  return [...ofKeys, ...ofAddresses];
}

/** Reads the state of a mock: its clock, what is in force, what callers have left and what collections hold. */
export function createMockState(options: MockStateOptions): () => JsonObject {
  const { interface: document, engine, limiter: kind, limitPer, latency } = options;
  const { clock, limiter, log, store } = engine;
  return () => ({
    now: new Date(clock.now()).toISOString(),
    advancedMs: clock.advancedMs(),
    frozen: clock.isFrozen(),
    requests: log.count(),
    limiter: { kind, per: limitPer, ...limiter.tally() },
    quotas: quotasOf(engine, limitPer),
    collections: Object.fromEntries(
      document.collections.map((each) => [each.path, store.entries(each).length]),
    ),
    store: engine.place(),
    latency: { ...latency() },
    faults: engine.faults().map(({ name }) => name),
  });
}

function shortened(text: string): string {
  return text.length > MAX_ENTRY_LENGTH ? `${text.slice(0, MAX_ENTRY_LENGTH)}…` : text;
}

/** The newest entries of each collection as JSON texts, the latest first. A text that is long is cut. */
export function createEntriesView({ collections }: Interface, { store }: Engine): () => JsonObject {
  return () =>
    Object.fromEntries(
      collections.map((each) => {
        const texts = store.entries(each).slice(-MAX_ENTRIES).map(printJson);
        return [each.path, texts.reverse().map(shortened)];
      }),
    );
}
