import { cookiePairs, withoutBlanks } from '../http/fields.ts';
import type { CredentialScheme } from '../interface/model.ts';

/** Where a request is looked at for its credential: one place for whoever receives it and whoever watches. */
export type CredentialSource = {
  /** The values of a header field by its name in lower case, one for each line. */
  readonly field: (name: string) => readonly string[];
  /** The decoded values of a query parameter. */
  readonly parameter: (name: string) => readonly string[];
};

/** What stands where a scheme has its credential. */
export type CarriedCredential = {
  /** As sent, without the blanks around it. */
  readonly value: string;
  /** Name of the HTTP authentication scheme, as sent; the empty string for an API key. */
  readonly scheme: string;
  /** What follows that name: the empty string where nothing does. An API key as a whole. */
  readonly token: string;
};

/** The value of an Authorization field (RFC 9110 section 11.4). */
function inScheme(value: string): CarriedCredential {
  const blank = value.indexOf(' ');
  if (blank < 0) return { value, scheme: value, token: '' };
  return { value, scheme: value.slice(0, blank), token: withoutBlanks(value.slice(blank)) };
}

function apiKey(value: string, prefix = ''): CarriedCredential {
  const isBehind = prefix !== '' && value.toLowerCase().startsWith(`${prefix.toLowerCase()} `);
  return { value, scheme: '', token: isBehind ? withoutBlanks(value.slice(prefix.length)) : value };
}

/**
 * Everything that a request carries where this scheme has its credential, in the order of the request: more than one is read
 * differently by different receivers. A cookie knows no encoding (RFC 6265), a query parameter is decoded.
 */
export function carriedCredentials(
  scheme: CredentialScheme,
  { field, parameter }: CredentialSource,
): readonly CarriedCredential[] {
  switch (scheme.kind) {
    case 'http-bearer':
    case 'http-basic':
      return field('authorization').map((value) => inScheme(withoutBlanks(value)));
    case 'api-key':
      switch (scheme.in) {
        case 'header':
          return field(scheme.name.toLowerCase()).map((value) => apiKey(withoutBlanks(value), scheme.prefix));
        case 'query':
          return parameter(scheme.name).map((value) => apiKey(value));
        case 'cookie':
          return field('cookie')
            .flatMap(cookiePairs)
            .filter(([name]) => name === scheme.name)
            .map(([, value]) => apiKey(value));
      }
  }
}

/** Name of the HTTP authentication scheme as the document means it; `undefined` for an API key. */
export function httpSchemeName(scheme: CredentialScheme): string | undefined {
  switch (scheme.kind) {
    case 'http-bearer':
      return scheme.scheme ?? 'Bearer';
    case 'http-basic':
      return 'Basic';
    case 'api-key':
      return undefined;
  }
}

/** Whether a credential names the scheme that is asked for, in whatever letter case (RFC 9110 section 11.1). */
export function isOfScheme(scheme: CredentialScheme, carried: CarriedCredential): boolean {
  const name = httpSchemeName(scheme) ?? '';
  return carried.scheme === name || carried.scheme.toLowerCase() === name.toLowerCase();
}

/** `user:password` of the token of HTTP Basic (RFC 7617), in whatever base64 it is written. */
export function basicPair(token: string): string {
  return Buffer.from(token, 'base64').toString('utf8');
}
