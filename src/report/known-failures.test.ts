import { describe, expect, test } from 'vitest';
import {
  failed,
  passed,
  sampleHeader,
  sampleRecord,
  sampleResult,
  sampleSettings,
  warned,
} from '../../test/samples/sample-record.ts';
import type { Outcome } from '../checks/outcome.ts';
import type { KnownFailure } from '../run/baseline.ts';
import type { RunRecord, RunSettings } from '../run/record.ts';
import { knownFailures } from './known-failures.ts';
import { terminalReport } from './terminal.ts';
import { verdict } from './verdict.ts';

/** A run of 2 January 2030 with one check that is good and one of the given outcome. */
function run(
  outcome: Outcome,
  failures: readonly KnownFailure[],
  settings: Partial<RunSettings> = {},
): RunRecord {
  return sampleRecord({
    header: sampleHeader({
      settings: sampleSettings({ baseline: { file: 'known.yaml', failures }, ...settings }),
    }),
    results: [sampleResult('a.good', passed()), sampleResult('a.bad', outcome)],
  });
}

const everywhere: KnownFailure = { check: 'a.bad', reason: 'Known.' };
const creating: KnownFailure = { ...everywhere, operation: 'createBook' };
const twoOperations = failed({}, { operation: 'listBooks' });

type Row = readonly [
  name: string,
  record: RunRecord,
  state: string,
  exitCode: number,
  text: string,
  excused: number,
];

describe('a baseline', () => {
  test.each<Row>([
    ['nothing', run(failed({}), []), '', 1, 'does not conform', 0],
    ['the failure', run(failed({}, {}), [everywhere]), 'excuses', 0, 'conforms but for 2 known failures', 2],
    ['one failure', run(failed({}), [creating]), 'excuses', 0, 'conforms but for 1 known failure', 1],
    ['one of two operations', run(twoOperations, [creating]), 'excuses', 1, 'does not conform', 1],
    [
      'every operation',
      run(twoOperations, [everywhere]),
      'excuses',
      0,
      'conforms but for 2 known failures',
      2,
    ],
    [
      'a failure of no operation',
      run(failed({ operation: undefined }), [creating]),
      'not-reached',
      1,
      'does not conform',
      0,
    ],
    [
      'what passes',
      run(passed(), [everywhere]),
      'passes',
      1,
      'the baseline of known failures is out of date',
      0,
    ],
    [
      'an operation for which it passes',
      run(passed(), [creating]),
      'passes',
      1,
      'the baseline of known failures is out of date',
      0,
    ],
    [
      'an operation that nobody asked',
      run(passed(), [{ ...creating, operation: 'listBooks' }]),
      'not-reached',
      0,
      'conforms',
      0,
    ],
    [
      'what was not reached',
      run({ kind: 'inconclusive', reason: 'no budget' }, [everywhere]),
      'not-reached',
      0,
      'conforms',
      0,
    ],
    [
      'a check that did not run',
      run(passed(), [{ check: 'a.other', reason: 'Known.' }]),
      'not-reached',
      0,
      'conforms',
      0,
    ],
    [
      'its last day',
      run(failed({}), [{ ...everywhere, expires: '2030-01-02' }]),
      'excuses',
      0,
      'conforms but for 1 known failure',
      1,
    ],
    [
      'the day after its last',
      run(failed({}), [{ ...everywhere, expires: '2030-01-01' }]),
      'expired',
      1,
      'does not conform',
      0,
    ],
    [
      'a day that is over, and nothing to excuse',
      run({ kind: 'inconclusive', reason: 'no budget' }, [{ ...everywhere, expires: '2030-01-01' }]),
      'expired',
      1,
      'the baseline of known failures is out of date',
      0,
    ],
    ['a warning', run(warned({}), [everywhere]), 'excuses', 0, 'conforms', 0],
    [
      'a warning in a strict run',
      run(warned({}), [everywhere], { strict: true }),
      'excuses',
      0,
      'conforms but for 1 known failure',
      1,
    ],
    [
      'what passes in a shard: the whole run may fail it',
      run(passed(), [everywhere], { shard: { index: 1, total: 2, checks: ['a.good', 'a.bad'] } }),
      'not-reached',
      0,
      'conforms',
      0,
    ],
  ])('with %s', (_name, record, state, exitCode, text, excused) => {
    expect(knownFailures(record).map((standing) => standing.state.kind)).toEqual(state === '' ? [] : [state]);
    expect(verdict(record)).toMatchObject({ exitCode, text, excused });
  });

  test('leaves the outcome a failure: the clause is never proven', () => {
    const ruling = verdict(run(failed({}), [everywhere]));
    expect(ruling).toMatchObject({ kind: 'conforms', proven: 1, provable: 2, violations: 0 });
    expect(ruling.counts.fail).toBe(1);
  });

  test('excuses no run that was cut off', () => {
    const record = { ...run(failed({}), [everywhere]), footer: undefined };
    expect(verdict(record)).toMatchObject({ exitCode: 2, text: expect.stringContaining('cut off') });
  });

  test('is shown on the terminal apart from what counts, with what to do', () => {
    const outdated = run(failed({}, { operation: 'listBooks' }), [
      { ...creating, expires: '2031-01-01' },
      { check: 'a.good', reason: 'Was bad.\u001B[31m' },
    ]);
    const text = terminalReport(outdated, {
      colour: false,
      width: 200,
      verbose: false,
      document: undefined,
      recordFile: undefined,
    });
    expect(text).toContain('1 finding in 1 answer, 1 known failure excused');
    expect(text).toContain('replay    assay replay a.bad/2');
    expect(text).not.toContain('replay    assay replay a.bad/1');
    expect(text).toContain('Known failures, from known.yaml');
    expect(text).toContain(
      '✖  a.good: passes now: remove it from known.yaml, or let --update-baseline do it',
    );
    expect(text).toContain('·  a.bad for createBook: 1 violation, until 2031-01-01');
    expect(text).not.toContain('\u001B');
  });
});
