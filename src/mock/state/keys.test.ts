import { beforeAll, describe, expect, test } from 'vitest';
import { loadLibrary, loadTestInterface } from '../../../test/mock/load-library.ts';
import type { CredentialScheme, Interface } from '../../interface/model.ts';
import { challenge, comparedKey, defaultGrants, firstQuotas, sentKey, toMockKey } from './keys.ts';

const BEARER: CredentialScheme = { kind: 'http-bearer', id: 'a' };
const BASIC: CredentialScheme = { kind: 'http-basic', id: 'a' };
const HEADER: CredentialScheme = { kind: 'api-key', id: 'a', in: 'header', name: 'X-Key' };
const QUERY: CredentialScheme = { kind: 'api-key', id: 'a', in: 'query', name: 'key' };
const COOKIE: CredentialScheme = { kind: 'api-key', id: 'a', in: 'cookie', name: 'sid' };

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}

test.each<readonly [string, CredentialScheme, Readonly<Record<string, string>>, string, string | undefined]>([
  ['bearer', BEARER, { authorization: 'Bearer abc' }, '', 'abc'],
  ['bearer in other letter case', BEARER, { authorization: 'bEARER  abc' }, '', 'abc'],
  ['bearer with an empty token', BEARER, { authorization: 'Bearer' }, '', ''],
  ['the key without a scheme', BEARER, { authorization: 'abc' }, '', undefined],
  ['another scheme', BEARER, { authorization: 'Basic abc' }, '', undefined],
  ['a scheme name that goes on', BEARER, { authorization: 'BearerX abc' }, '', undefined],
  ['nothing', BEARER, {}, '', undefined],
  ['basic', BASIC, { authorization: `basic ${base64('me:secret')}` }, '', 'me:secret'],
  ['basic with the key as user', BASIC, { authorization: `Basic ${base64('secret:')}` }, '', 'secret:'],
  ['basic with the key as password', BASIC, { authorization: `Basic ${base64(':secret')}` }, '', ':secret'],
  ['a header', HEADER, { 'x-key': 'abc' }, '', 'abc'],
  ['a query parameter', QUERY, {}, 'a=1&key=a%2Bc', 'a+c'],
  ['no query parameter', QUERY, {}, 'akey=1', undefined],
  ['a cookie', COOKIE, { cookie: 'a=1; sid=abc=; b' }, '', 'abc='],
  ['another cookie', COOKIE, { cookie: 'xsid=abc' }, '', undefined],
])('sentKey() finds what was sent, when it is %s', (_name, scheme, headers, query, key) => {
  const request = {
    method: 'GET',
    path: '/',
    queryText: new URLSearchParams(query).toString(),
    query: new URLSearchParams(query),
    headers: new Map(Object.entries(headers)),
    address: '127.0.0.1',
  };
  expect(sentKey(scheme, request)).toBe(key);
});

test.each<readonly [string, CredentialScheme, string, string, string]>([
  ['the user alone', BASIC, 'secret:', 'secret', 'secret'],
  ['the password alone', BASIC, ':secret', 'secret', 'secret'],
  ['a pair', BASIC, 'me:secret', 'secret', 'me:secret'],
  ['a granted pair without a password', BASIC, 'secret:', 'secret:', 'secret:'],
  ['a key of another scheme', BEARER, 'secret:', 'secret', 'secret:'],
])('comparedKey() takes what can be the granted key, given %s', (_name, scheme, sent, granted, compared) => {
  expect(comparedKey(scheme, sent, granted)).toBe(compared);
});

test.each([
  [BEARER, /^Bearer /],
  [BASIC, /^Basic /],
  [COOKIE, /^ApiKey /],
])('challenge() names a scheme, when asked for that of $kind', (scheme, pattern) => {
  expect(challenge(scheme)).toEqual(['WWW-Authenticate', expect.stringMatching(pattern)]);
});

let library: Interface;
beforeAll(async () => {
  library = await loadLibrary();
});

describe('defaultGrants()', () => {
  test('gives each plan one readable key of at least twelve characters, when the document has plans', () => {
    const grants = defaultGrants(library, []);
    expect(grants.map(({ key, plan }) => [plan, key])).toEqual([
      ['reader', 'reader-plan-key'],
      ['scholar', 'scholar-plan-key'],
      ['branch', 'branch-plan-key'],
    ]);
    expect(defaultGrants(library, ['reader']).map(({ plan }) => plan)).toEqual(['reader']);
  });

  test('gives one key, when the document has no plans', async () => {
    const orders = await loadTestInterface('specs/orders');
    expect(defaultGrants(orders, [])).toEqual([
      { key: 'default-plan-key', plan: 'default', limits: new Map() },
    ]);
  });

  test('pads short names and leaves out what no header can carry, when it makes a key', () => {
    const [odd] = defaultGrants(library, ['é']);
    expect(odd?.key).toMatch(/^[A-Za-z0-9._~-]{12,}$/);
  });
});

describe('toMockKey()', () => {
  test.each<
    readonly [string, string, readonly (readonly [string, number])[], readonly (readonly [string, number])[]]
  >([
    [
      'the quotas of its plan',
      'reader',
      [],
      [
        ['minute', 5],
        ['day', 12],
      ],
    ],
    [
      'one overridden',
      'reader',
      [['day', 3]],
      [
        ['minute', 5],
        ['day', 3],
      ],
    ],
    [
      'a window more',
      'reader',
      [['hour', 7]],
      [
        ['minute', 5],
        ['hour', 7],
        ['day', 12],
      ],
    ],
    [
      'those of the last plan with numbers, when its own are custom',
      'branch',
      [],
      [
        ['minute', 100],
        ['day', 1000],
      ],
    ],
    [
      'its own, when they are given',
      'branch',
      [
        ['minute', 9],
        ['day', 99],
      ],
      [
        ['minute', 9],
        ['day', 99],
      ],
    ],
  ])('counts against %s', (_name, plan, limits, expected) => {
    const key = toMockKey(library, { key: 'a-key-for-a-test', plan, limits: new Map(limits) });
    expect(key.quotas.map(({ window, limit }) => [window, limit])).toEqual(expected);
  });
});

test('firstQuotas() gives those of the first plan, when someone has no key', () => {
  expect(firstQuotas(library).map(({ limit }) => limit)).toEqual([5, 12]);
});
