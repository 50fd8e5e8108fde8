import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { contractOf, exchangeOf } from '../checks/exchange.test-data.ts';
import type { Contract } from '../oracle/contract.ts';
import { readExchange, type Reading } from '../oracle/reading.ts';
import { Halt } from './pace/budget.ts';
import { Counterexamples, type Property } from './counterexamples.ts';

let contract: Contract;

beforeAll(async () => {
  contract = await contractOf('test/mock/library');
});

type Service = { readonly sent: number[]; readonly property: Property<number> };

/** A service that takes numbers below a threshold alone; `haltsAt` breaks the session off at a request. */
function service(options: {
  readonly threshold: number;
  readonly runs?: number;
  readonly haltsAt?: number;
}): Service {
  const sent: number[] = [];
  const send = (value: number): Promise<Reading | undefined> => {
    if (sent.length === options.haltsAt)
      return Promise.reject(new Halt({ kind: 'budget', reason: 'the budget is spent' }));
    sent.push(value);
    const status = value < options.threshold ? 200 : 500;
    const exchange = exchangeOf('/v2', { path: '/books', status }, sent.length - 1);
    return Promise.resolve(readExchange(contract, exchange));
  };
  const property = {
    label: 'numbers',
    arbitrary: fc.integer({ min: 0, max: 1_000_000 }),
    runs: options.runs ?? 20,
    send,
  };
  return { sent, property };
}

const searching = (seed = 1, mostShrinkRequests = 60): Counterexamples =>
  new Counterexamples({ seed, mostShrinkRequests, breaks: (reading) => reading.answer?.status === 500 });

const drawn = async (seed: number): Promise<readonly number[]> => {
  const { sent, property } = service({ threshold: Infinity });
  await searching(seed).check(property);
  return sent;
};

describe('check()', () => {
  test('sends every value, when none breaks a clause', async () => {
    const { sent, property } = service({ threshold: Infinity });
    const search = searching();
    await search.check(property);
    await search.shrinkAll();
    expect(sent).toHaveLength(20);
    expect(search.found).toEqual([]);
  });

  test('stops at the first value that breaks one, and shrinks nothing yet', async () => {
    const { sent, property } = service({ threshold: 1000 });
    const search = searching();
    await search.check(property);
    expect(sent.filter((value) => value >= 1000)).toHaveLength(1);
    expect(sent.at(-1)).toBeGreaterThanOrEqual(1000);
    expect(search.found).toEqual([]);
  });

  test('draws the same values for the same seed, and others for another', async () => {
    expect(await drawn(7)).toEqual(await drawn(7));
    expect(await drawn(7)).not.toEqual(await drawn(8));
  });

  test('throws the halt of the session, and sends nothing after it', async () => {
    const { sent, property } = service({ threshold: Infinity, haltsAt: 3 });
    await expect(searching().check(property)).rejects.toBeInstanceOf(Halt);
    expect(sent).toHaveLength(3);
  });

  test('goes on without a request, when no request can be made of a value', async () => {
    const { property } = service({ threshold: 0 });
    const search = searching();
    await search.check({ ...property, send: () => Promise.resolve(undefined) });
    await search.shrinkAll();
    expect(search.found).toEqual([]);
  });

  test('lets bugs through', async () => {
    const { property } = service({ threshold: 0 });
    const buggy = { ...property, send: () => Promise.reject(new TypeError('a bug')) };
    await expect(searching().check(buggy)).rejects.toThrow('a bug');
  });
});

describe('shrinkAll()', () => {
  test('finds the smallest value that breaks the clause, with its exchange, once', async () => {
    const { sent, property } = service({ threshold: 1000 });
    const search = searching();
    await search.check(property);
    await search.shrinkAll();
    await search.shrinkAll();
    expect(search.found).toHaveLength(1);
    const [found] = search.found;
    expect(found?.value).toBe('1000');
    expect(found?.shrinks).toBeGreaterThan(0);
    expect(sent[Number(found?.exchange.slice(1)) - 1]).toBe(1000);
  });

  test('keeps to its requests, and shows the smallest value until then', async () => {
    const { sent, property } = service({ threshold: 1000 });
    const search = searching(1, 3);
    await search.check(property);
    const before = sent.length;
    await search.shrinkAll();
    expect(sent.length - before).toBeLessThanOrEqual(3);
    const [found] = search.found;
    expect(sent[Number(found?.exchange.slice(1)) - 1]).toBe(Number(found?.value));
  });
});
