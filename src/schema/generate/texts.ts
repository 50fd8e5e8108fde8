import fc from 'fast-check';
import { type Keywords, numberOf, textOf } from '../keywords.ts';
import { compilePattern } from '../pattern/pattern.ts';

const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('');
const INNER = [...LETTERS, ...'0123456789- '.split('')];
const ORDINARY = /^[A-Za-z](?:[A-Za-z0-9-]| (?! ))*$/;

/** Letters that are drawn for one text. Texts of a hundred thousand are asked for, and each letter costs. */
const MOST_DRAWN = 200;

/** The text, said again and again until it is so long. */
function repeated(text: string, length: number): string {
  return text.repeat(Math.ceil(length / Math.max(1, text.length))).slice(0, length);
}

/**
 * Text that no service has a reason to refuse: `minLength` to `maxLength` (3 to 40) ASCII letters, digits, hyphens and
 * inner single spaces, a letter first. Names that every object inherits (`constructor`) are left out.
 */
export function ordinaryText(
  options: { readonly minLength?: number; readonly maxLength?: number } = {},
): fc.Arbitrary<string> {
  const { minLength = 3, maxLength = Math.max(40, minLength) } = options;
  if (maxLength === 0) return fc.constant('');
  if (minLength > MOST_DRAWN)
    return fc
      .tuple(
        ordinaryText({ minLength: MOST_DRAWN, maxLength: MOST_DRAWN }),
        fc.integer({ min: minLength, max: maxLength }),
      )
      .map(([text, length]) => repeated(text, length).replace(/ $/, '-'));
  const rest = fc.array(fc.constantFrom(...INNER), {
    minLength: Math.max(0, minLength - 1),
    maxLength: maxLength - 1,
    size: 'max',
  });
  return fc
    .tuple(fc.constantFrom(...LETTERS), rest)
    .map(([first, others]) => `${first}${others.join('').replaceAll(/ {2}| $/g, '-')}`.slice(0, maxLength))
    .filter(
      (text) => text.length >= minLength && ORDINARY.test(text) && !Reflect.has(Object.prototype, text),
    );
}

const MAX_LENGTH = 100_000;
const SMALL_LETTERS = 'abcdefghijklmnopqrstuvwxyz'.split('');
const SIGNS = '!?#;~ 0a'.split('');

/** Texts that come close to a format and break it, those first that the most readers take. */
const NEAR_MISSES: ReadonlyMap<string, readonly string[]> = new Map([
  ['date-time', ['2030-01-02', '2030-02-30T10:00:00Z', '2030-01-02T10:00:00', '2030-01-02T25:00:00Z']],
  ['date', ['2030-02-30', '2030-01-02T00:00:00Z', '2030-1-2', '01/02/2030', '2030-13-01']],
  ['time', ['25:00:00', '10:61:00', 'noon']],
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

/** So many of them are no mere variants: a day where a moment is to be, and one that is in no calendar. */
const TELLING_MISSES = 2;

type BrokenText = {
  readonly keyword: string;
  readonly arbitrary: fc.Arbitrary<string>;
  readonly way?: string;
  readonly isVariant?: true;
};

/** The longest text that is too short: whoever takes a shorter one takes this one, too. */
function tooShort(keywords: Keywords): readonly BrokenText[] {
  const least = numberOf(keywords, 'minLength') ?? 0;
  if (least < 1 || least > MAX_LENGTH) return [];
  const drawn = Math.min(least - 1, MOST_DRAWN);
  const letters = fc.array(fc.constantFrom(...SMALL_LETTERS), {
    minLength: drawn,
    maxLength: drawn,
    size: 'max',
  });
  return [{ keyword: 'minLength', arbitrary: letters.map((list) => repeated(list.join(''), least - 1)) }];
}

/** The shortest text that is too long. */
function tooLong(keywords: Keywords): readonly BrokenText[] {
  const most = numberOf(keywords, 'maxLength');
  if (most === undefined || most > MAX_LENGTH) return [];
  return [{ keyword: 'maxLength', arbitrary: ordinaryText({ minLength: most + 1, maxLength: most + 1 }) }];
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

/**
 * Texts of the same length that the pattern of the keywords does not allow, with another sign, or another case, at one place or all of
 * them.
 */
export function otherCharacters(keywords: Keywords, text: string): readonly string[] {
  const source = textOf(keywords, 'pattern');
  if (source === undefined || text === '') return [];
  const pattern = compilePattern(source);
  const last = text.length - 1;
  const signs = ['#', '_', '0', 'a'].flatMap((sign) => [
    `${text.slice(0, last)}${sign}`,
    `${sign}${text.slice(1)}`,
  ]);
  return [text.toLowerCase(), text.toUpperCase(), ...signs].filter(
    (other) => other.length === text.length && other.isWellFormed() && pattern.test(other) === false,
  );
}

function otherFormat(keywords: Keywords): readonly BrokenText[] {
  const format = textOf(keywords, 'format');
  const near = NEAR_MISSES.get(format ?? '');
  if (near === undefined) return [];
  // No seed decides which of them a run finds: those that tell most are sent by all of them.
  return near.map((text, at): BrokenText => ({
    keyword: 'format',
    arbitrary: fc.constant(text),
    ...(at === 0 ? {} : { way: String(at + 1) }),
    ...(at < TELLING_MISSES ? {} : { isVariant: true }),
  }));
}

/** Strings that break `minLength`, `maxLength`, `pattern` or `format`, as far as the keywords are there. */
export function brokenTexts(keywords: Keywords): readonly BrokenText[] {
  return [...tooShort(keywords), ...tooLong(keywords), ...otherPattern(keywords), ...otherFormat(keywords)];
}

/**
 * Text that JSON can carry and that few services expect. `alone` marks rows that must not be packed with others: a
 * service may refuse or trim them for a reason of their own, which would hide how it treats the rest.
 */
export type UnusualText = { readonly name: string; readonly text: string; readonly alone: boolean };

/** Several unusual texts in one string, to be sent in one request. `rows` names them. */
export type TextPack = { readonly name: string; readonly text: string; readonly rows: readonly string[] };

type Row = readonly [name: string, text: string, pack: 'visible' | 'invisible' | 'alone'];

/** Short words with a blank between each two: a text of this length, which has to be a multiple of five. */
function words(length: number): string {
  return `${'long '.repeat(length / 5 - 1)}words`;
}

const ROWS: readonly Row[] = [
  // First: a short member takes the beginning of a pack alone. Quotes are what people write most, and what breaks most.
  ['quotes', '"\'', 'visible'],
  ['composed and decomposed accents', 'é e\u0301 Z\u0351\u0323', 'visible'],
  ['astral characters and emoji', '🚀👩‍👩‍👧𝄞𠜎', 'visible'],
  ['backslashes', '`\\\\n\\u0041', 'visible'],
  ['percent sequences', '%41%2F%C3%A9%2520', 'visible'],
  ['HTML', '<script>alert(1)</script>&amp;', 'visible'],
  ['SQL', "'; DROP TABLE t;--", 'visible'],
  ['plus and other URL characters', 'a+b&c=d;e#f?g', 'visible'],
  ['templates', '${7*7}{{7*7}}', 'visible'],
  ['names of inherited members', '__proto__ constructor', 'visible'],
  ['null as text', 'null', 'visible'],
  ['true as text', 'true', 'visible'],
  ['number as text', '0123', 'visible'],
  ['letters with special cases', 'İıßſŉ', 'visible'],
  ['inner white space', 'a  b\u00a0c\u3000d', 'invisible'],
  ['tab and line breaks', 'a\tb\nc\r\nd\u2028e', 'invisible'],
  ['right to left', 'שלום مرحبا', 'invisible'],
  ['overridden direction', 'a\u202eb\u202cc\u2066d\u2069e', 'invisible'],
  // Apart from the sequences that can be decoded: who decodes a text as a whole would leave all of it as it is.
  ['formats and broken percent sequences', '%s%n%00%zz%', 'invisible'],
  ['zero-width characters', 'a\u200bb\u200dc\u2060d\ufeffe', 'invisible'],
  ['empty', '', 'alone'],
  ['blank', ' ', 'alone'],
  ['outer white space', ' \tedge ', 'alone'],
  ['NUL alone', '\u0000', 'alone'],
  ['NUL inside', 'a\u0000b', 'alone'],
  ['C0 controls', 'a\u0001\u0008\u001b[31mb\u007f', 'alone'],
  ['C1 controls', 'a\u0080\u0085\u009fb', 'alone'],
  ['noncharacters', 'a\ufffe\uffffb', 'alone'],
  ['300 characters', words(300), 'alone'],
  ['5,000 characters', words(5_000), 'alone'],
  ['20,000 characters', words(20_000), 'alone'],
  ['100,000 characters', words(100_000), 'alone'],
];

/** The unusual texts, named. All are well-formed Unicode. */
export const unusualTexts: readonly UnusualText[] = ROWS.map(([name, text, kind]) => ({
  name,
  text,
  alone: kind === 'alone',
}));

function pack(name: string, kind: Row[2]): TextPack {
  const rows = ROWS.filter((row) => row[2] === kind);
  return { name, rows: rows.map((row) => row[0]), text: rows.map((row) => row[1]).join(' | ') };
}

/**
 * The texts that need not be alone, in two strings of fewer than 256 characters that begin and end with ordinary ones:
 * what can be seen, and what a service may refuse because it can't be seen.
 */
export function packs(): readonly TextPack[] {
  const visible = pack('visible', 'visible');
  const invisible = pack('invisible', 'invisible');
  return [visible, invisible].map((each) => ({ ...each, text: `pack ${each.text} end` }));
}
