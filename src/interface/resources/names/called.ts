import { plainName, sentencesOf, singularOf, wordsOfName } from '../../names.ts';
import {
  isList,
  isName,
  isObject,
  type Json,
  type JsonObject,
  memberOf,
  type Name,
} from '../../../json/value.ts';

/** What members of bodies are called that name something else: `productId`, `product: { id }`, `productIds`. */

/** What an identity is mostly called; `pk` in Django. */
export const USUAL_IDENTITIES: readonly string[] = ['id', '_id', 'uuid', 'guid', 'pk'];

/** Names of identities that say nothing of what they name. */
export const ANYTHING: readonly string[] = ['id', 'uuid', 'guid', 'pk', 'key', 'code', 'slug', 'name'];

/** The word for one of the things in a list: `entries` and `entry`, `boxes` and `box`; of `/books/api`, too, `book`. */
export function thingAt(path: string): string {
  const words = path.split('/').filter((segment) => segment !== '' && !segment.includes('{'));
  const last = words.findLast((word) => !/^api$/i.test(word)) ?? words.at(-1) ?? '';
  return singularOf(plainName(last));
}

export type Named = {
  readonly thing: string;
  readonly identity: string;
  readonly value: Json;
  /** Path of the list that it stands in. */
  readonly place: string;
  /** Its address, where the service tells it: members may name it by that. */
  readonly address?: string | undefined;
  /** What such things call their identity themselves, as names are compared: `sku` of products. */
  readonly own?: string | undefined;
};

/** True where a member is called as one that names such a thing: `product`, `productId`, or `sku` where products have one. */
export function isCalled(plain: string, { thing, identity, own }: Named): boolean {
  if (!ANYTHING.includes(identity)) return plain === identity;
  if ([thing, `${thing}${identity}`, `${thing}id`].includes(plain)) return true;
  return own !== undefined && (plain === `${thing}${own}` || (plain === own && !ANYTHING.includes(own)));
}

/** Ends of names that name something with a word in front for the part that it plays: `from_warehouse_id`. */
const ENDS_OF_PARTS: ReadonlySet<string> = new Set(['id', 'uuid', 'guid', 'code', 'slug']);

/** What a name is without words for the part that something plays: `awayTeamId` is a `teamId`. */
function withoutParts(name: string): readonly string[] {
  const words = wordsOfName(name);
  if (!ENDS_OF_PARTS.has(words.at(-1) ?? '')) return [];
  return words.slice(1, -1).map((_word, at) => words.slice(at + 1).join(''));
}

/** Words for the identity of anything. */
const ANY_IDENTITY: readonly string[] = ['id', 'identifier', 'uuid', 'guid', 'identity'];

/** `The code of a warehouse of the account`: the word for the identity, and what follows. */
const IDENTITY_OF =
  /^(?:the |an? |unique )*([\w-]{1,30}) (?:of|for) (?:the |an? |another |one of |existing |some |its |their |other |your )+(\w[\w -]{0,80})/i;

/** `Account that pays`, `The warehouse to take from`: the thing itself, and what it does. */
const THING_THAT =
  /^(?:the |an? )?(\w[\w-]{0,40}(?: [\w-]{1,40})??)(?: (?:that|which|who|whose|to (?!the\b|an?\b|all\b|any\b|each\b|every\b|your\b|be\b|send\b|show\b|display\b|print\b|post\b|write\b|say\b))|$)/i;

/**
 * True for a member whose description says that it is such a thing or the identity of one, whatever it is called: `from`, of a
 * transfer.
 */
export function isToldToName(description: string, { thing, own = 'id' }: Named): boolean {
  const [first = ''] = sentencesOf(description);
  const [, head = ''] = THING_THAT.exec(first.trim()) ?? [];
  if (head !== '' && singularOf(plainName(head)) === thing) return true;
  return sentencesOf(description).some((sentence) => {
    const [, word = '', rest = ''] = IDENTITY_OF.exec(sentence) ?? [];
    const called = plainName(word);
    if (called !== own && !ANY_IDENTITY.includes(called)) return false;
    const words = rest.split(' ').slice(0, 3);
    return words.some((_word, at) => singularOf(plainName(words.slice(0, at + 1).join(''))) === thing);
  });
}

/** A member that holds another one under no name of its own, as JSON:API has it. */
export const HOLDS_ANOTHER = 'data';

/**
 * What a member is called: by its name, and where that is the usual one of an identity by what it is the identity of as well
 * (`project: { id }`, `{ type: 'projects', id }`).
 */
export function callsOf(name: string, object: JsonObject, holder: string | undefined): readonly string[] {
  const plain = plainName(name);
  const type = memberOf(object, 'type');
  const kind = typeof type === 'string' && type !== '' ? type : holder;
  if (!ANYTHING.includes(plain) || kind === undefined) return [plain, ...withoutParts(name)];
  return [`${singularOf(plainName(kind))}${plain}`];
}

/** Every name in a body, with what the member is called that has it. */
export function* callsIn(
  body: Json,
  holder?: string,
): Iterable<{
  readonly calls: readonly string[];
  readonly value: Name;
}> {
  if (isList(body)) {
    for (const item of body)
      if (!isName(item)) yield* callsIn(item, holder);
      else if (holder !== undefined) yield { calls: [singularOf(plainName(holder))], value: item };
    return;
  }
  if (!isObject(body)) return;
  for (const [name, inner] of Object.entries(body))
    if (isName(inner)) yield { calls: callsOf(name, body, holder), value: inner };
    else yield* callsIn(inner, name === HOLDS_ANOTHER ? holder : name);
}

/** Days and times are no names: what begins when a listed entry does is in its way. */
function isTime(value: Name): boolean {
  return typeof value === 'string' && /^(?:\d{4}-\d\d-\d\d(?:[T ]|$)|\d\d:\d\d)/.test(value);
}

/** What an entry of a list is called by: its usual identity, and each member that may be one of its own. */
export function namesIn(place: string, entry: JsonObject): readonly Named[] {
  const thing = thingAt(place);
  const usual = ANYTHING.find((name) => isName(memberOf(entry, name)));
  return Object.entries(entry).flatMap(([identity, value]) => {
    const isOwn = identity === usual || !ANYTHING.includes(plainName(identity));
    return isOwn && isName(value) && !isTime(value)
      ? [{ thing, identity: plainName(identity), value, place }]
      : [];
  });
}

const PARENTS: readonly string[] = ['parent', 'replyto', 'inreplyto'];

/** True for a member by which an entry that is made at a path stands below another one of its kind: `parentId`, `parent_comment_id` of `/comments`. */
export function namesParent(name: string, path: string): boolean {
  const [plain, thing] = [plainName(name), thingAt(path)];
  return PARENTS.some((one) =>
    [one, `${one}id`, `${one}uuid`, `${one}${thing}`, `${one}${thing}id`].includes(plain),
  );
}
