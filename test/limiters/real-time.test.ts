import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { RunEvent } from '../../src/run/run-request.ts';
import { runInProcess } from '../../src/run/run-in-process.ts';
import { readRecord } from '../../src/run/read-record.ts';
import { runRequestFor } from '../run/run-request-for.ts';
import { zooDocument } from '../zoo/assay-over-zoo.ts';
import { startMember } from '../zoo/start-member.ts';
import type { ZooMember } from '../zoo/member.ts';

const WINDOW_MS = 10_000;
const honest: ZooMember = {
  kind: 'conforming',
  family: 'honest',
  name: 'honest',
  title: 'honest',
  traits: {},
};

test('a run on the clock of the machine meets the limit once and comes back when it is told to', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'assay-real-time-'));
  const recordFile = join(directory, 'run.ndjson');
  const service = await startMember(honest, { windowMs: WINDOW_MS });
  const rests: RunEvent[] = [];
  try {
    const settings = { profile: 'standard', maxRequests: 140, maxDurationS: 60, exhaust: true } as const;
    const { results, footer } = await runInProcess(
      runRequestFor({ url: service.url, key: service.key, recordFile, settings }),
      await zooDocument(),
      {
        onEvent: (event) => void (event.kind === 'resting' && rests.push(event)),
        signal: new AbortController().signal,
      },
    );
    const record = await readRecord(recordFile);
    if (record.kind === 'no-record') throw new Error(record.problem);
    const refused = [...record.record.exchanges.values()].filter(
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
    ]);
    expect(footer.stop).toEqual({ kind: 'completed' });
    expect(refused.map(({ request }) => request.credential.kind)).toEqual(['valid']);
    expect(rests).toHaveLength(1);
    const stats = service.stats();
    expect(stats).toMatchObject({ earlyRequests: 0, bans: 0 });
    expect(stats.requests).toBe(footer.requests.withKey + footer.requests.withoutKey);
    expect(stats.requests).toBeLessThanOrEqual(84);
    expect(footer.durationMs).toBeLessThan(WINDOW_MS + 10_000);
  } finally {
    await service.close();
    await rm(directory, { recursive: true });
  }
});
