import { beforeAll, describe, expect, test } from 'vitest';
import type { Check } from '../checks/check.ts';
import { contractOf, exchangeOf, type Sample } from '../checks/exchange.test-data.ts';
import type { Contract } from '../oracle/contract.ts';
import { readExchange, type Reading } from '../oracle/reading.ts';
import { judgedRun, outcomeOf } from './judge-run.ts';

const CAPABILITIES = { plan: undefined, exclusive: false, exhaust: true, readOnly: false };
let contract: Contract;

beforeAll(async () => {
  contract = await contractOf('test/mock/library');
});

const readingsOf = (...samples: readonly Partial<Sample>[]): readonly Reading[] =>
  samples.map((sample, index) =>
    readExchange(contract, exchangeOf(contract.basePath, { path: '/books', ...sample }, index)),
  );
const ids = (readings: readonly Reading[]): readonly string[] => readings.map(({ exchange }) => exchange.id);

describe('judgedRun()', () => {
  test.each<readonly [string, readonly Partial<Sample>[], readonly string[], readonly string[]]>([
    ['nothing', [], [], []],
    ['a 500 that was repeated', [{ status: 500 }, { repeats: 'x1' }], ['x2'], ['x1']],
    [
      'a lost request that was repeated',
      [{ fails: 'reset' }, { repeats: 'x1', status: 500 }],
      ['x2'],
      ['x1'],
    ],
    ['a 500 that was not repeated', [{ status: 500 }, {}], ['x1', 'x2'], []],
    ['a list that was read again', [{}, { repeats: 'x1' }], ['x1', 'x2'], []],
    ['a refusal that was sent again', [{ status: 429 }, { repeats: 'x1' }], ['x1', 'x2'], []],
  ])('sets apart what stands for another: %s', (_name, samples, counted, superseded) => {
    const run = judgedRun(contract, CAPABILITIES, readingsOf(...samples));
    expect([ids(run.readings), ids(run.superseded)]).toEqual([counted, superseded]);
  });
});

const check = (changes: Partial<Check>): Check => ({
  id: 'family.check',
  suite: 'errors',
  level: 'must',
  title: 't',
  explanation: 'e',
  needs: [],
  notApplicable: () => undefined,
  judge: () => ({ kind: 'pass', evidence: { '*': 1 } }),
  foreign: { kind: 'says-nothing', reason: 'r' },
  ...changes,
});

function broken(): never {
  throw new RangeError('out of range');
}

const outcome = (changes: Partial<Check>): unknown =>
  outcomeOf(check(changes), judgedRun(contract, CAPABILITIES, []));

describe('outcomeOf()', () => {
  test('is that of the check', () => {
    expect(outcome({})).toEqual({ kind: 'pass', evidence: { '*': 1 } });
  });

  test('is not-applicable without asking, when the interface has no such thing', () => {
    expect(outcome({ judge: broken, notApplicable: () => 'no keys' })).toEqual({
      kind: 'not-applicable',
      reason: 'no keys',
    });
  });

  test('is a harness error, when the check throws', () => {
    expect(outcome({ judge: broken })).toMatchObject({
      kind: 'harness-error',
      reason: expect.stringContaining('out of range'),
    });
  });
});
