import { expect, test } from 'vitest';
import { formatInterfaceProblem } from './cursor.ts';

test('formatInterfaceProblem() gives place and problem in a line that editors can follow, then the advice', () => {
  const problem = {
    file: 'spec/openapi.yaml',
    line: 7,
    problem: 'there is no `info`',
    advice: 'Add `info`.',
  };
  expect(formatInterfaceProblem(problem)).toBe('spec/openapi.yaml:7: there is no `info`\n  Add `info`.');
});
