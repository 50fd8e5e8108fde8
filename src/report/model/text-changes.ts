import type { TextPair } from './lead-facts.ts';

/** A way in which services change texts, and what it makes of one. */
type Change = { readonly says: string; readonly made: (sent: string) => string };

const ENTITIES: ReadonlyMap<string, RegExp> = new Map([
  ['<', /&(?:lt|#60|#x3c);/gi],
  ['>', /&(?:gt|#62|#x3e);/gi],
  ['"', /&(?:quot|#34|#x22);/gi],
  ["'", /&(?:apos|#39|#x27);/gi],
  ['&', /&(?:amp|#38|#x26);/gi],
]);

function withoutEntities(text: string): string {
  return [...ENTITIES].reduce(
    (shown, [character, entity]) => shown.replaceAll(entity, () => character),
    text,
  );
}

function decodedAddress(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const CHANGES: readonly Change[] = [
  { says: 'turned into lower case', made: (sent) => sent.toLowerCase() },
  { says: 'turned into upper case', made: (sent) => sent.toUpperCase() },
  { says: 'stripped of white space at their ends', made: (sent) => sent.trim() },
  { says: 'stripped of repeated white space', made: (sent) => sent.replaceAll(/\s+/g, ' ') },
  { says: 'brought into normal form C of Unicode', made: (sent) => sent.normalize('NFC') },
  { says: 'brought into normal form D of Unicode', made: (sent) => sent.normalize('NFD') },
  { says: 'brought into normal form KC of Unicode', made: (sent) => sent.normalize('NFKC') },
  { says: 'decoded as parts of an address', made: decodedAddress },
  { says: 'decoded as fields of a form', made: (sent) => decodedAddress(sent.replaceAll('+', ' ')) },
  { says: 'decoded as fields of a form', made: (sent) => sent.replaceAll('+', ' ') },
  { says: 'decoded as HTML', made: withoutEntities },
  { says: 'written with doubled quotes, as for SQL', made: (sent) => sent.replaceAll("'", "''") },
  { says: 'written with doubled percent signs', made: (sent) => sent.replaceAll('%', '%%') },
  { says: 'stripped of backslashes', made: (sent) => sent.replaceAll('\\', '') },
  { says: 'written with line feeds in place of CR LF', made: (sent) => sent.replaceAll('\r\n', '\n') },
  {
    says: 'written in a character set without emoji',
    made: (sent) => sent.replaceAll(/[\u{10000}-\u{10ffff}]/gu, '?'),
  },
  {
    says: 'written in a character set without emoji',
    made: (sent) => sent.replaceAll(/[\u{10000}-\u{10ffff}]/gu, ''),
  },
  { says: 'written in ASCII', made: (sent) => sent.replaceAll(/[^\0-\u007f]/gu, '?') },
  { says: 'written in ISO 8859-1', made: (sent) => sent.replaceAll(/[^\0-\u00ff]/gu, '?') },
  {
    says: 'read as ISO 8859-1 although they are UTF-8',
    made: (sent) => Buffer.from(sent, 'utf8').toString('latin1'),
  },
];

function cutAt(texts: readonly TextPair[]): string | undefined {
  if (!texts.every(({ sent, got }) => got.length > 0 && got.length < sent.length && sent.startsWith(got)))
    return undefined;
  const next = texts.map(({ sent, got }) => sent.codePointAt(got.length) ?? 0);
  if (next.every((code) => code === 0)) return 'cut at a NUL';
  if (next.every((code) => code > 0xff_ff)) return 'cut at the first emoji';
  const lengths = new Set(texts.map(({ got }) => got.length));
  const [length] = lengths;
  return lengths.size === 1 && length !== undefined ? `cut after ${String(length)} characters` : 'cut';
}

/** What was done to all of the texts, in words that follow "are"; `undefined` where nothing that is known explains them. */
export function textChange(texts: readonly TextPair[]): string | undefined {
  if (texts.length === 0) return undefined;
  const known = CHANGES.find(({ made }) => texts.every(({ sent, got }) => made(sent) === got));
  if (known !== undefined) return known.says;
  if (texts.every(({ sent, got }) => withoutEntities(got) === sent)) return 'escaped for HTML';
  return cutAt(texts);
}
