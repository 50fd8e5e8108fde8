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
} from '../../../test/samples/sample-record.ts';
import type { Outcome } from '../../checks/outcome.ts';
import type { AssayFault, Coverage, RunRecord, RunSettings, Stop } from '../../record/record.ts';
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
    ['an unusable target after violations', recordOf([failed({})], unusable), 1, 'does-not-conform'],
    ['a run that was killed', { ...recordOf([passed()]), footer: undefined }, 2, 'could-not-tell'],
    ['a spent budget', recordOf([passed()], { kind: 'budget', reason: 'x' }), 0, 'conforms'],
    ['an interruption', recordOf([passed()], interrupted), 130, 'interrupted'],
    ['an interruption after violations', recordOf([failed({})], interrupted), 130, 'interrupted'],
  ])('verdict() rules as the design says, when the record shows %s', (_name, record, exitCode, kind) => {
    expect(verdict(record)).toMatchObject({ exitCode, kind });
  });

  const served = { id: 'listBooks', name: 'GET /books', asked: 2, served: 2, judged: 2, cut: 0 };
  const demand = { clause: '4.1', checks: [{ check: 'check-0' }] };
  const ofListing = { clause: '4.2', checks: [{ check: 'check-0', operation: 'listBooks' }] };

  function recordWith(
    outcomes: readonly Outcome[],
    coverage: Partial<Coverage>,
    changes: { readonly settings?: Partial<RunSettings>; readonly faults?: readonly AssayFault[] } = {},
  ): RunRecord {
    const { faults } = changes;
    return sampleRecord({
      header: sampleHeader({ settings: sampleSettings(changes.settings) }),
      results: outcomes.map((outcome, at) => sampleResult(`check-${String(at)}`, outcome)),
      footer: sampleFooter({
        coverage: { operations: [served], clauses: [], ...coverage },
        ...(faults === undefined ? {} : { faults }),
      }),
    });
  }

  const proven: Outcome = { kind: 'pass', evidence: { listBooks: 1 } };
  const named = { ...served, outOfReach: 'the document only names it', asked: 0, served: 0, judged: 0 };
  const { coverage: _coverage, ...withoutCoverage } = sampleFooter();
  const fault = { part: 'probe', reason: 'boom' };

  test.each([
    [
      'every operation served and every clause proven',
      recordWith([proven], { clauses: [demand, ofListing] }),
      0,
    ],
    [
      'an operation that was not asked',
      recordWith([proven], { operations: [{ ...served, asked: 0, served: 0, judged: 0 }] }),
      2,
    ],
    [
      'an operation that was never served',
      recordWith([proven], { operations: [{ ...served, served: 0, judged: 0 }] }),
      2,
    ],
    [
      'an operation whose answers were all cut',
      recordWith([proven], { operations: [{ ...served, judged: 0, cut: 2 }] }),
      2,
    ],
    ['one answer that was cut', recordWith([proven], { operations: [{ ...served, judged: 1, cut: 1 }] }), 2],
    ['an operation that is out of reach', recordWith([proven], { operations: [served, named] }), 0],
    ['no operation in reach', recordWith([proven], { operations: [named] }), 2],
    [
      'a clause that something on the way left open',
      recordWith([inconclusive, proven], { clauses: [demand] }),
      2,
    ],
    [
      'a clause that is blocked',
      recordWith([{ kind: 'blocked', reason: 'b' }, proven], { clauses: [demand] }),
      2,
    ],
    [
      'a clause whose check is missing',
      recordWith([proven], { clauses: [{ clause: 'c', checks: [{ check: 'gone' }] }] }),
      2,
    ],
    [
      'a check that was not selected',
      recordWith(
        [proven],
        { clauses: [{ clause: 'c', checks: [{ check: 'gone' }] }] },
        { settings: { checks: ['check-0'] } },
      ),
      0,
    ],
    [
      'a clause that needs consent',
      recordWith([{ kind: 'not-testable', reason: 'r', option: '--exhaust' }, proven], { clauses: [demand] }),
      0,
    ],
    [
      'a clause that does not apply',
      recordWith([{ kind: 'not-applicable', reason: 'r' }, proven], { clauses: [demand] }),
      0,
    ],
    ['evidence of another operation alone', recordWith([passed()], { clauses: [ofListing] }), 2],
    [
      'evidence of another operation, and one out of reach',
      recordWith([passed()], { operations: [{ ...served, id: 'other' }, named], clauses: [ofListing] }),
      0,
    ],
    [
      'no evidence for one that is asked without a key',
      recordWith([passed()], { operations: [{ ...named, askedWithoutKey: true }], clauses: [ofListing] }),
      2,
    ],
    [
      'a warning without evidence, for all operations',
      recordWith([warned({}), proven], { clauses: [demand] }),
      0,
    ],
    [
      'a violation, and much that is missing',
      recordWith([failed({}), inconclusive], { operations: [{ ...served, served: 0, judged: 0 }] }),
      1,
    ],
    ['a part of assay that failed', recordWith([proven], {}, { faults: [fault] }), 2],
    [
      'a part of assay that failed, and consent to what is missing',
      recordWith([proven], {}, { faults: [fault], settings: { allowIncomplete: true } }),
      2,
    ],
    ['a part of assay that failed, and a violation', recordWith([failed({})], {}, { faults: [fault] }), 1],
    [
      'what is missing, with --allow-incomplete',
      recordWith(
        [proven],
        { operations: [{ ...served, served: 0, judged: 0 }] },
        { settings: { allowIncomplete: true } },
      ),
      0,
    ],
    [
      'nothing proven, with --allow-incomplete',
      recordWith([inconclusive], {}, { settings: { allowIncomplete: true } }),
      2,
    ],
    [
      'no word of what was asked',
      sampleRecord({
        results: [sampleResult('check-0', proven)],
        footer: withoutCoverage,
      }),
      2,
    ],
    ['lines that cannot be read', { ...recordWith([proven], {}), partial: true }, 2],
  ])('verdict() is green only for what was shown, when the record shows %s', (_name, record, exitCode) => {
    expect(verdict(record)).toMatchObject({ exitCode });
  });

  test('verdict() says what is missing and what to do, when it could not tell', () => {
    const unserved = { ...served, served: 0, judged: 0 };
    const { text, missing, advice, operations } = verdict(
      recordWith([inconclusive, proven], { operations: [unserved, named], clauses: [demand] }),
    );
    expect(text).toMatch(/^could not tell/);
    expect(missing).toEqual([
      { what: 'GET /books', kind: 'operation', why: expect.stringContaining('never answered') },
      { what: '4.1', kind: 'clause', why: 'check-0: budget' },
    ]);
    expect(advice).toContain('--allow-incomplete');
    expect(operations).toEqual({ asked: 1, inReach: 1, documented: 2 });
  });

  test('verdict() shows --allow-incomplete, when it was given', () => {
    const allowed = { settings: { allowIncomplete: true } };
    expect(verdict(recordWith([proven], {}, allowed)).text).toBe('conforms (--allow-incomplete)');
    const { text } = verdict(recordWith([inconclusive, proven], { clauses: [demand] }, allowed));
    expect(text).toBe('conforms as far as it was shown (--allow-incomplete)');
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
