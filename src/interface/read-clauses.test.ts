import { expect, test } from 'vitest';
import { documentOf, libraryOf, lineOf, problemOf } from '../../test/specs/library-of.ts';
import { readClauses } from './read-clauses.ts';
import { readOperations } from './read-operations.ts';

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
