import type { CredentialScheme, Interface } from '../interface/model.ts';
import { suggestion } from '../system/nearest-name.ts';
import { schemesOf, withGiven } from './choose.ts';
import { allOf, type KeyRing, namesOf, oneKey, type Secrets, variableOf } from './key-ring.ts';
import type { TokenSource } from './token-source.ts';

/** Secrets that were given by name: one for each scheme of a document, or for a place of every request. */

const PLACE = /^(header|query|cookie):(.+)$/s;

/** The place that a name stands for; `undefined` for the name of a scheme, and what is wrong with one that is no place. */
function placeOfName(name: string): CredentialScheme | { readonly problem: string } | undefined {
  const [, place, field = ''] = PLACE.exec(name) ?? [];
  if (place !== 'header' && place !== 'query' && place !== 'cookie') return undefined;
  const isField = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(field);
  if (place !== 'query' && !isField) return { problem: `${JSON.stringify(field)} is no name of a ${place}` };
  return { kind: 'api-key', id: name, in: place, name: field };
}

/** What would be right in place of a name that no scheme of the document has; `undefined` for one that stands for something. */
export function unknownName(document: Interface, name: string): string | undefined {
  const place = placeOfName(name);
  if (place !== undefined) return 'problem' in place ? place.problem : undefined;
  const known = schemesOf(document).flatMap(namesOf);
  if (known.includes(name)) return undefined;
  return known.length === 0
    ? 'no operation of the document asks for a security scheme; name a place, header:NAME, query:NAME or cookie:NAME'
    : suggestion(name, known);
}

/** The scheme for a place, where the name is one. */
export function placesIn(names: Iterable<string>): readonly CredentialScheme[] {
  return [...names].flatMap((name) => {
    const place = placeOfName(name);
    return place === undefined || 'problem' in place ? [] : [place];
  });
}

/** The secret of each scheme that has one of its own, and the key for all others. */
export function ringOf(
  texts: ReadonlyMap<string, string>,
  key: string | undefined,
  tokens: Tokens = new Map(),
): KeyRing {
  const other = oneKey(key);
  return (scheme) => {
    const [text] = namesOf(scheme).flatMap((name) => texts.get(name) ?? tokens.get(name)?.text ?? []);
    return text === undefined ? other(scheme) : { text, variable: variableOf(scheme.id) };
  };
}

/** Tokens that are renewed, by the name that they are for. */
export type Tokens = ReadonlyMap<string, TokenSource>;

/** What was given by name. A token whose name no scheme has goes with every request, as a bearer token. */
export type NamedSecrets = {
  readonly texts: ReadonlyMap<string, string>;
  readonly tokens?: Tokens;
  readonly key: string | undefined;
};

/** The document as a run with these secrets reads it, and the secrets; none where the key is all there is. */
export function withSecrets(
  document: Interface,
  { texts, tokens = new Map(), key }: NamedSecrets,
): { readonly document: Interface; readonly secrets: Secrets | undefined } {
  const names = new Set([...texts.keys(), ...tokens.keys()]);
  const chosen = withGiven(document, { schemes: names, key: key !== undefined });
  if (names.size === 0) return { document: chosen, secrets: undefined };
  const nameless = [...tokens.keys()].filter((name) => unknownName(document, name) !== undefined);
  const always = [
    ...placesIn(names),
    ...nameless.map((id): CredentialScheme => ({ kind: 'http-bearer', id })),
  ];
  const renew: Secrets['renew'] = async (scheme, why) => {
    const asked = [...allOf(scheme), ...always].flatMap(namesOf);
    const own = new Set(asked.flatMap((name) => tokens.get(name) ?? []));
    const renewed = await Promise.all([...own].map((source) => source.renew(why)));
    return renewed.includes(true);
  };
  return {
    document: chosen,
    secrets: { keyOf: ringOf(texts, key, tokens), always, ...(tokens.size === 0 ? {} : { renew }) },
  };
}
