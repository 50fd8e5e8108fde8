import { expect, test } from 'vitest';
import { checks } from '../checks/catalogue.ts';
import { loadInterface } from '../interface/load-interface.ts';
import type { Interface } from '../interface/model.ts';
import { withClauses } from './load-document.ts';

async function load(directory: string): Promise<Interface> {
  const loaded = await loadInterface(directory);
  if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
  return loaded.interface;
}

test('withClauses() keeps the clauses of a document that has some', async () => {
  const document = await load('spec/pet-catalogue');
  expect(withClauses(document)).toEqual(document);
});

test('withClauses() makes a clause of each check that applies, when the document has none', async () => {
  const document = await load('test/specs/minimal');
  expect(document.clauses).toEqual([]);
  const ids = withClauses(document).clauses.map(({ id }) => id);
  const applicable = checks.filter((check) => check.notApplicable(document) === undefined);
  expect(ids).toEqual(applicable.map(({ id }) => id));
  expect(ids.length).toBeGreaterThan(5);
  expect(ids.length).toBeLessThan(checks.length);
});
