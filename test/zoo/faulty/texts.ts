import { honestDescribe } from '../honest-traits.ts';
import type { Clauses, FaultyRow } from '../member.ts';
import type { NewCategory, Traits } from '../traits.ts';

export type Text = (text: string) => string;

const onText = (value: unknown, change: Text): unknown => (typeof value === 'string' ? change(value) : value);

function changed(input: NewCategory, change: Text, only?: 'name' | 'description'): NewCategory {
  const { name, description } = input;
  return {
    ...input,
    name: only === 'description' ? name : onText(name, change),
    ...(description === undefined || only === 'name' ? {} : { description: onText(description, change) }),
  };
}

/** Texts are changed before they are stored. */
export const keeping =
  (change: Text, only?: 'name' | 'description'): Traits['keep'] =>
  (input) =>
    changed(input, change, only);

/** Texts are stored as sent and changed when they are shown. */
export const showing =
  (change: Text, place: 'created' | 'listed', only?: 'name' | 'description'): Traits['describe'] =>
  (category, where, service) =>
    honestDescribe(
      where === place ? { ...category, ...changed(category, change, only) } : category,
      where,
      service,
    );

export const escapeHtml: Text = (text) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
const unescapeHtml: Text = (text) =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
const withoutTags: Text = (text) => text.replace(/<[^>]*>/g, '');
const percentDecoded: Text = (text) =>
  text.replace(/%[0-7][0-9a-f]/gi, (code) => String.fromCharCode(Number.parseInt(code.slice(1), 16)));
/** Decoded as a part of an address, unless some of it can't be. */
export const uriDecoded: Text = (text) => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};
const withoutAstral: Text = (text) => text.replace(/[\u{10000}-\u{10ffff}]/gu, '');
const bytesReadAsLatin1: Text = (text) => Buffer.from(text).toString('latin1');
const ascii: Text = (text) => text.normalize('NFD').replace(/\p{M}/gu, '');

/** Texts that are not stored as they were sent: part of the family of collections. */
const TEXT_CLAUSES: Clauses = ['2-new-category-name', '4.2-answer-201'];

export const textFaults: readonly FaultyRow[] = [
  {
    name: 'text-cut-at-20',
    title: 'texts are cut after 20 characters',
    change: (text: string) => text.slice(0, 20),
  },
  {
    name: 'text-cut-at-50',
    title: 'texts are cut after 50 characters',
    change: (text: string) => text.slice(0, 50),
    subtle: true as const,
  },
  {
    name: 'text-cut-at-255',
    title: 'texts are cut after 255 characters',
    change: (text: string) => text.slice(0, 255),
    subtle: true as const,
  },
  {
    name: 'text-cut-at-4096',
    title: 'texts are cut after 4,096 characters',
    change: (text: string) => text.slice(0, 4096),
    subtle: true as const,
  },
  {
    name: 'text-lower-case',
    title: 'texts are stored in lower case',
    change: (text: string) => text.toLowerCase(),
  },
  {
    name: 'text-upper-case',
    title: 'texts are stored in upper case',
    change: (text: string) => text.toUpperCase(),
  },
  {
    name: 'text-capitalised',
    title: 'texts start with a capital letter',
    change: (text: string) => text.charAt(0).toUpperCase() + text.slice(1),
  },
  {
    name: 'text-title-case',
    title: 'every word starts with a capital letter',
    change: (text: string) => text.replace(/(^|\s)\p{Ll}/gu, (letters) => letters.toUpperCase()),
  },
  {
    name: 'text-slug',
    title: 'blanks become dashes, signs are dropped',
    change: (text: string) => text.replace(/\s+/g, '-').replace(/[^\p{L}\p{N}-]/gu, ''),
  },
  { name: 'text-html-escaped', title: 'texts are stored escaped for HTML', change: escapeHtml },
  { name: 'text-entities-decoded', title: 'entities of HTML are decoded', change: unescapeHtml },
  { name: 'text-tags-stripped', title: 'tags are stripped', change: withoutTags },
  {
    name: 'text-scripts-stripped',
    title: 'script elements are stripped',
    change: (text: string) => text.replace(/<script.*?<\/script>/gis, ''),
  },
  {
    name: 'text-cut-at-16384',
    title: 'texts are cut after 16,384 characters',
    change: (text: string) => text.slice(0, 16_384),
    subtle: true as const,
  },
  {
    name: 'text-uri-decoded',
    title: 'texts that can be decoded as parts of an address are, all others are left',
    change: uriDecoded,
    subtle: true as const,
  },
  {
    name: 'text-form-decoded',
    title: 'texts are decoded like those of a form, where that can be done',
    change: (text: string) => uriDecoded(text.replaceAll('+', ' ')),
    subtle: true as const,
  },
  { name: 'text-percent-decoded', title: 'percent signs are decoded', change: percentDecoded },
  {
    name: 'text-plus-to-blank',
    title: 'plus signs become blanks',
    change: (text: string) => text.replaceAll('+', ' '),
  },
  {
    name: 'text-percent-doubled',
    title: 'percent signs are doubled',
    change: (text: string) => text.replaceAll('%', '%%'),
  },
  { name: 'text-emoji-stripped', title: 'emoji are stripped', change: withoutAstral },
  {
    name: 'text-emoji-to-question-mark',
    title: 'emoji become question marks, as in a three-byte character set',
    change: (text: string) => text.replace(/[\u{10000}-\u{10ffff}]/gu, '?'),
  },
  {
    name: 'text-cut-at-emoji',
    title: 'texts end before the first emoji, as MySQL once did',
    change: (text: string) => text.replace(/[\u{10000}-\u{10ffff}].*$/su, ''),
  },
  {
    name: 'text-not-ascii-to-question-mark',
    title: 'characters outside ASCII become question marks',
    change: (text: string) => text.replace(/[\u0080-\u{10ffff}]/gu, '?'),
  },
  {
    name: 'text-not-latin-1-to-question-mark',
    title: 'characters outside ISO 8859-1 become question marks',
    change: (text: string) => text.replace(/[\u0100-\u{10ffff}]/gu, '?'),
  },
  {
    name: 'text-encoded-twice',
    title: 'UTF-8 is taken for ISO 8859-1 and encoded again',
    change: bytesReadAsLatin1,
  },
  { name: 'text-accents-folded', title: 'accents are taken off', change: ascii },
  {
    name: 'text-compatibility-form',
    title: 'texts are stored in normal form KC',
    change: (text: string) => text.normalize('NFKC'),
    subtle: true as const,
  },
  {
    name: 'text-composed',
    title: 'texts are stored in normal form C',
    change: (text: string) => text.normalize('NFC'),
    subtle: true as const,
  },
  {
    name: 'text-decomposed',
    title: 'texts are stored in normal form D',
    change: (text: string) => text.normalize('NFD'),
  },
  {
    name: 'text-quotes-doubled',
    title: 'quotes are doubled, as for SQL',
    change: (text: string) => text.replaceAll("'", "''"),
  },
  {
    name: 'text-quotes-escaped',
    title: 'quotes get a backslash',
    change: (text: string) => text.replace(/['"\\]/g, (sign) => `\\${sign}`),
  },
  {
    name: 'text-backslashes-stripped',
    title: 'backslashes are dropped',
    change: (text: string) => text.replaceAll('\\', ''),
  },
  {
    name: 'text-smart-quotes',
    title: 'straight quotes become curly',
    change: (text: string) => text.replaceAll("'", '\u2019').replaceAll('"', '\u201d'),
  },
  {
    name: 'text-blanks-collapsed',
    title: 'white space within texts is collapsed',
    change: (text: string) => text.replace(/(\S)\s+(?=\S)/g, '$1 '),
    subtle: true as const,
  },
  {
    name: 'text-line-breaks-to-unix',
    title: 'CR LF becomes LF',
    change: (text: string) => text.replaceAll('\r\n', '\n'),
    subtle: true as const,
  },
  {
    name: 'text-line-breaks-dropped',
    title: 'line breaks become blanks',
    change: (text: string) => text.replace(/[\r\n]+/g, ' '),
    subtle: true as const,
  },
  {
    name: 'text-controls-stripped',
    title: 'control characters are stripped',
    change: (text: string) => text.replace(/(?![\r\n\t])\p{Cc}/gu, ''),
    subtle: true as const,
  },
  {
    name: 'text-cut-at-nul',
    title: 'texts end at a NUL',
    change: (text: string) => text.split('\u0000', 1).join(),
    subtle: true as const,
  },
  {
    name: 'text-bidi-stripped',
    title: 'marks for the direction of writing are stripped',
    change: (text: string) => text.replace(/[\u200b-\u200f\u202a-\u202e]/g, ''),
    subtle: true as const,
  },
  {
    name: 'text-templates-filled',
    title: 'templates in texts are filled in',
    change: (text: string) => text.replaceAll('{{7*7}}', '49').replaceAll('${x}', ''),
    subtle: true as const,
  },
].map(({ change, ...row }) => ({ ...row, clauses: TEXT_CLAUSES, traits: { keep: keeping(change) } }));
