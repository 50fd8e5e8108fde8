import { describe, expect, test } from 'vitest';
import { sampleClause } from '../../test/samples/sample-interface.ts';
import {
  failed,
  sampleExchange,
  sampleHeader,
  sampleRecord,
  sampleResult,
  sampleSettings,
  warned,
} from '../../test/samples/sample-record.ts';
import { library } from '../../test/report/library-record.ts';
import type { Interface } from '../interface/model.ts';
import type { RunSettings } from '../run/record.ts';
import { findingsOf, groupFindings, type Finding } from './findings.ts';

const results = [
  sampleResult('a', failed({}, { actual: 'status 503' }, { operation: undefined }), { clauses: ['4.1-a'] }),
  sampleResult('b', warned({}), { clauses: ['b'] }),
];

function findings(
  { settings = {}, id = 'x1' }: { readonly settings?: Partial<RunSettings>; readonly id?: string } = {},
  document?: Interface,
): readonly Finding[] {
  const header = sampleHeader({ runId: id, settings: sampleSettings(settings) });
  return findingsOf(
    sampleRecord({ header, results, exchanges: new Map([['x1', sampleExchange()]]) }),
    document,
  );
}

function documentWith(check: string, operation: string | undefined): Interface {
  const position = { file: 'clauses.yaml', line: 7 };
  const derived = { file: 'openapi.yaml', line: 1 };
  return {
    ...library,
    clauses: [
      sampleClause('4.1-a', { checks: [{ check, operation }], position }),
      sampleClause('b', { checks: [{ check: 'b', operation: undefined }], position: derived }),
    ],
  };
}

function clausesAbout(operation: string): readonly string[] {
  return findings({}, documentWith('a', operation)).map(({ clauses }) => clauses.map(({ id }) => id).join());
}

describe('findingsOf()', () => {
  test('findingsOf() names each as "assay replay" does, in the order of the record', () => {
    expect(findings().map(({ id, kind }) => `${id} ${kind}`)).toEqual([
      'a/1 violation',
      'a/2 violation',
      'a/3 violation',
      'b/1 warning',
    ]);
  });

  test('findingsOf() counts warnings as violations, when the run is strict', () => {
    expect(findings({ settings: { strict: true } }).at(-1)?.kind).toBe('violation');
  });

  test('findingsOf() says why one is excused, when it is a known failure', () => {
    const failures = [{ check: 'a', operation: 'createBook', reason: 'ticket 7' }];
    const found = findings({ settings: { baseline: { file: 'known.yaml', failures } } });
    expect(found.map(({ kind, excuse }) => [kind, excuse])).toEqual([
      ['excused', 'ticket 7'],
      ['excused', 'ticket 7'],
      ['violation', undefined],
      ['warning', undefined],
    ]);
  });

  test('findingsOf() points at the clause, and at the operation where clauses are derived', () => {
    expect(findings({}, documentWith('a', undefined)).map(({ position }) => position)).toEqual([
      { file: 'clauses.yaml', line: 7 },
      { file: 'clauses.yaml', line: 7 },
      { file: 'clauses.yaml', line: 7 },
      { file: 'spec/library/openapi.yaml', line: 31 },
    ]);
    expect(findings().map(({ position }) => position)).toEqual([undefined, undefined, undefined, undefined]);
  });

  test('findingsOf() names only the clauses that are about the operation', () => {
    expect(clausesAbout('createBook')).toEqual(['4.1-a', '4.1-a', '', 'b']);
    expect(clausesAbout('listBooks')).toEqual(['', '', '', 'b']);
  });

  test('findingsOf() gives each a fingerprint of its own that the next run finds again', () => {
    const prints = findings().map(({ fingerprint }) => fingerprint);
    expect(new Set(prints).size).toBe(4);
    expect(
      findings({ id: 'k7m2', settings: { seed: 7 } }, documentWith('a', undefined)).map(
        (one) => one.fingerprint,
      ),
    ).toEqual(prints);
  });
});

test('groupFindings() puts together what is of one check for one operation', () => {
  const groups = groupFindings(findings());
  expect(groups.map(({ first, others }) => [first.id, others.map(({ id }) => id)])).toEqual([
    ['a/1', ['a/2']],
    ['a/3', []],
    ['b/1', []],
  ]);
});
