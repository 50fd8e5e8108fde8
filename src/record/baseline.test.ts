import { expect, test } from 'vitest';
import { readBaseline } from './baseline.ts';

const names = {
  checks: [
    { id: 'errors.shape', level: 'must' },
    { id: 'bodies.unique-names', level: 'should' },
    { id: 'observed.limits', level: 'observe' },
  ],
  operations: [{ id: 'listBooks' }, { id: 'GET /old' }],
};

const VALID = `# Known to the team.
failures:
  - check: errors.shape
    operation: GET /old
    reason: The old gateway answers here.
    expires: 2030-12-31
  - { check: bodies.unique-names, reason: 'Harmless: nobody reads it' }
`;

test('readBaseline() reads entries with their operation, reason and date', () => {
  expect(readBaseline(VALID, 'known.yaml', names)).toEqual({
    kind: 'baseline',
    baseline: {
      file: 'known.yaml',
      failures: [
        {
          check: 'errors.shape',
          operation: 'GET /old',
          reason: 'The old gateway answers here.',
          expires: '2030-12-31',
        },
        { check: 'bodies.unique-names', reason: 'Harmless: nobody reads it' },
      ],
    },
  });
});

test('readBaseline() reads JSON alike', () => {
  const text = JSON.stringify({ $schema: 'x', failures: [{ check: 'errors.shape', reason: 'Known.' }] });
  expect(readBaseline(text, 'known.json', names)).toMatchObject({
    kind: 'baseline',
    baseline: { failures: [{ check: 'errors.shape', reason: 'Known.' }] },
  });
});

const entry = (members: string): string => `${VALID}  - {${members}}\n`;

test.each<[string, string, number, RegExp, RegExp]>([
  [
    'an unknown check',
    entry('check: errors.shpae, reason: a'),
    8,
    /no check "errors.shpae"/,
    /"errors.shape"/,
  ],
  ['a check like no other', entry('check: a.b, reason: a'), 8, /no check "a.b"/, /assay list/],
  ['a check that only observes', entry('check: observed.limits, reason: a'), 8, /never fails/, /Remove/],
  [
    'an unknown operation',
    entry('check: errors.shape, operation: listBook, reason: a'),
    8,
    /no operation "listBook"/,
    /Did you mean "listBooks"/,
  ],
  [
    'an operation like no other',
    entry('check: errors.shape, operation: everything, reason: a'),
    8,
    /no operation "everything"/,
    /listBooks, GET \/old/,
  ],
  [
    'the same entry twice',
    entry('check: errors.shape, operation: GET /old, reason: a'),
    8,
    /there twice: here and in line 3/,
    /Remove one/,
  ],
  ['no reason', entry('check: errors.shape'), 8, /required property 'reason'/, /Add `reason`/],
  ['a blank reason', entry("check: errors.shape, reason: ' '"), 8, /blank/, /Say why/],
  ['a date that is none', entry('check: errors.shape, reason: a, expires: soon'), 8, /pattern/, /The form/],
  [
    'a day that does not exist',
    entry('check: errors.shape, reason: a, expires: 2030-02-30'),
    8,
    /no day 2030-02-30/,
    /2026-12-31/,
  ],
  [
    'a member that is misspelt',
    entry('check: errors.shape, reason: a, expire: 2030-01-01'),
    8,
    /`expire`/,
    /correct its name/,
  ],
  ['a list without its name', '- check: errors.shape\n', 1, /no mapping/, /`failures:`/],
  ['no list', 'failures: none\n', 1, /must be array/, /value of the type array/],
  ['what is no YAML', 'failures: [', 1, /can't be read/, /YAML 1.2 or JSON/],
])('readBaseline() names the line, given %s', (_name, text, line, problem, advice) => {
  expect(readBaseline(text, 'known.yaml', names)).toEqual({
    kind: 'broken',
    problem: {
      file: 'known.yaml',
      line,
      problem: expect.stringMatching(problem),
      advice: expect.stringMatching(advice),
    },
  });
});
