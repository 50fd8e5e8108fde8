import { expect, test } from 'vitest';
import { unicodePattern } from './unicode-pattern.ts';

test.each([
  ['a pattern that is fine', '^[a-z\\-]+\\.\\/$', '^[a-z\\-]+\\.\\/$'],
  ['needless escapes', '\\@\\:\\#', '@:#'],
  ['a needless escape in a class', '^[a-zA-Z0-9_\\-\\:]+$', '^[a-zA-Z0-9_\\-:]+$'],
  ['an escaped dash outside of a class', '\\d-\\-[\\-]', '\\d--[\\-]'],
  ['an escaped backslash before punctuation', '\\\\:\\:', '\\\\::'],
  ['nothing', '', ''],
])('unicodePattern() answers for %s', (_name, source, pattern) => {
  expect(unicodePattern(source)).toBe(pattern);
});

test.each(['(', '[', 'a{2,1}', '\\', '\\k\\:', '*'])(
  'unicodePattern() finds that %s is no pattern',
  (source) => {
    expect(unicodePattern(source)).toBeUndefined();
  },
);

test('unicodePattern() keeps the meaning', () => {
  const source = '^[\\w\\-\\:]+\\@\\-x$';
  const before = new RegExp(source);
  const after = new RegExp(unicodePattern(source) ?? '', 'u');
  expect(after.source).not.toBe(before.source);
  for (const text of ['a:b-c@-x', 'a@-x', '@-x', 'a\\@-x', 'a@x'])
    expect(after.test(text)).toBe(before.test(text));
});
