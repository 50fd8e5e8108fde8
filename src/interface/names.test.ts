import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { plainName, sentencesOf, singularOf, wordsOfName } from './names.ts';

const word = fc.stringMatching(/^[a-z]{2,8}$/);
const words = fc.array(word, { minLength: 1, maxLength: 4 });

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** Ways in which people write a name of several words. */
const WAYS: readonly (readonly [string, (words: readonly string[]) => string])[] = [
  ['camelCase', ([first = '', ...rest]) => first + rest.map(capital).join('')],
  ['PascalCase', (all) => all.map(capital).join('')],
  ['snake_case', (all) => all.join('_')],
  ['kebab-case', (all) => all.join('-')],
  ['SCREAMING_CASE', (all) => all.join('_').toUpperCase()],
  ['a path', (all) => `/${all.join('/')}`],
  ['brackets', ([first = '', ...rest]) => first + rest.map((each) => `[${each}]`).join('')],
];

describe.each(WAYS)('a name in %s', (_way, written) => {
  test('plainName() is the same however it is written', () => {
    fc.assert(fc.property(words, (all) => plainName(written(all)) === all.join('')));
  });

  test('wordsOfName() finds its words', () => {
    fc.assert(
      fc.property(words, (all) => {
        expect(wordsOfName(written(all))).toEqual(all);
      }),
    );
  });
});

test('plainName() keeps names of other scripts apart, and names without a letter', () => {
  const letters = fc.string({ unit: fc.constantFrom('名', '前', '値', 'ä', 'я', 'ب', '€', '$', '@', 'a') });
  fc.assert(
    fc.property(letters, letters, (a, b) => {
      const bare = (text: string): string => text.replaceAll(/[€$]/g, '') || text;
      expect(plainName(a) === plainName(b)).toBe(bare(a) === bare(b));
    }),
  );
});

test('plainName() is what both former readers of ASCII names made of them', () => {
  const name = fc.stringMatching(/^[A-Za-z0-9]{1,5}([-_][A-Za-z0-9]{1,5}){0,3}$/);
  fc.assert(
    fc.property(name, (text) => {
      expect(plainName(text)).toBe(text.toLowerCase().replaceAll(/[^a-z0-9]/g, ''));
      expect(plainName(text)).toBe(text.toLowerCase().replaceAll(/[-_]/g, ''));
    }),
  );
});

describe('singularOf()', () => {
  test.each([
    ['entries', 'entry'],
    ['boxes', 'box'],
    ['addresses', 'address'],
    ['branches', 'branch'],
    ['caches', 'cache'],
    ['houses', 'house'],
    ['archives', 'archive'],
    ['olives', 'olive'],
    ['shelves', 'shelf'],
    ['bookshelves', 'bookshelf'],
    ['movies', 'movie'],
    ['people', 'person'],
    ['grandchildren', 'grandchild'],
    ['statuses', 'status'],
    ['status', 'status'],
    ['buses', 'bus'],
    ['bus', 'bus'],
    ['abuses', 'abuse'],
    ['aliases', 'alias'],
    ['alias', 'alias'],
    ['databases', 'database'],
    ['lenses', 'lens'],
    ['analyses', 'analysis'],
    ['indices', 'index'],
    ['matrices', 'matrix'],
    ['series', 'series'],
    ['menus', 'menu'],
    ['glass', 'glass'],
    ['book', 'book'],
  ])('%s: %s', (many, one) => {
    expect(singularOf(many)).toBe(one);
  });
});

test.each<readonly [string, readonly string[]]>([
  [
    "The order is `sent` afterwards; it can't be\nsent twice (`409`).",
    ['The order is sent afterwards', 'it cant be sent twice (409)'],
  ],
  ['Cancels it\nThe order is void', ['Cancels it', 'The order is void']],
  ['One of these:\n- paid\n- void', ['One of these:', '- paid', '- void']],
  ['Cancels it.\nnothing else.\n\nmore', ['Cancels it', 'nothing else', 'more']],
])('sentencesOf() reads lines that go on as one: %s', (text, sentences) => {
  expect(sentencesOf(text)).toEqual(sentences);
});
