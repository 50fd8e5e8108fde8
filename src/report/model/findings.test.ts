import { describe, expect, test } from 'vitest';
import { library } from '../../../test/report/library-record.ts';
import { sampleClause } from '../../../test/samples/sample-interface.ts';
import {
  failed,
  sampleExchange,
  sampleHeader,
  sampleRecord,
  sampleResult,
  sampleSettings,
  warned,
} from '../../../test/samples/sample-record.ts';
import type { Violation } from '../../checks/outcome.ts';
import type { Interface } from '../../interface/model.ts';
import type { RunRecord, RunSettings } from '../../record/record.ts';
import { answersIn, followsText, summaryText, valuesText } from './finding-words.ts';
import { deviatingValues, deviationKey, type Finding, findingsOf } from './findings.ts';

function violation(expected: string, actual: string, deviation?: string): Violation {
  return { exchanges: [], operation: 'listBooks', expected, actual, deviation };
}

test.each([
  ['numbers', violation('Limit: 60', 'Limit: -3.5'), violation('Limit: 1000', 'Limit: 7')],
  ['quoted texts', violation('a', 'title: "x"'), violation('a', 'title: "a longer one"')],
  ['hexadecimal numbers', violation('a', 'reset 0x6b02db8b'), violation('a', 'reset 0x12')],
  ['dates', violation('a', 'Reset: 2030-01-02T03:04:05Z'), violation('a', 'Reset: 2031-11-12T13:14:15.160Z')],
  ['whatever, where the check says so', violation('a', 'b', 'lost'), violation('c', 'd', 'lost')],
])('deviationKey() is the same for violations that differ in %s', (_name, one, other) => {
  expect(deviationKey(one)).toBe(deviationKey(other));
});

test.each([
  ['another word', violation('a', 'no Limit'), violation('a', 'no Reset')],
  ['a number in a name', violation('a', 'charset=utf-8'), violation('a', 'charset=utf-16')],
  ['another deviation', violation('a', 'b', 'lost'), violation('a', 'b', 'cut')],
  ['another expectation', violation('a number', 'b'), violation('a date', 'b')],
])('deviationKey() differs for %s', (_name, one, other) => {
  expect(deviationKey(one)).not.toBe(deviationKey(other));
});

test('deviationKey() takes no longer than its text is long, for quotes that never end', () => {
  const hostile = violation('"'.repeat(100_000), '“'.repeat(100_000));
  const before = performance.now();
  deviationKey(hostile);
  expect(performance.now() - before).toBeLessThan(5_000);
});

test('deviatingValues() pairs what was expected with what came, where both differ', () => {
  expect(
    deviatingValues([
      violation('status: 401', 'status: 402'),
      violation('status: 400', 'status: 401'),
      violation('status: 401', 'status: 402'),
    ]),
  ).toEqual([
    { text: '401 → 402', count: 2 },
    { text: '400 → 401', count: 1 },
  ]);
});

test('deviatingValues() names what came alone, where the same was expected', () => {
  const values = deviatingValues([
    violation('at most 60', 'Limit: 61'),
    violation('at most 60', 'Limit: 62'),
  ]);
  expect(values.map(({ text }) => text)).toEqual(['Limit: 61', 'Limit: 62']);
});

test.each([
  ['all are the same', [violation('a 1', 'b 2'), violation('a 1', 'b 2')]],
  ['they are long', [violation('a', 'x'.repeat(100)), violation('a', 'y')]],
])('deviatingValues() has none, when %s', (_name, violations) => {
  expect(deviatingValues(violations)).toEqual([]);
});

const results = [
  sampleResult('a', failed({}, { actual: 'status 503' }, { operation: undefined, actual: 'nothing' }), {
    clauses: ['4.1-a'],
  }),
  sampleResult('b', warned({}), { clauses: ['b'] }),
];

function findings(
  { settings = {}, id = 'x1' }: { readonly settings?: Partial<RunSettings>; readonly id?: string } = {},
  document?: Interface,
): readonly Finding[] {
  const header = sampleHeader({ runId: id, settings: sampleSettings(settings) });
  return findingsOf(
    sampleRecord({ header, results, exchanges: new Map([['x1', sampleExchange()]]) }),
    document,
  );
}

function documentWith(check: string, operation: string | undefined): Interface {
  const position = { file: 'clauses.yaml', line: 7 };
  const derived = { file: 'openapi.yaml', line: 1 };
  return {
    ...library,
    clauses: [
      sampleClause('4.1-a', { checks: [{ check, operation }], position }),
      sampleClause('b', { checks: [{ check: 'b', operation: undefined }], position: derived }),
    ],
  };
}

function clausesAbout(operation: string): readonly string[] {
  return findings({}, documentWith('a', operation)).map(({ clauses }) => clauses.map(({ id }) => id).join());
}

function only(record: RunRecord): Finding {
  const [first, ...others] = findingsOf(record, undefined);
  if (first === undefined || others.length > 0) throw new Error(`${others.length} more findings`);
  return first;
}

/** Errors that repeat another status, of two operations, some of them after a long request. */
const statuses = sampleRecord({
  exchanges: new Map([
    ['x1', sampleExchange({ body: 'a long body'.repeat(9) })],
    ['x2', sampleExchange({ body: '{}' })],
    ['x3', sampleExchange({ body: 'longer' })],
  ]),
  results: [
    sampleResult('errors.status-member', {
      kind: 'fail',
      evidence: { createBook: 4, listBooks: 2 },
      violations: [
        { exchanges: ['x1'], operation: 'createBook', expected: 'status: 401', actual: 'status: 402' },
        { exchanges: ['x2'], operation: 'listBooks', expected: 'status: 401', actual: 'status: 402' },
        { exchanges: ['x3'], operation: 'createBook', expected: 'status: 400', actual: 'status: 401' },
      ],
      unlisted: { createBook: 5 },
    }),
  ],
});

describe('findingsOf()', () => {
  test('findingsOf() makes one finding of all that deviates alike, in the order of the record', () => {
    expect(findings().map(({ example, others, kind }) => [example.id, others.length, kind])).toEqual([
      ['a/1', 1, 'violation'],
      ['a/3', 0, 'violation'],
      ['b/1', 0, 'warning'],
    ]);
  });

  test('findingsOf() takes the answer to the smallest request for its example', () => {
    expect(only(statuses).example.id).toBe('errors.status-member/2');
  });

  test('findingsOf() says how many of how many there are, those that are only counted too', () => {
    const finding = only(statuses);
    expect([finding.count, finding.judged, finding.operations]).toEqual([8, 14, ['createBook', 'listBooks']]);
    expect(valuesText(finding)).toBe('401 → 402 (2 times), 400 → 401');
    expect(summaryText(finding)).toBe('8 of 14 errors: 401 → 402 (2 times), 400 → 401');
  });

  test('findingsOf() keeps apart what a check says to deviate in different ways', () => {
    const record = sampleRecord({
      results: [sampleResult('a', failed({ deviation: 'cut' }, { deviation: 'lost' }, { deviation: 'cut' }))],
    });
    expect(findingsOf(record, undefined).map(({ count, deviation }) => [count, deviation])).toEqual([
      [2, 'cut'],
      [1, 'lost'],
    ]);
  });

  test('findingsOf() counts warnings as violations, when the run is strict', () => {
    expect(findings({ settings: { strict: true } }).at(-1)?.kind).toBe('violation');
  });

  test('findingsOf() tells known failures apart, when only some of what deviates alike is one', () => {
    const record = sampleRecord({
      header: sampleHeader({
        settings: sampleSettings({
          baseline: {
            file: 'known.yaml',
            failures: [{ check: 'a', operation: 'createBook', reason: 'ticket 7' }],
          },
        }),
      }),
      results: [sampleResult('a', failed({}, { operation: 'listBooks' }, {}))],
    });
    const found = findingsOf(record, undefined);
    expect(found.map(({ kind, excuse, count }) => [kind, excuse, count])).toEqual([
      ['excused', 'ticket 7', 2],
      ['violation', undefined, 1],
    ]);
    expect(new Set(found.map(({ fingerprint }) => fingerprint)).size).toBe(2);
  });

  test('findingsOf() points at the clause, and at the operation where clauses are derived', () => {
    expect(findings({}, documentWith('a', undefined)).map(({ position }) => position)).toEqual([
      { file: 'clauses.yaml', line: 7 },
      { file: 'clauses.yaml', line: 7 },
      { file: 'spec/library/openapi.yaml', line: 31 },
    ]);
    expect(findings().map(({ position }) => position)).toEqual([undefined, undefined, undefined]);
  });

  test('findingsOf() names only the clauses that are about the operation', () => {
    expect(clausesAbout('createBook')).toEqual(['4.1-a', '', 'b']);
    expect(clausesAbout('listBooks')).toEqual(['', '', 'b']);
  });

  test('findingsOf() gives each a fingerprint of its own that the next run finds again', () => {
    const prints = findings().map(({ fingerprint }) => fingerprint);
    expect(new Set(prints).size).toBe(3);
    expect(
      findings({ id: 'k7m2', settings: { seed: 7 } }, documentWith('a', undefined)).map(
        (one) => one.fingerprint,
      ),
    ).toEqual(prints);
  });
});

/** An error page in place of errors, and an entry that is never listed: two causes. */
const page = sampleRecord({
  results: [
    sampleResult('bodies.media-type', failed({ actual: 'text/html' }, { exchanges: ['x2'] })),
    sampleResult('errors.shape', failed({ deviation: 'no JSON' })),
    sampleResult('errors.status-member', failed({ exchanges: ['x9'] })),
  ],
});

describe('findingsOf() and causes', () => {
  test('findingsOf() puts what is wrong with the same answers under their deepest cause, and nothing else', () => {
    const found = findingsOf(page, undefined);
    expect(found.map(({ result, follows }) => [result.id, follows.map((one) => one.result.id)])).toEqual([
      ['bodies.media-type', ['errors.shape']],
      ['bodies.media-type', []],
      ['errors.status-member', []],
    ]);
    expect(found.map(followsText)).toEqual(['errors.shape (1 error)', undefined, undefined]);
  });

  test('findingsOf() lets no violation follow from a known failure', () => {
    const failures = [{ check: 'bodies.media-type', reason: 'ticket 8' }];
    const header = sampleHeader({ settings: sampleSettings({ baseline: { file: 'known.yaml', failures } }) });
    expect(findingsOf({ ...page, header }, undefined).map(({ kind }) => kind)).toEqual([
      'excused',
      'excused',
      'violation',
      'violation',
    ]);
  });

  test('findingsOf() loses nobody: every answer stands in one finding', () => {
    const count = (list: readonly Finding[]): number =>
      list.reduce((sum, { count: own, follows }) => sum + own + count(follows), 0);
    expect(count(findingsOf(page, undefined))).toBe(4);
    expect(count(findingsOf(statuses, undefined))).toBe(8);
  });

  test('answersIn() counts an answer that breaks several checks once, and what is only counted', () => {
    expect(answersIn(findingsOf(page, undefined))).toBe(3);
    expect(answersIn(findingsOf(statuses, undefined))).toBe(8);
  });
});
