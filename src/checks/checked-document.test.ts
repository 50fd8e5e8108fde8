import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checks } from '../checks/catalogue.ts';
import { loadInterface } from '../interface/load-interface.ts';
import type { Interface } from '../interface/model.ts';
import { saysWhenRefused } from '../oracle/contract.ts';
import { loadChecked, withClauses } from './checked-document.ts';

async function load(directory: string): Promise<Interface> {
  const loaded = await loadInterface(directory);
  if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
  return loaded.interface;
}

test('withClauses() keeps the clauses of a document that has some', async () => {
  const document = await load('spec/pet-catalogue');
  expect(await withClauses(document)).toEqual(document);
});

test('withClauses() makes clauses of what the document says by itself, and of each check besides that applies', async () => {
  const document = await load('test/specs/minimal');
  expect(document.clauses).toEqual([]);
  const { clauses } = await withClauses(document);
  const applicable = checks.filter((check) => check.notApplicable(document) === undefined);
  const named = clauses.flatMap((clause) => clause.checks.map(({ check }) => check));
  expect(clauses.slice(0, 2).map(({ id }) => id)).toEqual(['readTime#200', 'readTime#200/body']);
  expect(applicable.filter(({ id }) => !named.includes(id))).toEqual([]);
});

describe('loadChecked()', () => {
  test.each([
    ['there is no such file', 'test/specs/nowhere', /there is no such file or folder/],
    ['a clause names no check', 'CLAUSES', /bodies\.jsn.*Did you mean "bodies\.json"/s],
  ])('says what is wrong, when %s', async (_what, place, problem) => {
    const folder = mkdtempSync(join(tmpdir(), 'assay-checked-'));
    try {
      cpSync('spec/pet-catalogue', folder, { recursive: true });
      const clauses = join(folder, 'clauses.yaml');
      writeFileSync(clauses, readFileSync(clauses, 'utf8').replace('bodies.json', 'bodies.jsn'));
      const loaded = await loadChecked(place === 'CLAUSES' ? folder : place);
      expect(loaded.kind === 'broken' && loaded.problem).toMatch(problem);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

test('withClauses() takes no row that it makes for a statement of the document', async () => {
  const [minimal, orders] = [await load('test/specs/minimal'), await load('test/specs/orders')];
  const said = await withClauses(minimal);
  expect([minimal, said, await withClauses(said)].map(saysWhenRefused)).toEqual([false, false, false]);
  expect([orders, await withClauses(orders)].map(saysWhenRefused)).toEqual([true, true]);
});
