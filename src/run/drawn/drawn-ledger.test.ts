import { expect, test } from 'vitest';
import { checks } from '../../checks/catalogue.ts';
import type { Outcome } from '../../checks/outcome.ts';
import { DrawnLedger } from './drawn-ledger.ts';

const [check] = checks;

function observed(exchange: string): Outcome {
  return { kind: 'observed', observations: [{ name: 'HEAD', value: '200', exchanges: [exchange, 'x9'] }] };
}

function broken(exchange: string): Outcome {
  const violation = { exchanges: [exchange], operation: 'listThings', expected: '200', actual: '500' };
  return { kind: 'fail', violations: [violation], evidence: {} };
}

test('add() asks to keep what tells something new, however many rounds show it', () => {
  if (check === undefined) throw new Error('there is no check');
  const ledger = new DrawnLedger();
  const asked = ['x1', 'x2', 'x3', 'x4', 'x5'].map((id) => ledger.add(check, observed(id)));
  expect(asked).toEqual([['x1'], [], [], [], []]);
  const cited = ['y1', 'y2', 'y3', 'y4', 'y5'].map((id) => ledger.add(check, broken(id)));
  expect(cited).toEqual([['y1'], ['y2'], ['y3'], [], []]);
});
