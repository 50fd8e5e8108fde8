import { writtenAsTold } from '../told-form.ts';
import fc from 'fast-check';
import { OWN_FORMATS } from '../compiled/assertions.ts';
import { listOf } from '../../json/value.ts';
import { compilePattern, type Pattern } from '../pattern/pattern.ts';
import { takesWords } from '../pattern/words.ts';
import { type Keywords, numberOf, OPEN_DURATION, textOf } from '../keywords.ts';
import { guarded, notFound, readily, type Supply, unsupported, values } from './supply.ts';
import { ordinaryText } from './texts.ts';

const SPAN = 10_000;

/** Where a number may lie. Open ends are themselves not allowed. */
type Bounds = {
  readonly low: number;
  readonly high: number;
  readonly lowOpen: boolean;
  readonly highOpen: boolean;
};

/** The bounds that `minimum`, `maximum`, their exclusive forms and `int32` set; infinite where there is none. */
function boundsOf(keywords: Keywords): Bounds {
  const least = Math.max(
    numberOf(keywords, 'minimum') ?? -Infinity,
    textOf(keywords, 'format') === 'int32' ? -(2 ** 31) : -Infinity,
  );
  const most = Math.min(
    numberOf(keywords, 'maximum') ?? Infinity,
    textOf(keywords, 'format') === 'int32' ? 2 ** 31 - 1 : Infinity,
  );
  const above = numberOf(keywords, 'exclusiveMinimum') ?? -Infinity;
  const below = numberOf(keywords, 'exclusiveMaximum') ?? Infinity;
  return {
    low: Math.max(least, above),
    high: Math.min(most, below),
    lowOpen: above >= least,
    highOpen: below <= most,
  };
}

/** The multiple of the step, free of the noise of binary fractions. */
export function multiple(count: number, step: number): number {
  const decimals = /e-(\d+)$/.exec(step.toExponential())?.[1] ?? '0';
  const digits = (step.toExponential().split('e')[0] ?? '').length;
  return Number((count * step).toFixed(Math.min(100, Number(decimals) + digits))) + 0;
}

function stepped(bounds: Bounds, step: number): fc.Arbitrary<number> | undefined {
  const from = Math.ceil(bounds.low / step) + (bounds.lowOpen && Number.isInteger(bounds.low / step) ? 1 : 0);
  const to =
    Math.floor(bounds.high / step) - (bounds.highOpen && Number.isInteger(bounds.high / step) ? 1 : 0);
  const limit = Math.floor(Number.MAX_SAFE_INTEGER / Math.max(1, step));
  const min = Math.max(from, to < 0 ? to - SPAN : 0, -limit);
  const max = Math.min(to, min + SPAN, limit);
  return min > max ? undefined : fc.integer({ min, max }).map((count) => multiple(count, step));
}

/** Supplies of numbers and texts that ask for the same are the same: documents have thousands of them, of few kinds. */
const MOST_KEPT = 2_000;
const keptNumbers = new Map<string, Supply<number>>();
const keptTexts = new Map<string, Supply<string>>();

function kept<T>(
  supplies: Map<string, Supply<T>>,
  asked: readonly unknown[],
  make: () => Supply<T>,
): Supply<T> {
  const key = JSON.stringify(asked);
  const supply = supplies.get(key) ?? make();
  if (supplies.size >= MOST_KEPT) supplies.clear();
  supplies.set(key, supply);
  return supply;
}

/**
 * Ordinary numbers: within the bounds, multiples of `multipleOf`, else whole for `integer` and with at most two decimals
 * for `number`. They start at the lower bound, or at 0 where that is allowed, and span at most 10,000 steps.
 */
export function numberValues(keywords: Keywords, type: 'integer' | 'number'): Supply<number> {
  const bounds = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'];
  const asked = [type, textOf(keywords, 'format'), ...bounds.map((name) => numberOf(keywords, name))];
  return kept(keptNumbers, asked, () => madeNumbers(keywords, type));
}

function madeNumbers(keywords: Keywords, type: 'integer' | 'number'): Supply<number> {
  const bounds = boundsOf(keywords);
  const factor = numberOf(keywords, 'multipleOf');
  // A number of such a format is whole, whatever its type.
  const isWhole = type === 'integer' || Object.hasOwn(OWN_FORMATS, textOf(keywords, 'format') ?? '');
  const fits = (value: number): boolean =>
    (bounds.lowOpen ? value > bounds.low : value >= bounds.low) &&
    (bounds.highOpen ? value < bounds.high : value <= bounds.high) &&
    (!isWhole || Number.isInteger(value));
  // Readers that divide doubles take 34.8 for no multiple of 0.01.
  const isPlain = (value: number): boolean => factor === undefined || Number.isInteger(value / factor);
  const source = stepped(bounds, factor ?? (isWhole ? 1 : 0.01));
  for (const fit of [(value: number) => fits(value) && isPlain(value), fits]) {
    const supply = source === undefined ? unsupported('') : guarded(source, fit, '');
    if (supply.kind === 'values') return supply;
  }
  if (isWhole || factor !== undefined || bounds.low > bounds.high)
    return unsupported(`no ${type} lies within the bounds`);
  const double = fc.double({
    min: Math.max(bounds.low, -Number.MAX_VALUE),
    max: Math.min(bounds.high, Number.MAX_VALUE),
    noNaN: true,
  });
  return guarded(
    double.map((value) => value + 0),
    fits,
    'no number lies within the bounds',
  );
}

const MAX_LENGTH = 100_000;
/** Longer text is unusual, unless the document asks for it. */
const LONGEST_ORDINARY = 40;
const FIRST_DAY = new Date('2000-01-01T00:00:00Z');
const LAST_DAY = new Date('2037-12-31T23:59:59Z');

function instant(): fc.Arbitrary<string> {
  return fc
    .date({ min: FIRST_DAY, max: LAST_DAY, noInvalidDate: true })
    .map((date) => `${date.toISOString().slice(0, 19)}Z`);
}

function days(): fc.Arbitrary<string> {
  return fc.integer({ min: 1, max: 90 }).map((count) => `P${String(count)}D`);
}

function label(): fc.Arbitrary<string> {
  return ordinaryText({ maxLength: 20 }).map((text) => text.toLowerCase().replaceAll(/[^a-z0-9]/g, ''));
}

/** With an offset (RFC 3339) where the document shows one: the times of most frameworks have none. */
function times({ example, examples, default: usual }: Keywords): fc.Arbitrary<string> {
  const shown: readonly unknown[] = [example, usual, ...listOf(examples)];
  const hasOffset = shown.some((value) => typeof value === 'string' && /(?:z|[+-]\d\d:?\d\d)$/i.test(value));
  return instant().map((text) => (hasOffset ? text.slice(11) : text.slice(11, -1)));
}

function writtenWholes(): fc.Arbitrary<string> {
  return fc.integer({ min: 1, max: 999 }).map((count) => String(count));
}

/** Numbers in texts: of what patterns for them match, services refuse `-`, `.` and nothing, and write `.5` and `07` in another way. */
function writtenDecimals(): fc.Arbitrary<string> {
  return fc.integer({ min: 1, max: 9_999 }).map((count) => (count / 100).toFixed(2));
}

/** True for a pattern of numbers with any decimals, and of nothing else. */
function takesDecimals(pattern: string): boolean {
  const takes = (text: string): boolean => compiled(pattern)?.test(text) === true;
  return takes('1.5') && takes('1.50') && !takes('1.5.0') && !takes('1a') && !takes('1-5');
}

/** What documents call colours as programs write them: `#4A90D9`. No keyword says so, and any other text is refused. */
const COLOURS: readonly string[] = ['hexcolor', 'hex-color', 'color', 'colour'];

function octets(): fc.Arbitrary<readonly string[]> {
  const octet = fc
    .integer({ min: 0, max: 255 })
    .map((one) => one.toString(16).padStart(2, '0').toUpperCase());
  return fc.array(octet, { minLength: 6, maxLength: 6 });
}

function colours(): fc.Arbitrary<string> {
  return octets().map((all) => `#${all.slice(0, 3).join('')}`);
}

const BY_FORMAT: ReadonlyMap<string, (keywords: Keywords) => fc.Arbitrary<string>> = new Map<
  string,
  (keywords: Keywords) => fc.Arbitrary<string>
>([
  ['date-time', instant],
  ['date', () => instant().map((text) => text.slice(0, 10))],
  ['time', times],
  ['duration', days],
  [OPEN_DURATION, days],
  ['email', () => label().map((name) => `${name}@example.com`)],
  ['idn-email', () => label().map((name) => `${name}@example.com`)],
  ['hostname', () => label().map((name) => `${name}.example.com`)],
  ['idn-hostname', () => label().map((name) => `${name}.example.com`)],
  ['uri', () => label().map((name) => `https://example.com/${name}`)],
  ['url', () => label().map((name) => `https://example.com/${name}`)],
  ['iri', () => label().map((name) => `https://example.com/${name}`)],
  ['uri-reference', () => label().map((name) => `/${name}`)],
  ['iri-reference', () => label().map((name) => `/${name}`)],
  ['uri-template', () => label().map((name) => `/${name}/{name}`)],
  ['json-pointer', () => label().map((name) => `/${name}`)],
  ['relative-json-pointer', () => label().map((name) => `0/${name}`)],
  ['regex', () => label().map((name) => `^${name}$`)],
  ['uuid', () => fc.uuid({ version: 4 })],
  ['uuid4', () => fc.uuid({ version: 4 })],
  ...COLOURS.map((format) => [format, colours] as const),
  ['mac', () => octets().map((all) => all.join(':'))],
  ['ipv4', () => fc.ipV4()],
  ['ipv6', () => fc.ipV6()],
  ['decimal', writtenDecimals],
  ['numeric', writtenDecimals],
  ['byte', () => label().map((text) => Buffer.from(text).toString('base64'))],
]);

/** Texts of a format, also of one that is told in words; `undefined` where it asks for nothing particular. */
function formed(keywords: Keywords): ((keywords: Keywords) => fc.Arbitrary<string>) | undefined {
  const format = textOf(keywords, 'format') ?? '';
  if (writtenAsTold(format, FIRST_DAY) === undefined) return BY_FORMAT.get(format);
  return () => instant().map((text) => writtenAsTold(format, new Date(text)) ?? text);
}

function anchored(pattern: string): string {
  if (pattern.includes('|')) return pattern;
  return `${pattern.startsWith('^') ? '' : '^'}${pattern}${/(?<!\\)(?:\\\\)*\$$/.test(pattern) ? '' : '$'}`;
}

function matching(pattern: string, size: fc.Size): fc.Arbitrary<string> | undefined {
  for (const each of new Set([pattern, withoutLooks(pattern)])) {
    try {
      return fc.stringMatching(new RegExp(anchored(each), 'u'), { size });
    } catch {
      // What looks ahead or behind is asked of the texts that are made without it.
    }
  }
  return undefined;
}

/** Letters and digits of all scripts: which there are is for each reader's edition of Unicode to say, and these are in all. */
const PLAIN_OF: ReadonlyMap<string, string> = new Map(
  Object.entries({
    L: 'A-Za-z',
    Letter: 'A-Za-z',
    Alphabetic: 'A-Za-z',
    Alpha: 'A-Za-z',
    Lu: 'A-Z',
    Uppercase_Letter: 'A-Z',
    Uppercase: 'A-Z',
    Ll: 'a-z',
    Lowercase_Letter: 'a-z',
    Lowercase: 'a-z',
    N: '0-9',
    Number: '0-9',
    Nd: '0-9',
    Decimal_Number: '0-9',
  }),
);

/** The pattern for plain letters and digits, where it has any of all scripts. */
function forPlainLetters(pattern: string): string {
  let within = '';
  return pattern.replaceAll(/\\p\{(\w{1,20})\}|\\.|\[\^?|\]/gsu, (part, name?: string) => {
    if (/^[[\]]/.test(part)) within = part === ']' ? '' : part;
    const plain = name === undefined ? undefined : PLAIN_OF.get(name);
    if (plain === undefined || within === '[^') return part;
    return within === '[' ? plain : `[${plain}]`;
  });
}

/** A pattern without what only looks (`(?=.*[A-Z])`, `(?!-)`): of texts that match the rest, many match it. */
function withoutLooks(pattern: string): string {
  const parts: string[] = [];
  let depth = 0;
  let within: number | undefined;
  let isClass = false;
  for (let at = 0; at < pattern.length; at += 1) {
    const character = pattern.charAt(at);
    const length = character === '\\' ? 2 : 1;
    if (length === 1 && character === '[') isClass = true;
    if (length === 1 && character === ']') isClass = false;
    const isOpen = !isClass && character === '(';
    if (isOpen) depth += 1;
    if (isOpen && within === undefined && LOOKS.some((look) => pattern.startsWith(look, at))) within = depth;
    if (within === undefined) parts.push(pattern.slice(at, at + length));
    const isClosed = !isClass && length === 1 && character === ')';
    if (isClosed && within === depth) within = undefined;
    if (isClosed) depth -= 1;
    at += length - 1;
  }
  return parts.join('');
}

const LOOKS = ['(?=', '(?!', '(?<=', '(?<!'] as const;

function compiled(pattern: string): Pattern | undefined {
  try {
    return compilePattern(pattern);
  } catch {
    return undefined;
  }
}

/** The pattern of the keywords; none where it is empty, which asks for nothing. */
function patternOf(keywords: Keywords): string | undefined {
  const pattern = textOf(keywords, 'pattern');
  return pattern === '' ? undefined : pattern;
}

/** How the texts are made, the most fitting way first. */
function sources(
  keywords: Keywords,
  lengths: { readonly minLength: number; readonly maxLength?: number },
): readonly fc.Arbitrary<string>[] {
  const pattern = patternOf(keywords);
  const isNumber = pattern !== undefined && takesDecimals(pattern);
  const byFormat = formed(keywords) ?? (isNumber ? writtenDecimals : undefined);
  const plain = pattern === undefined ? undefined : forPlainLetters(pattern);
  const letters = plain === undefined || plain === pattern ? undefined : matching(plain, 'small');
  const small = pattern === undefined ? undefined : matching(pattern, 'small');
  const large = pattern === undefined ? undefined : matching(pattern, 'large');
  const allowed = lengths.maxLength ?? Number.POSITIVE_INFINITY;
  const shortest = Math.min(Math.max(3, lengths.minLength), allowed);
  const longest = Math.min(Math.max(LONGEST_ORDINARY, lengths.minLength), allowed);
  return [
    ...(byFormat === undefined ? [] : [byFormat(keywords)]),
    ...(byFormat === writtenDecimals ? [writtenWholes()] : []),
    ...(letters === undefined ? [] : [letters]),
    ...(small === undefined ? [] : [small]),
    ...(large === undefined ? [] : [large]),
    ordinaryText({ minLength: shortest, maxLength: longest }),
  ];
}

/**
 * Ordinary strings within `minLength`, `maxLength`, `pattern` and `format`. Where neither pattern nor format asks for
 * something particular, `text` stands in for ordinary text as long as the lengths allow it.
 */
export function stringValues(keywords: Keywords, text: fc.Arbitrary<string> | undefined): Supply<string> {
  if (text !== undefined) return madeTexts(keywords, text);
  const lengths = ['minLength', 'maxLength'].map((name) => numberOf(keywords, name));
  const asked = [patternOf(keywords), textOf(keywords, 'format'), ...lengths];
  return kept(keptTexts, asked, () => madeTexts(keywords, text));
}

function madeTexts(keywords: Keywords, text: fc.Arbitrary<string> | undefined): Supply<string> {
  const minLength = numberOf(keywords, 'minLength') ?? 0;
  const maxLength = numberOf(keywords, 'maxLength');
  const pattern = patternOf(keywords);
  const expression = pattern === undefined ? undefined : compiled(pattern);
  if (pattern !== undefined && expression === undefined)
    return unsupported(`the pattern "${pattern}" is no regular expression`);
  if (minLength > MAX_LENGTH) return unsupported(`strings of ${minLength} characters are too long to send`);
  const none = `no string was found for ${JSON.stringify({ minLength, maxLength, pattern })}`;
  // Of a pattern that repeats too much, or refers back, no text is known to match: drawing long ones only takes time.
  if (expression !== undefined && expression.test('') === undefined) return notFound(none);
  const fits = (value: string): boolean => {
    const length = Array.from(value).length;
    return (
      length >= minLength &&
      length <= (maxLength ?? length) &&
      (expression === undefined || expression.test(value) === true)
    );
  };
  const particular = (pattern !== undefined && !takesWords(pattern)) || formed(keywords) !== undefined;
  if (text !== undefined && !particular) {
    const given = guarded(text, fits, 'the given text has not the right length');
    if (given.kind === 'values') return given;
  }
  const lengths = maxLength === undefined ? { minLength } : { minLength, maxLength };
  // A pattern that only keeps some signs out (`^[^,/]+$`) asks for nothing particular: other signs than those are for unusual texts.
  const [ordinary] = pattern === undefined ? [] : sources(keywords, lengths).slice(-1);
  const accepts = (value: string): boolean => fits(value) && !Reflect.has(Object.prototype, value);
  const plain =
    ordinary === undefined || formed(keywords) !== undefined ? undefined : readily(ordinary, accepts, 1);
  if (plain !== undefined) return plain;
  for (const source of sources(keywords, lengths)) {
    const supply = guarded(source, accepts, '');
    if (supply.kind === 'values') return values(supply.arbitrary);
  }
  return notFound(none);
}
