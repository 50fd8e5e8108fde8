import { describe, expect, test } from 'vitest';
import { ringOf } from '../credential/given.ts';
import { oneKey } from '../credential/key-ring.ts';
import type { CredentialUse } from '../http/credential-use.ts';
import type { HeaderLine, SentRequest } from '../http/exchange.ts';
import type { CredentialScheme, Operation } from '../interface/model.ts';
import { credentialFor, credentialOf } from './foreign-exchange.ts';

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
      expect(credentialOf(scheme, sent, { keyOf: oneKey(KEY), complete: false })).toEqual(known);
      expect(credentialOf(scheme, sent, { keyOf: oneKey(KEY), complete: true })).toEqual(complete);
    },
  );

  test('keeps what was known before', () => {
    const known: SentRequest = { ...request([]), credential: { kind: 'altered', alteration: 'suffix' } };
    expect(credentialOf(BEARER, known, { keyOf: oneKey(KEY), complete: true })).toEqual(known.credential);
  });
});

function operation(security: Pick<Operation, 'credential' | 'alternatives'>): Operation {
  return {
    id: 'readTime',
    method: 'GET',
    path: '/x',
    documentation: 'full',
    deprecated: false,
    tags: [],
    parameters: [],
    requestBody: undefined,
    responses: [],
    position: { file: 'openapi.yaml', line: 1 },
    ...security,
  };
}

describe('credentialFor()', () => {
  const app: CredentialScheme = { kind: 'api-key', id: 'app', in: 'header', name: 'X-App' };
  const user: CredentialScheme = { kind: 'http-bearer', id: 'user' };
  const keyOf = ringOf(
    new Map([
      ['user', KEY],
      ['app', 'app-key-1'],
    ]),
    undefined,
  );
  const both = operation({ credential: { ...user, beside: [app] } });
  const either = operation({ credential: user, alternatives: [user, app] });
  const [asUser, asApp] = [auth(`Bearer ${KEY}`), [['x-app', 'app-key-1']] as const];

  test.each([
    ['all that is asked for at the same time', both, [...asUser, ...asApp], { kind: 'valid' }],
    ['one of two that are asked for', both, asUser, { kind: 'none' }],
    ['the other one of two', both, asApp, { kind: 'none' }],
    ['one that nobody knows beside a valid one', both, [...asUser, ['x-app', 'other']] as const, CARRIED],
    ['the first alternative', either, asUser, { kind: 'valid' }],
    ['the second alternative', either, asApp, { kind: 'valid' }],
    ['neither alternative', either, [], { kind: 'none' }],
    ['another key for the second', either, [['x-app', 'other']] as const, CARRIED],
  ] as const)('knows %s', (_what, asked, headers, use) => {
    expect(credentialFor(asked, request(headers), { keyOf, complete: true })).toEqual(use);
  });
});
