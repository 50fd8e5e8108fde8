import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Interface } from '../../src/interface/model.ts';
import { zooDocument } from './assay-over-zoo.ts';
import { allFaultyMembers, faultyMembers } from './members.ts';
import { checksAtWork, NEVER_ALONE, NOT_AT_WORK, provableClauses, thinClauses } from './power-figures.ts';
import { soleFinders } from './sole-finders.ts';
import { censusText, powerPage, uncoveredText } from './power-page.ts';
import { unreachableMembers } from './unreachable-members.ts';

let document: Interface;
let page: string;

beforeAll(async () => {
  document = await zooDocument();
  page = await readFile(join(import.meta.dirname, '../../docs/power.md'), 'utf8');
});

describe('the statements of the document', () => {
  test('are named by the faulty members as the document has them', () => {
    const known = new Set(document.clauses.map(({ id }) => id));
    const named = [...allFaultyMembers, ...unreachableMembers].flatMap(({ clauses }) => clauses);
    expect(named.filter((id) => !known.has(id))).toEqual([]);
  });

  test('are each contradicted by at least three faulty members', () => {
    expect(provableClauses(document).length).toBeGreaterThan(50);
    expect(thinClauses(document, faultyMembers)).toEqual([]);
  });
});

describe('docs/power.md', () => {
  test('counts the members that there are', () => {
    expect(page).toContain(censusText());
  });

  test('tells what is not covered as the data has it', () => {
    expect(page).toContain(uncoveredText());
  });

  test('has a row for each provable statement and for each check at work', () => {
    for (const id of provableClauses(document)) {
      const faults = faultyMembers.filter(({ clauses }) => clauses.includes(id)).length;
      expect(page).toMatch(new RegExp(`^\\| \`${id}\` \\| \\d+ / ${faults} \\|$`, 'm'));
    }
    for (const { id } of checksAtWork(document)) expect(page).toContain(`| \`${id}\` |`);
  });

  test('knows no exception for a check that there is not', () => {
    const ids = new Set(checksAtWork(document).map(({ id }) => id));
    expect(Object.keys(NEVER_ALONE).filter((id) => !ids.has(id))).toEqual([]);
    expect(Object.keys(NOT_AT_WORK).filter((id) => ids.has(id))).toEqual([]);
  });

  test('has for each check that can find something alone a fault that nothing else finds', () => {
    const expected = checksAtWork(document).filter(({ id }) => NEVER_ALONE[id] === undefined);
    expect(Object.keys(soleFinders).toSorted()).toEqual(expected.map(({ id }) => id).toSorted());
    const names = new Set(faultyMembers.map(({ name }) => name));
    expect(Object.values(soleFinders).filter((name) => !names.has(name))).toEqual([]);
  });

  test('keeps what others have written between the markers of the rivals, and of services written apart', () => {
    const figures = { document, sightings: [], thorough: [], seconds: 1, fuzz: [] };
    const kept = '<!-- rivals -->\n| tool | found |\n<!-- /rivals -->';
    const compared = `${kept}\n## With the same budget\n<!-- budget -->\n| tool |\n<!-- /budget -->`;
    const apart = '<!-- apart -->\nTwo services.\n<!-- /apart -->';
    for (const one of [kept, compared, apart])
      expect(powerPage(figures, `before\n${one}\nafter`)).toContain(`\n${one}\n`);
    expect(powerPage(figures, '')).toContain('<!-- rivals -->\n<!-- /rivals -->');
  });
});
