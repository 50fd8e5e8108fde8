import { beforeAll, describe, expect, test } from 'vitest';
import { checks } from '../checks/catalogue.ts';
import { contractOf, exchangeOf, type Sample } from '../checks/exchange.test-data.ts';
import type { Contract } from '../oracle/contract.ts';
import { readExchange } from '../oracle/reading.ts';
import { besideBaselines } from './baseline.ts';

const LIST: Sample = { path: '/books', body: '[]' };
const TAKEN: Sample = { ...LIST, credential: { kind: 'unknown' } };

let contract: Contract;

beforeAll(async () => {
  const own = await contractOf('test/mock/library');
  contract = { ...own, interface: { ...own.interface, clauses: [] } };
});

/** What the check of unknown keys makes of the requests, in this order. */
function outcomeOf(samples: readonly Sample[]): string | undefined {
  const readings = samples.map((sample, at) =>
    readExchange(contract, exchangeOf(contract.basePath, { ...sample, atMs: at * 1_000 }, at)),
  );
  const capabilities = { plan: undefined, exclusive: false, exhaust: false, readOnly: false };
  const run = { contract, capabilities, readings: besideBaselines(contract, readings), superseded: [] };
  return checks.find(({ id }) => id === 'authentication.unknown-key')?.judge(run).kind;
}

describe('besideBaselines()', () => {
  test.each<readonly [string, string, readonly Sample[]]>([
    ['fail', 'a valid request was served before and after it', [LIST, TAKEN, LIST]],
    ['inconclusive', 'none was served after it', [LIST, TAKEN]],
    ['not-applicable', 'none was served before it', [TAKEN, LIST]],
  ])('makes it "%s" that an unknown key is taken, when %s', (expected, _name, samples) => {
    expect(outcomeOf(samples)).toBe(expected);
  });
});
