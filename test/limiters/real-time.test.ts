import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Exchange } from '../../src/http/exchange.ts';
import { singleFieldValue } from '../../src/http/fields.ts';
import { readRecord } from '../../src/record/read.ts';
import type { RunEvent } from '../../src/record/record.ts';
import { runApart } from '../run/run-apart.ts';
import { runRequestFor } from '../run/run-request-for.ts';
import { zooDocument } from '../zoo/assay-over-zoo.ts';
import type { ZooMember } from '../zoo/member.ts';
import { startMember } from '../zoo/start-member.ts';

const WINDOW_MS = 10_000;
const honest: ZooMember = {
  kind: 'conforming',
  family: 'honest',
  name: 'honest',
  title: 'honest',
  traits: {},
};

/** A standard run, on a machine that gets through it within one window. */
const MOST_REQUESTS = 84;
/** What each further window that a busy machine needs may add: the quota of the key, to use that window up. */
const QUOTA = 60;
/** How long a rest may last beyond what the service asks for: a second of grace, and the sleep of a busy machine. */
const MOST_BEYOND_MS = 6_000;

/** From the refusal to the next request on the key, and what the service asked for. Both in ms. */
function pauseAfter(refused: Exchange, exchanges: readonly Exchange[]): { lasted: number; asked: number } {
  const next = exchanges.find(
    ({ request, startMs }) => request.credential.kind === 'valid' && startMs >= refused.endMs,
  );
  const headers = refused.result.kind === 'answer' ? refused.result.answer.headers : [];
  const asked = Number(singleFieldValue(headers, 'Retry-After')) * 1_000;
  return { lasted: (next?.startMs ?? Number.POSITIVE_INFINITY) - refused.endMs, asked };
}

test('a run on the clock of the machine meets the limit once and comes back when it is told to', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'assay-real-time-'));
  const recordFile = join(directory, 'run.ndjson');
  const service = await startMember(honest, { windowMs: WINDOW_MS });
  const rests: Extract<RunEvent, { kind: 'resting' }>[] = [];
  try {
    const settings = { profile: 'standard', maxRequests: 300, maxDurationS: 60, exhaust: true } as const;
    const { results, footer } = await runApart(
      runRequestFor({ url: service.url, key: service.key, recordFile, settings }),
      await zooDocument(),
      {
        onEvent: (event) => {
          if (event.kind === 'resting') rests.push(event);
        },
        signal: new AbortController().signal,
      },
    );
    const record = await readRecord(recordFile);
    if (record.kind === 'no-record') throw new Error(record.problem);
    const exchanges = [...record.record.exchanges.values()];
    const refused = exchanges.filter(
      ({ result }) => result.kind === 'answer' && result.answer.status === 429,
    );
    expect(results.filter(({ outcome }) => outcome.kind === 'fail' || outcome.kind === 'warn')).toEqual([]);
    const enforcement = results.filter(({ id }) => id.startsWith('rate-limit-enforcement.'));
    const passed = enforcement.filter(({ outcome }) => outcome.kind === 'pass').map(({ id }) => id);
    expect(passed).toEqual([
      'rate-limit-enforcement.refusal',
      'rate-limit-enforcement.not-early',
      'rate-limit-enforcement.retry-after',
      'rate-limit-enforcement.refusal-headers',
      'rate-limit-enforcement.remaining-at-refusal',
      'rate-limit-enforcement.recovery',
      'rate-limit-enforcement.retry-after-unit',
      'rate-limit-enforcement.first-refusal',
    ]);
    expect(footer.stop).toEqual({ kind: 'completed' });
    expect(refused.map(({ request }) => request.credential.kind)).toEqual(['valid']);
    for (const exchange of refused) {
      const { lasted, asked } = pauseAfter(exchange, exchanges);
      expect(lasted).toBeGreaterThanOrEqual(asked);
      expect(lasted).toBeLessThan(asked + MOST_BEYOND_MS);
    }
    const stats = service.stats();
    expect(stats).toMatchObject({ earlyRequests: 0, bans: 0 });
    expect(stats.requests).toBe(footer.requests.withKey + footer.requests.withoutKey);
    const untilRefusalMs = (refused[0]?.startMs ?? 0) - (exchanges[0]?.startMs ?? 0);
    const windowsBefore = Math.floor(untilRefusalMs / WINDOW_MS);
    expect(stats.requests).toBeLessThanOrEqual(MOST_REQUESTS + windowsBefore * QUOTA);
    const afterRefusal = rests.filter(({ reason }) => reason.startsWith('429 '));
    expect(afterRefusal).toHaveLength(1);
  } finally {
    await service.close();
    await rm(directory, { recursive: true });
  }
}, 120_000);
