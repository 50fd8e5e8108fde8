import { describe, expect, test } from 'vitest';
import { expressionsOfTheProgram, type Found } from './collect.ts';
import { hostileTexts } from './hostile-texts.ts';
import { wholeInCi } from '../sampled.ts';

/**
 * Each length is tried only when all shorter ones went well, so that no expression keeps the test for ever: an exponential
 * one shows at the first, one of a high power at the next ones, a quadratic one at the last.
 */
const LENGTHS = [23, 150, 400, 1_500, 12_000];
/** A linear search of the longest text takes a fraction of one; a quadratic one takes hundreds, on any machine. */
const MOST_MS = 25;
/** A busy machine may stop in the middle of a search, but hardly so often. */
const TRIES = 3;

/** Places that make an expression of what is known only later, each with why that is linear. */
const MADE: ReadonlyMap<string, string> = new Map([
  ['src/credential/place.ts', 'escaped texts of our own, one beside the other'],
  [
    'src/output/encodings.ts',
    'one class, counted up to the length of a secret: at most that many steps a character',
  ],
  [
    'src/schema/generate/scalars.ts',
    'patterns of the document, which are read for making texts and not matched',
  ],
  ['src/schema/pattern/pattern.ts', 'patterns of the document, which are compiled and not matched'],
  ['src/schema/pattern/pattern-program.ts', 'one character at a time'],
  ['src/schema/pattern/pattern.ts', 'patterns of the document'],
  ['src/lint/schema-rules.ts', 'patterns of the document, which are compiled and not matched'],
  ['src/mock/console/refusals.ts', 'three digits'],
  [
    'src/report/model/script-flow.ts',
    'a name of letters and digits in quotes, and behind it parts that begin and end with different characters',
  ],
]);

function millisecondsFor(expression: RegExp, text: string): number {
  expression.lastIndex = 0;
  const startMs = performance.now();
  expression.exec(text);
  return performance.now() - startMs;
}

function isSlow(expression: RegExp, text: string): boolean {
  for (let tries = 0; tries < TRIES; tries += 1) {
    if (millisecondsFor(expression, text) < MOST_MS) return false;
  }
  return true;
}

/** A text on which an expression takes more time than a linear search can; `undefined` where none is found. */
function slowText(pattern: string, flags: string): string | undefined {
  const expression = new RegExp(pattern, flags);
  for (const length of LENGTHS) {
    for (const text of hostileTexts(pattern, length)) {
      if (isSlow(expression, text)) return `${text.slice(0, 20)}… of ${text.length}`;
    }
  }
  return undefined;
}

const found = expressionsOfTheProgram();

function isExpression(one: Found): one is Extract<Found, { readonly kind: 'expression' }> {
  return one.kind === 'expression';
}

const expressions = new Map(
  found.filter(isExpression).map((one) => [`/${one.pattern}/${one.flags}`, one] as const),
);

describe('regular expressions of the program', () => {
  test.each(
    wholeInCi(
      [
        ['^[ \\t]+|[ \\t]+$', 'g'],
        ['(a+)+$', ''],
        ['[ \\t]*,[ \\t]*', ''],
        ['(\\w|\\d)*;', ''],
        ['\\/+$', ''],
        ['^(.*),(.*)=$', ''],
        ['^([!#a-z]+):[ \\t]*([^\\0\\r\\n]*?)[ \\t]*$', ''],
      ],
      7,
    ),
  )('the search for hostile texts finds out /%s/%s', (pattern, flags) => {
    expect(slowText(pattern, flags)).toBeDefined();
  });

  test('are found at all, those that are put together of constants too', () => {
    expect(expressions.size).toBeGreaterThan(100);
    expect([...expressions.keys()].some((text) => text.includes('GMT'))).toBe(true);
  });

  test('take time in proportion to the text', () => {
    const slow = wholeInCi([...expressions], 12).flatMap(([written, { place, pattern, flags }]) => {
      const text = slowText(pattern, flags);
      return text === undefined ? [] : [`${place} ${written} on ${text}`];
    });
    expect(slow).toEqual([]);
  });

  test('are made at run time only where a reason says that they are linear', () => {
    const places = found.filter((one) => !isExpression(one)).map(({ place }) => place.replace(/:\d+$/, ''));
    expect(places.filter((place) => !MADE.has(place))).toEqual([]);
    expect([...MADE.keys()].filter((place) => !places.includes(place))).toEqual([]);
  });
});
