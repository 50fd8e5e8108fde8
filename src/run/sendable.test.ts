import { describe, expect, test } from 'vitest';
import type { CredentialUse } from '../exchange/exchange.ts';
import type { CredentialScheme } from '../interface/model.ts';
import { sendable } from './sendable.ts';

const BEARER: CredentialScheme = { kind: 'http-bearer', id: 'b' };
const HEADER: CredentialScheme = { kind: 'api-key', id: 'k', in: 'header', name: 'X-Key' };
const altered = (alteration: 'suffix' | 'truncated' | 'letter-case'): CredentialUse => ({
  kind: 'altered',
  alteration,
});

describe('sendable()', () => {
  test.each<readonly [boolean, string, CredentialScheme | undefined, string | undefined, CredentialUse]>([
    [true, 'the valid key', BEARER, 'abc', { kind: 'valid' }],
    [false, 'the valid key, without one', BEARER, undefined, { kind: 'valid' }],
    [true, 'no key, without one', BEARER, undefined, { kind: 'none' }],
    [true, 'another letter case', BEARER, 'aBc1', altered('letter-case')],
    [false, 'another letter case of digits', BEARER, '1234', altered('letter-case')],
    [true, 'a suffix on digits', BEARER, '1234', altered('suffix')],
    [false, 'the rest of a single character', BEARER, 'a', altered('truncated')],
    [false, 'the bare key, where there is no scheme', HEADER, 'abc', { kind: 'no-scheme' }],
    [true, 'the bare key', BEARER, 'abc', { kind: 'no-scheme' }],
    [false, 'anything, where no credential is asked for', undefined, 'abc', { kind: 'none' }],
    [false, 'what assay does not send', BEARER, 'abc', { kind: 'undetermined' }],
  ])('is %s for %s', (expected, _name, scheme, key, use) => {
    expect(sendable(scheme, key, use)).toBe(expected);
  });
});
