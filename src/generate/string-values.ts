import fc from 'fast-check';
import { compilePattern, type Pattern } from '../schema/pattern.ts';
import { numberOf, textOf, type Keywords } from './keywords.ts';
import { ordinaryText } from './ordinary-text.ts';
import { guarded, unsupported, values, type Supply } from './supply.ts';

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

function label(): fc.Arbitrary<string> {
  return ordinaryText({ maxLength: 20 }).map((text) => text.toLowerCase().replaceAll(/[^a-z0-9]/g, ''));
}

const BY_FORMAT: ReadonlyMap<string, () => fc.Arbitrary<string>> = new Map([
  ['date-time', instant],
  ['date', () => instant().map((text) => text.slice(0, 10))],
  ['time', () => instant().map((text) => text.slice(11))],
  ['duration', () => fc.integer({ min: 1, max: 90 }).map((days) => `P${days}D`)],
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
  ['ipv4', () => fc.ipV4()],
  ['ipv6', () => fc.ipV6()],
  ['byte', () => label().map((text) => Buffer.from(text).toString('base64'))],
]);

function anchored(pattern: string): string {
  if (pattern.includes('|')) return pattern;
  return `${pattern.startsWith('^') ? '' : '^'}${pattern}${/(?<!\\)(?:\\\\)*\$$/.test(pattern) ? '' : '$'}`;
}

function matching(pattern: string, size: fc.Size): fc.Arbitrary<string> | undefined {
  try {
    return fc.stringMatching(new RegExp(anchored(pattern), 'u'), { size });
  } catch {
    return undefined;
  }
}

function compiled(pattern: string): Pattern | undefined {
  try {
    return compilePattern(pattern);
  } catch {
    return undefined;
  }
}

/** How the texts are made, the most fitting way first. */
function sources(
  keywords: Keywords,
  lengths: { readonly minLength: number; readonly maxLength?: number },
): readonly fc.Arbitrary<string>[] {
  const byFormat = BY_FORMAT.get(textOf(keywords, 'format') ?? '');
  const pattern = textOf(keywords, 'pattern');
  const small = pattern === undefined ? undefined : matching(pattern, 'small');
  const large = pattern === undefined ? undefined : matching(pattern, 'large');
  const allowed = lengths.maxLength ?? Number.POSITIVE_INFINITY;
  const shortest = Math.min(Math.max(3, lengths.minLength), allowed);
  const longest = Math.min(Math.max(LONGEST_ORDINARY, lengths.minLength), allowed);
  return [
    ...(byFormat === undefined ? [] : [byFormat()]),
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
  const minLength = numberOf(keywords, 'minLength') ?? 0;
  const maxLength = numberOf(keywords, 'maxLength');
  const pattern = textOf(keywords, 'pattern');
  const expression = pattern === undefined ? undefined : compiled(pattern);
  if (pattern !== undefined && expression === undefined)
    return unsupported(`the pattern "${pattern}" is no regular expression`);
  if (minLength > MAX_LENGTH) return unsupported(`strings of ${minLength} characters are too long to send`);
  const fits = (value: string): boolean => {
    const length = Array.from(value).length;
    return (
      length >= minLength &&
      length <= (maxLength ?? length) &&
      (expression === undefined || expression.test(value) === true)
    );
  };
  const particular = pattern !== undefined || BY_FORMAT.has(textOf(keywords, 'format') ?? '');
  if (text !== undefined && !particular) {
    const given = guarded(text, fits, 'the given text has not the right length');
    if (given.kind === 'values') return given;
  }
  const lengths = maxLength === undefined ? { minLength } : { minLength, maxLength };
  for (const source of sources(keywords, lengths)) {
    const supply = guarded(source, (value) => fits(value) && !Reflect.has(Object.prototype, value), '');
    if (supply.kind === 'values') return values(supply.arbitrary);
  }
  return unsupported(`no string was found for ${JSON.stringify({ minLength, maxLength, pattern })}`);
}
