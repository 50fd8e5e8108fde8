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

/** A JSON Web Token: its header begins with `{"` (RFC 7519). */
const JWT = /^(?:Bearer )?(eyJ[\w-]+\.[\w-]+\.[\w-]*)$/i;

type Found = { readonly path: readonly string[]; readonly text: string };
type Member = { readonly path: readonly string[]; readonly name: string; readonly value: unknown };

/** The members of an answer by how deep they stand. */
function levelsOf(body: JsonObject): readonly (readonly Member[])[] {
  const levels: Member[][] = [];
  let level: readonly { readonly path: readonly string[]; readonly members: JsonObject }[] = [
    { path: [], members: body },
  ];
  while (levels.length < DEPTH && level.length > 0) {
    const members = level.flatMap(({ path, members: own }) =>
      Object.entries(own).map(([name, value]) => ({ path: [...path, name], name: plainName(name), value })),
    );
    levels.push(members);
    level = members.flatMap(({ path, value }) => (isObject(value) ? [{ path, members: value }] : []));
  }
  return levels;
}

/**
 * The first secret under one of the names, and where it stands; what stands less deep comes first. Whatever it is called, a JSON Web Token is
 * one.
 */
export function tokenAmong(body: JsonObject, names: readonly string[] = TOKEN_NAMES): Found | undefined {
  const levels = levelsOf(body);
  for (const members of levels)
    for (const name of names)
      for (const one of members) {
        const text = one.name === name ? secretOf(one.value) : undefined;
        if (text !== undefined) return { path: one.path, text };
      }
  const [jwt] = levels.flat().flatMap(({ path, name, value }): readonly Found[] => {
    const [, text] = (typeof value === 'string' && !name.includes('refresh') ? JWT.exec(value) : null) ?? [];
    return text === undefined ? [] : [{ path, text }];
  });
  return jwt;
}
