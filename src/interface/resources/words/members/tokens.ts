import { isObject, type JsonObject } from '../../../../json/value.ts';
import { plainName } from '../../../names.ts';

/** Members by which an answer gives somebody a credential. */

/** What a token is called, the most telling first; a token to renew another with is none. */
export const TOKEN_NAMES: readonly string[] = [
  'accesstoken',
  'authtoken',
  'jwttoken',
  'jwt',
  'bearertoken',
  'authorizationtoken',
  'usertoken',
  'apitoken',
  'sessiontoken',
  'token',
  'idtoken',
  'access',
  'bearer',
  'key',
];

/** How deep in an answer: `{"data": {"tokens": {"access": {"token": …}}}}`. */
const DEPTH = 4;

/** A secret as answers have it, without the name of its scheme in front; `undefined` for what is none. */
export function secretOf(value: unknown): string | undefined {
  return typeof value === 'string' ? /^(?:(?:Bearer|Token|JWT) )?(\S{6,4096})$/i.exec(value)?.[1] : undefined;
}

/** The first secret under one of the names, and where it stands; what stands less deep comes first. */
export function tokenAmong(
  body: JsonObject,
  names: readonly string[] = TOKEN_NAMES,
): { readonly path: readonly string[]; readonly text: string } | undefined {
  let level: readonly { readonly path: readonly string[]; readonly members: JsonObject }[] = [
    { path: [], members: body },
  ];
  for (let depth = 0; depth < DEPTH && level.length > 0; depth += 1) {
    const members = level.flatMap(({ path, members: own }) =>
      Object.entries(own).map(([name, value]) => ({ path: [...path, name], name: plainName(name), value })),
    );
    for (const name of names)
      for (const one of members) {
        const text = one.name === name ? secretOf(one.value) : undefined;
        if (text !== undefined) return { path: one.path, text };
      }
    level = members.flatMap(({ path, value }) => (isObject(value) ? [{ path, members: value }] : []));
  }
  return undefined;
}
