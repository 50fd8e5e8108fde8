import { plainName, singularOf } from '../names.ts';
import {
  isList,
  isName,
  isObject,
  type Json,
  type JsonObject,
  memberOf,
  type Name,
} from '../../json/value.ts';

/** What members of bodies are called that name something else: `productId`, `product: { id }`, `productIds`. */

/** Names of identities that say nothing of what they name. */
export const ANYTHING: readonly string[] = ['id', 'uuid', 'guid', 'key', 'code', 'slug', 'name'];

/** The word for one of the things in a list: `entries` and `entry`, `boxes` and `box`. */
export function thingAt(path: string): string {
  const last = path.split('/').findLast((segment) => segment !== '' && !segment.includes('{')) ?? '';
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
};

/** True where a member is called as one that names such a thing: `product`, `productId`, or `sku` where products have one. */
export function isCalled(plain: string, { thing, identity }: Named): boolean {
  const isUsual = ANYTHING.includes(identity);
  return isUsual ? [thing, `${thing}${identity}`, `${thing}id`].includes(plain) : plain === identity;
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
  if (!ANYTHING.includes(plain) || kind === undefined) return [plain];
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
