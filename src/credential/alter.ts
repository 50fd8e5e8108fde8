import { type Alteration, ALTERATIONS, type CredentialUse } from '../http/credential-use.ts';
import type { CredentialScheme } from '../interface/model.ts';
import type { KeyEncoding, KeyForm } from './place.ts';

function swapCase(text: string): string {
  return text.replaceAll(/[A-Za-z]/g, (letter) =>
    letter < 'a' ? letter.toLowerCase() : letter.toUpperCase(),
  );
}

/** The header of a JSON Web Token that nobody signed (RFC 7519 section 6.1): `{"alg":"none","typ":"JWT"}`. */
export const UNSIGNED_HEADER = 'eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0';

/** The header of a JSON Web Token in its first part says by which algorithm it is signed (RFC 7515 section 4.1.1). */
const SIGNED = /"alg"\s*:\s*"(?!none")[\w-]{2,40}"/i;

/** True for a JSON Web Token that somebody signed (RFC 7515 section 3.1). */
function isSignedToken(key: string): boolean {
  const [, header = ''] = /^([\w-]{4,4096})\.[\w-]{2,65536}\.[\w-]{4,4096}$/.exec(key) ?? [];
  const text = Buffer.from(header, 'base64url').toString('latin1').trim();
  return text.startsWith('{') && text.endsWith('}') && SIGNED.test(text);
}

/** The key in one of its forms: what the shell expression of that form expands to. */
export function keyForm(key: string, form: KeyForm): string {
  switch (form) {
    case 'valid':
      return key;
    case 'suffix':
      return `${key}x`;
    case 'prefix':
      return `x${key}`;
    case 'truncated':
      return Array.from(key).slice(0, -1).join('');
    case 'beheaded':
      return Array.from(key).slice(1).join('');
    case 'second-word':
      return `${key} x`;
    case 'unsigned':
      return `${UNSIGNED_HEADER}.${key.split('.')[1] ?? ''}.`;
    case 'pair':
      return `${key}:${key}`;
    case 'letter-case':
      return swapCase(key);
  }
}

/** A form of the key as the request carries it. */
export function encodeKey(text: string, encoding: KeyEncoding): string {
  switch (encoding) {
    case 'verbatim':
      return text;
    case 'base64':
      return Buffer.from(text, 'utf8').toString('base64');
    case 'percent':
      return Buffer.from(text, 'utf8')
        .toString('hex')
        .replaceAll(/../g, (pair) => `%${pair}`);
  }
}

/** A way to use the credential, and why it makes no sense for a scheme and a key, if so. */
export type CredentialUseRow = { readonly use: CredentialUse; readonly reason: string | undefined };

/** True where the first of several words is all that differs: of `Token 1a2b` in a field of its own that may be no part of the secret. */
function isSameBehindWord(key: string, altered: string): boolean {
  const [own, other] = [key, altered].map((text) => /^[A-Za-z-]{0,20} (.+)$/.exec(text)?.[1]);
  return own !== undefined && own === other;
}

function alterationFault(scheme: CredentialScheme, alteration: Alteration, key: string): string | undefined {
  if (alteration === 'unsigned' && !isSignedToken(key)) return 'the key is no JSON Web Token';
  if (alteration === 'second-word' && scheme.kind !== 'http-bearer') return 'a blank may be part of the key';
  const altered = keyForm(key, alteration);
  if (scheme.kind === 'api-key' && isSameBehindWord(key, altered))
    return 'the first word of the key may be the name of a scheme, which a service may leave alone';
  if (altered === key) return 'the key has no letters';
  return altered === '' ? 'the key has a single character' : undefined;
}

function httpOnly(scheme: CredentialScheme): string | undefined {
  return scheme.kind === 'api-key' ? 'an API key has no authentication scheme' : undefined;
}

/** Every way to use the credential that assay can send, in a fixed order. */
export const CREDENTIAL_USES: readonly CredentialUse[] = [
  { kind: 'valid' },
  { kind: 'none' },
  { kind: 'unknown' },
  ...ALTERATIONS.map((alteration) => ({ kind: 'altered', alteration }) as const),
  { kind: 'other-scheme' },
  { kind: 'other-scheme-name' },
  { kind: 'unknown-scheme' },
  { kind: 'no-scheme' },
  { kind: 'empty-token' },
  { kind: 'valid-other-scheme-case' },
  { kind: 'other-key' },
];

function reasonAgainst(
  use: CredentialUse,
  scheme: CredentialScheme,
  key: string | undefined,
): string | undefined {
  const keyless = key === undefined || key === '' ? 'there is no key' : undefined;
  switch (use.kind) {
    case 'valid':
    case 'other-key':
      return keyless;
    case 'none':
    case 'unknown':
    case 'other-scheme':
    case 'empty-token':
    case 'undetermined':
      return undefined;
    case 'altered':
      return keyless ?? alterationFault(scheme, use.alteration, key ?? '');
    case 'other-scheme-name':
    case 'unknown-scheme':
    case 'no-scheme':
    case 'valid-other-scheme-case':
      return keyless ?? httpOnly(scheme);
  }
}

/**
 * The ways to use the credential with this scheme and key. Rows without a `reason` make sense for them; those that need the key
 * carry a reason when there is none.
 */
export function credentialUses(
  scheme: CredentialScheme,
  key: string | undefined,
): readonly CredentialUseRow[] {
  return CREDENTIAL_USES.map((use) => ({ use, reason: reasonAgainst(use, scheme, key) }));
}
