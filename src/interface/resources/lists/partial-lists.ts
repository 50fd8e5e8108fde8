import { documentedMembers } from '../../../schema/members.ts';
import type { Schema } from '../../../schema/keywords.ts';
import type { Operation } from '../../model.ts';
import { sentencesOf, singularOf, wordsOfName } from '../../names.ts';
import { sentSchemaOf } from '../read-collections.ts';

/**
 * Lists of which the document says that they show some entries and not others: those that came in, that are coming up, that are open. What
 * somebody makes need not be among them.
 */

/** Words in front of what a list has. */
const SOME: ReadonlySet<string> = new Set(
  `active approved available discoverable featured followed following free future incoming latest live nearby newest open others outdated overdue
   past pending popular public published received recent recommended suggested top trending unanswered unassigned unread unresolved upcoming
   verified`.split(/\s+/),
);
/** The same behind it: `messages received by the user`, `rooms that are free`. */
const ARE_SOME: ReadonlySet<string> = new Set([
  ...SOME,
  ...'addressed assigned nearby near sent shared awaiting'.split(' '),
]);
/** Between what a list has and such a word. */
const BETWEEN: ReadonlySet<string> = new Set(
  'that which are is were was have has been being currently still now'.split(' '),
);
/** Lists of their own, whose names say so. */
const OF_OTHERS = /\b(?:inbox|feed|timeline)\b|\b(?:of|from|by) (?:the )?other (?:users|people|members)\b/i;
/** How far in front: `the latest ten public events`. */
const REACH = 3;

function isBehind(words: readonly string[]): boolean {
  const [first = ''] = words.filter((word) => !BETWEEN.has(word));
  return ARE_SOME.has(first);
}

function isOfSome(words: readonly string[], thing: string): boolean {
  return words.some(
    (word, at) =>
      singularOf(word) === thing &&
      (words.slice(Math.max(0, at - REACH), at).some((before) => SOME.has(before)) ||
        isBehind(words.slice(at + 1))),
  );
}

/** True for a list of which the words of the document say that it has some entries: `The upcoming events`, `Messages in the inbox`. */
export function saysOfSome({
  id,
  path,
  description = '',
}: Pick<Operation, 'id' | 'path' | 'description'>): boolean {
  const [thing = ''] = wordsOfName(path.split('/').findLast((segment) => segment !== '') ?? '').slice(-1);
  const sentences = [...sentencesOf(description), wordsOfName(id).join(' ')];
  return sentences.some(
    (sentence) => OF_OTHERS.test(sentence) || isOfSome(wordsOfName(sentence), singularOf(thing)),
  );
}

const SENDERS = /^(?:from|sender|author)(?:user|person|member)?(?:id|name|uuid|email)?$/;
const RECEIVERS = /^(?:to|recipient|receiver|addressee)s?(?:user|person|member)?(?:id|name|uuid|email)?s?$/;

function nameAs(schema: Schema, form: RegExp): boolean {
  return [...(documentedMembers(schema)?.keys() ?? [])].some((name) => form.test(wordsOfName(name).join('')));
}

/** True for what one sends to another, the service saying who sent it: `from` and `to` of a message. */
function isSentToOthers(entry: Schema, sent: Schema): boolean {
  return nameAs(entry, SENDERS) && nameAs(sent, RECEIVERS) && !nameAs(sent, SENDERS);
}

/** True for a list that may leave out what one makes: by its words, or since what one sends to others is in their list of what came in. */
export function mayShowSome(list: Operation, entry: Schema, create: Operation | undefined): boolean {
  if (saysOfSome(list)) return true;
  const sent = list.path.includes('{') ? undefined : sentSchemaOf(create);
  return sent !== undefined && isSentToOthers(entry, sent);
}
