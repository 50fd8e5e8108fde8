import { percentDecoded } from '../../../http/target.ts';
import type { TextPair } from './facts.ts';
import {
  all,
  deviates,
  everyJudged,
  everyListed,
  identities,
  isConstantIdentity,
  type LeadRow,
  says,
} from './patterns.ts';

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
  return percentDecoded(text) ?? text;
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

/** What may be behind entries that are lost, changed or mixed up. */
export const storedLeads: readonly LeadRow[] = [
  {
    checks: ['collections.assigned-members'],
    fits: () => true,
    says: 'the identity may be taken from the client where it sends one',
  },
  {
    checks: ['collections.created-as-sent', 'collections.text-unchanged', 'collections.listed'],
    fits: ({ texts }) => textChange(texts) !== undefined,
    says: ({ texts }) =>
      `texts may be ${textChange(texts) ?? 'changed'} on their way to the store or out of it`,
  },
  {
    checks: ['collections.created-as-sent'],
    fits: deviates('a value that another request sent'),
    says: 'requests may share a variable that should be their own',
  },
  {
    checks: ['collections.created-as-sent', 'collections.text-unchanged'],
    fits: deviates('a member is missing'),
    says: 'a member may not be stored, or left out of what is written',
  },
  {
    checks: ['collections.listed'],
    fits: all(deviates('it is not in the list'), says(/among (?:10|20|25|30|50|100),/)),
    says: 'the list may be one page of a longer one',
  },
  {
    checks: ['collections.listed'],
    fits: all(deviates('it is not in the list'), says(/the same values are there as/)),
    says: 'the answer to a creation and the list may take the identity from different places',
  },
  {
    checks: ['collections.listed'],
    fits: all(deviates('it is not in the list'), everyJudged),
    says: 'creations may not be stored, or the list may be kept or read elsewhere',
  },
  {
    checks: ['collections.listed'],
    fits: deviates('it is not in the list'),
    says: 'some creations may be lost or overwritten, or the list may leave some out',
  },
  {
    checks: ['collections.listed'],
    fits: deviates('a member is missing'),
    says: 'the list may not write all members',
  },
  {
    checks: ['collections.unique-identity'],
    fits: says(/: (?:null|true|false|""),/),
    says: 'the answer may be made before the identity is known',
  },
  {
    checks: ['collections.unique-identity'],
    fits: isConstantIdentity,
    says: 'the identity may be a constant',
  },
  {
    checks: ['collections.unique-identity'],
    fits: all(everyListed, ({ finding }) =>
      finding.follows.some(({ result }) => result.id === 'collections.created-once'),
    ),
    says: 'entries may be listed twice, as by a join',
  },
  {
    checks: ['collections.unique-identity'],
    fits: (facts) => identities(facts).some((value) => Math.abs(value) > Number.MAX_SAFE_INTEGER),
    says: 'identities may go through a floating point number, which keeps 53 bits',
  },
  {
    checks: ['collections.unique-identity'],
    fits: () => true,
    says: 'identities may be made from something that comes again: a count, a clock, a small counter',
  },
  {
    checks: ['collections.parallel-creation'],
    fits: () => true,
    says: 'the next identity may be read and written without a lock',
  },
  {
    checks: ['collections.created-once'],
    fits: () => true,
    says: 'a creation may be stored twice, or listed twice as by a join',
  },
  {
    checks: ['collections.refused-creates-nothing'],
    fits: () => true,
    says: 'the entry may be stored before the request is checked to the end',
  },
  {
    checks: ['collections.stable-entries'],
    fits: () => true,
    says: 'what the list shows of an entry may be worked out anew for each list',
  },
];
