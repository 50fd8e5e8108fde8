import type { Interface, Operation, Parameter } from '../../interface/model.ts';
import { sample } from '../../schema/generate/sample.ts';
import type { Engine } from '../engine.ts';
import type { Fault } from '../faults/fault.ts';
import type { JsonObject, Json } from '../../json/value.ts';
import { plainText, printJson } from '../../json/lossless.ts';
import { accountName, type LimiterKind, type LimitPer } from '../limits/window-counter.ts';
import type { Latency } from '../server/latency.ts';
import type { MockKey } from '../state/keys.ts';

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
function maskedKey(key: string): string {
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

const MAX_OPERATIONS = 1000;
const MAX_KEYS = 100;
const MAX_BODY_LENGTH = 20_000;

function parameterOf({ name, in: place, required, schema }: Parameter): JsonObject {
  return { name, in: place, required, value: required ? plainText(sample(schema)) : '' };
}

function bodyOf({ requestBody }: Operation): JsonObject | null {
  const [first] = requestBody?.representations ?? [];
  if (first === undefined) return null;
  const [example] = first.examples;
  const value: Json = example === undefined ? sample(first.schema) : example.value;
  const text = typeof value === 'string' && !first.mediaType.includes('json') ? value : printJson(value);
  return { mediaType: first.mediaType, text: text.slice(0, MAX_BODY_LENGTH) };
}

function statusesOf(operation: Operation, { rateLimits }: Interface): readonly string[] {
  const implied = [
    ...(operation.credential === undefined ? [] : ['401']),
    ...(rateLimits === undefined ? [] : [String(rateLimits.status)]),
  ];
  const codes = operation.responses.map(({ status }) => status).filter((status) => /^\d{3}$/.test(status));
  return [...new Set([...codes, ...implied])].sort();
}

/** What a page may ask of the mock: its operations with values to start from, its keys, and the faults that it knows. */
export function offerOf(document: Interface, { keys }: Engine, faults: readonly Fault[]): JsonObject {
  const { title, version, basePath, operations } = document;
  return {
    title,
    version,
    basePath,
    operations: operations.slice(0, MAX_OPERATIONS).map((operation) => ({
      id: operation.id,
      method: operation.method,
      path: operation.path,
      deprecated: operation.deprecated,
      named: operation.documentation === 'named',
      credential: operation.credential === undefined ? null : { ...operation.credential },
      parameters: operation.parameters.map(parameterOf),
      body: bodyOf(operation),
      statuses: statusesOf(operation, document),
    })),
    keys: keys.slice(0, MAX_KEYS).map(({ key, plan }) => ({ key, plan, label: maskedKey(key) })),
    faults: faults.map(({ name, family, title: text }) => ({ name, family, title: text })),
  };
}
