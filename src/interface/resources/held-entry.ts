import { plainName } from '../names.ts';

/** Whether an object inside of an answer is the entry that the answer tells of, or something else that the entry has. */

/** Names of members that hold what a message is about, whatever that is. */
const ENVELOPES: ReadonlySet<string> = new Set([
  'attributes',
  'data',
  'entity',
  'item',
  'payload',
  'record',
  'resource',
]);

/** True for a member that by its name holds what a message is about. */
export function isEnvelope(name: string): boolean {
  return ENVELOPES.has(name.toLowerCase());
}

/** Members of a message about an entry that are none of the entry. */
const OF_MESSAGES: ReadonlySet<string> = new Set(
  `status statuscode code success ok message msg error errors detail details warnings meta metadata links timestamp time type kind version
   apiversion token accesstoken refreshtoken tokentype idtoken jwt expiresin expiresat requestid traceid total count path included`.split(
    /\s+/,
  ),
);

/** True for a member that by its name tells of the message, and nothing of what it is about. */
export function isOfMessage(name: string): boolean {
  return OF_MESSAGES.has(plainName(name));
}

/** An object with a name of its own inside of an answer, and what stands beside it there: other objects, and all else. */
export type Inside = {
  readonly name: string;
  readonly names: Iterable<string>;
  readonly objects: Iterable<string>;
  readonly others: Iterable<string>;
};

/**
 * True where an answer without the name of an entry tells of the one inside of it: it is called as the entries are or as what a message
 * holds, or it stands beside words of a message alone; of several objects the one that has what is sent for an entry. Another object is
 * something that the entry has: `{"total": 5, "customer": {"id": 7}}` of `/orders`, whatever of a customer is sent. `sent`: the names of
 * what is sent for one.
 */
export function isEntryInside(
  { name, names, objects, others }: Inside,
  sent: ReadonlySet<string>,
  thing: string,
): boolean {
  if (isEnvelope(name) || plainName(name) === thing) return true;
  if (![...others].every(isOfMessage)) return false;
  const isAlone = [...objects].every((other) => other === name || isOfMessage(other));
  return isAlone || [...names].some((one) => sent.has(one));
}
