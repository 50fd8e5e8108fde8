import { describe, expect, test } from 'vitest';
import type { CredentialUse } from '../http/credential-use.ts';
import type { HeaderLine, SentRequest } from '../http/exchange.ts';
import type { CredentialScheme } from '../interface/model.ts';
import { credentialOf } from './foreign-exchange.ts';

const KEY = 'valid-key-1';
const BEARER: CredentialScheme = { kind: 'http-bearer', id: 'key' };
const BASIC: CredentialScheme = { kind: 'http-basic', id: 'key' };
const HEADER: CredentialScheme = { kind: 'api-key', id: 'key', in: 'header', name: 'X-Key' };
const QUERY: CredentialScheme = { kind: 'api-key', id: 'key', in: 'query', name: 'key' };
const COOKIE: CredentialScheme = { kind: 'api-key', id: 'key', in: 'cookie', name: 'key' };

const UNKNOWN: CredentialUse = { kind: 'undetermined' };
const CARRIED: CredentialUse = { kind: 'undetermined', carried: true };

function request(headers: readonly HeaderLine[], target = '/v1/x'): SentRequest {
  return { method: 'GET', target, headers, body: undefined, credential: UNKNOWN };
}

const auth = (value: string): readonly HeaderLine[] => [['authorization', value]];

describe('credentialOf()', () => {
  test.each<[string, CredentialScheme, SentRequest, CredentialUse, CredentialUse]>([
    ['nothing', BEARER, request([]), UNKNOWN, { kind: 'none' }],
    ['the key', BEARER, request(auth(`Bearer ${KEY}`)), { kind: 'valid' }, { kind: 'valid' }],
    [
      'the key in other case of the scheme',
      BEARER,
      request(auth(`bearer ${KEY}`)),
      { kind: 'valid-other-scheme-case' },
      { kind: 'valid-other-scheme-case' },
    ],
    ['the bare key', BEARER, request(auth(KEY)), { kind: 'no-scheme' }, { kind: 'no-scheme' }],
    ['another key', BEARER, request(auth('Bearer other')), CARRIED, CARRIED],
    ['an empty token', BEARER, request(auth('Bearer ')), UNKNOWN, { kind: 'empty-token' }],
    ['another scheme', BEARER, request(auth('Basic YTpi')), UNKNOWN, { kind: 'other-scheme' }],
    ['two lines', BEARER, request([...auth(`Bearer ${KEY}`), ...auth('Bearer x')]), UNKNOWN, UNKNOWN],
    [
      'the pair',
      BASIC,
      request(auth(`Basic ${Buffer.from(KEY).toString('base64')}`)),
      { kind: 'valid' },
      { kind: 'valid' },
    ],
    ['a field', HEADER, request([['x-key', KEY]]), { kind: 'valid' }, { kind: 'valid' }],
    ['no field', HEADER, request([]), UNKNOWN, { kind: 'none' }],
    ['a parameter', QUERY, request([], `/v1/x?a=1&key=${KEY}`), { kind: 'valid' }, { kind: 'valid' }],
    ['another parameter', QUERY, request([], '/v1/x?key=other'), CARRIED, CARRIED],
    ['a cookie', COOKIE, request([['cookie', `a=b; key=${KEY}`]]), { kind: 'valid' }, { kind: 'valid' }],
  ])(
    'knows of %s what the traffic tells, and more where nothing is missing',
    (_name, scheme, sent, known, complete) => {
      expect(credentialOf(scheme, sent, { key: KEY, complete: false })).toEqual(known);
      expect(credentialOf(scheme, sent, { key: KEY, complete: true })).toEqual(complete);
    },
  );

  test('keeps what was known before', () => {
    const known: SentRequest = { ...request([]), credential: { kind: 'altered', alteration: 'suffix' } };
    expect(credentialOf(BEARER, known, { key: KEY, complete: true })).toEqual(known.credential);
  });
});
