import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createGate } from './gate.ts';
import { look, wantedOf } from './look.ts';

/** What is compared, in the plainest way: small letters, nothing unseen, no backslashes. */
function plainly(text: string): string {
  return text.toLowerCase().replaceAll(/[\s\\]/g, '');
}

const needles = fc.array(fc.stringMatching(/^[a-z0-9]{1,14}$/), { minLength: 1, maxLength: 6 });
const signs = fc.constantFrom(' ', '\t', '\n', '\\', '"', '-', ':', '.', 'é', '\u4e2d');

describe('look()', () => {
  test('finds what a plain search finds, wherever it stands', () => {
    const texts = needles.chain((all) =>
      fc.record({
        all: fc.constant(all),
        parts: fc.array(fc.oneof(fc.constantFrom(...all), signs, fc.stringMatching(/^[A-F1-4 ]{0,9}$/)), {
          maxLength: 12,
        }),
        spread: fc.constantFrom('', ' ', '\n'),
      }),
    );
    fc.assert(
      fc.property(texts, ({ all, parts, spread }) => {
        // A backslash before one of these letters stands for white space, which a plain search does not know.
        const text = Array.from(parts.join(''))
          .join(spread)
          .replaceAll(/\\[\s\\]*[nrt]/g, '');
        const { found } = look(text, wantedOf(all, [], 20));
        expect(found).toBe(all.some((needle) => plainly(text).includes(needle)));
      }),
      { seed: 5 },
    );
  });

  test.each([
    ['29 characters of base64', 'x'.repeat(3) + 'A1b2'.repeat(8), true],
    ['as many in two words', `${'A1b2'.repeat(4)} ${'A1b2'.repeat(4)}`, false],
    ['as many in two lines', `${'A1b2'.repeat(4)}\n${'A1b2'.repeat(4)}`, true],
    ['as many in two lines of a JSON text', `${'A1b2'.repeat(4)}\\n${'A1b2'.repeat(4)}`, true],
    ['hexadecimal digits with colons', 'a1:'.repeat(22), true],
    ['hexadecimal digits with words between', 'a1 and '.repeat(22), false],
    ['a sentence', 'Nothing in here is any secret, and no word is very long.', false],
  ])('tells of %s whether they may be encoded', (_title, text, encoded) => {
    expect(look(text, wantedOf(['some-needle'], [], 22)).encoded).toBe(encoded);
  });
});

test('a text that held nothing is looked at again, when another secret is known', () => {
  const gate = createGate();
  gate.add('First-Secret-0123456789');
  const text = `${'plain words '.repeat(40)} Another-Token-987xyz654`;
  expect([gate.text(text), gate.text(text)]).toEqual([text, text]);
  gate.add('Another-Token-987xyz654');
  expect(gate.text(text)).toBe(`${'plain words '.repeat(40)} ***`);
});
