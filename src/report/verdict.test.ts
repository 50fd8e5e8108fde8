import { describe, expect, test } from 'vitest';
import {
  failed,
  passed,
  sampleFooter,
  sampleHeader,
  sampleRecord,
  sampleResult,
  sampleSettings,
  warned,
} from '../../test/samples/sample-record.ts';
import type { Outcome } from '../checks/outcome.ts';
import type { RunRecord, Stop } from '../run/record.ts';
import { verdict } from './verdict.ts';

function recordOf(outcomes: readonly Outcome[], stop?: Stop, strict = false): RunRecord {
  return sampleRecord({
    header: sampleHeader({ settings: sampleSettings({ strict }) }),
    results: outcomes.map((outcome, at) => sampleResult(`check-${String(at)}`, outcome)),
    footer: sampleFooter(stop === undefined ? {} : { stop }),
  });
}

const harnessError: Outcome = { kind: 'harness-error', reason: 'bug' };
const inconclusive: Outcome = { kind: 'inconclusive', reason: 'budget' };
const interrupted: Stop = { kind: 'interrupted' };
const unusable: Stop = { kind: 'unusable-target', reason: 'refused', advice: 'start it' };

describe('verdict()', () => {
  test.each([
    ['all pass', recordOf([passed()]), 0, 'conforms'],
    ['a pass and things not reached', recordOf([passed(), inconclusive]), 0, 'conforms'],
    ['a warning', recordOf([passed(), warned({})]), 0, 'conforms'],
    ['a warning, strict', recordOf([passed(), warned({})], undefined, true), 1, 'does-not-conform'],
    ['one violation', recordOf([passed(), failed({})]), 1, 'does-not-conform'],
    ['a violation and a harness error', recordOf([failed({}), harnessError]), 1, 'does-not-conform'],
    [
      'a violation before the harness stopped',
      recordOf([failed({})], { kind: 'harness-error', reason: 'x' }),
      1,
      'does-not-conform',
    ],
    [
      'a violation in a run that was killed',
      { ...recordOf([failed({})]), footer: undefined },
      1,
      'does-not-conform',
    ],
    ['a harness error', recordOf([passed(), harnessError]), 2, 'could-not-tell'],
    [
      'a stop of the harness',
      recordOf([passed()], { kind: 'harness-error', reason: 'x' }),
      2,
      'could-not-tell',
    ],
    ['nothing at all', recordOf([]), 2, 'could-not-tell'],
    ['only inconclusive', recordOf([inconclusive]), 2, 'could-not-tell'],
    [
      'passes without evidence',
      recordOf([{ kind: 'pass', evidence: { createBook: 0 } }]),
      2,
      'could-not-tell',
    ],
    ['an unusable target', recordOf([], unusable), 2, 'could-not-tell'],
    ['an unusable target after violations', recordOf([failed({})], unusable), 2, 'could-not-tell'],
    ['a run that was killed', { ...recordOf([passed()]), footer: undefined }, 2, 'could-not-tell'],
    ['a spent budget', recordOf([passed()], { kind: 'budget', reason: 'x' }), 0, 'conforms'],
    ['an interruption', recordOf([passed()], interrupted), 130, 'interrupted'],
    ['an interruption after violations', recordOf([failed({})], interrupted), 130, 'interrupted'],
  ])('verdict() rules as the design says, when the record shows %s', (_name, record, exitCode, kind) => {
    expect(verdict(record)).toMatchObject({ exitCode, kind });
  });

  test('verdict() counts violations one by one and checks per outcome', () => {
    const record = recordOf([failed({}, {}), failed({}), warned({}), passed(), inconclusive]);
    expect(verdict(record)).toMatchObject({
      violations: 3,
      warnings: 1,
      counts: { fail: 2, warn: 1, pass: 1, inconclusive: 1, blocked: 0 },
      proven: 1,
      provable: 5,
    });
  });
});
