import { fixedValues } from '../../schema/keywords.ts';
import { schemaMembers } from '../../schema/members.ts';
import { mergedKeywords } from '../../schema/merge.ts';
import { onceFor, onceForBoth } from '../../system/once-for.ts';
import type { Operation } from '../model.ts';
import { plainName, sentencesOf, singularOf, wordsOfName } from '../names.ts';
import { entrySchemaOf, type Resource } from './resources.ts';

/**
 * What a document says in words of the states that actions lead entries from and to: `An open order becomes paid.`, and of a 409 `The
 * order is not open.` Whole sentences alone are read, about the entry and nothing else, whose words are listed values of one member:
 * of any other nobody knows what it means.
 */

/** The state in which a document says an entry to be after an action. */
export type ToldState = { readonly member: string; readonly value: string };

/** The states in which a document says an action to be done; in any other it is refused with this status. */
export type ToldCondition = {
  readonly member: string;
  readonly values: readonly string[];
  readonly status: string;
};

/** The members of entries that have a list of texts for values. */
export const listedValues = onceFor((resource: Resource): ReadonlyMap<string, readonly string[]> => {
  const schema = entrySchemaOf(resource);
  const members = schema === undefined ? [] : [...schemaMembers(schema).properties];
  return new Map(
    members.map(([name, member]) => {
      const values = fixedValues(mergedKeywords(member, schema ?? true)) ?? [];
      return [name, values.filter((value) => typeof value === 'string')];
    }),
  );
});

/** The one member that has all of some words as values, and these. */
function statesCalled(resource: Resource, words: string): Omit<ToldCondition, 'status'> | undefined {
  const wanted = words
    .replace(/^(?:in\s)?(?:the\s)?(?:state|status)\s|^(?:an?|the)\s/i, '')
    .split(/,(?:\s?(?:or|nor)\s)?|\s(?:or|nor)\s/i)
    .map((word) => plainName(word));
  const found = [...listedValues(resource)].flatMap(([member, listed]) => {
    const values = wanted.flatMap((word) => listed.find((value) => plainName(value) === word) ?? []);
    return values.length === wanted.length && listed.length > 1 ? [{ member, values }] : [];
  });
  return found.length === 1 ? found[0] : undefined;
}

/** True for words about an entry: `it`, `an open order`, or a state that one is called by (`a draft`). */
function isAboutEntry(resource: Resource, words: string): boolean {
  const last = singularOf(plainName(words.split(/\s+/).at(-1) ?? ''));
  const things = wordsOfName(resource.path.split('/').findLast((part) => !part.includes('{')) ?? '');
  if (last === 'it' || last === singularOf(things.at(-1) ?? '') || last === singularOf(things.join('')))
    return true;
  return [...listedValues(resource).values()].flat().some((value) => plainName(value) === last);
}

/** What makes a sentence one about what may come, and when. */
const OPEN = /\b(?:if|when|once|until|unless|may|can|could|might|after|while|soon|later|eventually)\b/i;

const BECOMES =
  /^(?:An?|The|This|Each) (.{1,40}?) (?:becomes|turns into|is then|is set to|is marked as|changes to|moves to|goes to) (.{1,60})$/i;
const SETS = /^(?:Marks?|Sets?|Moves?|Puts?|Turns?) (?:an?|the|this) (.{1,40}?) (?:as|to|into) (.{1,60})$/i;

/** The state to which a document says an action to lead; `undefined` where it says none, or several. */
export const stateTold: (resource: Resource, operation: Operation) => ToldState | undefined = onceForBoth(
  (resource: Resource, operation: Operation): ToldState | undefined => {
    const told = sentencesOf(operation.description ?? '').flatMap((sentence): ToldState[] => {
      const [, about = '', words = ''] = BECOMES.exec(sentence) ?? SETS.exec(sentence) ?? [];
      if (words === '' || OPEN.test(sentence) || !isAboutEntry(resource, about)) return [];
      const { member, values: [value, ...others] = [] } = statesCalled(resource, words) ?? {};
      return member === undefined || value === undefined || others.length > 0 ? [] : [{ member, value }];
    });
    const [first] = told;
    return told.every(({ member, value }) => member === first?.member && value === first.value)
      ? first
      : undefined;
  },
);

const IS_NOT =
  /^(?:(?:An?|The|This) )?(.{1,40}?) (?:is not|isnt|is no longer|is no) (?:yet )?(.{1,60}?)(?: (?:yet|any ?more|now))?$/i;
const HAS_TO_BE = /^(?:(?:An?|The|This) )?(.{1,40}?) (?:must|has to|needs to) be (.{1,60})$/i;
/** Refusals that are about whoever asks, or about something that is not there. */
const OF_SOMETHING_ELSE: ReadonlySet<string> = new Set(['401', '403', '404', '405', '410', '429']);

/** The states in which a document says an action to be done, by its words for a refusal. */
export const conditionTold: (resource: Resource, operation: Operation) => ToldCondition | undefined =
  onceForBoth((resource: Resource, { responses }: Operation): ToldCondition | undefined => {
    const told = responses.flatMap(({ status, description }): ToldCondition[] => {
      if (!/^4\d\d$/.test(status) || OF_SOMETHING_ELSE.has(status)) return [];
      return sentencesOf(description).flatMap((sentence): ToldCondition[] => {
        const [, about = '', words = ''] = IS_NOT.exec(sentence) ?? HAS_TO_BE.exec(sentence) ?? [];
        if (words === '' || !isAboutEntry(resource, about)) return [];
        const found = statesCalled(resource, words);
        return found === undefined ? [] : [{ ...found, status }];
      });
    });
    return told.length === 1 ? told[0] : undefined;
  });
