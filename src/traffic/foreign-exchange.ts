import { encodeKey } from '../credential/alter.ts';
import { carriedCredentials, httpSchemeName, isOfScheme } from '../credential/read.ts';
import type { CredentialUse } from '../http/credential-use.ts';
import type { Exchange, SentRequest } from '../http/exchange.ts';
import { fieldValues } from '../http/fields.ts';
import { queryParameters, targetParts } from '../http/target.ts';
import type { CredentialScheme } from '../interface/model.ts';

/** An exchange that assay did not send. Its credential is what the traffic alone tells: usually nothing. */
export type ForeignExchange = {
  /** Scheme and authority of the request, in lower case, without a default port. */
  readonly origin: string;
  readonly exchange: Exchange;
  /** Nothing was taken out of its header lines: what is not there was not sent. */
  readonly complete: boolean;
};

/** What one entry of a file came to. */
export type TrafficItem =
  | { readonly kind: 'exchange'; readonly foreign: ForeignExchange }
  /** It says nothing about the interface. */
  | { readonly kind: 'skipped'; readonly reason: string }
  /** It could not be read. */
  | { readonly kind: 'fault'; readonly problem: string };

/** What is known of the credentials in traffic of others. */
export type CredentialKnowledge = {
  /** A key that is valid; of other keys nobody knows. */
  readonly key: string | undefined;
  /** Nothing was taken out of the header lines: what is not there was not sent. */
  readonly complete: boolean;
};

const UNDETERMINED: CredentialUse = { kind: 'undetermined' };
const CARRIED: CredentialUse = { kind: 'undetermined', carried: true };

/** Only the form of a valid credential that the scheme itself asks for is sure to be accepted. */
function validToken(scheme: CredentialScheme, key: string | undefined): string | undefined {
  return key === undefined || scheme.kind !== 'http-basic' ? key : encodeKey(key, 'base64');
}

/** How the credential of a request that assay did not send relates to a valid one, as far as anyone can tell. */
export function credentialOf(
  scheme: CredentialScheme | undefined,
  request: SentRequest,
  { key, complete }: CredentialKnowledge,
): CredentialUse {
  if (scheme === undefined || request.credential.kind !== 'undetermined') return request.credential;
  const [carried, ...more] = carriedCredentials(scheme, {
    field: (name) => fieldValues(request.headers, name),
    parameter: (name) => queryParameters(targetParts(request.target).query).getAll(name),
  });
  if (carried === undefined) return complete ? { kind: 'none' } : UNDETERMINED;
  if (more.length > 0) return UNDETERMINED;
  const valid = validToken(scheme, key);
  const name = httpSchemeName(scheme) ?? '';
  if (name !== '' && valid !== undefined && carried.value === valid) return { kind: 'no-scheme' };
  if (!isOfScheme(scheme, carried))
    return complete && carried.scheme !== '' && carried.token !== ''
      ? { kind: 'other-scheme' }
      : UNDETERMINED;
  if (carried.token === '') return complete ? { kind: 'empty-token' } : UNDETERMINED;
  if (carried.token !== valid) return CARRIED;
  return carried.scheme === name ? { kind: 'valid' } : { kind: 'valid-other-scheme-case' };
}
