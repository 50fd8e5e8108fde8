import type { Operation } from '../../../model.ts';
import { plainName, sentencesOf } from '../../../names.ts';
import { onceForBoth } from '../../../../system/once-for.ts';
import { allowedTypes, type Schema, textOf } from '../../../../schema/keywords.ts';
import { scalarKeywords } from '../../../../schema/scalar.ts';
import { compileSchema } from '../../../../schema/compile.ts';
import { schemaMembers } from '../../../../schema/members.ts';
import { subschema } from '../../../../schema/resolve.ts';
import { sentSchemaOf } from '../../read-collections.ts';
import { entrySchemaOf, type Resource } from '../../resources.ts';
import { isSaidDone } from './action-words.ts';
import { clausesOf, isAboutEntry } from './told-states.ts';

/**
 * What a document says of members after an action or an update, beside the state: that they have a value then (`closed_at is set`), or none
 * (`closed_at becomes null`), or which of two a flag has (`Sets archived to true`).
 */

export type ToldAfter = {
  readonly member: string;
  readonly wanted: 'a value' | 'null' | 'true' | 'false';
  readonly words: string;
};

const IS_SET =
  /^(?:(?:the|its) )?([\w-]{2,40}) is (?:set|filled in|noted|recorded)(?: (?:to|with) (?:now|the (?:current )?(?:time|moment|date|day)(?: of the \w{1,20})?))?(?: then| now| from then on| afterwards)?$/i;
const IS_NULL =
  /^(?:(?:the|its) )?([\w-]{2,40}) (?:(?:becomes?|is(?: set(?: back)?| reset)?(?: to)?|goes back to) )?null(?: again)?$/i;
const IS_EMPTIED = /^(?:(?:the|its) )?([\w-]{2,40}) is (?:cleared|emptied|unset|removed)(?: again)?$/i;

/** The same of what an action does: `Sets archived_at`, `Clears archived_at`. */
const SETS =
  /^(?:sets|fills in|records) (?:the |its )?([\w-]{2,40})(?: (?:to|with) (?:now|the (?:current )?(?:time|moment|date|day)(?: of the \w{1,20})?))?$/i;
/** What becomes of something that a request always gives: `Stores the reason in cancel_reason`. */
const STORES =
  /^(?:stores|saves|keeps|records|notes|writes) (?:the |its )?(?<given>[\w-]{2,40}) (?:in|as|under|to) (?:the |its )?(?<member>[\w-]{2,40})$/i;
const EMPTIES = /^(?:clears|empties|unsets) (?:the |its )?([\w-]{2,40})(?: again)?$/i;

const IS_FLAG =
  /^(?:sets? (?:the |its )?(?<sets>[\w-]{2,40}) to|(?:(?:the|its) )?(?<has>[\w-]{2,40}) (?:becomes|is(?: set)?(?: to)?)) (?<flag>true|false)(?: again| then| afterwards| from then on)?$/i;

/** The flag that some words set, and to what. */
function flagSet(words: string): { readonly name: string; readonly wanted: 'true' | 'false' } | undefined {
  const { sets, has, flag } = IS_FLAG.exec(words)?.groups ?? {};
  const name = sets ?? has;
  if (name === undefined || flag === undefined) return undefined;
  return { name, wanted: flag.toLowerCase() === 'true' ? 'true' : 'false' };
}

/** What a member says of itself: `Set when the invoice is finalized`. */
const SET_BY =
  /^(?:is )?(?:assigned|set|given|filled in|recorded) (?:when|once|as soon as) (?<about>it|(?:an?|the) [a-z -]{1,40}?) (?:is|was|gets|has been) (?<done>[a-z-]{3,20}(?: (?:in|out|off|up|down))?)$/i;

/** The members that by their own descriptions have a value once the action was done. */
function setByAction(
  resource: Resource,
  operation: Operation,
  members: readonly (readonly [string, Schema])[],
  root: Schema,
): readonly ToldAfter[] {
  if (!resource.actions.includes(operation)) return [];
  return members.flatMap(([member, own]) =>
    sentencesOf(textOf(scalarKeywords(own, root), 'description') ?? '').flatMap((words): ToldAfter[] => {
      const { about = '', done = '' } = SET_BY.exec(words)?.groups ?? {};
      const isIt = done !== '' && isAboutEntry(resource, about) && isSaidDone(operation, done);
      return isIt && compileSchema(subschema(root, own))(null).length === 0
        ? [{ member, wanted: 'a value', words }]
        : [];
    }),
  );
}

/** The members that a document says to have a value, or none, after an action; those alone that may have none, and flags. */
export const toldAfter: (resource: Resource, operation: Operation) => readonly ToldAfter[] = onceForBoth(
  (resource: Resource, operation: Operation): readonly ToldAfter[] => {
    const schema = entrySchemaOf(resource);
    const members = schema === undefined ? [] : [...schemaMembers(schema).properties];
    const sent = sentSchemaOf(operation);
    const given = sent === undefined ? new Set<string>() : new Set(schemaMembers(sent).properties.keys());
    const needed = sent === undefined ? [] : [...schemaMembers(sent).required].map(plainName);
    const storedBy = (words: string): string | undefined => {
      const { given: of = '', member } = STORES.exec(words)?.groups ?? {};
      return needed.includes(plainName(of)) ? member : undefined;
    };
    const told = clausesOf(operation).flatMap((words): readonly ToldAfter[] => {
      const [said, none] = [
        [IS_SET, SETS],
        [IS_NULL, IS_EMPTIED, EMPTIES],
      ].map((forms) => forms.map((form) => form.exec(words)?.[1]).find((name) => name !== undefined));
      const set = said ?? storedBy(words);
      const flag = flagSet(words);
      const name = set ?? none ?? flag?.name;
      const [member, own] = members.find(([each]) => plainName(each) === plainName(name ?? '')) ?? [];
      // What a request gives may be anything.
      if (schema === undefined || member === undefined || own === undefined || given.has(member)) return [];
      if (flag !== undefined) {
        const types = [...allowedTypes(scalarKeywords(own, schema))].filter((type) => type !== 'null');
        return types.join() === 'boolean' ? [{ member, wanted: flag.wanted, words }] : [];
      }
      if (compileSchema(subschema(schema, own))(null).length > 0) return [];
      return [{ member, wanted: set === undefined ? 'null' : 'a value', words }];
    });
    const heard = new Set(told.map(({ member }) => member));
    const own = schema === undefined ? [] : setByAction(resource, operation, members, schema);
    const all = [...told, ...own.filter(({ member }) => !heard.has(member) && !given.has(member))];
    return all.filter(({ member }) => all.filter((other) => other.member === member).length === 1);
  },
);

/** True where the words of a document set a flag by an action: whoever asks for that twice has it set as well. */
export function setsFlag(resource: Resource, operation: Operation): boolean {
  return toldAfter(resource, operation).some(({ wanted }) => wanted === 'true' || wanted === 'false');
}
