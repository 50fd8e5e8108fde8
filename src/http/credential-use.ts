/** How requests use a credential: what is sent, recorded, expected and reported of it. */

/** Every way to alter a key. */
export const ALTERATIONS = [
  'suffix',
  'prefix',
  'truncated',
  'beheaded',
  'letter-case',
  'second-word',
  'unsigned',
] as const;

/** How an altered key differs from the valid one. `truncated` lacks its end, `beheaded` its beginning; `letter-case` swaps the case of every letter; behind `second-word` stands a blank and another word; `unsigned` has the claims of a JSON Web Token, and says that nobody signed them (`alg: none`, RFC 7519 section 6). */
export type Alteration = (typeof ALTERATIONS)[number];

/**
 * How the credential of a request relates to the valid one. `undetermined`: traffic that assay did not send. `of`: of several that
 * are asked for at the same time the scheme of the one that is used so, where it is not the first; the others are valid.
 */
export type CredentialUse =
  | { readonly kind: 'valid' }
  | { readonly kind: 'valid-other-scheme-case' }
  /** The valid key of another user of the service. `registered`: somebody whom the run itself registered, of whom only the document says what is kept from that user. */
  | { readonly kind: 'other-key'; readonly registered?: true }
  | { readonly kind: 'none'; readonly of?: string }
  | { readonly kind: 'other-scheme' }
  /** The valid key, as it is, behind the name of another scheme that everybody knows. */
  | { readonly kind: 'other-scheme-name' }
  /** The valid key behind a scheme that nobody knows, whose name ends with the documented one. */
  | { readonly kind: 'unknown-scheme' }
  | { readonly kind: 'no-scheme' }
  | { readonly kind: 'empty-token' }
  | { readonly kind: 'unknown'; readonly of?: string }
  | { readonly kind: 'altered'; readonly alteration: Alteration; readonly of?: string }
  /** `carried`: the request is seen to carry one, of which nobody knows whether it is valid. */
  | { readonly kind: 'undetermined'; readonly carried?: boolean };

/** True for the key of another user whom the run itself registered. */
export function isOfRegistered(use: CredentialUse): boolean {
  return use.kind === 'other-key' && use.registered === true;
}
