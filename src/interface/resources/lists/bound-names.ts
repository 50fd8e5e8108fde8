import { isDecimalText } from '../../../schema/decimals.ts';
import { allowedTypes, fixedValues, type Keywords, textOf } from '../../../schema/keywords.ts';
import { scalarKeywords } from '../../../schema/scalar.ts';
import type { Parameter } from '../../model.ts';
import { sentencesOf, wordsOfName } from '../../names.ts';
import type { PlacedMember } from './member-places.ts';

/** Names of parameters that are bounds of a member (`created_after`, `maxPrice`). */

const FROM: ReadonlySet<string> = new Set('after since from min minimum gte gt least'.split(' '));
const UP_TO: ReadonlySet<string> = new Set('before until till to max maximum lte lt most'.split(' '));
/** Those that bound amounts: `from_account_id` is the account that something comes from. */
const OF_AMOUNTS: ReadonlySet<string> = new Set(
  'min minimum gte gt least max maximum lte lt most'.split(' '),
);
/** What is left out of the name of a moment: `created_after` is about `created_at`, `requiredFrom` about `requiredBy`. */
const OF_TIME: ReadonlySet<string> = new Set('at on date time by day'.split(' '));

function stemOf(words: readonly string[]): string {
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

/**
 * True for what a document calls the minimum or the maximum of a whole number: it may be that itself. Of others, what is shown may be
 * rounded, and a name alone (`minSeats`) does not say it.
 */
function isLeastOrMost({ description = '' }: Parameter, shown: Keywords): boolean {
  const types = [...allowedTypes(shown)].filter((type) => type !== 'null');
  return types.join() === 'integer' && /\b(?:minimum|maximum)\b/i.test(description);
}

/** Words for a bound that is itself inside. */
const INCLUSIVE =
  /\binclusive\b|\bat (?:the )?(?:least|most|earliest|latest)\b|\bor (?:later|after|more|greater|higher|above|newer|earlier|before|less|fewer|lower|smaller|below|older)\b/i;

/** True for a bound of which the document says that what is on it fits, too. */
export function isInclusiveBound(parameter: Parameter, shown: Keywords): boolean {
  return INCLUSIVE.test(parameter.description ?? '') || isLeastOrMost(parameter, shown);
}

/** Words for a bound. */
const BOUND =
  /\b(?:only|after|since|from|before|until|till|up to|later|earlier|newer|older|minimum|maximum|at least|at most|more than|less than|greater than|not more|not less)\b/i;

/** True for a bound that the document calls one in words. */
export function isSaidBound({ description = '' }: Parameter): boolean {
  return BOUND.test(description);
}

/** Words for a bound that is itself outside: `(exclusive)`, and not `mutually exclusive`. */
const EXCLUSIVE = /\(exclusive\)|, exclusive$/i;

/** True for values of which each is the one that is shown, and no other close to it. */
function areWhole(keywords: Keywords): boolean {
  const types = [...allowedTypes(keywords)].filter((type) => type !== 'null').join();
  return types === 'integer' || (types === 'string' && textOf(keywords, 'format') === 'date');
}

/** True for a bound of whole numbers or days that the document calls exclusive. Of others, what is shown may be rounded. */
export function isExclusiveBound({ description = '' }: Parameter, asked: Keywords, shown: Keywords): boolean {
  const isSaid = sentencesOf(description).some((sentence) => EXCLUSIVE.test(sentence));
  return isSaid && areWhole(asked) && areWhole(shown);
}

/** What is a bound by its name, where that is all there is to it: `from`, `until`. */
export function bareBound(name: string): Bound | undefined {
  const [word = '', ...others] = wordsOfName(name);
  if (others.length > 0 || OF_AMOUNTS.has(word)) return undefined;
  if (FROM.has(word)) return { kind: 'least', stem: '', word };
  return UP_TO.has(word) ? { kind: 'most', stem: '', word } : undefined;
}

/** Units that stand behind what they are of: `price_cents`, `weight_kg`. */
const UNITS: ReadonlySet<string> = new Set(
  (
    'cent cents pence minor eur euros usd dollars gbp kg kilograms g grams mg km kilometers m meters cm mm ms millis milliseconds s sec secs ' +
    'seconds min mins minutes h hours days percent pct bytes kb mb gb celsius'
  ).split(' '),
);

/** The name of an amount and its unit, where it ends with one: `price` and `cents`. */
export function withoutUnit(
  words: readonly string[],
): { readonly stem: string; readonly unit: string } | undefined {
  const unit = words.at(-1) ?? '';
  return words.length > 1 && UNITS.has(unit) ? { stem: words.slice(0, -1).join(''), unit } : undefined;
}

/** The word by itself, without an ending: `starts` of `startsAt` and `start` are the same. */
function rootOf(word: string): string {
  return word.replace(/s$/, '');
}

/** The amounts of which a bound has the name and, in words, the unit (`min_price`, `in cents`, of `price_cents`). */
function amountsOf(
  { description = '' }: Parameter,
  stem: string,
  members: readonly PlacedMember[],
): readonly PlacedMember[] {
  const words = new Set(wordsOfName(description).map(rootOf));
  return members.filter(({ member }) => {
    const amount = withoutUnit(wordsOfName(member));
    return amount?.stem === stem && words.has(rootOf(amount.unit));
  });
}

/** True for days and moments. */
function isTime(keywords: Keywords): boolean {
  return /^date(?:-time)?$/.test(textOf(keywords, 'format') ?? '');
}

/** The one moment of which a document says in words that a bound of time is about it (`Bookings that start at this time or later`). */
function toldMoment(
  { description = '' }: Parameter,
  members: readonly PlacedMember[],
): readonly PlacedMember[] {
  const words = new Set((description.toLowerCase().match(/[a-z]+/g) ?? []).map(rootOf));
  const told = members.filter(({ member, schema, root }) => {
    const stem = stemOf(wordsOfName(member));
    // `From this day on` names no member that is called so.
    const isWord = FROM.has(stem) || UP_TO.has(stem);
    return !isWord && isTime(scalarKeywords(schema, root)) && words.has(rootOf(stem));
  });
  return told.length === 1 ? told : [];
}

/** What a bound of time is of by its words: `Only bookings whose arrival is on this day or later`. */
const WHOSE = /\bwhose ([a-z]{4,20}) (?:is|was|falls|lies)\b/i;

/** The one moment whose description has that word (`Day of arrival`). */
function momentOf(
  { description = '' }: Parameter,
  members: readonly PlacedMember[],
): readonly PlacedMember[] {
  const word = WHOSE.exec(description)?.[1]?.toLowerCase();
  const told = members.filter(({ schema, root }) => {
    const keywords = scalarKeywords(schema, root);
    const words: readonly string[] =
      (textOf(keywords, 'description') ?? '').toLowerCase().match(/[a-z]+/g) ?? [];
    return word !== undefined && isTime(keywords) && words.includes(word);
  });
  return told.length === 1 ? told : [];
}

/** The moments that are called as what happened then: `issuedFrom` is about the `issueDate`. */
function happenedAt(stem: string, members: readonly PlacedMember[]): readonly PlacedMember[] {
  const happens = ['d', 'ed'].filter((end) => stem.endsWith(end)).map((end) => stem.slice(0, -end.length));
  return members.filter(
    ({ member, schema, root }) =>
      isTime(scalarKeywords(schema, root)) && happens.includes(stemOf(wordsOfName(member))),
  );
}

/** The one member that the description of a bound calls by the whole of its name, where that has several words (`an issueDate on or after this day`). */
function calledIn(
  { description = '' }: Parameter,
  members: readonly PlacedMember[],
): readonly PlacedMember[] {
  const said = ` ${wordsOfName(description).join(' ')} `;
  const called = members.filter(({ member }) => {
    const words = wordsOfName(member);
    return words.length > 1 && said.includes(` ${words.join(' ')} `);
  });
  return called.length === 1 ? called : [];
}

/** Words before the name of an amount that leave it what it is: `unit_price`. A `net_price` or a `list_price` has another one beside it. */
const NEUTRAL: ReadonlySet<string> = new Set('unit item each single own'.split(' '));
/** Words for a bound of an amount. */
const AT_LEAST_OR_MOST = /\bat (?:the )?(?:least|most)\b|\b(?:minimum|maximum)\b/i;

/** The one amount that has the word of a bound at its end (`min_price`, `at least`, of `unit_price`), where no other member has that word. */
function amountCalled(
  { description = '' }: Parameter,
  stem: string,
  members: readonly PlacedMember[],
): readonly PlacedMember[] {
  const alike = members.filter(({ member }) => wordsOfName(member).includes(stem));
  const [only] = alike.length === 1 ? alike : [];
  const [before = '', word, ...behind] = wordsOfName(only?.member ?? '');
  const isIt = NEUTRAL.has(before) && word === stem && behind.length === 0;
  return only !== undefined && isIt && AT_LEAST_OR_MOST.test(description) ? [only] : [];
}

/** The members that a bound may be about, the surest first: by its name, by the unit of an amount, and by what the document says of it. */
export function boundedBy(
  parameter: Parameter,
  { stem }: { readonly stem: string },
  members: readonly PlacedMember[],
): readonly PlacedMember[] {
  const named = members.filter(({ member }) => stemOf(wordsOfName(member)) === stem);
  const isOfTime = stem === '' || OF_TIME.has(stem);
  const ways = [
    () => named,
    () => amountsOf(parameter, stem, members),
    () => amountCalled(parameter, stem, members),
    () => (isOfTime ? toldMoment(parameter, members) : []),
    () => (isOfTime ? momentOf(parameter, members) : []),
    () => happenedAt(stem, members),
    () => calledIn(parameter, members),
  ];
  for (const way of ways) {
    const found = way();
    if (found.length > 0) return found;
  }
  return [];
}

/** True for the types of a number. */
export function isNumeric(types: readonly string[]): boolean {
  return types.length > 0 && types.every((type) => type === 'integer' || type === 'number');
}

/** True for a text of which a schema says nothing more. */
function isPlainText(keywords: Keywords): boolean {
  return (
    fixedValues(keywords) === undefined &&
    !['format', 'pattern'].some((name) => Object.hasOwn(keywords, name))
  );
}

/** True for two numbers of one type, two amounts in texts, or two days or moments: what else a bound may be of, no document says. */
export function isBounded(asked: Keywords, shown: Keywords, word: string): boolean {
  const types = [asked, shown].map((keywords) =>
    [...allowedTypes(keywords)].filter((type) => type !== 'null'),
  );
  const [own = [], theirs = []] = types;
  if (isNumeric(own) && isNumeric(theirs)) return OF_AMOUNTS.has(word) && own.join() === theirs.join();
  if (own.join() !== 'string' || theirs.join() !== 'string') return false;
  // What entries show is described more loosely than what is taken.
  const areDecimals = isDecimalText(asked) && (isDecimalText(shown) || isPlainText(shown));
  return areDecimals ? OF_AMOUNTS.has(word) : isTime(asked) && isTime(shown);
}
