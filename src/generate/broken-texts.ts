import fc from 'fast-check';
import { numberOf, textOf, type Keywords } from './keywords.ts';
import { ordinaryText } from './ordinary-text.ts';

const MAX_LENGTH = 100_000;
const LETTERS = 'abcdefghijklmnopqrstuvwxyz'.split('');
const SIGNS = '!?#;~ 0a'.split('');

/** Texts that come close to a format and break it. */
const NEAR_MISSES: ReadonlyMap<string, readonly string[]> = new Map([
  ['date-time', ['2030-01-02', '2030-02-30T10:00:00Z', '2030-01-02T25:00:00Z', '2030-01-02T10:00:00']],
  ['date', ['2030-13-01', '2030-02-30', '01/02/2030', '2030-1-2']],
  ['time', ['25:00:00Z', '10:00', '10:61:00Z']],
  ['duration', ['P', '5 days', 'P1H']],
  ['email', ['someone@', '@example.com', 'someone at example.com']],
  ['hostname', ['-example.com', 'exa mple.com', 'example..com']],
  ['uri', ['example', '//example.com', 'https://exa mple.com/']],
  ['url', ['example', 'https://', 'https://exa mple.com/']],
  ['uri-reference', ['/a b', '/%zz', '\\a']],
  ['uri-template', ['/{name', '/a b']],
  ['uuid', ['00000000-0000-0000-0000-00000000000', '00000000-0000-0000-0000-00000000000g']],
  ['ipv4', ['256.1.1.1', '1.2.3', '1.2.3.4.5', '01.2.3.256']],
  ['ipv6', ['1::2::3', '12345::', 'g::1']],
  ['json-pointer', ['a', '/~2']],
  ['relative-json-pointer', ['/a', '-1']],
  ['regex', ['(', '[a', 'a**']],
  ['byte', ['a', '====', 'a b c']],
]);

type BrokenText = { readonly keyword: string; readonly arbitrary: fc.Arbitrary<string> };

function tooShort(keywords: Keywords): readonly BrokenText[] {
  const least = numberOf(keywords, 'minLength') ?? 0;
  if (least < 1 || least > MAX_LENGTH) return [];
  const letters = fc.array(fc.constantFrom(...LETTERS), {
    maxLength: least - 1,
    size: 'max',
  });
  return [{ keyword: 'minLength', arbitrary: letters.map((list) => list.join('')) }];
}

function tooLong(keywords: Keywords): readonly BrokenText[] {
  const most = numberOf(keywords, 'maxLength');
  if (most === undefined || most > MAX_LENGTH) return [];
  return [{ keyword: 'maxLength', arbitrary: ordinaryText({ minLength: most + 1, maxLength: most + 20 }) }];
}

function otherPattern(keywords: Keywords): readonly BrokenText[] {
  if (textOf(keywords, 'pattern') === undefined) return [];
  const minLength = Math.min(Math.max(1, numberOf(keywords, 'minLength') ?? 1), 1000);
  const lengths = {
    minLength,
    maxLength: Math.max(minLength, Math.min(numberOf(keywords, 'maxLength') ?? 40, 1000)),
  };
  const signs = fc.array(fc.constantFrom(...SIGNS), { ...lengths, size: 'max' });
  return [
    {
      keyword: 'pattern',
      arbitrary: fc.oneof(
        { withCrossShrink: true },
        fc.constant(''),
        signs.map((list) => list.join('')),
        ordinaryText(lengths),
        ordinaryText(lengths).map((text) => text.toUpperCase()),
      ),
    },
  ];
}

function otherFormat(keywords: Keywords): readonly BrokenText[] {
  const format = textOf(keywords, 'format');
  const near = NEAR_MISSES.get(format ?? '');
  if (near === undefined) return [];
  return [{ keyword: 'format', arbitrary: fc.oneof(fc.constantFrom(...near), ordinaryText()) }];
}

/** Strings that break `minLength`, `maxLength`, `pattern` or `format`, as far as the keywords are there. */
export function brokenTexts(keywords: Keywords): readonly BrokenText[] {
  return [...tooShort(keywords), ...tooLong(keywords), ...otherPattern(keywords), ...otherFormat(keywords)];
}
