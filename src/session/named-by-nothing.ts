import { singularOf, wordsOfName } from '../interface/names.ts';
import type { Interface, Operation } from '../interface/model.ts';
import { partOf } from '../interface/resources/resources.ts';
import { namedDeedOf, soundsLikeCreation, TO_SEVERAL } from '../interface/resources/words/named-deeds.ts';
import { allowedTypes } from '../schema/keywords.ts';
import { mergedKeywords } from '../schema/merge.ts';

/**
 * Calls that say by their words what they do, and name nothing of the run: those without any argument are about all that is there
 * (`POST /delete_finished`, `POST /pause_server`), and others name by a parameter what may be somebody else's (`POST /restart_package?id=7`).
 */

/** What turns something on or off that is there once. */
const SWITCHES: ReadonlySet<string> = new Set(
  'pause unpause resume suspend unsuspend toggle enable disable lock unlock freeze unfreeze mute unmute'.split(
    ' ',
  ),
);

/** Verbs in front of what is set. */
const SETS: ReadonlySet<string> = new Set('set update change edit save put patch write'.split(' '));

/** Behind the name of settings, what says that one of them is meant. */
const ONE_OF_THEM: ReadonlySet<string> = new Set('value values option options entry key item'.split(' '));

function takesNothing({ requestBody, parameters }: Operation): boolean {
  return requestBody === undefined && !parameters.some((one) => one.in === 'query' && one.required);
}

/** True for a call without any argument whose name begins with one of some deeds, whatever it says of what it is done to. */
export function isDoneToAll(
  operation: Operation,
  words: readonly string[],
  deeds: readonly string[],
): boolean {
  const own = words.slice(TO_SEVERAL.has(words[0] ?? '') ? 1 : 0);
  return (
    takesNothing(operation) && deeds.some((deed) => deed.split(' ').every((word, at) => own[at] === word))
  );
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
