import { encodeKey } from '../credential/alter.ts';
import { alternativesOf } from '../credential/choose.ts';
import { allOf, type KeyRing } from '../credential/key-ring.ts';
import { carriedCredentials, httpSchemeName, isOfScheme } from '../credential/read.ts';
import type { CredentialUse } from '../http/credential-use.ts';
import type { Exchange, SentRequest } from '../http/exchange.ts';
import { fieldValues } from '../http/fields.ts';
import { queryParameters, targetParts } from '../http/target.ts';
import type { CredentialScheme, Operation } from '../interface/model.ts';

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
  /** Secrets that are valid; of others nobody knows. */
  readonly keyOf: KeyRing;
  /** Nothing was taken out of the header lines: what is not there was not sent. */
  readonly complete: boolean;
};

const UNDETERMINED: CredentialUse = { kind: 'undetermined' };
const CARRIED: CredentialUse = { kind: 'undetermined', carried: true };

/** Only the form of a valid credential that the scheme itself asks for is sure to be accepted. */
function validToken(scheme: CredentialScheme, key: string | undefined): string | undefined {
  return key === undefined || scheme.kind !== 'http-basic' ? key : encodeKey(key, 'base64');
}

/** What the credentials come to that are asked for at the same time: one that is surely bad spoils all. */
function together(uses: readonly CredentialUse[]): CredentialUse {
  const bad = uses.find(({ kind }) => kind !== 'undetermined' && !kind.startsWith('valid'));
  const unknown = uses.filter((use) => use.kind === 'undetermined');
  if (bad !== undefined) return bad;
  if (unknown.length > 0) return unknown.some(({ carried }) => carried === true) ? CARRIED : UNDETERMINED;
  return uses.find(({ kind }) => kind !== 'valid') ?? { kind: 'valid' };
}

/**
 * The same for all that an operation asks for: of its alternatives the best that a request has, for nobody says which of them its
 * sender chose.
 */
export function credentialFor(
  operation: Operation | undefined,
  request: SentRequest,
  knowledge: CredentialKnowledge,
): CredentialUse {
  if (operation?.credential === undefined || request.credential.kind !== 'undetermined')
    return request.credential;
  const { credential } = operation;
  const own = alternativesOf(operation).map((alternative) => ({
    alternative,
    use: together(allOf(alternative).map((scheme) => credentialOf(scheme, request, knowledge))),
  }));
  const uses = own.map(({ use }) => use);
  const open = uses.find((use) => use.kind === 'undetermined' && use.carried === true);
  const chosen = own.find(({ alternative }) => alternative.id === credential.id);
  return (
    uses.find(({ kind }) => kind === 'valid') ??
    uses.find(({ kind }) => kind.startsWith('valid')) ??
    open ??
    uses.find(({ kind }) => kind === 'undetermined') ??
    chosen?.use ??
    request.credential
  );
}

/** How the credential of a request that assay did not send relates to a valid one, as far as anyone can tell. */
export function credentialOf(
  scheme: CredentialScheme | undefined,
  request: SentRequest,
  { keyOf, complete }: CredentialKnowledge,
): CredentialUse {
  if (scheme === undefined || request.credential.kind !== 'undetermined') return request.credential;
  const [carried, ...more] = carriedCredentials(scheme, {
    field: (name) => fieldValues(request.headers, name),
    parameter: (name) => queryParameters(targetParts(request.target).query).getAll(name),
  });
  if (carried === undefined) return complete ? { kind: 'none' } : UNDETERMINED;
  if (more.length > 0) return UNDETERMINED;
  const valid = validToken(scheme, keyOf(scheme)?.text);
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
