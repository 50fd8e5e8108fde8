import type { CredentialUse, Exchange, SentRequest } from '../http/exchange.ts';
import { fieldValues } from '../http/fields.ts';
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

function inHttpScheme(
  values: readonly string[],
  name: 'Bearer' | 'Basic',
  valid: string | undefined,
  complete: boolean,
): CredentialUse {
  const [value = '', ...more] = values;
  if (values.length === 0) return complete ? { kind: 'none' } : UNDETERMINED;
  if (more.length > 0) return UNDETERMINED;
  const [, scheme = '', token = ''] = /^([^ ]+)(?: +(.*))?$/.exec(value.trim()) ?? [];
  if (valid !== undefined && value.trim() === valid) return { kind: 'no-scheme' };
  if (scheme.toLowerCase() !== name.toLowerCase())
    return complete && scheme !== '' && token !== '' ? { kind: 'other-scheme' } : UNDETERMINED;
  if (token === '') return complete ? { kind: 'empty-token' } : UNDETERMINED;
  if (token !== valid) return CARRIED;
  return scheme === name ? { kind: 'valid' } : { kind: 'valid-other-scheme-case' };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function apiKeyValues(
  scheme: Extract<CredentialScheme, { readonly kind: 'api-key' }>,
  request: SentRequest,
): readonly string[] {
  switch (scheme.in) {
    case 'header':
      return fieldValues(request.headers, scheme.name);
    case 'query': {
      const query = request.target.split('#', 1)[0]?.split('?').slice(1).join('?') ?? '';
      return new URLSearchParams(query).getAll(scheme.name);
    }
    case 'cookie':
      return fieldValues(request.headers, 'cookie')
        .flatMap((line) => line.split(';'))
        .flatMap((pair) => {
          const [name = '', ...value] = pair.split('=');
          return name.trim() === scheme.name ? [decoded(value.join('=').trim())] : [];
        });
  }
}

/** How the credential of a request that assay did not send relates to a valid one, as far as anyone can tell. */
export function credentialOf(
  scheme: CredentialScheme | undefined,
  request: SentRequest,
  { key, complete }: CredentialKnowledge,
): CredentialUse {
  if (scheme === undefined || request.credential.kind !== 'undetermined') return request.credential;
  switch (scheme.kind) {
    case 'http-bearer':
      return inHttpScheme(fieldValues(request.headers, 'authorization'), 'Bearer', key, complete);
    case 'http-basic': {
      const pair = key === undefined ? undefined : Buffer.from(key, 'utf8').toString('base64');
      return inHttpScheme(fieldValues(request.headers, 'authorization'), 'Basic', pair, complete);
    }
    case 'api-key': {
      const [value, ...more] = apiKeyValues(scheme, request);
      if (value === undefined) return complete ? { kind: 'none' } : UNDETERMINED;
      if (more.length > 0) return UNDETERMINED;
      if (value === '') return complete ? { kind: 'empty-token' } : UNDETERMINED;
      return value === key ? { kind: 'valid' } : CARRIED;
    }
  }
}
