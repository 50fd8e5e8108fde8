import { expect, test } from 'vitest';
import type { CredentialScheme } from '../interface/model.ts';
import { challenge, sentKey } from './credentials.ts';

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
  ['basic with the key as user', BASIC, { authorization: `Basic ${base64('secret:')}` }, '', 'secret'],
  ['basic with the key as password', BASIC, { authorization: `Basic ${base64(':secret')}` }, '', 'secret'],
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

test.each([
  [BEARER, /^Bearer /],
  [BASIC, /^Basic /],
  [COOKIE, /^ApiKey /],
])('challenge() names a scheme, when asked for that of $kind', (scheme, pattern) => {
  expect(challenge(scheme)).toEqual(['WWW-Authenticate', expect.stringMatching(pattern)]);
});
