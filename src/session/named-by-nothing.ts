import { TO_SEVERAL } from '../interface/resources/words/verbs.ts';
import { plainName, singularOf, wordsOfName } from '../interface/names.ts';
import type { Interface, Operation } from '../interface/model.ts';
import { partOf } from '../interface/resources/resources.ts';
import {
  namedDeedOf,
  namingMembersOf,
  soundsLikeCreation,
  soundsLikeNothing,
} from '../interface/resources/words/named-deeds.ts';
import { allowedTypes } from '../schema/keywords.ts';
import { mergedKeywords } from '../schema/merge.ts';

/**
 * Calls that say by their words what they do, and name nothing of the run: those without any argument are about all that is there
 * (`POST /delete_finished`, `POST /pause_server`), and others name by a parameter what may be somebody else's (`POST /restart_package?id=7`).
 */

/** What turns something on or off that is there once. */
const SWITCHES: ReadonlySet<string> = new Set(
  'cancel pause unpause resume suspend unsuspend toggle enable disable lock unlock freeze unfreeze mute unmute'.split(
    ' ',
  ),
);

/** Verbs in front of what is set. */
const SETS: ReadonlySet<string> = new Set('set update change edit save put patch write'.split(' '));

/** Verbs of what sets something that is there, and makes nothing: what is saved or put may as well be new. */
const SETS_ANEW: ReadonlySet<string> = new Set(
  'set update change edit modify replace overwrite configure reconfigure upgrade downgrade'.split(' '),
);

/** The last word of what is there once, behind the one that tells whose it is (`dns_config`). */
const OWN_SETTINGS: ReadonlySet<string> = new Set('settings config configuration preferences'.split(' '));

/** What does something with settings that are sent, and keeps none of them. */
const TRIES: ReadonlySet<string> = new Set(
  'validate test verify try parse render lint simulate compare export download generate dry'.split(' '),
);

/** Behind the name of settings, what says that one of them is meant. */
const ONE_OF_THEM: ReadonlySet<string> = new Set('value values option options entry key item'.split(' '));

function takesNothing({ requestBody, parameters }: Operation): boolean {
  return requestBody === undefined && !parameters.some((one) => one.in === 'query' && one.required);
}

/**
 * True for a call without any argument whose name begins or ends with one of some deeds, whatever it says of what it is done to
 * (`/delete_finished`, `/querylog_clear`).
 */
export function isDoneToAll(
  operation: Operation,
  words: readonly string[],
  deeds: readonly string[],
): boolean {
  const own = words.slice(TO_SEVERAL.has(words[0] ?? '') ? 1 : 0);
  const isDeed = (deed: string): boolean => {
    const verb = deed.split(' ');
    return [own.slice(0, verb.length), own.slice(-verb.length)].some(
      (outer) => outer.join(' ') === verb.join(' '),
    );
  };
  return takesNothing(operation) && deeds.some(isDeed);
}

/** True for a call without any argument that switches something. */
export function isSwitch(operation: Operation, words: readonly string[]): boolean {
  return isDoneToAll(operation, words, [...SWITCHES]);
}

/** The words for settings in the name of what sets them (`set_config_value`); others as they are. */
export function withoutSetting(words: readonly string[]): readonly string[] {
  if (!SETS.has(words[0] ?? '')) return words;
  return words.slice(1).filter((word, at) => at === 0 || !ONE_OF_THEM.has(word));
}

/**
 * True for a call about what a required parameter of its query names: by a number, whatever is done to it, as where a path names it, or
 * as it is called itself, where it is removed.
 */
export function isNamedByQuery(document: Interface, operation: Operation, words: readonly string[]): boolean {
  const does = namedDeedOf(document, operation)?.does;
  // An operation without a name of its own is called by its method, and "post" says nothing of what it makes.
  const isCreation = soundsLikeCreation(operation) || partOf(document, operation)?.part === 'create';
  if (does === 'reads' || isCreation) return false;
  const things = new Set(words.map(singularOf));
  return operation.parameters.some(({ in: place, required, name, schema }) => {
    if (place !== 'query' || !required) return false;
    const own = wordsOfName(name);
    const isNumber = allowedTypes(mergedKeywords(schema)).has('integer');
    const isId = ['id', 'ids'].includes(own.at(-1) ?? '');
    return (isId && isNumber) || (does === 'removes' && (isId || things.has(singularOf(own.join('')))));
  });
}

/**
 * True for a call that by its words sets what is there once, and names nothing that it is about: by a verb (`POST /access/set {…}`,
 * `POST /change_language {…}`, `setProtection`), or as somebody's settings (`POST /dns_config {…}`).
 */
export function setsWhatIsThere(
  document: Interface,
  operation: Operation,
  words: readonly string[],
): boolean {
  const does = namedDeedOf(document, operation)?.does;
  const isMade = operation.responses.some(({ status }) => status === '201');
  // Of `POST /querylog_config`, which is called `queryLogConfig`, no word says that it reads.
  const isCalledAlike = plainName(operation.id) === plainName(words.join(''));
  const isElse = does === 'makes' || (does === 'reads' && !(isCalledAlike && soundsLikeNothing(operation)));
  if (does === undefined || isElse || isMade) return false;
  if (namingMembersOf(document, operation).length > 0) return false;
  const isPlain = soundsLikeNothing(operation);
  const verbs = [words[0], words.at(-1), isPlain ? wordsOfName(operation.id)[0] : undefined];
  if (verbs.some((verb) => verb !== undefined && SETS_ANEW.has(verb))) return true;
  return OWN_SETTINGS.has(words.at(-1) ?? '') && !words.some((word) => TRIES.has(word));
}

/** What is removed or moved by such a verb, behind which its name stands. */
const TAKES: ReadonlySet<string> = new Set(
  'delete remove destroy erase drop purge wipe flush truncate prune clear empty reset move rename restore rollback'.split(
    ' ',
  ),
);

/**
 * True for a GET that does something all the same (`GET /scheduler/pause`, `GET /deletePad?id=…`): its path ends with a deed, and its
 * own name begins with the same verb. Where one of the two says it, the word may be a noun or a state (`GET /lock`, `GET /tables/empty`).
 */
export function isDeedByGet({ method, id }: Operation, words: readonly string[]): boolean {
  const [verb = '', ...rest] = words;
  const own = wordsOfName(id).filter((word) => word !== 'get');
  const isDeed = TAKES.has(verb) || SWITCHES.has(verb) || SETS_ANEW.has(verb);
  // A name that is the path alone, as of a handler, says no more than that does.
  const saysMore = own.length > 1 || rest.length > 0;
  return method === 'GET' && isDeed && own[0] === verb && saysMore;
}
