import { describe, expect, test, vi } from 'vitest';
import { isObject } from '../../src/json/value.ts';
import { rejudge } from '../../src/traffic/rejudge.ts';
import { alarms, blames } from '../lives/run-lives.ts';
import { crudService } from '../other-interfaces/crud-service.ts';
import type { MockRun } from '../other-interfaces/run-against-mock.ts';
import type { MakeService } from '../other-interfaces/run-against-service.ts';
import { THOROUGH } from '../sampled.ts';
import { runVirtually } from './run-virtually.ts';

const SETTINGS = { profile: 'thorough', seed: 3, maxRequests: 880 } as const;
/** Thousands of requests over no socket: seconds of work, on a machine that has nothing else to do. */
vi.setConfig({ testTimeout: 300_000 });

/** Fails where three things come together, which no planned request has. */
const failsOnCombination: MakeService = () => {
  const serve = crudService()();
  return (ask) => {
    const { json } = ask;
    const isRare =
      ask.method === 'POST' &&
      isObject(json) &&
      json['note'] === null &&
      json['status'] === 'gone' &&
      json['plan'] === undefined;
    return isRare ? { status: 500, body: { title: 'Failed', status: 500 } } : serve(ask);
  };
};

/** The drawn cases of a run in their order: what was asked, without what names this run alone. */
function casesOf({ record }: MockRun): readonly string[] {
  return [...record.exchanges.values()]
    .filter(({ probe }) => probe.startsWith('drawn/') && !probe.includes('sequence'))
    .map(({ probe, request: { method, target, body } }) =>
      [probe, method, target, body === undefined ? '' : Buffer.from(body).toString('latin1')]
        .join(' ')
        .replaceAll(/assay-[0-9a-z]{6}-\d{3,}/g, 'marker')
        .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'identity'),
    );
}

describe('a thorough run', () => {
  test('spends what it is given, blames no conforming service, and begins with the same cases whatever its budget', async () => {
    const small = await runVirtually(crudService(), SETTINGS);
    const { drawn, leftovers, requests } = small.record.footer ?? {};
    expect(alarms(small)).toEqual([]);
    expect((requests?.withKey ?? 0) + (requests?.withoutKey ?? 0)).toBeGreaterThan(750);
    expect(drawn?.cases).toBeGreaterThan(80);
    expect(drawn?.kinds).toBeGreaterThan(10);
    expect(leftovers).toEqual([]);
    const large = await runVirtually(crudService(), { ...SETTINGS, maxRequests: 1_000 });
    const [few, many] = [small, large].map(casesOf);
    expect(few?.length).toBeGreaterThan(80);
    expect(many?.length).toBeGreaterThan((few?.length ?? 0) + 40);
    expect(many?.slice(0, few?.length)).toEqual(few);
    const first = few?.flatMap((text) => /^drawn\/0-\d+-[a-z-]+-([A-Za-z]+) /.exec(text)?.[1] ?? []);
    expect(new Set(first?.slice(0, 5)).size).toBe(5);
  });

  test.runIf(THOROUGH)(
    'finds what no planned request shows, and tells it by the simplest request that shows it',
    async () => {
      const run = await runVirtually(failsOnCombination, { ...SETTINGS, maxRequests: 1_800 });
      const result = run.record.results.find(({ id }) => id === 'statuses.no-server-error');
      expect(result?.outcome.kind).toBe('fail');
      const violations = result?.outcome.kind === 'fail' ? result.outcome.violations : [];
      const probes = violations.flatMap(
        ({ exchanges: [id = ''] }) => run.record.exchanges.get(id)?.probe ?? [],
      );
      expect(probes.every((probe) => probe.startsWith('drawn/'))).toBe(true);
      // Where a record has only some of the drawn exchanges, it says what they broke as the run did.
      const { footer } = run.record;
      const drawn = { cases: 1, rounds: 1, kinds: 1, forgotten: 1 };
      const cut = { ...run.record, footer: footer === undefined ? undefined : { ...footer, drawn } };
      const again = rejudge(cut, run.document, { name: 'record.ndjson', settings: {} });
      expect(again.results.find(({ id }) => id === 'statuses.no-server-error')?.outcome.kind).toBe('fail');
      const [told] = result?.counterexamples ?? [];
      expect(told?.exchange).toBe(violations[0]?.exchanges[0]);
      const sent: unknown = JSON.parse(told?.value ?? '{}');
      expect(sent).toMatchObject({ note: null, status: 'gone' });
      expect(Object.keys(Object(sent)).length).toBeLessThanOrEqual(4);
    },
  );
});

test('a run that asks for some checks alone draws nothing, and a deep one draws for these', async () => {
  const some = { seed: 3, checks: ['statuses.no-server-error'], maxRequests: 300 } as const;
  const thorough = await runVirtually(crudService(), { ...some, profile: 'thorough' });
  const deep = await runVirtually(crudService(), { ...some, profile: 'deep' });
  expect(thorough.record.footer?.drawn).toBeUndefined();
  expect(deep.record.footer?.drawn?.cases).toBeGreaterThan(50);
  expect(blames(deep)).toBe('');
});

/** Fails at what planned requests have as well, and at some that change nothing. */
const failsNowAndThen: MakeService = () => {
  const serve = crudService()();
  return (ask) => {
    const isOdd = ask.query.size > 1 || (isObject(ask.json) && ask.json['note'] === null);
    return isOdd ? { status: 500, body: { title: 'Failed', status: 500 } } : serve(ask);
  };
};

test.runIf(THOROUGH)(
  'a run that sends side by side has the same cases and the same verdict as one that does not',
  async () => {
    const alone = await runVirtually(failsNowAndThen, SETTINGS);
    const aside = await runVirtually(failsNowAndThen, { ...SETTINGS, concurrency: 8 });
    expect(casesOf(alone).length).toBeGreaterThan(80);
    expect(casesOf(aside)).toEqual(casesOf(alone));
    expect(aside.record.footer?.drawn).toEqual(alone.record.footer?.drawn);
    expect(blames(aside)).toContain('statuses.no-server-error');
    expect(blames(aside)).toBe(blames(alone));
    // Some planned requests go out together.
    expect(alone.mostAtOnce).toBeLessThan(8);
    expect(aside.mostAtOnce).toBe(8);
  },
);
