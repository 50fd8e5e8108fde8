import { expect, test } from 'vitest';
import { documentOf, libraryOf, lineOf, problemOf } from '../../test/specs/library-of.ts';
import { checkClauses, clausesOf, readClauses, unknownCheckReferences } from './clauses.ts';
import { loadInterface } from './load-interface.ts';
import type { Clause, Interface } from './model.ts';
import { readOperations } from './reading/read-operations.ts';

async function load(directory: string): Promise<Interface> {
  const result = await loadInterface(directory);
  if (result.kind === 'broken') throw new Error(result.problem.problem);
  return result.interface;
}

const CHECKS = [{ id: 'bodies.json', title: 'Bodies are JSON', level: 'must' }] as const;

test('checkClauses() makes a row for each check', async () => {
  expect(checkClauses(await load('test/specs/minimal'), CHECKS)).toEqual([
    {
      id: 'bodies.json',
      section: 'bodies',
      text: 'Bodies are JSON',
      level: 'must',
      checks: [{ check: 'bodies.json', operation: undefined }],
      reason: undefined,
      records: undefined,
      position: { file: 'test/specs/minimal/openapi.yaml', line: 1 },
      isDerived: true,
    },
  ]);
});

test('clausesOf() names the statements of a check, and the check itself where rows are derived', async () => {
  const orders = await load('test/specs/orders');
  const [named] = orders.clauses.flatMap(({ checks }) => checks);
  const ids = clausesOf(orders, named?.check ?? '');
  expect(ids.length).toBeGreaterThan(0);
  expect(ids.every((id) => orders.clauses.some((each) => each.id === id))).toBe(true);
  const minimal = await load('test/specs/minimal');
  const derived = { clauses: checkClauses(minimal, CHECKS) };
  expect([clausesOf(minimal, 'bodies.json'), clausesOf(derived, 'bodies.json')]).toEqual([
    [],
    ['bodies.json'],
  ]);
});

const OPERATIONS = readOperations(libraryOf('paths: {/a: {get: {operationId: listA}, post: {}}}'));

const VALID = `sections:
  - {number: '1', title: First}
  - {number: '1.1', title: Second}
clauses:
  - id: 1-first
    section: '1'
    text: It is so.
    level: must
    checks: [bodies.json, bodies.schema@listA, 'bodies.schema@POST /a']
  - {id: 1.1-second, section: '1.1', text: It may be so., level: observe, reason: Nobody knows., records: Nothing.}
`;

test('readClauses() reads sections and clauses', () => {
  expect(readClauses(documentOf(VALID), OPERATIONS)).toEqual({
    sections: [
      { number: '1', title: 'First' },
      { number: '1.1', title: 'Second' },
    ],
    clauses: [
      {
        id: '1-first',
        section: '1',
        text: 'It is so.',
        level: 'must',
        checks: [
          { check: 'bodies.json', operation: undefined },
          { check: 'bodies.schema', operation: 'listA' },
          { check: 'bodies.schema', operation: 'POST /a' },
        ],
        reason: undefined,
        records: undefined,
        position: { file: 'openapi.yaml', line: 5 },
      },
      {
        id: '1.1-second',
        section: '1.1',
        text: 'It may be so.',
        level: 'observe',
        checks: [],
        reason: 'Nobody knows.',
        records: 'Nothing.',
        position: { file: 'openapi.yaml', line: 10 },
      },
    ],
  });
});

const row = (members: string): string => `  - {${members}} # HERE\n`;

test.each([
  [
    'a bad level',
    "section: '1', text: a, level: musst, checks: [a.b]",
    /`clauses.2.level` must be equal/,
    'Write one of must, http, should, observe. Did you mean "must"?',
  ],
  [
    'a level in capitals',
    "section: '1', text: a, level: MUST, checks: [a.b]",
    /level/,
    /Did you mean "must"/,
  ],
  [
    'neither checks nor a reason',
    "section: '1', text: a, level: must",
    /neither `checks` nor a `reason`/,
    /why none can/,
  ],
  [
    'checks and a reason',
    "section: '1', text: a, level: must, checks: [a.b], reason: b",
    /`checks` and a `reason`/,
    /Remove one/,
  ],
  ['an empty list of checks', "section: '1', text: a, level: must, checks: []", /fewer than 1/, /schema/],
  [
    'an unknown section',
    "section: '2', text: a, level: must, checks: [a.b]",
    /"2", which is not listed/,
    /1, 1\.1/,
  ],
  [
    'a section that is a number',
    'section: 1.1, text: a, level: must, checks: [a.b]',
    /must be string/,
    /in quotes/,
  ],
  [
    'an operation that does not exist',
    "section: '1', text: a, level: must, checks: [a.b@listB]",
    /"listB", which is not in the document/,
    'Did you mean "listA"?',
  ],
  [
    'an operation unlike any other',
    "section: '1', text: a, level: must, checks: [a.b@everything]",
    /"everything"/,
    /listA, POST \/a/,
  ],
  [
    'a check without a family',
    "section: '1', text: a, level: must, checks: [json]",
    /must match pattern/,
    /The form is/,
  ],
  [
    'no text',
    "section: '1', level: must, checks: [a.b]",
    /must have required property 'text'/,
    'Add `text`.',
  ],
  [
    'a member that has no place',
    "section: '1', text: a, level: must, cheks: [a.b]",
    /additional properties: `cheks`/,
    /Remove `cheks`/,
  ],
  ['a check twice', "section: '1', text: a, level: must, checks: [a.b, a.b]", /duplicate items/, /schema/],
])('readClauses() names the line, given %s', (_name, members, problem, advice) => {
  const text = VALID + row(`id: 1-here, ${members}`);
  expect(problemOf(() => readClauses(documentOf(text), OPERATIONS))).toEqual({
    file: 'openapi.yaml',
    line: lineOf(text, 'HERE'),
    problem: expect.stringMatching(problem),
    advice: expect.stringMatching(advice),
  });
});

test.each([
  [
    'an id used twice',
    VALID + row("id: 1-first, section: '1', text: a, level: must, checks: [a.b]"),
    /"1-first" is there twice: here and in line 5/,
  ],
  [
    'an id with a space',
    VALID + row("id: 1 first, section: '1', text: a, level: must, checks: [a.b]"),
    /must match pattern/,
  ],
  [
    'a section used twice',
    VALID.replace("'1.1', title", "'1', title").replace('Second}', 'Second} # HERE'),
    /section "1" is there twice/,
  ],
  ['no sections', '# first\nclauses: [] # HERE', /required property 'sections'/],
  ['a row that is text', `${VALID}  - hello # HERE`, /must be object/],
])('readClauses() names the line, given %s', (_name, text, problem) => {
  expect(problemOf(() => readClauses(documentOf(text), OPERATIONS))).toMatchObject({
    line: lineOf(text, 'HERE'),
    problem: expect.stringMatching(problem),
  });
});

function clause(line: number, ...checks: readonly string[]): Clause {
  return {
    id: `clause-${line}`,
    section: '1',
    text: 'It is so.',
    level: 'must',
    checks: checks.map((check) => ({ check, operation: undefined })),
    reason: undefined,
    records: undefined,
    position: { file: 'clauses.yaml', line },
  };
}

test('unknownCheckReferences() tells each one with its line and the nearest id', () => {
  const clauses = [clause(3, 'bodies.json'), clause(8, 'bodies.jsno', 'bodies.json', 'weather.sunny')];
  expect(unknownCheckReferences({ clauses }, ['bodies.json', 'bodies.schema'])).toEqual([
    {
      file: 'clauses.yaml',
      line: 8,
      problem: 'the clause "clause-8" names the check "bodies.jsno", which does not exist',
      advice: 'Did you mean "bodies.json"?',
    },
    {
      file: 'clauses.yaml',
      line: 8,
      problem: 'the clause "clause-8" names the check "weather.sunny", which does not exist',
      advice: 'Remove it, or use the id of a check that exists.',
    },
  ]);
});

test('unknownCheckReferences() tells nothing, when all exist', () => {
  expect(unknownCheckReferences({ clauses: [clause(1, 'a.b')] }, new Set(['a.b']))).toEqual([]);
});
