import { wordsOfName } from '../../names.ts';

/** Names of parameters that are bounds of a member (`created_after`, `maxPrice`). */

const FROM: ReadonlySet<string> = new Set('after since from min minimum gte gt least'.split(' '));
const UP_TO: ReadonlySet<string> = new Set('before until till to max maximum lte lt most'.split(' '));
/** Those that bound amounts: `from_account_id` is the account that something comes from. */
export const OF_AMOUNTS: ReadonlySet<string> = new Set(
  'min minimum gte gt least max maximum lte lt most'.split(' '),
);
/** What is left out of the name of a moment: `created_after` is about `created_at`, `requiredFrom` about `requiredBy`. */
export const OF_TIME: ReadonlySet<string> = new Set('at on date time by day'.split(' '));

export function stemOf(words: readonly string[]): string {
  const end = words.findLastIndex((word) => !OF_TIME.has(word));
  return (end < 0 ? words : words.slice(0, end + 1)).join('');
}

/** What names a bound of a member, and which: the word for it stands before or behind its name. */
type Bound = { readonly kind: 'least' | 'most'; readonly stem: string; readonly word: string };

export function boundIn(name: string): Bound | undefined {
  const words = wordsOfName(name);
  const [first = '', last = ''] = [words[0], words.at(-1)];
  const isBehind = FROM.has(last) || UP_TO.has(last);
  const word = isBehind ? last : first;
  const stem = stemOf(isBehind ? words.slice(0, -1) : words.slice(1));
  if (words.length < 2 || stem === '') return undefined;
  if (FROM.has(word)) return { kind: 'least', stem, word };
  return UP_TO.has(word) ? { kind: 'most', stem, word } : undefined;
}

/** What is a bound by its name, where that is all there is to it: `from`, `until`. */
export function bareBound(name: string): Bound | undefined {
  const [word = '', ...others] = wordsOfName(name);
  if (others.length > 0 || OF_AMOUNTS.has(word)) return undefined;
  if (FROM.has(word)) return { kind: 'least', stem: '', word };
  return UP_TO.has(word) ? { kind: 'most', stem: '', word } : undefined;
}
