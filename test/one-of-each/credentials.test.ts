import fc from 'fast-check';
import { expect, test } from 'vitest';
import { oneKey } from '../../src/credential/key-ring.ts';
import { credentialLines } from '../../src/credential/place.ts';
import type { HeaderLine, SentRequest } from '../../src/http/exchange.ts';
import { fieldValues } from '../../src/http/fields.ts';
import { queryParameters, targetParts } from '../../src/http/target.ts';
import type { CredentialScheme } from '../../src/interface/model.ts';
import { sentKey } from '../../src/mock/state/keys.ts';
import { credentialOf } from '../../src/traffic/foreign-exchange.ts';

const KEY = 'a%41:b+c';

const BEARER: CredentialScheme = { kind: 'http-bearer', id: 'a' };
const SCHEMES: readonly CredentialScheme[] = [
  BEARER,
  { kind: 'http-basic', id: 'a' },
  { kind: 'api-key', id: 'a', in: 'header', name: 'X-Key' },
  { kind: 'api-key', id: 'a', in: 'query', name: 'key' },
  { kind: 'api-key', id: 'a', in: 'cookie', name: 'key' },
];

/** The key as the mock reads it. */
function readByMock(scheme: CredentialScheme, { headers, target, method }: SentRequest): string | undefined {
  const { path, query } = targetParts(target);
  // As Node joins repeated lines, or takes the first.
  const get = (name: string): string | undefined => {
    const [first, ...more] = fieldValues(headers, name);
    if (first === undefined || name === 'authorization') return first;
    return [first, ...more].join(name === 'cookie' ? '; ' : ', ');
  };
  return sentKey(scheme, {
    method,
    path,
    queryText: query,
    query: queryParameters(query),
    headers: { get, has: (name) => get(name) !== undefined },
    address: '',
  });
}

const piece = fc.constantFrom(KEY, encodeURIComponent(KEY), '', 'other', `"${KEY}"`);
const blank = fc.constantFrom('', ' ', '\t', '  ');
const authorization = fc
  .tuple(fc.constantFrom('Bearer', 'bearer', 'Basic', 'BASIC', 'Digest', ''), blank, piece, fc.boolean())
  .map(([scheme, gap, text, isEncoded]): HeaderLine => {
    const token = isEncoded ? Buffer.from(text).toString('base64') : text;
    return ['Authorization', `${scheme}${gap}${token}`];
  });
const cookie = fc
  .array(
    fc.tuple(fc.constantFrom('key', 'key ', ' key', 'keys', ''), fc.constantFrom('=', ' = ', ''), piece),
    {
      maxLength: 3,
    },
  )
  .map((pairs): HeaderLine => ['Cookie', pairs.map((pair) => pair.join('')).join(';')]);
const own = fc.tuple(fc.constant('x-key'), piece);
const headers = fc.array(fc.oneof(authorization, cookie, own), { maxLength: 2 });
const target = fc
  .array(fc.tuple(fc.constantFrom('key', 'k%65y', 'Key', 'xkey', '#'), piece), { maxLength: 3 })
  .map((pairs) => `/v1/x?${pairs.map((pair) => pair.join('=')).join('&')}`);

/** One of each kind that the judge is sure of, so that none is left to chance. */
const EXAMPLES = [`Bearer ${KEY}`, `bearer ${KEY}`, KEY, 'Bearer ', 'Digest a', undefined].map(
  (value): [CredentialScheme, HeaderLine[], string] => [
    BEARER,
    value === undefined ? [] : [['Authorization', value]],
    '/v1/x',
  ],
);

test('the judge takes no credential for valid, or for missing, that the mock reads otherwise', () => {
  const seen = new Map<string, number>();
  fc.assert(
    fc.property(fc.constantFrom(...SCHEMES), headers, target, (scheme, lines, asked) => {
      const request: SentRequest = {
        method: 'GET',
        target: asked,
        headers: lines,
        body: undefined,
        credential: { kind: 'undetermined' },
      };
      const { kind } = credentialOf(scheme, request, { keyOf: oneKey(KEY), complete: true });
      const key = readByMock(scheme, request);
      seen.set(kind, (seen.get(kind) ?? 0) + 1);
      if (kind === 'valid' || kind === 'valid-other-scheme-case') expect(key).toBe(KEY);
      if (kind === 'none' || kind === 'no-scheme' || kind === 'other-scheme') expect(key).toBeUndefined();
      if (kind === 'empty-token') expect(key).toBe('');
    }),
    { numRuns: 500, examples: EXAMPLES },
  );
  const told = ['valid', 'valid-other-scheme-case', 'none', 'empty-token', 'other-scheme', 'no-scheme'];
  expect(told.filter((kind) => !seen.has(kind))).toEqual([]);
});

test.each(SCHEMES)('the judge and the mock know the key that assay sends, with $kind', (scheme) => {
  const { headers: lines, query } = credentialLines(scheme, { kind: 'valid' }, KEY, () => 0.5).real;
  const request: SentRequest = {
    method: 'GET',
    target: `/v1/x?${query.join('&')}`,
    headers: lines,
    body: undefined,
    credential: { kind: 'undetermined' },
  };
  expect(credentialOf(scheme, request, { keyOf: oneKey(KEY), complete: false })).toEqual({ kind: 'valid' });
  expect(readByMock(scheme, request)).toBe(KEY);
});
