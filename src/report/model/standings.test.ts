import { describe, expect, test } from 'vitest';
import { sampleClause, sampleInterface } from '../../../test/samples/sample-interface.ts';
import { failed, passed, sampleRecord, sampleResult, warned } from '../../../test/samples/sample-record.ts';
import type { Outcome } from '../../checks/outcome.ts';
import { clauseStandings } from './standings.ts';

const skipped: Outcome = { kind: 'not-testable', reason: 'no consent', option: '--exhaust' };
const notApplicable: Outcome = { kind: 'not-applicable', reason: 'no collection' };

function standing(checks: readonly string[], outcomes: { readonly [check: string]: Outcome }): unknown {
  const results = Object.entries(outcomes).map(([id, outcome]) => sampleResult(id, outcome));
  const document = sampleInterface({ clauses: [sampleClause('c', { checks: checks.map(reference) })] });
  return clauseStandings(sampleRecord({ results }), document).get('c');
}

function reference(text: string): { check: string; operation: string | undefined } {
  const [check = '', operation] = text.split('@');
  return { check, operation };
}

describe('clauseStandings()', () => {
  test.each([
    ['all of its checks pass', ['a', 'b'], { a: passed(), b: passed() }, 'proven'],
    ['a check fails', ['a', 'b'], { a: passed(), b: failed({}) }, 'violated'],
    ['a check warns', ['a', 'b'], { a: passed(), b: warned({}) }, 'warned'],
    ['one passes and one is not testable', ['a', 'b'], { a: passed(), b: skipped }, 'partly'],
    ['one passes and one does not apply', ['a', 'b'], { a: passed(), b: notApplicable }, 'proven'],
    ['one passes and one was not run', ['a', 'b'], { a: passed() }, 'partly'],
    ['nothing ran', ['a'], {}, 'open'],
    ['a check passes without evidence', ['a'], { a: passed(0) }, 'open'],
    ['the evidence is for its operation', ['a@createBook'], { a: passed() }, 'proven'],
    ['the evidence is for another operation', ['a@listBooks'], { a: passed() }, 'open'],
    ['the violation is for another operation', ['a@listBooks'], { a: failed({}) }, 'open'],
    [
      'the violation is for another operation and evidence for its own',
      ['a@listBooks'],
      { a: { ...failed({}), evidence: { listBooks: 2 } } },
      'proven',
    ],
  ])('clauseStandings() is right, when %s', (_name, checks, outcomes, expected) => {
    expect(standing(checks, outcomes)).toBe(expected);
  });

  test('clauseStandings() leaves out what no check can prove, and observations', () => {
    const document = sampleInterface({
      clauses: [
        sampleClause('silent', { level: 'observe', checks: [{ check: 'a', operation: undefined }] }),
        sampleClause('prose', { checks: [], reason: 'prose' }),
      ],
    });
    expect(clauseStandings(sampleRecord(), document).size).toBe(0);
  });

  test('clauseStandings() knows the clauses that results name, when there is no document', () => {
    const results = [
      sampleResult('a', passed(), { clauses: ['c1', 'c2'] }),
      sampleResult('b', failed({}), { clauses: ['c2'] }),
      sampleResult('o', { kind: 'observed', observations: [] }, { clauses: ['c3'], level: 'observe' }),
    ];
    expect(clauseStandings(sampleRecord({ results }), undefined)).toEqual(
      new Map([
        ['c1', 'proven'],
        ['c2', 'violated'],
      ]),
    );
  });
});
