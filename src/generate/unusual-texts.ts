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
  ['astral characters and emoji', '🚀👩‍👩‍👧𝄞𠜎', 'visible'],
  ['quotes and backslashes', '"\'`\\\\n\\u0041', 'visible'],
  ['percent sequences', '%41%2F%C3%A9%2520', 'visible'],
  ['HTML', '<script>alert(1)</script>&amp;', 'visible'],
  ['SQL', "'; DROP TABLE t;--", 'visible'],
  ['plus and other URL characters', 'a+b&c=d;e#f?g', 'visible'],
  ['templates', '${7*7}{{7*7}}', 'visible'],
  ['names of inherited members', '__proto__ constructor', 'visible'],
  ['null as text', 'null', 'visible'],
  ['true as text', 'true', 'visible'],
  ['number as text', '0123', 'visible'],
  ['composed and decomposed accents', 'é e\u0301 Z\u0351\u0323', 'visible'],
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
