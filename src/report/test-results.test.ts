import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  failed,
  passed,
  sampleExchange,
  sampleFooter,
  sampleHeader,
  sampleRecord,
  sampleResult,
  sampleSettings,
  warned,
} from '../../test/samples/sample-record.ts';
import type { Outcome } from '../checks/outcome.ts';
import type { OperationStanding, RunRecord, RunSettings, Stop } from '../record/record.ts';
import { verdict } from './model/verdict.ts';
import { checkResult, operationResult, resultAlone, runResult, type TestResult } from './test-results.ts';
import type { TerminalContext } from './text/context.ts';
import { createInk } from './text/ink.ts';

const UNUSABLE: Stop = { kind: 'unusable-target', reason: 'no one answers.', advice: 'look at the address' };
const INCONCLUSIVE: Outcome = { kind: 'inconclusive', reason: 'nothing was seen' };

function standing(changes: Partial<OperationStanding> = {}): OperationStanding {
  return { id: 'createBook', name: 'POST /books', asked: 3, served: 3, judged: 3, cut: 0, ...changes };
}

type Parts = {
  readonly outcome?: Outcome;
  readonly operation?: OperationStanding;
  readonly settings?: Partial<RunSettings>;
  readonly stop?: Stop;
};

/** A run of one check, which proves the only clause, and another one that passes. */
function recordWith({ outcome = passed(), operation, settings, stop }: Parts): RunRecord {
  return sampleRecord({
    header: sampleHeader({ settings: sampleSettings(settings) }),
    exchanges: new Map([['x1', sampleExchange()]]),
    results: [sampleResult('bodies.json', outcome), sampleResult('bodies.schema', passed())],
    footer: sampleFooter({
      ...(stop === undefined ? {} : { stop }),
      coverage: {
        operations: [operation ?? standing()],
        clauses: [{ clause: '4-json', checks: [{ check: 'bodies.json' }] }],
      },
    }),
  });
}

function shown(record: RunRecord): TerminalContext {
  const recordFile = 'reports/last.ndjson';
  return { record, document: undefined, recordFile, ink: createInk(false), width: 100, verbose: false };
}

function textOf(result: TestResult): string {
  switch (result.kind) {
    case 'passed':
      return result.notes.map(({ kind, text }) => `${kind}: ${text}`).join('\n');
    case 'failed':
      return result.text;
    case 'skipped':
      return result.reason;
  }
}

const baseline = {
  file: 'known.yaml',
  failures: [{ check: 'bodies.json', reason: 'not before May', expires: undefined, operation: undefined }],
};

describe('checkResult()', () => {
  test.each<readonly [name: string, parts: Parts, kind: TestResult['kind'], text: string]>([
    ['what was shown', {}, 'passed', ''],
    ['a violation', { outcome: failed({}) }, 'failed', 'createBook: expected status 201, got status 500'],
    ['a warning', { outcome: warned({}) }, 'passed', 'warning: createBook: expected status 201'],
    [
      'a warning in a strict run',
      { outcome: warned({}), settings: { strict: true } },
      'failed',
      'createBook',
    ],
    [
      'a known failure',
      { outcome: failed({}), settings: { baseline } },
      'passed',
      'known failure (not before May)',
    ],
    [
      'what does not apply',
      { outcome: { kind: 'not-applicable', reason: 'there are no books' } },
      'skipped',
      'does not apply: there are no books',
    ],
    [
      'what takes consent',
      { outcome: { kind: 'not-testable', reason: 'nobody allowed it', option: '--exhaust' } },
      'skipped',
      'not testable: nobody allowed it (allow it with --exhaust)',
    ],
    [
      'what had to be shown and was not',
      { outcome: INCONCLUSIVE },
      'failed',
      'could not tell: 1 clause not proven (4-json): nothing was seen',
    ],
    [
      'the same, where that was allowed',
      { outcome: INCONCLUSIVE, settings: { allowIncomplete: true } },
      'skipped',
      'inconclusive: nothing was seen',
    ],
    [
      'what had to be shown of an operation, and passed without it',
      { outcome: { kind: 'pass', evidence: {} } },
      'failed',
      '1 clause not proven (4-json): no answer of an operation shows it',
    ],
    [
      'a target that can not be tested',
      { outcome: { kind: 'blocked', reason: 'the target cannot be tested' }, stop: UNUSABLE },
      'failed',
      'could not tell: no one answers. look at the address',
    ],
    [
      'a fault of assay',
      { outcome: { kind: 'harness-error', reason: 'TypeError: x' } },
      'failed',
      'assay itself failed, which says nothing about the service: TypeError: x',
    ],
    [
      'what was noted',
      { outcome: { kind: 'observed', observations: [{ name: 'limit', value: '60', exchanges: [] }] } },
      'passed',
      'notice: observed limit: 60',
    ],
  ])('%s', (_name, parts, kind, text) => {
    const result = checkResult(shown(recordWith(parts)), 'bodies.json');
    expect(result.kind).toBe(kind);
    expect(textOf(result)).toContain(text);
  });

  test('says of a violation what the terminal says: clause, expected, actual, exchange, how to see it again', () => {
    const text = textOf(checkResult(shown(recordWith({ outcome: failed({}) })), 'bodies.json'));
    expect(text.split('\n')[0]).toBe('createBook: expected status 201, got status 500');
    for (const part of [
      '   clause-of-bodies.json',
      'expected  status 201',
      'actual    status 500',
      '> POST /v1/books',
      '< 500 Internal Server Error',
      'replay    assay replay bodies.json/1 --url http://127.0.0.1:4010/v1',
      'curl      curl -s -i --globoff --path-as-is -X POST',
    ])
      expect(text).toContain(part);
  });
});

describe('operationResult()', () => {
  test.each<readonly [name: string, parts: Parts, kind: TestResult['kind'], text: string]>([
    ['one that was served', {}, 'passed', ''],
    ['one whose answers break a check', { outcome: failed({}) }, 'failed', 'breaks bodies.json'],
    ['a violation of another one', { outcome: failed({ operation: 'listBooks' }) }, 'passed', ''],
    ['a warning', { outcome: warned({}) }, 'passed', 'warning: '],
    [
      'one that was never served',
      { operation: standing({ served: 0, judged: 0 }) },
      'failed',
      'could not tell: it was asked 3 times and never answered with its documented success',
    ],
    [
      'one out of reach',
      { operation: standing({ asked: 0, served: 0, judged: 0, outOfReach: 'the document only names it' }) },
      'skipped',
      'the document only names it',
    ],
    ['a target that can not be tested', { stop: UNUSABLE }, 'failed', 'could not tell: no one answers.'],
  ])('%s', (_name, parts, kind, text) => {
    const result = operationResult(shown(recordWith(parts)), 'createBook');
    expect(result.kind).toBe(kind);
    expect(textOf(result)).toContain(text);
  });
});

test('resultAlone() lets no test pass beside a fault that only the test of the run would tell', () => {
  const record = recordWith({ stop: { kind: 'harness-error', reason: 'out of memory' } });
  expect(resultAlone(record, { kind: 'passed', notes: [] })).toEqual({
    kind: 'failed',
    text: 'could not tell: out of memory',
  });
  expect(resultAlone(recordWith({}), { kind: 'passed', notes: [] })).toEqual({ kind: 'passed', notes: [] });
});

const anyOutcome = fc.constantFrom<Outcome>(
  passed(),
  passed(0),
  failed({}),
  failed({ operation: undefined }, { operation: 'listBooks' }),
  warned({}),
  INCONCLUSIVE,
  { kind: 'blocked', reason: 'the target cannot be tested' },
  { kind: 'not-applicable', reason: 'no books' },
  { kind: 'not-testable', reason: 'no consent', option: '--exhaust' },
  { kind: 'harness-error', reason: 'TypeError' },
  { kind: 'observed', observations: [] },
);

test('some test fails exactly where the verdict is not that the service conforms', () => {
  const seen = new Set<boolean>();
  fc.assert(
    fc.property(
      fc.record({
        outcome: anyOutcome,
        operation: fc.constantFrom(
          standing(),
          standing({ asked: 0, served: 0, judged: 0 }),
          standing({ cut: 1 }),
        ),
        settings: fc.record({
          strict: fc.boolean(),
          allowIncomplete: fc.boolean(),
          baseline: fc.constantFrom(undefined, baseline),
        }),
        stop: fc.constantFrom<Stop>(
          { kind: 'completed' },
          { kind: 'completed' },
          { kind: 'interrupted' },
          UNUSABLE,
          { kind: 'harness-error', reason: 'out of memory' },
        ),
      }),
      (parts) => {
        const record = recordWith(parts);
        const context = shown(record);
        const results = [
          ...record.results.map(({ id }) => checkResult(context, id)),
          operationResult(context, 'createBook'),
          runResult(context),
        ];
        const isRed = results.some(({ kind }) => kind === 'failed');
        seen.add(isRed);
        expect(isRed).toBe(verdict(record).exitCode !== 0);
      },
    ),
    { numRuns: 300 },
  );
  expect(seen.size).toBe(2);
});
