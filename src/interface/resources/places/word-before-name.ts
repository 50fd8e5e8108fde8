import type { Operation } from '../../model.ts';
import { plainName, singularOf, wordsOfName } from '../../names.ts';
import { placeOf, templateOf } from './places.ts';

/**
 * Paths that say what is done to an entry before they say which: `PUT /tasks/status/{taskId}`, `POST /orders/cancel/{id}`. They are about
 * the place that others write as `/tasks/{taskId}/status`.
 */

/** What is done to an entry, and nothing has an identity of that name. */
const DEEDS: ReadonlySet<string> = new Set(
  `accept activate approve archive assign block borrow cancel checkin checkout close complete confirm deactivate decline deliver disable
   dislike enable favorite finish follow hide like lock mark pause pay pin publish reject reopen resolve restore resume return ship star
   start state status stop submit toggle unarchive unassign unblock unfollow unhide unlike unlock unpin unpublish unstar verify`.split(
    /\s+/,
  ),
);

const WORD_BEFORE_NAME = /^((?:\/[^/]+)*?\/([^/{}]+))\/([^/{}]+)\/(\{([^{}]+)\})\/?$/;

/** True for a parameter that is called after the entries of a list (`taskId` of `/tasks`), or says no more than that it names one. */
function namesEntry(parameter: string, noun: string, word: string): boolean {
  const [plain, thing] = [plainName(parameter), singularOf(plainName(noun))];
  const isOwn = [thing, `${thing}id`, `${thing}uuid`, `${thing}guid`].includes(plain);
  const isDeed = DEEDS.has(wordsOfName(word)[0] ?? '');
  return isOwn ? plain !== singularOf(plainName(word)) : isDeed && ['id', 'uuid', 'guid'].includes(plain);
}

/** The operations, each whose path names an entry behind such a word with the template of the place that it is about. */
export function withWordsBeforeNames(operations: readonly Operation[]): readonly Operation[] {
  const places = new Map(
    [...Map.groupBy(operations, (one) => placeOf(templateOf(one)))].map(([place, own]) => [
      place,
      new Set(own.map(({ method }) => method)),
    ]),
  );
  return operations.map((operation) => {
    const [, list = '', noun = '', word = '', entry = '', parameter = ''] =
      operation.place === undefined ? (WORD_BEFORE_NAME.exec(operation.path) ?? []) : [];
    if (list === '' || !namesEntry(parameter, noun, word)) return operation;
    const place = `${list}/${entry}/${word}`;
    const isFree = !places.has(placeOf(`${list}/${word}`)) && !places.has(placeOf(place));
    return isFree && places.has(placeOf(`${list}/${entry}`)) ? { ...operation, place } : operation;
  });
}
