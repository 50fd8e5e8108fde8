import { placedMembers } from '../../lists/member-places.ts';
import { allowedTypes } from '../../../../schema/keywords.ts';
import { scalarKeywords } from '../../../../schema/scalar.ts';
import { type Json } from '../../../../json/value.ts';
import { onceForBoth } from '../../../../system/once-for.ts';
import { type Operation } from '../../../model.ts';
import { wordsOfName, sentencesOf } from '../../../names.ts';
import { withActionApart } from '../../places/places.ts';
import { entrySchemaOf, type Resource } from '../../resources.ts';
import { listedStates, type State } from './told-states.ts';

/**
 * What an action is called, and what an entry is called after it: `cancel` and `cancelled`, `lock` and `locked`. What somebody else may
 * have to agree to (`publish` a flag, `verify`, `flag`) says nothing of when.
 */

/** Those that do not end in -ed. */
const IRREGULAR: ReadonlyMap<string, string> = new Map([
  ['pay', 'paid'],
  ['send', 'sent'],
  ['resend', 'sent'],
  ['withdraw', 'withdrawn'],
  ['hide', 'hidden'],
  ['freeze', 'frozen'],
  ['hold', 'held'],
  ['do', 'done'],
]);

/** The verb of an action: the last word of its path that is no placeholder. */
function verbOf({ path }: Operation): string {
  const last = withActionApart(path)
    .split('/')
    .findLast((part) => part !== '' && !part.includes('{'));
  return last?.replace(/^:/, '').toLowerCase() ?? '';
}

/** What actions are called that bring back what was removed. */
const BACK: ReadonlySet<string> = new Set(['restore', 'undelete', 'untrash', 'recover']);

/** True for an action that brings back what was removed (`POST /notes/7/restore`). */
export function bringsBack(action: Operation): boolean {
  return BACK.has(verbOf(action));
}

/** What actions are called after which others see what was kept from them: a draft is refused to them as a draft. */
const OPENS: ReadonlySet<string> = new Set([
  'publish',
  'release',
  'share',
  'launch',
  'open',
  'activate',
  'list',
]);

/** True for an action that opens an entry to others (`POST /articles/7/publish`): whose it is, it stays. */
export function opensToOthers(action: Operation): boolean {
  return OPENS.has(verbOf(action)) && action.method !== 'DELETE';
}

/** True for a word that says that an action was done: `cancelled`, `canceled`, `paid`, `checked out`, `CLOSED`. */
function isDoneWord(verb: string, text: string): boolean {
  const said = wordsOfName(text).join('');
  const plain = wordsOfName(verb).join('');
  if (plain.length < 2 || !/^\p{L}+$/u.test(plain)) return false;
  const irregular = IRREGULAR.get(plain);
  if (irregular !== undefined) return said === irregular;
  const stem = plain.replace(/e$/, '').replace(/y$/, '');
  if (stem.length < 3 || !said.startsWith(stem)) return false;
  return (
    ['ed', 'yed', 'ied'].some((end) => said === `${stem}${end}`) || said === `${stem}${stem.at(-1) ?? ''}ed`
  );
}

const ALREADY = /\balready\s+(?:been\s+|be\s+)?([\p{L}-]+(?:\s+(?:out|in|off|up|down))?)/iu;

/** True for words that say of an entry that the action was done to it: `finalized`, of `/finalize`, and `checked out`, of `/checkout`. */
export function isSaidDone(operation: Operation, words: string): boolean {
  const [verb = '', particle] = words.split(/\s+/);
  const own = verbOf(operation).replaceAll(/[-_]/g, '');
  if (particle !== undefined && own.endsWith(particle.toLowerCase())) {
    return isDoneWord(own.slice(0, -particle.length), verb);
  }
  return isDoneWord(own, verb);
}

const DONE = String.raw`(?<words>[\p{L}-]+(?: (?:out|in|off|up|down))?)`;
const REFUSED_IF = String.raw`^(?:returns|answers(?: with)?|responds with|fails with|(?:it )?is (?:refused|answered|rejected) with)(?: an?)? (?<status>4\d\d) (?:if|when|where) (?:it|(?:an?|the) [\w -]{1,40}?)`;

/** Sentences of an action that say that it is done once. */
const ONCE: readonly RegExp[] = [
  new RegExp(`${REFUSED_IF} (?:(?:is|was) already|has already been) ${DONE}$`, 'iu'),
  new RegExp(`${REFUSED_IF} (?:is|was|has been) ${DONE} already$`, 'iu'),
  /(?:^|\b(?:it|they) |^(?:an?|the) .{1,40}? )(?:cannot|cant|can not|must not|may not) be (?<words>[\p{L}-]+(?: (?:out|in|off|up|down))?) (?:twice|again|a second time|more than once)(?: \((?<status>4\d\d)\))?$/iu,
  /(?:^|\b(?:it|they) |^(?:an?|the) .{1,40}? )(?:can|may) (?:only be (?<words>[\p{L}-]+) once|be (?<words>[\p{L}-]+) (?:only once|once only))(?: \((?<status>4\d\d)(?: otherwise)?\))?$/iu,
];

/** What such an action undoes: `reopen` is done to what was closed. */
const UNDOES: ReadonlyMap<string, readonly string[]> = new Map([
  ['reopen', ['close']],
  ['resume', ['pause', 'suspend']],
]);

/** What an action undoes by its name: `archive`, of `unarchive`. */
function undoneVerbs(operation: Operation): readonly string[] {
  const own = wordsOfName(verbOf(operation)).join('');
  return own.startsWith('un') ? [own.slice(2)] : (UNDOES.get(own) ?? []);
}

/** True for words of what an action undoes: `unarchive` and `archived`. What it was done to is not so any more. */
function isSaidUndone(operation: Operation, words: string): boolean {
  return undoneVerbs(operation).some((verb) => isDoneWord(verb, words));
}

/** True for an action that undoes another one by what both are called. */
export function undoes(operation: Operation, other: Operation): boolean {
  return undoneVerbs(operation).includes(wordsOfName(verbOf(other)).join(''));
}

const NOT_SO = String.raw`(?:is|was|has) (?:not|no longer) (?:been )?(?:yet |currently )?${DONE}(?: any ?more)?$`;
/** Sentences of an action that say of what it is refused, since there is nothing to undo, and what its refusal says of that. */
const NOTHING_TO_UNDO = new RegExp(`${REFUSED_IF} ${NOT_SO}`, 'iu');
const IS_NOT_SO = new RegExp(String.raw`^(?:(?:it|(?:an?|the|this) [\w -]{1,40}?) )${NOT_SO}`, 'iu');

/** The refusal that the description of an action gives to whom it was already done; 409 where it has that and says none. */
function refusalOfSecond(
  { description = '', responses }: Operation,
  forms: readonly RegExp[],
  isSaid: (words: string) => boolean,
): string | undefined {
  for (const sentence of sentencesOf(description)) {
    const groups = forms.map((form) => form.exec(sentence)?.groups).find((one) => one !== undefined);
    const { words, status = '409' } = groups ?? {};
    const isDocumented = responses.some((one) => one.status === status);
    if (words !== undefined && isDocumented && isSaid(words)) return status;
  }
  return undefined;
}

/** The refusal of an action that undoes another one, where there is nothing to undo: `409: The project is not archived`, of `unarchive`. */
export function refusesToUndo(operation: Operation): string | undefined {
  const isSaid = (words: string): boolean => isSaidUndone(operation, words);
  const told = operation.responses.find(
    ({ status, description }) =>
      /^4\d\d$/.test(status) &&
      sentencesOf(description).some((sentence) => isSaid(IS_NOT_SO.exec(sentence)?.groups?.['words'] ?? '')),
  )?.status;
  return told ?? refusalOfSecond(operation, [NOTHING_TO_UNDO], isSaid);
}

/**
 * The refusal of an action that the document gives to whom it was already done: `409: The cart was already checked out`, `It can't be
 * checked out twice (409)`. What is undone can't be undone once more.
 */
export function refusesAgain(operation: Operation): string | undefined {
  const isSaid = (words: string): boolean => isSaidDone(operation, words);
  const told = operation.responses.find(({ status, description }) => {
    const words = /^4\d\d$/.test(status) ? ALREADY.exec(description)?.[1] : undefined;
    return words !== undefined && isSaid(words);
  })?.status;
  return told ?? refusalOfSecond(operation, ONCE, isSaid) ?? refusesToUndo(operation);
}

/** What is done by whoever asks for it: others begin something that somebody else has to agree to (`verify`, `approve`, `invite`). */
const AT_ONCE = /^(?:cancel|close|archive|publish|suspend|lock|disable|deactivate|complete|finish|pause)$/;

/** True for such an action that needs nothing else to be said. */
function isDoneAtOnce(operation: Operation): boolean {
  return AT_ONCE.test(verbOf(operation)) && operation.requestBody?.required !== true;
}

/** A member and the value of it that says that the action was done, where the document has one in a list of values. */
export function stateOf(
  resource: Resource,
  operation: Operation,
): readonly [name: string, value: State] | undefined {
  for (const [name, listed] of listedStates(resource)) {
    const found = listed.find(({ word }) => isDoneWord(verbOf(operation), word));
    if (found !== undefined) return [name, found.value];
  }
  return undefined;
}

/** True for a value that an action gives a member for good: a state that is called as the action is, or one that no second time leads to. */
export function isOfAction(
  resource: Resource,
  operation: Operation,
  name: string,
  value: Json | undefined,
): boolean {
  if (typeof value === 'boolean')
    return value && wordsOfName(name).some((word) => isDoneWord(verbOf(operation), word));
  const listed = listedStates(resource)
    .get(name)
    ?.find((one) => one.value === value);
  const word = typeof value === 'string' ? value : listed?.word;
  if (word === undefined) return false;
  return (
    isDoneWord(verbOf(operation), word) || (listed !== undefined && refusesAgain(operation) !== undefined)
  );
}

/** The same of flags, undone with `un` before it, or by a DELETE. What is enabled may have to be confirmed first. */
const TURNS = /^(?:archive|lock|pin|star|favou?rite|like|mute|bookmark|freeze|disable)$/;

/** A flag, and what it is after the action. */
type TurnedFlag = { readonly member: string; readonly value: boolean };

/**
 * The flag of an entry that an action turns by what both are called (`PUT /posts/7/lock` and `locked`, `PUT /posts/7/favourite` and
 * `is_favourite`, `POST /repos/7/unarchive` and `archived`); `undefined` where the entry has none of that name.
 */
export const flagTurned: (resource: Resource, operation: Operation) => TurnedFlag | undefined = onceForBoth(
  (resource: Resource, operation: Operation): TurnedFlag | undefined => {
    const whole = wordsOfName(verbOf(operation)).join('');
    const isUndone = whole.startsWith('un');
    const verb = isUndone ? whole.slice(2) : whole;
    const schema = entrySchemaOf(resource);
    if (!TURNS.test(verb) || schema === undefined || !['POST', 'PUT', 'DELETE'].includes(operation.method))
      return undefined;
    const found = placedMembers(schema).find(({ member, schema: said, root }) => {
      const isFlag = [...allowedTypes(scalarKeywords(said, root))].join() === 'boolean';
      const [first, ...named] = wordsOfName(member);
      const isSo = first === 'is' ? named : wordsOfName(member);
      return isFlag && (isDoneWord(verb, isSo.join('')) || (first === 'is' && isSo.join('') === verb));
    });
    const value = isUndone === (operation.method === 'DELETE');
    return found === undefined ? undefined : { member: found.member, value };
  },
);

/** What an entry has after an action that is done by whoever asks for it, by what both are called: a listed state, or a flag. */
export function stateAtOnce(
  resource: Resource,
  operation: Operation,
): readonly [name: string, value: State | boolean] | undefined {
  const listed = isDoneAtOnce(operation) ? stateOf(resource, operation) : undefined;
  if (listed !== undefined || operation.requestBody?.required === true) return listed;
  const flag = flagTurned(resource, operation);
  return flag === undefined ? undefined : [flag.member, flag.value];
}
