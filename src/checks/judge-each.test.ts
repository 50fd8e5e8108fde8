import { beforeAll, describe, expect, test, vi } from 'vitest';
import type { Contract } from '../oracle/contract.ts';
import { contractOf, runOf } from './exchange.test-data.ts';
import { breaks, eachExchange, PROVES, type Verdict } from './judge-each.ts';

let contract: Contract;
beforeAll(async () => {
  contract = await contractOf('test/mock/library');
});

describe('eachExchange()', () => {
  const exchanges = [{ path: '/books' }, { path: '/books', status: 500 }];
  const judged = (): { asked: () => number; judge: ReturnType<typeof eachExchange>['judge'] } => {
    const verdict = vi.fn((reading: { readonly answer: { readonly status: number } | undefined }): Verdict =>
      reading.answer?.status === 500 ? breaks('200', '500') : PROVES,
    );
    return { asked: () => verdict.mock.calls.length, judge: eachExchange('must', verdict).judge };
  };

  test('judges an exchange once, however often a run asks', () => {
    const { asked, judge } = judged();
    const run = runOf(contract, exchanges);
    const first = judge(run);
    expect(first).toMatchObject({ kind: 'fail', evidence: { listBooks: 1 } });
    expect(judge({ ...run, readings: [...run.readings] })).toEqual(first);
    expect(judge({ ...run, readings: run.readings.slice(0, 1) })).toMatchObject({ kind: 'pass' });
    expect(asked()).toBe(2);
  });

  test('judges it again under other circumstances', () => {
    const { asked, judge } = judged();
    const run = runOf(contract, exchanges);
    judge(run);
    judge({ ...run, capabilities: { ...run.capabilities, exclusive: !run.capabilities.exclusive } });
    judge({ ...run, contract: { ...run.contract } });
    expect(asked()).toBe(6);
  });
});
