import { expect, test } from 'vitest';
import { textChange } from './stored.ts';

test.each([
  ['turned into lower case', [['A Dog', 'a dog']]],
  ['decoded as parts of an address', [['a%41', 'aA']]],
  [
    'cut after 3 characters',
    [
      ['abcd', 'abc'],
      ['abcdefg', 'abc'],
    ],
  ],
  ['cut at a NUL', [['ab\0c', 'ab']]],
  ['cut at the first emoji', [['ab🚀c', 'ab']]],
  ['escaped for HTML', [['<a> & "b" &amp;', '&lt;a&gt; &amp; &#34;b&#34; &amp;amp;']]],
  ['written in ASCII', [['é\u4e16', '??']]],
  ['read as ISO 8859-1 although they are UTF-8', [['é', 'Ã©']]],
] as const)('textChange() says "%s", when that explains all texts', (says, texts) => {
  expect(textChange(texts.map(([sent, got]) => ({ sent, got })))).toBe(says);
});

test.each([
  ['none', []],
  [
    'one that nothing explains',
    [
      ['a dog', 'A DOG'],
      ['a cat', 'another'],
    ],
  ],
] as const)('textChange() says nothing of %s', (_name, texts) => {
  expect(textChange(texts.map(([sent = '', got = '']) => ({ sent, got })))).toBe(undefined);
});
