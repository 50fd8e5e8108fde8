import { describe, expect, test } from 'vitest';
import type { CredentialUse } from '../http/credential-use.ts';
import type { CredentialScheme, Operation } from '../interface/model.ts';
import { carriesAnother } from './choose.ts';

const BEARER: CredentialScheme = { kind: 'http-bearer', id: 'bearer' };
const TOKEN: CredentialScheme = { kind: 'http-bearer', id: 'token', scheme: 'Token' };
const FIELD: CredentialScheme = { kind: 'api-key', id: 'field', in: 'header', name: 'Authorization' };
const OWN_FIELD: CredentialScheme = { kind: 'api-key', id: 'own', in: 'header', name: 'X-Key' };

describe('carriesAnother()', () => {
  test.each<readonly [CredentialUse['kind'], CredentialScheme, CredentialScheme, boolean]>([
    ['no-scheme', BEARER, FIELD, true],
    ['no-scheme', BEARER, TOKEN, false],
    ['other-scheme-name', BEARER, FIELD, true],
    ['other-scheme-name', BEARER, TOKEN, true],
    ['other-scheme-name', BEARER, OWN_FIELD, false],
    ['other-scheme-name', TOKEN, OWN_FIELD, false],
    ['unknown-scheme', BEARER, FIELD, false],
  ])('tells whether %s takes what another scheme asks for, %j beside %j', (kind, credential, other, is) => {
    const operation = { credential, alternatives: [credential, other] } as unknown as Operation;
    expect(carriesAnother(operation, { kind } as CredentialUse)).toBe(is);
  });
});
