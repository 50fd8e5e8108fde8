import { plainName, sentencesOf, wordsOfName } from '../../names.ts';
import { allowedTypes, fixedValues, textOf } from '../../../schema/keywords.ts';
import { scalarKeywords } from '../../../schema/scalar.ts';
import type { Parameter } from '../../model.ts';
import { membersInside, type PlacedMember } from './member-places.ts';

/** Texts that a list is searched for, as the words of a document have it: where they are looked for, and how. */

/** How a text is looked for, as far as the document says: whatever its letter case, or in this alone, and as a part of what is there. */
export type Manner = { readonly anyCase: boolean; readonly ownCase: boolean; readonly inside: boolean };

const ANY_CASE =
  /\bcase[- ]?insensitiv|\bignor\w+ (?:the |letter |upper and lower )?case\b|\b(?:upper or lower|lower or upper|any letter|either|whatever (?:the|its|their)|regardless of(?: the| its| their)?|(?:irrespective of|without regard (?:to|for)|disregarding)(?: the| its| their)?)(?: letter)? ?case\b/i;
/** The same said by what is not so: `letter case does not matter`, `it does not matter whether letters are upper or lower case`. */
const NO_MATTER =
  /\b(?:the |letter |upper and lower |upper or lower ){0,2}case (?:does not|doesn't|doesnt) matter\b|\bno matter (?:the |which |what |its |their )?(?:letter )?case\b|\b(?:letter )?case is (?:ignored|irrelevant|not considered)\b/gi;
const OWN_CASE = /\bcase[- ]?sensitiv/i;
const INSIDE: readonly RegExp[] = [
  /^(?:(?:an?|any|the) )?(?:part|piece|substring|fragment) of /i,
  /\bsubstring (?:match|search|filter)|\bby substrings?\b/i,
  /\bcontain(?:s|ing)? (?:this|the given|the (?:text|string|term|value|query)|a given)\b/i,
  /\bwith (?:this|the|that) (?:text|string|term) in\b/i,
  /\b(?:text|string|term|occurs|appears) (?:anywhere|somewhere) in\b/i,
  /^(?:(?:an?|any|the) )?(?:text|string|term|word|phrase)s? (?:that|which) .{1,100}? contains?\b/i,
  /\bwhose .{1,100}? (?:has|have|contains?|includes?) (?:this|the|that) (?:text|string|term)\b/i,
  /^(?:(?:an?|any|the) )?(?:text|string|term)s? to (?:look|search) for in\b/i,
];
/** What a value has to be like, or is not done, is nothing that is looked for. */
const UNSURE = /\b(?:not|never|must|may|might|can|cannot|cant|should)\b/i;
/** What is found by its beginning, by whole words or by meaning is not found by every part of it. */
const NOT_INSIDE =
  /\bwhole words?\b|\bbegin|\bprefix|\bstart|\bend(?:s|ing)?\b|\bfuzzy|\bat least \w+ (?:letters|characters)/i;

/** How the document says that a text is looked for. */
export function mannerOf({ description = '' }: Pick<Parameter, 'description'>): Manner {
  const sure = sentencesOf(description.replaceAll(NO_MATTER, 'in any letter case')).filter(
    (sentence) => !UNSURE.test(sentence),
  );
  return {
    anyCase: sure.some((sentence) => ANY_CASE.test(sentence)),
    ownCase: sure.some((sentence) => OWN_CASE.test(sentence)),
    inside:
      !NOT_INSIDE.test(description) && sure.some((sentence) => INSIDE.some((form) => form.test(sentence))),
  };
}

/** Names of parameters that ask for entries by a text, wherever it stands. */
const SEARCHES: ReadonlySet<string> = new Set(
  'q query search searchtext searchterm searchquery searchstring text term keyword keywords find contains needle'.split(
    ' ',
  ),
);
/** What stands before the places where a text is looked for: as the whole sentence of any parameter, or in one of a search. */
const PART_OF = /^(?:(?:an?|any|the) )?(?:part|piece|substring|fragment) of (.{1,120})$/i;
const PLACES: readonly RegExp[] = [
  /\b(?:this|the|that|an?|given|search) (?:text|term|words?|string|phrase|value|query|substring) (?:(?:is|are|occurs?|appears?|found|anywhere|somewhere|contained) ){0,2}(?:in|inside|within) (.{1,120})$/i,
  /\b(?:search|look|match|filter)(?:e?s|ed|ing)?(?: [\w-]+){0,2}? (?:in|by|on|over|against|across|within) (.{1,120})$/i,
  /^(?:(?:an?|any|the) )?(?:text|string|term|word|phrase)s? (?:that|which) (.{1,100}?) contains?\b/i,
  /^(?:(?:an?|any|the|all|these) )?(?:search )?(?:texts?|words?|terms?|strings?|keywords?) (?:in|within) (.{1,120})$/i,
  /^(?:full[- ]?text |free[- ]?text )?(?:search|match|look)(?:e?s|ed|ing)?(?: through)? (.{1,120})$/i,
  /\bwhose (.{1,100}?) (?:contains?|includes?|has|have) (?:this|the|that|it)\b/i,
];
/** What is said behind them of how it is looked for. */
const HOW =
  /,? ?(?:and )?(?:\([^)]{0,80}\)|(?:in )?(?:upper or lower|lower or upper|any|either|whatever (?:the|its|their)|regardless of(?: the| its| their)?|(?:irrespective of|without regard (?:to|for)|disregarding)(?: the| its| their)?|ignoring(?: the| its| their)?)(?: letter)? ?case|case[- ]?insensitive(?:ly)?)/gi;
const BETWEEN = /,? (?:or|and|and\/or) |, |(?<=\w) ?\/ ?(?=\w)/i;
const DETERMINER =
  /^(?:(?:in|by|on|within|of|either|both|all|any) ){0,2}(?:(?:the|an?|its|their|each|every) )?/i;

/** Words of a parameter that looks for a text, whatever they leave open. */
const LOOKS =
  /\b(?:search(?:es|ed|ing)?|looks? for|looking for|finds?|match(?:es|ing)?|contain(?:s|ing)?|full[- ]?text|free[- ]?text|keywords?)\b/i;
/** What is found by its meaning is never nothing, and what is written in a language of its own may be no text that is looked for. */
const OTHERWISE_FOUND =
  /\b(?:semantic\w*|vectors?|embeddings?|similar\w*|fuzzy|meaning|natural|nearest|suggest\w*|recommend\w*|synta\w*|expressions?|operators?|lucene|regex\w*|regular|sql|json|jq|odata|rsql|fiql|dsl|language|alias|ignored|deprecated|reserved|unused)\b|\w[=:]\w|[{}<>]/i;

/** The words without what makes several of them. */
function roots(words: readonly string[]): readonly string[] {
  return words.map((word) => word.replace(/s$/, ''));
}

/** `first or last name` names two: what is said of the last place alone is meant of each before it. */
function spelledOut(places: readonly string[]): readonly (readonly string[])[] {
  const head = wordsOfName(places.at(-1) ?? '');
  const shared = head.length > 1 ? (head.at(-1) ?? '') : '';
  return places.map((words, at) =>
    shared === '' || at === places.length - 1 || words.includes(' ')
      ? [words]
      : [words, `${words} ${shared}`],
  );
}

/** The member that some words name: `reference`, `recipient's name`, `name of the recipient`; `undefined` where none or several may be meant. */
function memberNamed(words: string, members: readonly PlacedMember[]): PlacedMember | undefined {
  const [, last, owner] = /^(.{1,60}) of (?:the |an? |its )?(.{1,60})$/i.exec(words) ?? [];
  const called = owner === undefined || last === undefined ? words : `${owner} ${last}`;
  const own = members.find(({ member }) => plainName(member) === plainName(called));
  if (own !== undefined) return own;
  const wanted = roots(wordsOfName(called)).join(' ');
  const alike = [...members, ...members.flatMap(membersInside)].filter(
    ({ member, within }) =>
      roots([...wordsOfName(within ?? ''), ...wordsOfName(member)].filter(Boolean)).join(' ') === wanted,
  );
  return alike.length === 1 ? alike[0] : undefined;
}

function isText({ schema, root }: PlacedMember): boolean {
  const shown = scalarKeywords(schema, root);
  const types = [...allowedTypes(shown)].filter((type) => type !== 'null');
  const isFree = fixedValues(shown) === undefined && !/date|time/.test(textOf(shown, 'format') ?? '');
  return types.join() === 'string' && isFree;
}

/** The words for the places where a text is looked for. */
function placesTold({ name, description = '' }: Parameter): string | undefined {
  const expressions = [PART_OF, ...(SEARCHES.has(plainName(name)) ? PLACES : [])];
  for (const sentence of sentencesOf(
    description.replaceAll(NO_MATTER, 'in any letter case').replaceAll(HOW, ' '),
  ))
    for (const expression of expressions) {
      const told = expression.exec(sentence.replaceAll(/ +/g, ' ').trim())?.[1];
      if (told !== undefined) return told;
    }
  return undefined;
}

/**
 * The members in which the document says that a text is looked for (`Part of the name or the email`), where all that it names are
 * texts of an entry; none where it names anything else, since entries may be found by that.
 */
export function soughtMembers(
  parameter: Parameter,
  members: readonly PlacedMember[],
): readonly PlacedMember[] {
  const keywords = scalarKeywords(parameter.schema);
  const types = [...allowedTypes(keywords)].filter((type) => type !== 'null');
  const told =
    types.join() === 'string' && fixedValues(keywords) === undefined ? placesTold(parameter) : undefined;
  if (told === undefined) return [];
  const places = told.split(BETWEEN).map((each) => each.trim().replace(DETERMINER, ''));
  const found = spelledOut(places).flatMap((ways) =>
    ways.flatMap((words) => memberNamed(words, members) ?? []).slice(0, 1),
  );
  return found.length === places.length && found.every(isText) ? found : [];
}

/** Those of them that say by their name alone that they look for a text. */
const NAMED_SO = /^(?:search(?:text|term|query|string|word)?|keywords?)$/;
const CHOOSES = /\b(?:search|filter)(?:s|es|ed|ing|able)?\b/i;

/**
 * A member that is free text, where a parameter by its name and its words looks for a text in whatever there is of an entry: none is
 * found by a word that none has. `said`: the words of the list, where the parameter has none.
 */
export function soughtAnywhere(
  { name, description = '', schema, required }: Parameter,
  members: readonly PlacedMember[],
  said: string,
): { readonly placed: PlacedMember; readonly kind: 'anywhere' } | undefined {
  const keywords = scalarKeywords(schema);
  const types = [...allowedTypes(keywords)].filter((type) => type !== 'null');
  const isFree = !required && types.join() === 'string' && fixedValues(keywords) === undefined;
  const plain = plainName(name);
  const isSaid =
    description === ''
      ? NAMED_SO.test(plain) && CHOOSES.test(said) && !OTHERWISE_FOUND.test(said)
      : SEARCHES.has(plain) && LOOKS.test(description) && !OTHERWISE_FOUND.test(description);
  const placed = isFree && isSaid ? members.find(isText) : undefined;
  return placed === undefined ? undefined : { placed, kind: 'anywhere' };
}
