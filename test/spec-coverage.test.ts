import { beforeAll, describe, expect, test } from 'vitest';
import { checks } from '../src/checks/catalogue.ts';
import type { Check } from '../src/checks/check.ts';
import { unknownCheckReferences } from '../src/interface/clauses.ts';
import { loadInterface } from '../src/interface/load-interface.ts';
import type { Clause, Interface, Level } from '../src/interface/model.ts';
import { feeds } from '../src/session/suite.ts';
import { suites } from '../suites/suites.ts';

let shipped: Interface;

/** Of other interfaces, for what this one does not have. */
const DOCUMENTS = [
  'test/lives',
  'test/lives/desk',
  'test/lives/market',
  'test/tickets',
  'test/specs/orders',
  'test/specs/articles',
  'test/specs/tasks',
  'test/specs/labels',
  'test/specs/copies',
  'test/specs/files',
  'test/specs/notes',
  'test/specs/uploads',
  'test/specs/categories',
  'test/specs/tagged',
  'test/specs/batches',
];

async function interfaceAt(path: string): Promise<Interface> {
  const result = await loadInterface(path);
  if (result.kind === 'broken') throw new Error(result.problem.problem);
  return result.interface;
}

/** An interface that says nothing of refused bodies. */
function withoutRefusals(document: Interface): Interface {
  const operations = document.operations.map((operation) => ({
    ...operation,
    responses: operation.responses.filter(({ status }) => /^2|401/.test(status)),
  }));
  return { ...document, operations, clauses: [] };
}

beforeAll(async () => {
  shipped = await interfaceAt('spec/pet-catalogue');
});

const levels = new Map<string, Level>(checks.map(({ id, level }) => [id, level]));
const STRENGTH: { readonly [level in Level]: number } = { must: 3, http: 2, should: 1, observe: 0 };

/** Those that apply to the interface: others are for documents that say more, or less. */
function ownChecks(): readonly Check[] {
  return checks.filter((check) => check.notApplicable(shipped) === undefined);
}

/** The strongest level of the clauses that refer to a check. */
function strongest(id: string): Level | undefined {
  const clauses = shipped.clauses.filter((clause) =>
    clause.checks.some((reference) => reference.check === id),
  );
  return clauses.map((clause) => clause.level).toSorted((a, b) => STRENGTH[b] - STRENGTH[a])[0];
}

const name = (clause: Clause, id: string): string => `${clause.id}: ${id}`;

describe('clauses.yaml and the checks', () => {
  test('no clause refers to a check that there is not', () => {
    const known = new Set(levels.keys());
    expect(unknownCheckReferences(shipped, known)).toEqual([]);
  });

  test('no check is without a clause', () => {
    const referred = new Set(shipped.clauses.flatMap((clause) => clause.checks.map(({ check }) => check)));
    expect(ownChecks().filter(({ id }) => !referred.has(id))).toEqual([]);
  });

  test('a check that the interface has no use for applies to another document of the tests', async () => {
    const others = [...(await Promise.all(DOCUMENTS.map(interfaceAt))), withoutRefusals(shipped)];
    const unused = checks.filter((check) =>
      [shipped, ...others].every((document) => check.notApplicable(document) !== undefined),
    );
    expect(unused.map(({ id }) => id)).toEqual([]);
  });

  test('every clause has checks, or says why none can prove it', () => {
    const astray = shipped.clauses.filter(
      (clause) => clause.checks.length > 0 === (clause.reason !== undefined),
    );
    expect(astray.map((clause) => clause.id)).toEqual([]);
  });

  test('no check blames more than the strongest clause behind it allows', () => {
    const astray = ownChecks().filter(
      (check) => STRENGTH[check.level] > STRENGTH[strongest(check.id) ?? 'observe'],
    );
    expect(astray.map(({ id, level }) => `${id} is ${level}, its clauses are ${strongest(id)}`)).toEqual([]);
  });

  test('a must is proven by a check that can fail', () => {
    const weak = shipped.clauses
      .filter((clause) => clause.level === 'must' && clause.checks.length > 0)
      .filter((clause) => !clause.checks.some(({ check }) => levels.get(check) === 'must'));
    expect(weak.map((clause) => clause.id)).toEqual([]);
  });

  test('what is left open is only observed, and what is observed is only left open', () => {
    const astray = shipped.clauses.flatMap((clause) =>
      clause.checks
        .filter(({ check }) => (levels.get(check) === 'observe') !== (clause.level === 'observe'))
        .map(({ check }) => name(clause, check)),
    );
    expect(astray).toEqual([]);
  });

  test('references to an operation name one that there is', () => {
    const operations = new Set(shipped.operations.map(({ id }) => id));
    const astray = shipped.clauses.flatMap((clause) =>
      clause.checks
        .filter(({ operation }) => operation !== undefined && !operations.has(operation))
        .map(({ check, operation }) => name(clause, `${check}@${operation}`)),
    );
    expect(astray).toEqual([]);
  });

  test('a clause refers to a check once', () => {
    const astray = shipped.clauses.filter(({ checks: references }) => {
      const texts = references.map(({ check, operation }) => `${check}@${operation ?? ''}`);
      return new Set(texts).size !== texts.length;
    });
    expect(astray.map((clause) => clause.id)).toEqual([]);
  });

  test('every check that proves a clause applies to the document, or the clause has another that does', () => {
    const applies = new Set(
      checks.filter((check) => check.notApplicable(shipped) === undefined).map(({ id }) => id),
    );
    const astray = shipped.clauses.filter(
      (clause) => clause.checks.length > 0 && !clause.checks.some(({ check }) => applies.has(check)),
    );
    expect(astray.map((clause) => clause.id)).toEqual([]);
  });
});

describe('the suites and the checks', () => {
  test('every check that needs requests of its own is fed by a probe, or reads what others sent', () => {
    const probes = suites.flatMap((suite) => suite.probes);
    const isFed = (check: Check): boolean => probes.some((probe) => feeds(probe, check));
    const read = checks.filter((check) => !isFed(check)).map((check) => check.suite);
    const readers = ['errors', 'rate-limit-headers'];
    expect([...new Set(read)].filter((suite) => !readers.includes(suite))).toEqual([]);
  });
});
