import fc from 'fast-check';
import { expect, test } from 'vitest';
import { listMembers, withoutBlanks } from './field-text.ts';

test('withoutBlanks() takes blanks and tabs from the ends, and nothing else from anywhere', () => {
  const character = fc.constantFrom(' ', '\t', 'a', ',', '\u00a0', '\n');
  fc.assert(
    fc.property(fc.string({ unit: character, maxLength: 12 }), (text) => {
      expect(withoutBlanks(text)).toBe(text.replace(/^[ \t]+/, '').replace(/[ \t]+$/, ''));
    }),
  );
});

test.each([
  ['a, b ,\tc', ['a', 'b', 'c']],
  ['a', ['a']],
  [' , a', ['', 'a']],
  ['', ['']],
])('listMembers() of %j are %j', (text, members) => {
  expect(listMembers(text)).toEqual(members);
});
