import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sampleInterface } from '../../../test/samples/sample-interface.ts';
import {
  failed,
  passed,
  sampleExchange,
  sampleFooter,
  sampleHeader,
  sampleRecord,
  sampleResult,
  sampleSettings,
} from '../../../test/samples/sample-record.ts';
import type { Outcome } from '../../checks/outcome.ts';
import { parseRecord } from '../../record/read.ts';
import type { RecordHeader, RunRecord, RunSettings, Stop } from '../../record/record.ts';
import { recordText } from '../../record/write.ts';
import { combineOutcomes } from '../../session/judge-run.ts';
import { mergeShards } from './merge-shards.ts';
import type { NamedRecord } from './shards.ts';

const document = sampleInterface();

type Sample = {
  readonly settings?: Partial<RunSettings>;
  readonly header?: Partial<RecordHeader>;
  readonly stop?: Stop;
  readonly cut?: boolean;
};

/** A shard that judges one check of its own, which fails, and sends one request. */
function shard(index: number, total: number, sample: Sample = {}): NamedRecord {
  const id = `own.check-${index}`;
  const settings = sampleSettings({ shard: { index, total, checks: [id] }, ...sample.settings });
  const startedAt = `2030-01-02T03:04:0${9 - index}.000Z`;
  const footer = sampleFooter({
    stop: sample.stop ?? { kind: 'completed' },
    requests: { withKey: index, withoutKey: 1 },
    leftovers: [{ operation: 'createBook', name: `n${index}`, identity: String(index) }],
    leftOut: [{ probe: 'p', reason: 'not part of --profile standard' }],
  });
  const record = sampleRecord({
    header: sampleHeader({ runId: `run${index}`, startedAt, settings, ...sample.header }),
    exchanges: new Map([['x1', sampleExchange()]]),
    results: [sampleResult(id, failed({ exchanges: ['x1'] }))],
    footer: sample.cut === true ? undefined : footer,
  });
  return { name: `${index}.ndjson`, record };
}

function merged(shards: readonly NamedRecord[]): RunRecord {
  const result = mergeShards(shards, document);
  if (result.kind === 'not-one-run') throw new Error(result.problem);
  return result.record;
}

const three = [shard(1, 3), shard(2, 3), shard(3, 3)];

describe('mergeShards()', () => {
  test('makes one record of all shards', () => {
    const record = merged(three);
    expect(record.header).toMatchObject({ runId: 'run1+run2+run3', startedAt: '2030-01-02T03:04:06.000Z' });
    expect(record.header.settings.shard).toBeUndefined();
    expect([...record.exchanges.keys()]).toEqual(['s1-x1', 's2-x1', 's3-x1']);
    expect([...record.exchanges.values()].map(({ id, startMs }) => [id, startMs])).toEqual([
      ['s1-x1', 2010],
      ['s2-x1', 1010],
      ['s3-x1', 10],
    ]);
    expect(record.results.map(({ id }) => id)).toEqual(['own.check-1', 'own.check-2', 'own.check-3']);
    expect(record.results[1]?.outcome).toMatchObject({ violations: [{ exchanges: ['s2-x1'] }] });
    expect(record.footer).toMatchObject({
      stop: { kind: 'completed' },
      durationMs: 14_400,
      requests: { withKey: 6, withoutKey: 3 },
      leftovers: [{ identity: '1' }, { identity: '2' }, { identity: '3' }],
      leftOut: [{ probe: 'p' }],
    });
    expect(record.partial).toBe(false);
  });

  test('writes a record that reads back the same', () => {
    const record = merged(three);
    expect(parseRecord(recordText(record), 'merged')).toEqual({ kind: 'record', record });
  });

  test('does not depend on the order of the shards', () => {
    const shards = Array.from({ length: 5 }, (_, at) => shard(at + 1, 5));
    const expected = recordText(merged(shards));
    fc.assert(
      fc.property(fc.shuffledSubarray(shards, { minLength: 5 }), (shuffled) => {
        expect(recordText(merged(shuffled))).toBe(expected);
      }),
      { numRuns: 20 },
    );
  });

  test.each<[string, Sample, Stop['kind'] | undefined]>([
    ['that was interrupted', { stop: { kind: 'interrupted' } }, 'interrupted'],
    ['that ran out of requests', { stop: { kind: 'budget', reason: 'spent' } }, 'budget'],
    [
      'whose target was gone',
      { stop: { kind: 'unusable-target', reason: 'gone', advice: 'look' } },
      'unusable-target',
    ],
    ['that was cut off', { cut: true }, undefined],
  ])('ends like the shard %s', (_name, sample, kind) => {
    const record = merged([shard(1, 2), shard(2, 2, sample)]);
    expect(record.footer?.stop.kind).toBe(kind);
    expect(record.partial).toBe(kind === undefined);
  });

  test.each<[string, readonly NamedRecord[], RegExp]>([
    ['nothing', [], /no record to merge/],
    ['a shard too few', [shard(1, 3), shard(3, 3)], /^shard 2\/3 is missing/],
    ['two shards too few', [shard(2, 3)], /^shard 1\/3, shard 3\/3 are missing/],
    [
      'a shard twice',
      [shard(1, 2), { ...shard(1, 2), name: 'again.ndjson' }, shard(2, 2)],
      /^shard 1\/2 is there twice: "1.ndjson" and "again.ndjson"/,
    ],
    ['shards of different splits', [shard(1, 2), shard(2, 3)], /number of shards is 3, not 2/],
    [
      'a whole run',
      [{ name: 'whole.ndjson', record: sampleRecord() }, shard(1, 1)],
      /^"whole.ndjson" is the record of a whole run/,
    ],
    [
      'another seed',
      [shard(1, 2), shard(2, 2, { settings: { seed: 7 } })],
      /^"2.ndjson" is a shard of another run than "1.ndjson": the seed is 7, not 42/,
    ],
    [
      'another target',
      [shard(1, 2), shard(2, 2, { settings: { url: 'http://other/v1' } })],
      /the target is "http:\/\/other\/v1"/,
    ],
    [
      'another plan',
      [shard(1, 2), shard(2, 2, { settings: { plan: undefined } })],
      /the plan is none, not "small"/,
    ],
    [
      'another baseline',
      [shard(1, 2), shard(2, 2, { settings: { baseline: { file: 'b', failures: [] } } })],
      /the baseline is/,
    ],
    [
      'another document',
      [
        shard(1, 2),
        shard(2, 2, {
          header: { interface: { id: 'library', title: 'Library', version: '1.0.0', digest: 'cd' } },
        }),
      ],
      /the digest of the document is "cd"/,
    ],
    [
      'another version of assay',
      [shard(1, 2), shard(2, 2, { header: { assayVersion: '9.9.9' } })],
      /the version of assay is "9.9.9"/,
    ],
    [
      'the same check in two shards',
      [shard(1, 2), shard(2, 2, { settings: { shard: { index: 2, total: 2, checks: ['own.check-1'] } } })],
      /both judge own.check-1/,
    ],
  ])('refuses %s', (_name, shards, problem) => {
    expect(mergeShards(shards, document)).toEqual({
      kind: 'not-one-run',
      problem: expect.stringMatching(problem),
    });
  });

  test('takes shards that had a mock of their own each, at another address', () => {
    const [one, two] = [1, 2].map((index) =>
      shard(index, 2, { settings: { url: `http://127.0.0.1:${index}/v1` }, header: { ownMock: true } }),
    );
    if (one === undefined || two === undefined) throw new Error('two shards were made');
    expect(() => merged([one, two])).not.toThrow();
  });
});

const inconclusive: Outcome = { kind: 'inconclusive', reason: 'time' };
const observed = (value: string): Outcome => ({
  kind: 'observed',
  observations: [{ name: 'limit', value, exchanges: ['x1'] }],
});

test.each<[string, Outcome, readonly Outcome[], Outcome]>([
  ['nothing of the others', passed(2), [], passed(2)],
  ['their evidence', passed(2), [passed(3), inconclusive], passed(5)],
  ['what they alone reached', inconclusive, [passed(3)], passed(3)],
  ['what they broke', passed(2), [failed({})], { ...failed({}), evidence: { createBook: 2 } } as Outcome],
  ['what none reached', inconclusive, [{ kind: 'blocked', reason: 'gone' }], inconclusive],
  [
    'what does not apply',
    { kind: 'not-applicable', reason: 'no' },
    [{ kind: 'not-applicable', reason: 'no' }],
    { kind: 'not-applicable', reason: 'no' },
  ],
  [
    'what one shard met and the other did not',
    { kind: 'not-applicable', reason: 'no' },
    [passed()],
    passed(),
  ],
  [
    'a fault of assay',
    passed(),
    [{ kind: 'harness-error', reason: 'bug' }],
    { kind: 'harness-error', reason: 'bug' },
  ],
  [
    'values, each once',
    observed('60; 300'),
    [observed('300; 1000')],
    {
      kind: 'observed',
      observations: [{ name: 'limit', value: '60; 300; 1000', exchanges: ['x1', 'x1'] }],
    },
  ],
])('combineOutcomes() takes in %s', (_name, own, others, expected) => {
  expect(combineOutcomes(own, others)).toEqual(expected);
});
