import { expect, test } from 'vitest';
import { tablesIn } from './tables.ts';

test('tablesIn() reads the tables of a text, when it has some', () => {
  const text =
    'Words.\n\n| deed | `from` |\n|:-----|-------:|\n| **go** | a, `b` |\n| stay | c |\n\nMore | words.';
  expect(tablesIn(text)).toEqual([
    {
      header: ['deed', 'from'],
      rows: [
        ['go', 'a, b'],
        ['stay', 'c'],
      ],
    },
  ]);
  expect(tablesIn('a | b\n--- | ---\nc | d')).toEqual([{ header: ['a', 'b'], rows: [['c', 'd']] }]);
});

test.each([
  'No | table',
  '| a | b |\n| c | d |',
  '| a | b |\n|---|---|',
  '| a | b |\n|---|---|\n| c |',
  '| a |\n|---|\n| c |',
])('tablesIn() reads none, when there is none: %j', (text) => {
  expect(tablesIn(text)).toEqual([]);
});
