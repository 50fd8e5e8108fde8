import { describe, expect, test, vi } from 'vitest';
import type { Exchange } from '../../src/http/exchange.ts';
import { isObject } from '../../src/json/value.ts';
import { parseRecord } from '../../src/record/read.ts';
import type { RunRecord } from '../../src/record/record.ts';
import { recordText } from '../../src/record/write.ts';
import { seedOfPart } from '../../src/run/drawn/open-drawing.ts';
import { failedCasesOf } from '../../src/run/replay/failed-cases.ts';
import { alarms } from '../lives/run-lives.ts';
import { crudService } from '../other-interfaces/crud-service.ts';
import type { MakeService } from '../other-interfaces/run-against-service.ts';
import { THOROUGH } from '../sampled.ts';
import { runVirtually, type VirtualRun } from './run-virtually.ts';

vi.setConfig({ testTimeout: 300_000 });

const STANDARD = { profile: 'standard', seed: 3, maxRequests: 700 } as const;

/** Fails where three things come together, which no planned request of a standard run has; stores another note than a change says. */
const faultyService: MakeService = () => {
  const serve = crudService()();
  return (ask) => {
    const { json, method } = ask;
    if (!isObject(json)) return serve(ask);
    if (method === 'POST' && json['note'] === null && json['status'] === 'gone' && json['plan'] === undefined)
      return { status: 500, body: { title: 'Failed', status: 500 } };
    return serve(method === 'PUT' ? { ...ask, json: { ...json, note: 'old' } } : ask);
  };
};

/** The failed cases of a run, as the next one reads them. */
function keptOf({ record, document }: Pick<VirtualRun, 'record' | 'document'>): RunRecord {
  const cases = failedCasesOf(record, document);
  const read = parseRecord(cases === undefined ? '' : recordText(cases), 'failed-cases.ndjson');
  if (read.kind === 'no-record') throw new Error(read.problem);
  return read.record;
}

function replayed({ record }: VirtualRun): readonly Exchange[] {
  return [...record.exchanges.values()].filter(({ probe }) => probe.startsWith('replay-first/'));
}

function failedOf({ record }: VirtualRun): readonly string[] {
  return record.results.flatMap(({ id, outcome }) => (outcome.kind === 'fail' ? [id] : []));
}

const found = runVirtually(faultyService, { ...STANDARD, profile: 'thorough', maxRequests: 1_800 });

describe('failed cases', () => {
  test('are the requests that broke a check, and what made what they name: a small record', async () => {
    const first = await found;
    const kept = keptOf(first);
    expect(kept.results.map(({ id }) => id)).toEqual(failedOf(first));
    expect(failedOf(first)).toEqual(
      expect.arrayContaining(['statuses.no-server-error', 'resources.update-stored']),
    );
    expect(kept.exchanges.size).toBeLessThan(30);
    expect(recordText(kept)).not.toContain('test-key');
  });

  test.runIf(THOROUGH)(
    'fail again where the service still fails, which no planned request shows, and leave nothing behind',
    async () => {
      const plain = await runVirtually(faultyService, STANDARD);
      expect(failedOf(plain)).not.toContain('statuses.no-server-error');
      const kept = keptOf(await found);
      const again = await runVirtually(faultyService, STANDARD, { replayFirst: [kept] });
      const { replayed: tally, leftovers } = again.record.footer ?? {};
      expect(failedOf(again)).toContain('statuses.no-server-error');
      expect(tally).toMatchObject({ gone: [], unsent: [] });
      expect(tally?.again).toBe(tally?.cases);
      expect(tally?.cases).toBeGreaterThan(2);
      expect(leftovers).toEqual([]);
      const own = replayed(again);
      const planned = [...again.record.exchanges.values()].find(
        ({ probe }) => !/^(?:baseline|replay-first|clean-up)/.test(probe),
      );
      expect(own.every(({ startMs }) => startMs < (planned?.startMs ?? 0))).toBe(true);
      // Identities are those of this run.
      const before = new Set([...kept.exchanges.values()].map(({ request }) => request.target));
      expect(
        own
          .filter(({ request }) => request.method === 'PUT')
          .some(({ request }) => before.has(request.target)),
      ).toBe(false);
    },
  );

  test.runIf(THOROUGH)('pass where the service is mended, and the run says so', async () => {
    const kept = keptOf(await found);
    const mended = await runVirtually(crudService(), STANDARD, { replayFirst: [kept] });
    const { replayed: tally } = mended.record.footer ?? {};
    expect(alarms(mended)).toEqual([]);
    expect(tally).toMatchObject({ again: 0, unsent: [] });
    expect(tally?.gone).toContain('statuses.no-server-error (addMember)');
    const plain = await runVirtually(crudService(), STANDARD);
    const extent = ({ record }: VirtualRun): number =>
      [...record.exchanges.values()].filter(({ probe }) => !/^(?:replay-first|clean-up)/.test(probe)).length;
    expect(extent(mended)).toBe(extent(plain));
  });

  test('of a stranger change nothing that the run did not make, and ask for no other operation', async () => {
    const kept = keptOf(await found);
    const [result] = kept.results;
    const [[id, sample] = []] = kept.exchanges;
    if (result === undefined || sample === undefined || id === undefined) throw new Error('nothing was kept');
    const evil = (method: string, target: string): RunRecord => ({
      ...kept,
      exchanges: new Map([[id, { ...sample, request: { ...sample.request, method, target } }]]),
      results: [
        {
          ...result,
          outcome: {
            kind: 'fail',
            evidence: {},
            violations: [{ exchanges: [id], operation: 'addMember', expected: method, actual: target }],
          },
        },
      ],
    });
    const records = [
      evil('DELETE', '/members/1'),
      evil('PUT', '/members/1'),
      evil('DELETE', '/members/..%2F..'),
      evil('POST', '/members/../admin/reset'),
      evil('POST', '/admin/reset'),
    ];
    const run = await runVirtually(
      crudService(),
      { ...STANDARD, profile: 'quick', maxRequests: 60 },
      { replayFirst: records },
    );
    expect(replayed(run)).toEqual([]);
    expect(run.record.footer?.replayed?.cases).toBe(0);
    const readOnly = { ...STANDARD, readOnly: true };
    const reading = await runVirtually(crudService(), readOnly, { replayFirst: [kept] });
    expect(replayed(reading)).toEqual([]);
    expect(reading.record.footer?.replayed?.unsent[0]?.reason).toContain('--read-only');
  });

  test('take a fifth of the requests at most, and only those of the checks that are asked for', async () => {
    const kept = keptOf(await found);
    const few = await runVirtually(
      crudService(),
      { ...STANDARD, maxRequests: 20 },
      { replayFirst: [kept, kept, kept] },
    );
    expect(replayed(few).length).toBeLessThanOrEqual(4);
    expect(few.record.footer?.replayed?.unsent.map(({ reason }) => reason)).toContain(
      'they would take more than 4 requests',
    );
    const checks = ['statuses.no-server-error'];
    const one = await runVirtually(faultyService, { ...STANDARD, checks }, { replayFirst: [kept] });
    const { cases, unsent } = one.record.footer?.replayed ?? {};
    expect(cases).toBe(1);
    expect(unsent?.[0]?.reason).toBe('their checks are not among those of this run');
  });
});

test('each shard draws cases of its own, and a whole run those of its seed', () => {
  const part = (index: number, total: number): number =>
    seedOfPart({ seed: 42, shard: { index, total, checks: [] } });
  expect(seedOfPart({ seed: 42 })).toBe(42);
  expect(part(1, 1)).toBe(42);
  expect(new Set([42, part(1, 3), part(2, 3), part(3, 3), part(1, 2)]).size).toBe(5);
  expect(part(2, 3)).toBe(part(2, 3));
});
