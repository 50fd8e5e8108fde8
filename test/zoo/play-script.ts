import { setTimeout } from 'node:timers/promises';
import { Pool } from 'undici';
import type { ZooMember } from './member.ts';
import { script, type ScriptedRequest } from './script.ts';
import { startMember } from './start-member.ts';
import { createRandom } from '../../src/system/random.ts';

/** What came back, in a form that can be compared; `undefined` status: the connection broke. */
export interface Played {
  readonly step: string;
  readonly request: ScriptedRequest | undefined;
  readonly status: number | undefined;
  readonly headers: readonly string[];
  readonly body: string;
  /** The service's time at the request, Unix milliseconds. */
  readonly nowMs: number;
}

const startMs = 1_750_000_004_321;
const stepMs = 25;
/** Only requests that run side by side need time to pass really. */
const sleepInParallelMs = 10;

async function exchange(pool: Pool, base: string, request: ScriptedRequest, nowMs: number): Promise<Played> {
  const common = { step: request.name, request, nowMs };
  try {
    const response = await pool.request({
      method: request.method,
      path: `${base}${request.path}`,
      headers: request.headers,
      body: request.body ?? null,
      responseHeaders: 'raw',
    });
    const lines = response.headers as unknown as readonly (Buffer | string)[];
    const headers = lines.flatMap((name, index) =>
      index % 2 === 0 ? [`${String(name)}: ${String(lines[index + 1])}`] : [],
    );
    const body = Buffer.from(await response.body.arrayBuffer());
    return { ...common, status: response.statusCode, headers, body: body.toString('latin1') };
  } catch {
    return { ...common, status: undefined, headers: [], body: '' };
  }
}

/** Parallel answers come in any order, so only what is the same in every order is compared. */
function together(played: readonly Played[], nowMs: number): Played {
  const sorted = (text: (one: Played) => readonly string[]): string => played.flatMap(text).sort().join('\n');
  return {
    step: 'in parallel',
    request: undefined,
    status: played.length === 0 ? undefined : 0,
    headers: [],
    body: [
      sorted((one) => [String(one.status)]),
      sorted((one) => [...one.body.matchAll(/"id":[^,}]*/g)].map(([id]) => id)),
      sorted((one) => [...one.body.matchAll(/"name":[^,}]*/g)].map(([name]) => name)),
    ].join('\n\n'),
    nowMs,
  };
}

/** Runs the script against a member on a clock that only the script moves, and yields what came back. */
export async function* playScript(member: ZooMember): AsyncGenerator<Played> {
  let nowMs = startMs;
  let inParallel = false;
  const running = await startMember(member, {
    now: () => nowMs,
    random: createRandom(42),
    sleep: (ms) => setTimeout(inParallel ? Math.min(ms, sleepInParallelMs) : 0),
    key: 'Kq7TzR-mB4xW-9LpVa-Yc2De',
  });
  const { origin, pathname } = new URL(running.url);
  const pool = new Pool(origin, { connections: 1 });
  const wide = new Pool(origin, { connections: 8 });
  try {
    for (const step of script(running.key)) {
      switch (step.kind) {
        case 'advance':
          nowMs += step.ms;
          break;
        case 'request':
          nowMs += stepMs;
          yield await exchange(pool, pathname, step, nowMs);
          break;
        case 'parallel': {
          nowMs += stepMs;
          inParallel = true;
          const played = await Promise.all(
            step.requests.map((request) => exchange(wide, pathname, request, nowMs)),
          );
          inParallel = false;
          yield together(played, nowMs);
          break;
        }
      }
    }
  } finally {
    await Promise.all([pool.destroy(), wide.destroy()]);
    await running.close();
  }
}
