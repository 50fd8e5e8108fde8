import type { CredentialUse } from '../http/credential-use.ts';
import type { CredentialScheme } from '../interface/model.ts';

/** The secrets of a run: one for each scheme, or one key for all of them. */

/** A secret, and the environment variable that stands in its place in records and command lines. */
export type NamedKey = { readonly text: string; readonly variable: string };

/** The secret for a scheme; `undefined` where none was given for it. */
export type KeyRing = (scheme: CredentialScheme) => NamedKey | undefined;

/** Secrets that may run out while a run lasts. */
export type Secrets = {
  readonly keyOf: KeyRing;
  /** Schemes that go with every request, beside what the document asks for. */
  readonly always: readonly CredentialScheme[];
  /** Gets a new secret, where one can be had and it is time: before it runs out, or since it was refused. True when there is one. */
  readonly renew?: (scheme: CredentialScheme, why: 'in time' | 'refused') => Promise<boolean>;
};

/** The variable of the key that is for no scheme in particular. */
const KEY_VARIABLE = 'ASSAY_KEY';
/** The variable of the key of another user. */
const OTHER_KEY_VARIABLE = 'ASSAY_OTHER_KEY';

/** The variable of the secret of a scheme: `ASSAY_AUTH_` and its name in capitals, with `_` for all that no variable has. */
export function variableOf(name: string): string {
  return `ASSAY_AUTH_${name
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '_')
    .slice(0, 60)}`;
}

/** One key for every scheme. */
export function oneKey(key: string | undefined): KeyRing {
  return () => (key === undefined ? undefined : { text: key, variable: KEY_VARIABLE });
}

/**
 * The secrets of a request that another user sends by a scheme: the key of that user there, and what goes beside it (the name of an
 * application, for example) as for the first one.
 */
export function ringOfOther(
  keys: KeyRing,
  scheme: CredentialScheme | undefined,
  otherKey: string | undefined,
): KeyRing {
  if (otherKey === undefined) return keys;
  const other: NamedKey = { text: otherKey, variable: OTHER_KEY_VARIABLE };
  return (each) => (each === scheme ? other : keys(each));
}

/** All names of a scheme. */
export function namesOf({ id, again = [] }: CredentialScheme): readonly string[] {
  return [id, ...again];
}

/** A scheme and those that are asked for beside it. */
export function allOf(scheme: CredentialScheme): readonly CredentialScheme[] {
  return [scheme, ...(scheme.beside ?? [])];
}

/** The scheme that a use of the credential is about: of several at the same time the one that it names, else the first. */
export function schemeOfUse(scheme: CredentialScheme, use: CredentialUse): CredentialScheme {
  const of = 'of' in use ? use.of : undefined;
  return allOf(scheme).find(({ id }) => id === of) ?? scheme;
}
