import { expect, test } from 'vitest';
import type { Clause } from './model.ts';
import { unknownCheckReferences } from './unknown-check-references.ts';

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
