import { allowedTypes, isSchema, type Schema, textOf } from '../../../../schema/keywords.ts';
import { besideNull, schemaMembers } from '../../../../schema/members.ts';
import { mergedKeywords } from '../../../../schema/merge.ts';
import { scalarKeywords } from '../../../../schema/scalar.ts';
import { onceFor } from '../../../../system/once-for.ts';
import type { Interface, Operation } from '../../../model.ts';
import { plainName, sentencesOf, singularOf } from '../../../names.ts';
import { parameterNames } from '../../../path-matching.ts';
import { type Resource, resourcesOf } from '../../resources.ts';

/**
 * What a document says in words of what a request names that makes, changes or replaces an entry: `422: The project does not exist`, `Must be
 * the id of an existing project`, `All parcels have to exist (422)`. Whole sentences alone are read.
 */

/** A member of a body, and the resource of which it names an entry that has to be there, or several in a list. */
export type ToldName = { readonly member: string; readonly named: Resource; readonly isList: boolean };

/** Refusals that may be for what is not there. */
const REFUSALS: readonly string[] = ['404', '422', '400', '409', '424'];

/** What leaves it open whether it is so. */
const OPEN = /\b(?:may|might|unless|until|while|and|yet|optionally|sometimes|anymore)\b/i;

/** Sentences that say that something is not there, with the words for it. */
const ABSENT: readonly RegExp[] = [
  /^(.{1,80}?) (?:does not|do not|doesnt|dont|did not) exist(?: or .{1,60})?$/i,
  /^(.{1,80}?) (?:(?:is|are|was|were) not|isnt|arent|wasnt|(?:could|can) ?not be|couldnt be|not) (?:found|there|known)(?: or .{1,60})?$/i,
  /^(.{1,80}?) (?:is |was )?unknown(?: or .{1,60})?$/i,
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

/** What leaves it open whether something has to be there. */
const LOOSE = /\b(?:may|might|unless|optionally|sometimes|except|should)\b/i;

/** Sentences of an operation that say that something has to be there, with the words for it. */
const EXISTS: readonly RegExp[] = [
  /^(?:(?:all|each|every|both|the|an?|any|its|their|named|given|referenced) ){0,3}([\w-]{1,40}(?: [\w-]{1,20})?) (?:must|has to|have to|needs? to) (?:already )?exist\b/i,
  /^(?:(?:the|an?|each|every) ){0,2}([\w-]{1,40}) (?:must|has to|have to) be (?:that|one|the \w+|an? \w+) of an? (?:existing )?[\w -]{1,40}/i,
];

/** What a change says of the rules of a creation. */
const SAME_RULES =
  /\b(?:rules|restrictions|constraints|conditions|requirements) (?:of|for) (?:the |an? )?(?:creation|creating|new ones)\b.{0,30}\b(?:hold|apply)\b/i;

/** What an operation says of when it refuses. */
const REFUSES =
  /^(?:.{0,40} )?(?:returns|answers(?: with)?|fails with|responds with|is refused with|gets)(?: an?)? 4\d\d(?: .{1,30}?)? ((?:if|when|where) .*)$/i;

/** The same, with the status first, and one reason behind the other: `422 if the customer is not there, or the day is over`. */
const STATUS_FIRST = /^4\d\d (?:if|when|where) (.*)$/i;

/** The same about the thing: `A project that does not exist is refused with 422`, `An unknown project is refused with 422`. */
const ABSENT_REFUSED =
  /^(?:an? |the |any )((?:unknown|non-?existent|nonexisting) .{1,40}?|.{1,40}? (?:that|which) (?:(?:does not|doesnt) exist|(?:is not|isnt) (?:there|known)|is unknown)(?: or [\w-]{1,30})?) (?:is|will be) (?:refused|rejected|answered) (?:with|by) (?:an? |the )?4\d\d$/i;

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

/** The words for what a sentence says that it has to be there. */
function neededIn(sentence: string): readonly string[] {
  if (LOOSE.test(sentence)) return [];
  const words = EXISTS.flatMap((form) => form.exec(sentence)?.[1] ?? []);
  return words.map((each) => singularOf(plainName(each.replace(/ (?:id|identifier)s?$/i, ''))));
}

function wordsOf({ description, responses }: Operation): readonly string[] {
  const refusals = responses.filter(({ status }) => REFUSALS.includes(status));
  const sentences = sentencesOf(description ?? '');
  const told = sentences.flatMap((sentence) => [
    ...(REFUSES.exec(sentence)?.slice(1, 2) ?? []),
    ...(STATUS_FIRST.exec(sentence)?.[1]?.split(/, (?:or )?/i) ?? []),
    ...(ABSENT_REFUSED.exec(sentence)
      ?.slice(1, 2)
      .map((words) => words.replace(/ (?:that|which) /i, ' ')) ?? []),
  ]);
  const reasons = refusals
    .flatMap((response) => sentencesOf(response.description))
    .flatMap((sentence) => (OPEN.test(sentence) ? [] : sentence.split(/, or /i)));
  const absent = [...reasons, ...told];
  return [...absent.flatMap(absentIn), ...sentences.flatMap(neededIn)];
}

/** True for a change to which the document applies what it says of the creation. */
function hasSameRules({ description = '' }: Operation): boolean {
  return sentencesOf(description).some((sentence) => SAME_RULES.test(sentence));
}

function thingOf({ path }: Resource): string {
  const last = path.split('/').findLast((segment) => segment !== '' && !segment.includes('{')) ?? '';
  return singularOf(plainName(last));
}

/** What a member is called that names an entry of a resource. */
function callsOf(thing: string, { identity = 'id' }: Resource): readonly string[] {
  const own = plainName(identity);
  // `orderNumber`, of orders that have one, is named so elsewhere, too.
  return [thing, `${thing}id`, `${thing}${own}`, ...(own.startsWith(thing) ? [own] : [])];
}

/** The entries that a document has and that a path with one parameter reads, by what members are called that name one. */
const namedByCalls = onceFor((document: Interface): ReadonlyMap<string, Resource> => {
  const found = new Map<string, Resource>();
  for (const resource of resourcesOf(document)) {
    const { kind, itemPath, read, identity } = resource;
    if (kind !== 'collection' || read === undefined || identity === undefined) continue;
    if (parameterNames(itemPath ?? '').length !== 1) continue;
    for (const call of callsOf(thingOf(resource), resource)) if (!found.has(call)) found.set(call, resource);
  }
  return found;
});

/** True for a list of plain values. */
function isListOfNames(schema: Schema, root: Schema): boolean {
  const { type, items } = mergedKeywords(besideNull(schema, root), root);
  if (type !== 'array' || !isSchema(items)) return false;
  const kinds = [...allowedTypes(scalarKeywords(items, root))];
  return kinds.length > 0 && kinds.every((kind) => kind === 'string' || kind === 'integer');
}

/**
 * The members by which a request names what has to be there, by the words of the document. `sent`: what its body says of an entry. `create`:
 * what makes such entries, whose words hold for a change where that says so.
 */
export function toldNames(
  document: Interface,
  operation: Operation,
  sent: Schema,
  create: Operation = operation,
): readonly ToldName[] {
  const hasRefusal = operation.responses.some(({ status }) => REFUSALS.includes(status));
  const speakers = create !== operation && hasSameRules(operation) ? [operation, create] : [operation];
  const said = new Set(hasRefusal ? speakers.flatMap(wordsOf) : []);
  // What a path names is missed there.
  const inPath = operation.path.split('/').map((segment) => singularOf(plainName(segment)));
  return [...schemaMembers(sent).properties].flatMap(([member, schema]): readonly ToldName[] => {
    const isList = isListOfNames(schema, sent);
    const plain = isList ? singularOf(plainName(member)) : plainName(member);
    const named = namedByCalls(document).get(plain);
    if (named === undefined || inPath.includes(thingOf(named))) return [];
    const own = sentencesOf(textOf(mergedKeywords(schema, sent), 'description') ?? '');
    const isOwn =
      hasRefusal && own.some((one) => HAS_TO_BE.some((form) => form.test(one)) && !OPEN.test(one));
    return isOwn || said.has(thingOf(named)) || said.has(plain) ? [{ member, named, isList }] : [];
  });
}
