import { expect, test } from 'vitest';
import { loadInterface } from './load-interface.ts';
import { derivedClauses } from './derived-clauses.ts';
import type { Interface } from './model.ts';

async function load(directory: string): Promise<Interface> {
  const result = await loadInterface(directory);
  if (result.kind === 'broken') throw new Error(result.problem.problem);
  return result.interface;
}

const CHECKS = [{ id: 'bodies.json', title: 'Bodies are JSON', level: 'must' }] as const;

test('derivedClauses() makes a row for each check, when the document has no clauses', async () => {
  expect(derivedClauses(await load('test/specs/minimal'), CHECKS)).toEqual([
    {
      id: 'bodies.json',
      section: 'bodies',
      text: 'Bodies are JSON',
      level: 'must',
      checks: [{ check: 'bodies.json', operation: undefined }],
      reason: undefined,
      records: undefined,
      position: { file: 'test/specs/minimal/openapi.yaml', line: 1 },
    },
  ]);
});

test('derivedClauses() keeps the clauses of a document that has its own', async () => {
  const orders = await load('test/specs/orders');
  expect(orders.clauses.length).toBeGreaterThan(0);
  expect(derivedClauses(orders, CHECKS)).toBe(orders.clauses);
});
