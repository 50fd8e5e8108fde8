import { describe, expect, test } from 'vitest';
import type { Clause, Interface } from '../interface/model.ts';
import type { Fault } from '../mock/faults/fault.ts';
import { exitCodeOf, percentOf, scoreOf, type Trial, type TrialOutcome } from './score.ts';

function clause(id: string, checks: readonly string[], level: Clause['level'] = 'must'): Clause {
  return {
    id,
    section: '1',
    text: id,
    level,
    checks: checks.map((reference) => {
      const [check = '', operation] = reference.split('@');
      return { check, operation };
    }),
    reason: checks.length === 0 ? 'it is out of sight' : undefined,
    records: undefined,
    position: { file: 'clauses.yaml', line: 1 },
  };
}

function fault(name: string, breaks: readonly string[]): Fault {
  return { name, family: 'errors', title: name, breaks, apply: (stages) => stages };
}

function trial(name: string, outcome: TrialOutcome): Trial {
  return { fault: name, outcome, requests: 1, durationMs: 1 };
}

const CLAUSES = [
  clause('shape', ['errors.shape']),
  clause('shape of a', ['errors.shape@a']),
  clause('shape of b', ['errors.shape@b']),
  clause('other', ['bodies.schema']),
  clause('unseen', []),
  clause('open', ['observed.limits'], 'observe'),
];

const document: Interface = {
  id: 'sample',
  title: 'Sample',
  version: '1',
  digest: '',
  files: [],
  basePath: '',
  operations: [],
  collections: [],
  rateLimits: undefined,
  sections: [],
  clauses: CLAUSES,
};

const FAULTS = [fault('everywhere', ['errors.shape']), fault('at a', ['errors.shape@a'])];

function rows(outcomes: readonly [TrialOutcome, TrialOutcome]): readonly unknown[] {
  const trials = [trial('everywhere', outcomes[0]), trial('at a', outcomes[1])];
  return scoreOf(document, FAULTS, trials).clauses.map((row) => [
    row.clause.id,
    row.unjudged ?? `${row.noticed}/${row.shown}`,
    row.survivors,
  ]);
}

const NOTICED: TrialOutcome = { kind: 'noticed', checks: ['errors.shape'] };

describe('scoreOf()', () => {
  test('counts a fault for the clauses that it breaks, and for no other operation', () => {
    expect(rows([NOTICED, { kind: 'survived' }])).toEqual([
      ['shape', '1/2', ['at a']],
      ['shape of a', '1/2', ['at a']],
      ['shape of b', '1/1', []],
      ['other', 'no fault is about it', []],
      ['unseen', 'it is out of sight', []],
    ]);
  });

  test.each<readonly [TrialOutcome, string]>([
    [NOTICED, '2/2'],
    [{ kind: 'warned', checks: ['errors.shape'] }, '2/2'],
    [{ kind: 'unusable', reason: 'no answer' }, '2/2'],
    [{ kind: 'survived' }, '1/2'],
    [{ kind: 'left-to-thorough', shown: true, checks: [] }, '1/2'],
    [{ kind: 'left-to-thorough', shown: false, checks: [] }, '1/1'],
    [{ kind: 'not-shown' }, '1/1'],
    [{ kind: 'broken', reason: 'a bug' }, '1/1'],
  ])('takes %o for its share', (outcome, expected) => {
    const score = scoreOf(document, FAULTS, [trial('everywhere', NOTICED), trial('at a', outcome)]);
    expect(`${score.noticed}/${score.shown}`).toBe(expected);
  });

  test('says that nothing was judged, when no fault of a clause showed', () => {
    const [, ofA] = rows([{ kind: 'not-shown' }, { kind: 'not-shown' }]) as readonly (readonly unknown[])[];
    expect(ofA?.[1]).toBe('none of its faults showed');
  });
});

test.each([
  [{ noticed: 999, shown: 1000 }, 99],
  [{ noticed: 3, shown: 3 }, 100],
  [{ noticed: 0, shown: 3 }, 0],
  [{ noticed: 0, shown: 0 }, 100],
])('percentOf() rounds %o down to %i', (tally, expected) => {
  expect(percentOf(tally)).toBe(expected);
});

test.each<readonly [string, number, number, number, TrialOutcome, number]>([
  ['all are noticed', 3, 3, 100, NOTICED, 0],
  ['one is not', 2, 3, 100, { kind: 'survived' }, 1],
  ['the score is just high enough', 2, 3, 66, { kind: 'survived' }, 0],
  ['the score is just too low', 2, 3, 67, { kind: 'survived' }, 1],
  ['nothing showed', 0, 0, 0, { kind: 'not-shown' }, 2],
  ['assay itself failed', 3, 3, 100, { kind: 'broken', reason: 'a bug' }, 2],
])('exitCodeOf(), when %s', (_when, noticed, shown, minScore, outcome, expected) => {
  const trials = [trial('one', outcome)];
  expect(exitCodeOf({ noticed, shown }, { trials, freedoms: [] }, minScore)).toBe(expected);
});

test.each([
  ['is blamed', { blaming: ['collections.listed'], failure: undefined }, 1],
  ['cannot be judged', { blaming: [], failure: 'the mock itself failed' }, 2],
  ['is not blamed', { blaming: [], failure: undefined }, 0],
])('exitCodeOf(), when what the document allows %s', (_when, found, expected) => {
  const freedoms = [
    { freedom: 'newest-first', title: 'in another order', shown: true, requests: 1, ...found },
  ];
  const trials = [trial('one', NOTICED)];
  expect(exitCodeOf({ noticed: 3, shown: 3 }, { trials, freedoms }, 100)).toBe(expected);
});
