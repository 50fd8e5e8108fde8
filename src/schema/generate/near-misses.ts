import { type Keywords, numberOf, textOf } from '../keywords.ts';
import { compilePattern } from '../pattern/pattern.ts';

/**
 * Texts that the pattern of some keywords does not allow, each one slip away from a text that it allows: what services take that
 * forget a part of the pattern. The same text always has the same ones.
 */

/** What was done to a text, in the order in which services get it wrong. */
export type Slip =
  | 'length'
  | 'behind'
  | 'before'
  | 'scheme'
  | 'prefix'
  | 'suffix'
  | 'separator'
  | 'case'
  | 'letter'
  | 'sign'
  | 'long'
  | 'first'
  | 'last'
  | 'short-first'
  | 'long-first';

/** Of a text, by characters: where it has parts that may change, and what always stands before, between and behind them. */
type Anatomy = {
  readonly characters: readonly string[];
  /** How many characters at the beginning can be no others, and at the end. */
  readonly prefix: number;
  readonly suffix: number;
  /** Places of the signs between that can be no others. */
  readonly separators: readonly number[];
  /** What stands between them: from a place on, up to another one. The whole text where all of it is fixed. */
  readonly parts: readonly (readonly [from: number, to: number])[];
};

type Fits = (text: string) => boolean;

/** One of each kind: what takes none of them in the place of a character takes that character alone. */
const STAND_INS = 'azAZ059-_.#+ '.split('');
/** Longer ones are looked at no closer: each place costs a dozen matches. */
const MOST_LOOKED_AT = 40;
const MOST_SEPARATORS = 8;
/** So many more characters are tried before a part is taken to have room for any number. */
const MOST_MORE = 150;

function put(characters: readonly string[], at: number, character: string): string {
  return characters.with(at, character).join('');
}

function anatomyOf(allowed: string, fits: Fits): Anatomy {
  const characters = Array.from(allowed);
  const { length } = characters;
  const isFixed = (at: number): boolean =>
    STAND_INS.every((one) => one === characters[at] || !fits(put(characters, at, one)));
  let prefix = 0;
  while (prefix < Math.min(length, MOST_LOOKED_AT) && isFixed(prefix)) prefix += 1;
  if (prefix === length) return { characters, prefix: 0, suffix: 0, separators: [], parts: [[0, length]] };
  let suffix = 0;
  while (suffix < MOST_LOOKED_AT && prefix + suffix < length && isFixed(length - 1 - suffix)) suffix += 1;
  const inner = [...characters.entries()].slice(prefix, length - suffix);
  const separators = inner
    .filter(([, character]) => /[^\p{L}\p{N}]/u.test(character))
    .slice(0, MOST_SEPARATORS)
    .flatMap(([at]) => (isFixed(at) ? [at] : []));
  const ends = [...separators, length - suffix];
  const parts = ends.map((to, at) => [at === 0 ? prefix : (ends[at - 1] ?? 0) + 1, to] as const);
  return { characters, prefix, suffix, separators, parts: parts.filter(([from, to]) => to > from) };
}

type Part = Anatomy['parts'][number] | undefined;

/** The text with the longest beginning of a part that is too short; nothing where the part may be as short as can be. */
function fewer({ characters }: Anatomy, part: Part, fits: Fits): readonly string[] {
  const [from, to] = part ?? [0, 0];
  for (let end = to - 1; end >= from && to - end <= MOST_MORE; end -= 1) {
    const text = [...characters.slice(0, end), ...characters.slice(to)].join('');
    if (!fits(text)) return [text];
  }
  return [];
}

/** The text with the last character of a part so often that there is no more room for it; nothing where any number fits. */
function more({ characters }: Anatomy, part: Part, fits: Fits): readonly string[] {
  const [, to] = part ?? [0, 0];
  const last = characters[to - 1] ?? '';
  for (let added = 1; added <= MOST_MORE; added += 1) {
    const text = [...characters.slice(0, to), last.repeat(added), ...characters.slice(to)].join('');
    if (!fits(text)) return [text];
  }
  return [];
}

/** The texts of a slip, of which the first counts that the pattern does not allow. */
function slipped(slip: Slip, anatomy: Anatomy, fits: Fits): readonly string[] {
  const { characters, prefix, suffix, separators, parts } = anatomy;
  const text = characters.join('');
  const [first, last] = [parts[0], parts.at(-1)];
  const others = (at: number | undefined, ...signs: readonly string[]): readonly string[] =>
    at === undefined ? [] : signs.map((sign) => put(characters, at, sign));
  const lastAt = last === undefined ? undefined : last[1] - 1;
  switch (slip) {
    case 'length':
      return [...fewer(anatomy, last, fits), ...more(anatomy, last, fits)];
    // Who looks for the pattern anywhere in the text takes what stands around it.
    case 'behind':
      return [`${text}#`, `${text}_`];
    case 'before':
      return [`#${text}`, `_${text}`];
    // An address that is one all the same (RFC 3986 section 3.1): who looks for an address alone takes it.
    case 'scheme':
      return text.startsWith('https://') ? [`http${text.slice('https'.length)}`] : [];
    case 'prefix':
      return prefix === 0 ? [] : [characters.slice(prefix).join('')];
    case 'suffix':
      return suffix === 0 ? [] : [characters.slice(0, -suffix).join('')];
    case 'separator': {
      const without = (gone: readonly number[]): string =>
        characters.filter((_one, at) => !gone.includes(at)).join('');
      return separators.length === 0 ? [] : [without(separators), without(separators.slice(0, 1))];
    }
    case 'case':
      return [text.toUpperCase(), text.toLowerCase()];
    case 'letter':
      return others(lastAt, 'a', '0', 'A');
    case 'sign':
      return others(last === undefined ? undefined : Math.floor((last[0] + last[1]) / 2), '_', '#');
    case 'long':
      return more(anatomy, last, fits);
    case 'first':
      return others(first?.[0], '-', '0', '_', 'a');
    case 'last':
      return others(lastAt, '-', '_', '#');
    case 'short-first':
      return parts.length < 2 ? [] : fewer(anatomy, first, fits);
    case 'long-first':
      return parts.length < 2 ? [] : more(anatomy, first, fits);
  }
}

/** The slips in this order; those without which nothing is found in most services first. */
export const SLIPS: readonly Slip[] = [
  'length',
  'behind',
  'before',
  'scheme',
  'prefix',
  'suffix',
  'separator',
  'case',
  'letter',
  'sign',
  'long',
  'first',
  'last',
  'short-first',
  'long-first',
];

/** So many slips of one text, the first ones: each is a request. */
const MOST_SLIPS = 9;

/** Steps for one text: hundreds are tried. A pattern of 200 steps and a text of 500 characters are within them. */
const MOST_STEPS = 100_000;

type NearMisses = ReadonlyMap<Slip, string>;

const NOTHING: NearMisses = new Map();

/** What was made of the last texts: each is asked for once for every slip. */
const kept = new Map<string, NearMisses>();
const MOST_KEPT = 200;

function made(source: string, allowed: string, isLength: (length: number) => boolean): NearMisses {
  const pattern = compilePattern(source);
  if (allowed === '' || !allowed.isWellFormed() || pattern.test(allowed, MOST_STEPS) !== true) return NOTHING;
  // What nobody can tell is no miss.
  const fits: Fits = (text) => pattern.test(text, MOST_STEPS) !== false;
  const anatomy = anatomyOf(allowed, fits);
  const found = new Map<Slip, string>();
  const taken = new Set<string>();
  for (const slip of SLIPS) {
    if (found.size === MOST_SLIPS) break;
    const miss = slipped(slip, anatomy, fits).find(
      (text) => text !== '' && isLength(Array.from(text).length) && !taken.has(text) && !fits(text),
    );
    if (miss === undefined) continue;
    found.set(slip, miss);
    taken.add(miss);
  }
  return found;
}

/**
 * The near misses of a text that the keywords allow, by what was done to it: at most nine, all of them different. None is empty or of
 * a length that the keywords don't allow, and the pattern allows none.
 */
export function nearMisses(keywords: Keywords, allowed: string): NearMisses {
  const source = textOf(keywords, 'pattern');
  if (source === undefined) return NOTHING;
  const least = numberOf(keywords, 'minLength') ?? 0;
  const most = numberOf(keywords, 'maxLength') ?? Number.POSITIVE_INFINITY;
  const key = JSON.stringify([source, least, most, allowed]);
  const known = kept.get(key);
  if (known !== undefined) return known;
  const misses = made(source, allowed, (length) => length >= least && length <= most);
  if (kept.size >= MOST_KEPT) kept.clear();
  kept.set(key, misses);
  return misses;
}
