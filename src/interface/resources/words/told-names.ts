import { type Schema, textOf } from '../../../schema/keywords.ts';
import { schemaMembers } from '../../../schema/members.ts';
import { mergedKeywords } from '../../../schema/merge.ts';
import type { Interface, Operation } from '../../model.ts';
import { plainName, sentencesOf, singularOf } from '../../names.ts';
import { parameterNames } from '../../path-matching.ts';
import { type Resource, resourcesOf } from '../resources.ts';

/**
 * What a document says in words of what a creation names: `422: The project does not exist`, `Must be the id of an existing project`.
 * Whole sentences alone are read.
 */

/** A member of a body, and the resource of which it names an entry that has to be there. */
export type ToldName = { readonly member: string; readonly named: Resource };

/** Refusals that may be for what is not there. */
const REFUSALS: readonly string[] = ['404', '422', '400', '409', '424'];

/** What leaves it open whether it is so. */
const OPEN = /\b(?:may|might|unless|until|while|and|yet|optionally|sometimes|anymore)\b/i;

/** Sentences that say that something is not there, with the words for it. */
const ABSENT: readonly RegExp[] = [
  /^(.{1,80}?) (?:does not|do not|doesnt|dont|did not) exist(?: or .{1,60})?$/i,
  /^(.{1,80}?) (?:(?:is|was|were) not|isnt|wasnt|(?:could|can) ?not be|couldnt be|not) (?:found|there|known)(?: or .{1,60})?$/i,
  /^(.{1,80}?) (?:is |was )?unknown$/i,
  /^(?:there (?:is|was) )?no such (.{1,80})$/i,
  /^(?:there (?:is|was) )?no (.{1,80}?) with (?:this|that|the given|such an?) \w+$/i,
  /^no (.{1,80}?) (?:was )?found$/i,
  /^(?:unknown|non-?existent|nonexisting) (.{1,80})$/i,
];

/** Sentences of a member that say that what it names has to be there. */
const HAS_TO_BE: readonly RegExp[] = [
  /^(?:(?:it|this|the .{1,40}?) )?(?:must|has to|needs to) exist$/i,
  /^(?:(?:it|this|the .{1,40}?) )?(?:must|has to|needs to) (?:be (?:the \w+ of )?|refer to |reference |name |point to )an existing .{1,40}$/i,
];

/** What an operation says of when it refuses. */
const REFUSES =
  /^(?:.{0,40} )?(?:returns|answers(?: with)?|fails with|responds with|is refused with|gets)(?: an?)? 4\d\d(?: .{1,30}?)? ((?:if|when|where) .*)$/i;

const DETERMINERS = /^(?:(?:the|an?|this|that|either|given|specified|referenced|named|requested) )+/i;

/** The words for what a sentence says not to be there, each as names are compared. */
function absentIn(sentence: string): readonly string[] {
  if (OPEN.test(sentence)) return [];
  const bare = sentence.replace(/^(?:if|when|where) /i, '');
  const words = ABSENT.flatMap((form) => form.exec(bare)?.[1] ?? []);
  return words
    .flatMap((each) => each.split(/ or |, /i))
    .map((each) =>
      plainName(
        each
          .replace(DETERMINERS, '')
          .replace(/ (?:with|of|that|which|by|named|given|referenced|referred) .*$/i, '')
          .replace(/ (?:id|identifier)$/i, ''),
      ),
    );
}

function wordsOf({ description, responses }: Operation): readonly string[] {
  const refusals = responses.filter(({ status }) => REFUSALS.includes(status));
  const told = sentencesOf(description ?? '').flatMap((sentence) => REFUSES.exec(sentence)?.[1] ?? []);
  return [...refusals.flatMap((response) => sentencesOf(response.description)), ...told].flatMap(absentIn);
}

function thingOf({ path }: Resource): string {
  const last = path.split('/').findLast((segment) => segment !== '' && !segment.includes('{')) ?? '';
  return singularOf(plainName(last));
}

/** What a member is called that names an entry of a resource. */
function callsOf(thing: string, { identity = 'id' }: Resource): readonly string[] {
  return [thing, `${thing}id`, `${thing}${plainName(identity)}`];
}

/** The members of a creation that name what has to be there, by the words of the document. `sent`: what its body says of an entry. */
export function toldNames(document: Interface, create: Operation, sent: Schema): readonly ToldName[] {
  const hasRefusal = create.responses.some(({ status }) => REFUSALS.includes(status));
  const said = new Set(hasRefusal ? wordsOf(create) : []);
  // What a path names is missed there.
  const inPath = create.path.split('/').map((segment) => singularOf(plainName(segment)));
  const kinds = resourcesOf(document).filter(
    ({ kind, itemPath, read, identity }) =>
      kind === 'collection' &&
      read !== undefined &&
      identity !== undefined &&
      parameterNames(itemPath ?? '').length === 1,
  );
  return [...schemaMembers(sent).properties].flatMap(([member, schema]): readonly ToldName[] => {
    const plain = plainName(member);
    const named = kinds.find((one) => callsOf(thingOf(one), one).includes(plain));
    if (named === undefined || inPath.includes(thingOf(named))) return [];
    const own = sentencesOf(textOf(mergedKeywords(schema, sent), 'description') ?? '');
    const isOwn =
      hasRefusal && own.some((one) => HAS_TO_BE.some((form) => form.test(one)) && !OPEN.test(one));
    return isOwn || said.has(thingOf(named)) || said.has(plain) ? [{ member, named }] : [];
  });
}
