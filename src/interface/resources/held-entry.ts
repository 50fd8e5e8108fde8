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

/** An object with a name of its own inside of an answer, and what stands beside it there. */
export type Inside = {
  readonly name: string;
  readonly names: Iterable<string>;
  readonly beside: Iterable<string>;
};

/**
 * True where an answer without the name of an entry tells of the one inside of it: it is called as the entries are or as what a message
 * holds, has more of what was sent for the entry than what stands beside it, or has nothing but words of a message beside it. Another
 * object is something that the entry has: `{"total": 5, "customer": {"id": 7}}` of `/orders`. `sent`: the names of what is sent for one.
 */
export function isEntryInside(
  { name, names, beside }: Inside,
  sent: ReadonlySet<string>,
  thing: string,
): boolean {
  if (isEnvelope(name) || plainName(name) === thing) return true;
  const others = [...beside].filter((other) => other !== name);
  const [here, around] = [[...names], others].map((all) => all.filter((one) => sent.has(one)).length);
  if (here !== around) return (here ?? 0) > (around ?? 0);
  return others.every((other) => OF_MESSAGES.has(plainName(other)));
}
