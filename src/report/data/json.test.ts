import { readFileSync } from 'node:fs';
import addFormats from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { sampleClause, sampleInterface } from '../../../test/samples/sample-interface.ts';
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
} from '../../../test/samples/sample-record.ts';
import type { RunRecord } from '../../record/record.ts';
import { isoTime, jsonReport } from './json.ts';

test.each([
  [1_893_553_446_000, '2030-01-02T03:04:06.000Z'],
  [-1, '1970-01-01T00:00:00.000Z'],
  [Number.NaN, '1970-01-01T00:00:00.000Z'],
  [8.64e15 + 1, '9999-12-31T23:59:59.999Z'],
  [Infinity, '9999-12-31T23:59:59.999Z'],
])('isoTime() makes a time of %d that every reader knows', (ms, text) => {
  expect(isoTime(ms)).toBe(text);
});

const schema = JSON.parse(
  readFileSync(new URL('../../../schemas/report.schema.json', import.meta.url), 'utf8'),
) as object;
const ajv = new Ajv2020({ allErrors: true, strict: true, allowUnionTypes: true });
addFormats.default(ajv);
const validate = ajv.compile(schema);

const everything = sampleRecord({
  exchanges: new Map([
    ['x1', sampleExchange()],
    [
      'x2',
      {
        ...sampleExchange({ id: 'x2' }),
        result: { kind: 'failure', failure: { kind: 'reset', detail: '', bytesReceived: 0 } },
      },
    ],
    ['x3', sampleExchange({ id: 'x3' })],
  ]),
  results: [
    sampleResult('a.pass', passed(4)),
    sampleResult(
      'a.fail',
      failed({ exchanges: ['x1', 'x2'] }, { operation: undefined, exchanges: ['gone'] }),
      {
        counterexamples: [{ seed: 1, path: '0:1', shrinks: 3, value: '""', exchange: 'x1' }],
      },
    ),
    sampleResult('a.warn', warned({})),
    sampleResult('a.observed', {
      kind: 'observed',
      observations: [{ name: 'id', value: '17', exchanges: ['x3'] }],
    }),
    sampleResult('a.none', { kind: 'not-applicable', reason: 'no such thing' }),
    sampleResult('a.option', { kind: 'not-testable', reason: 'not allowed', option: '--exhaust' }),
    sampleResult('a.blocked', { kind: 'blocked', reason: 'no list' }),
    sampleResult('a.open', { kind: 'inconclusive', reason: 'budget' }),
    sampleResult('a.broken', { kind: 'harness-error', reason: 'bug' }),
  ],
  footer: sampleFooter({
    leftovers: [{ operation: 'createBook', name: 'assay-k3x9-01', identity: '17' }],
    leftOut: [{ probe: 'create.long', reason: 'profile quick' }],
  }),
});

type Report = {
  readonly verdict: { readonly exitCode: number; readonly counts: { readonly [kind: string]: number } };
  readonly run: { readonly stop: unknown; readonly durationMs: unknown };
  readonly settings: { readonly plan: unknown };
  readonly checks: readonly { readonly id: string; readonly outcome: string }[];
  readonly clauses: readonly unknown[];
  readonly exchanges: { readonly [id: string]: { readonly answer: { readonly body: unknown } | null } };
  readonly notTested: readonly { readonly check: string; readonly option: string | null }[];
};

function report(record: RunRecord, document?: Parameters<typeof jsonReport>[1]): Report {
  const value = JSON.parse(jsonReport(record, document)) as Report;
  validate(value);
  expect(validate.errors ?? []).toEqual([]);
  return value;
}

describe('jsonReport()', () => {
  test.each<[string, RunRecord]>([
    ['every outcome', everything],
    ['nothing', sampleRecord()],
    ['a run that was cut off', sampleRecord({ footer: undefined })],
    [
      'an unusable target',
      sampleRecord({
        footer: sampleFooter({ stop: { kind: 'unusable-target', reason: 'refused', advice: 'start it' } }),
      }),
    ],
    ['an interrupted run', sampleRecord({ footer: sampleFooter({ stop: { kind: 'interrupted' } }) })],
    ['a spent budget', sampleRecord({ footer: sampleFooter({ stop: { kind: 'budget', reason: 'time' } }) })],
    [
      'a run without a plan',
      sampleRecord({ header: sampleHeader({ settings: sampleSettings({ plan: undefined }) }) }),
    ],
    [
      'text that is no Unicode',
      sampleRecord({ results: [sampleResult('a', failed({ actual: '\ud800\u0000' }))] }),
    ],
  ])('jsonReport() has the published shape, when the record holds %s', (_name, record) => {
    expect(report(record).checks).toHaveLength(record.results.length);
  });

  test('jsonReport() has every check, its outcome and the verdict, when all kinds occur', () => {
    const { checks, verdict, notTested } = report(everything);
    expect(checks.map(({ id, outcome }) => `${id} ${outcome}`)).toEqual(
      everything.results.map(({ id, outcome }) => `${id} ${outcome.kind}`),
    );
    expect(verdict).toMatchObject({ exitCode: 1, counts: { pass: 1, fail: 1, 'harness-error': 1 } });
    expect(notTested.map(({ check, option }) => [check, option])).toEqual([
      ['a.option', '--exhaust'],
      ['a.blocked', null],
      ['a.open', null],
      ['a.broken', null],
    ]);
  });

  test('jsonReport() shows the exchanges of violations and no others', () => {
    const { exchanges } = report(everything);
    expect(Object.keys(exchanges)).toEqual(['x1', 'x2']);
    expect(exchanges['x1']).toMatchObject({
      status: 500,
      credential: 'valid',
      durationMs: 5,
      request: {
        line: 'POST /v1/books',
        headers: expect.arrayContaining([{ name: 'authorization', value: 'Bearer $ASSAY_KEY' }]),
      },
      answer: { body: { text: '{"message":"boom"}', bytes: 18, cut: false } },
    });
    expect(exchanges['x2']).toMatchObject({
      status: null,
      answer: null,
      failure: expect.stringContaining('reset'),
    });
  });

  test('jsonReport() is bounded, when violations and bodies are huge', () => {
    const violations = Array.from({ length: 20 }, () => ({
      expected: 'e'.repeat(1e6),
      actual: 'a'.repeat(1e6),
    }));
    const record = sampleRecord({
      exchanges: new Map([['x1', sampleExchange({ answer: 'b'.repeat(1e6) })]]),
      results: [sampleResult('a', failed(...violations))],
    });
    expect(jsonReport(record).length).toBeLessThan(250_000);
    expect(report(record).exchanges['x1']?.answer?.body).toMatchObject({ bytes: 1_000_000, cut: true });
  });

  test('jsonReport() has the text and standing of clauses, when the interface is known', () => {
    const clause = sampleClause('create-201', {
      text: 'Created.',
      checks: [{ check: 'a.pass', operation: 'createBook' }],
    });
    const { clauses } = report(everything, sampleInterface({ clauses: [clause] }));
    expect(clauses).toEqual([
      {
        id: 'create-201',
        standing: 'proven',
        section: clause.section,
        text: 'Created.',
        level: clause.level,
        checks: ['a.pass@createBook'],
      },
    ]);
  });

  test('jsonReport() names clauses by id alone, when the interface is not known', () => {
    const { clauses } = report(everything);
    expect(clauses[0]).toEqual({
      id: 'clause-of-a.pass',
      standing: 'proven',
      section: null,
      text: null,
      level: null,
      checks: ['a.pass'],
    });
  });
});

test('report.schema.json refuses reports that lack a member or hold an unknown outcome', () => {
  const whole = JSON.parse(jsonReport(everything)) as { readonly [name: string]: unknown };
  const { verdict: _verdict, ...without } = whole;
  expect(validate(whole)).toBe(true);
  expect(validate(without)).toBe(false);
  const [first] = report(everything).checks;
  expect(validate({ ...whole, checks: [{ ...first, outcome: 'green' }] })).toBe(false);
});
