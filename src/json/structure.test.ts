import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bound } from '../system/bounds.ts';
import { overJsonBounds } from './structure.ts';

const [DEPTH, DIGITS, VALUES, MEMBERS, BESIDE_LONG] = [
  bound('jsonDepth'),
  bound('jsonDigits'),
  bound('jsonValues'),
  bound('jsonMembers'),
  bound('jsonValuesBesideLong'),
];

function over(json: string): string | undefined {
  return overJsonBounds(Buffer.from(json));
}

describe('overJsonBounds()', () => {
  test.each([
    [
      'levels',
      `${'['.repeat(DEPTH)}${']'.repeat(DEPTH)}`,
      `${'['.repeat(DEPTH + 1)}${']'.repeat(DEPTH + 1)}`,
    ],
    ['digits', `[${'7'.repeat(DIGITS)}]`, `[${'7'.repeat(DIGITS + 1)}]`],
    ['decimals', `[0.${'7'.repeat(DIGITS - 2)}]`, `[0.${'7'.repeat(DIGITS - 1)}]`],
    ['values', `[${'1,'.repeat(VALUES - 1)}1]`, `[${'1,'.repeat(VALUES)}1]`],
    [
      'values beside a long integer',
      `[1234567890123456${',1'.repeat(BESIDE_LONG - 1)}]`,
      `[1234567890123456${',1'.repeat(BESIDE_LONG)}]`,
    ],
    ['members', `{${'"a":1,'.repeat(MEMBERS)}"a":1}`, `{${'"a":1,'.repeat(MEMBERS + 1)}"a":1}`],
    [
      'members of an inner object',
      `[{${'"a":1,'.repeat(MEMBERS)}"a":1}]`,
      `[{${'"a":[],'.repeat(MEMBERS + 1)}"a":1}]`,
    ],
  ])('tells that there are too many %s, and lets as many as are allowed pass', (_what, most, tooMany) => {
    expect(over(most)).toBeUndefined();
    expect(over(tooMany)).toMatch(/more than/);
  });

  test('counts nothing inside of texts', () => {
    expect(over(`["${'[{,7'.repeat(VALUES)}", "\\"${'['.repeat(DEPTH + 1)}"]`)).toBeUndefined();
  });

  test('counts no decimals among the digits of a long integer', () => {
    expect(over(`[0.1234567890123456789${',1'.repeat(BESIDE_LONG)}]`)).toBeUndefined();
  });

  test('lets every small value pass', () => {
    fc.assert(fc.property(fc.json(), (json) => over(json) === undefined));
  });
});
