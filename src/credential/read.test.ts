import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CredentialUse } from '../http/credential-use.ts';
import type { SentRequest } from '../http/exchange.ts';
import { fieldValues } from '../http/fields.ts';
import { queryParameters, targetParts } from '../http/target.ts';
import type { CredentialScheme } from '../interface/model.ts';
import { credentialLines } from './place.ts';
import { basicPair, type CarriedCredential, carriedCredentials, isOfScheme } from './read.ts';

const SCHEMES: readonly CredentialScheme[] = [
  { kind: 'http-bearer', id: 'a' },
  { kind: 'http-basic', id: 'a' },
  { kind: 'http-bearer', id: 'a', scheme: 'Token' },
  { kind: 'api-key', id: 'a', in: 'header', name: 'X-Key' },
  { kind: 'api-key', id: 'a', in: 'header', name: 'Authorization', prefix: 'Token' },
  { kind: 'api-key', id: 'a', in: 'query', name: 'api key' },
  { kind: 'api-key', id: 'a', in: 'cookie', name: 'key' },
];

function read(scheme: CredentialScheme, request: SentRequest): readonly CarriedCredential[] {
  return carriedCredentials(scheme, {
    field: (name) => fieldValues(request.headers, name),
    parameter: (name) => queryParameters(targetParts(request.target).query).getAll(name),
  });
}

function sent(scheme: CredentialScheme, use: CredentialUse, key: string, others: string): SentRequest {
  const { headers, query } = credentialLines(scheme, use, key, () => 0.5).real;
  return {
    method: 'GET',
    target: `/x?${[...query, others].join('&')}`,
    headers: [['X-Other', others], ...headers],
    body: undefined,
    credential: use,
  };
}

const scheme = fc.constantFrom(...SCHEMES);
/** What can be sent in each place: no blank, and no semicolon, which ends a cookie. Escapes, colons and quotes are there. */
const character = fc.constantFrom(...Array.from('aZ9%+:="&#/?$.,~'), '%41', '%zz');
const key = fc.string({ unit: character, minLength: 1, maxLength: 12 });
const others = fc.constantFrom('', 'key', 'apikey=1', 'xkey=2&', '?key=3');

test('carriedCredentials() finds the key that credentialLines() put there, whatever it holds', () => {
  fc.assert(
    fc.property(scheme, key, others, (asked, given, beside) => {
      const [carried, ...more] = read(asked, sent(asked, { kind: 'valid' }, given, beside));
      if (carried === undefined) throw new Error('there is no credential');
      expect(more).toEqual([]);
      expect(isOfScheme(asked, carried)).toBe(true);
      expect(asked.kind === 'http-basic' ? basicPair(carried.token) : carried.token).toBe(given);
    }),
    { numRuns: 300 },
  );
});

test('carriedCredentials() finds nothing, when nothing was put there', () => {
  fc.assert(
    fc.property(scheme, key, others, (asked, given, beside) => {
      expect(read(asked, sent(asked, { kind: 'none' }, given, beside))).toEqual([]);
    }),
  );
});

test.each<readonly [string, string, CarriedCredential]>([
  ['a token', 'Bearer abc', { value: 'Bearer abc', scheme: 'Bearer', token: 'abc' }],
  ['several blanks', ' bearer   abc\t', { value: 'bearer   abc', scheme: 'bearer', token: 'abc' }],
  ['a name alone', 'Bearer', { value: 'Bearer', scheme: 'Bearer', token: '' }],
  ['a tab, which ends no name', 'Bearer\tabc', { value: 'Bearer\tabc', scheme: 'Bearer\tabc', token: '' }],
])('carriedCredentials() parts the name of a scheme from %s', (_name, value, carried) => {
  const source = { field: () => [value], parameter: () => [] };
  expect(carriedCredentials({ kind: 'http-bearer', id: 'a' }, source)).toEqual([carried]);
});
