import type { Interface } from '../../interface/model.ts';
import { nearestName } from '../../system/nearest-name.ts';
import { isRefusal, refusal, type Refusal } from '../answers/stages/stages.ts';
import type { Engine } from '../engine.ts';
import type { Fault } from '../faults/fault.ts';
import { faultsOf } from '../faults/faults.ts';
import { isObject, type JsonObject } from '../../json/value.ts';
import { parseExactJson } from '../../json/lossless.ts';
import { type Latency, MAX_LATENCY_MS } from '../server/latency.ts';
import type { LiveFeed } from './live-feed.ts';

/** Changes the mock as a body says, and returns what is so from now on. */
export type Act = (body: Uint8Array) => JsonObject | Refusal | Promise<JsonObject | Refusal>;

export type ActsOptions = {
  readonly interface: Interface;
  readonly engine: Engine;
  readonly setLatency: (latency: Latency) => void;
  readonly feed: Pick<LiveFeed, 'refresh' | 'restart'>;
};

function unreadable(wanted: string): Refusal {
  return refusal(undefined, [400], 'invalid_body', wanted);
}

/** The members of the object in a body; none where it holds something else. */
function membersOf(bytes: Uint8Array): JsonObject {
  const parsed = parseExactJson(Buffer.from(bytes).toString('utf8'));
  return parsed.kind === 'json' && isObject(parsed.value) ? parsed.value : {};
}

function isMs(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value <= MAX_LATENCY_MS;
}

function clockAct({ clock }: Engine, bytes: Uint8Array): JsonObject | Refusal {
  const wanted =
    'Send {"advanceMs": n} with a whole number of ms, not negative, or {"freeze": true}, or {"freeze": false}.';
  const { advanceMs, freeze } = membersOf(bytes);
  if (advanceMs === undefined && freeze === undefined) return unreadable(wanted);
  if (advanceMs !== undefined && typeof advanceMs !== 'number') return unreadable(wanted);
  if (freeze !== undefined && typeof freeze !== 'boolean') return unreadable(wanted);
  try {
    clock.advance(advanceMs ?? 0);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return unreadable(wanted);
  }
  if (freeze === true) clock.freeze();
  if (freeze === false) clock.resume();
  return {
    now: new Date(clock.now()).toISOString(),
    advancedMs: clock.advancedMs(),
    frozen: clock.isFrozen(),
  };
}

function readLatency(bytes: Uint8Array): Latency | Refusal {
  const wanted = `Send {"minMs": n, "maxMs": n} with whole numbers of ms from 0 to ${MAX_LATENCY_MS}, the lower one first.`;
  const { minMs, maxMs = minMs } = membersOf(bytes);
  return isMs(minMs) && isMs(maxMs) && minMs <= maxMs ? { minMs, maxMs } : unreadable(wanted);
}

function readFaults(bytes: Uint8Array, document: Interface): readonly Fault[] | Refusal {
  const wanted = 'Send {"names": ["…"]} with the names of faults, none to take them all away.';
  const { names } = membersOf(bytes);
  if (!Array.isArray(names)) return unreadable(wanted);
  const known = faultsOf(document);
  const chosen: Fault[] = [];
  for (const name of new Set<unknown>(names)) {
    if (typeof name !== 'string') return unreadable(wanted);
    const fault = known.find((each) => each.name === name);
    if (fault === undefined) {
      const near = nearestName(
        name,
        known.map((each) => each.name),
      );
      const advice = near === undefined ? '' : ` Did you mean ${near}?`;
      return unreadable(`There is no fault ${JSON.stringify(name.slice(0, 60))}.${advice}`);
    }
    chosen.push(fault);
  }
  return chosen;
}

/** What can be changed while a mock runs, by name. Pages that look at the mock are told. */
export function createActs(options: ActsOptions): ReadonlyMap<string, Act> {
  const { interface: document, engine, setLatency, feed } = options;
  const told =
    (act: Act): Act =>
    async (body) => {
      const done = await act(body);
      feed.refresh();
      return done;
    };
  return new Map<string, Act>([
    ['clock', told((body) => clockAct(engine, body))],
    [
      'latency',
      told((body) => {
        const latency = readLatency(body);
        if (isRefusal(latency)) return latency;
        setLatency(latency);
        return { ...latency };
      }),
    ],
    [
      'faults',
      told((body) => {
        const chosen = readFaults(body, document);
        if ('code' in chosen) return chosen;
        engine.setFaults(chosen);
        return { faults: chosen.map(({ name }) => name) };
      }),
    ],
    [
      'reset',
      async () => {
        await engine.reset();
        feed.restart();
        return { reset: true };
      },
    ],
  ]);
}
