import { expect, test } from 'vitest';
import { at, libraryOf, lineOf, problemOf } from '../../../test/specs/library-of.ts';
import type { InterfaceFault } from '../../document/cursor.ts';
import type { Library } from '../../document/library.ts';
import type { CredentialScheme } from '../model.ts';
import { readSecurity } from './read-credentials.ts';

const SCHEMES = `
components:
  securitySchemes:
    token: {type: http, scheme: Bearer}
    password: {type: http, scheme: basic}
    digest: {type: http, scheme: digest}
    header: {type: apiKey, in: header, name: X-Key}
    query: {type: apiKey, in: query, name: key}
    cookie: {type: apiKey, in: cookie, name: session}
    oauth: {type: oauth2, flows: {}}
    connect: {type: openIdConnect, openIdConnectUrl: 'https://example.com'}
    certificate: {type: mutualTLS}
    again: {$ref: '#/components/securitySchemes/token'}
    body: {type: apiKey, in: body, name: key} # BODY
    nameless: {type: apiKey, in: header} # NAMELESS
    odd: {type: handshake} # ODD
    jwt: {type: JWT}
    plain: {type: basic}
    letters: {type: api_key, in: headers, name: X-Key}
    words: {type: http only cookies, in: cookies, name: access_token}
    unsaid: {type: http, bearerFormat: JWT}
    named: {type: http, scheme: Token}
    hashed: {type: http, scheme: HMAC}
    swagger: {type: apiKey, in: header, name: Authorization, description: 'JWT Authorization header using the Bearer scheme. Example: "Bearer {token}"'}
    django: {type: apiKey, in: header, name: Authorization, description: Token-based authentication with required prefix "Token"}
    bare: {type: apiKey, in: header, name: Authorization, description: 'The token alone, without a Bearer prefix.'}
    other: {type: apiKey, in: header, name: X-Key, description: 'Bearer of the key'}
`;

function securityOf(library: Library, path = at(library, '#/operation')): ReturnType<typeof readSecurity> {
  return readSecurity(library, at(library, '#/operation'), path);
}

function read(operation: string, global = ''): CredentialScheme | undefined {
  const library = libraryOf(`${SCHEMES}${global}\noperation: {${operation}}`);
  return securityOf(library).credential;
}

const TOKEN = { kind: 'http-bearer', id: 'token' };

function behind(id: string, prefix?: string): CredentialScheme {
  const place = { kind: 'api-key', id, in: 'header', name: 'Authorization' } as const;
  return prefix === undefined ? place : { ...place, prefix };
}

test.each([
  ['a bearer token, in any letter case', 'security: [{token: []}]', '', TOKEN],
  ['a password', 'security: [{password: []}]', '', { kind: 'http-basic', id: 'password' }],
  [
    'a key in a header',
    'security: [{header: []}]',
    '',
    { kind: 'api-key', id: 'header', in: 'header', name: 'X-Key' },
  ],
  [
    'a key in the query',
    'security: [{query: []}]',
    '',
    { kind: 'api-key', id: 'query', in: 'query', name: 'key' },
  ],
  [
    'a key in a cookie',
    'security: [{cookie: []}]',
    '',
    { kind: 'api-key', id: 'cookie', in: 'cookie', name: 'session' },
  ],
  ['OAuth 2 as a bearer token', 'security: [{oauth: [read]}]', '', { kind: 'http-bearer', id: 'oauth' }],
  [
    'OpenID Connect as a bearer token',
    'security: [{connect: []}]',
    '',
    { kind: 'http-bearer', id: 'connect' },
  ],
  ['a scheme behind a reference', 'security: [{again: []}]', '', { kind: 'http-bearer', id: 'again' }],
  [
    'a form of bearer tokens and no scheme',
    'security: [{unsaid: []}]',
    '',
    { kind: 'http-bearer', id: 'unsaid' },
  ],
  [
    'a token behind another word',
    'security: [{named: []}]',
    '',
    { kind: 'http-bearer', id: 'named', scheme: 'Token' },
  ],
  ['a key behind Bearer', 'security: [{swagger: []}]', '', behind('swagger', 'Bearer')],
  ['a key behind a word that is told', 'security: [{django: []}]', '', behind('django', 'Token')],
  ['a key that stands alone by the words', 'security: [{bare: []}]', '', behind('bare')],
  [
    'a key in a field of its own',
    'security: [{other: []}]',
    '',
    { kind: 'api-key', id: 'other', in: 'header', name: 'X-Key' },
  ],
  ['the scheme of the document', '', 'security: [{token: []}]', TOKEN],
  [
    'the operation before the document',
    'security: [{header: []}]',
    'security: [{token: []}]',
    { kind: 'api-key', id: 'header', in: 'header', name: 'X-Key' },
  ],
  [
    'an operation that is open in spite of the document',
    'security: []',
    'security: [{token: []}]',
    undefined,
  ],
  [
    'several schemes at once, one beside the other',
    'security: [{token: [], header: [], oauth: []}]',
    '',
    {
      kind: 'http-bearer',
      id: 'token',
      beside: [{ kind: 'api-key', id: 'header', in: 'header', name: 'X-Key' }],
      again: ['oauth'],
    },
  ],
  [
    'one scheme before several at once',
    'security: [{token: [], header: []}, {query: []}]',
    '',
    { kind: 'api-key', id: 'query', in: 'query', name: 'key' },
  ],
  ['an optional credential as none', 'security: [{token: []}, {}]', '', undefined],
  ['no security at all', '', '', undefined],
  [
    'the first alternative that it can send',
    'security: [{digest: []}, {certificate: []}, {header: [], token: []}, {token: []}, {password: []}]',
    '',
    TOKEN,
  ],
])('readSecurity() finds %s', (_name, operation, global, credential) => {
  expect(read(operation, global)).toEqual(credential);
});

test.each([
  ['a bearer token for a type', 'security: [{jwt: []}]', { kind: 'http-bearer', id: 'jwt' }],
  ['a type of Swagger 2.0', 'security: [{plain: []}]', { kind: 'http-basic', id: 'plain' }],
  [
    'a type and a place in other letters',
    'security: [{letters: []}]',
    { kind: 'api-key', id: 'letters', in: 'header', name: 'X-Key' },
  ],
  [
    'words for a type, beside a place and a name',
    'security: [{words: []}]',
    { kind: 'api-key', id: 'words', in: 'cookie', name: 'access_token' },
  ],
])('readSecurity() reads %s as what is meant, and says so', (_name, operation, credential) => {
  const lost: string[] = [];
  const library = {
    ...libraryOf(`${SCHEMES}operation: {${operation}}`),
    lose: ({ problem }: InterfaceFault, consequence: string) => {
      lost.push(`${problem.problem}: ${consequence}`);
    },
  };
  expect(securityOf(library).credential).toEqual(credential);
  expect(lost).toEqual([expect.stringMatching(/is ".*": it is read as /)]);
});

test('readSecurity() takes either of two schemes for one place, when they are asked for at once', () => {
  const rivals = `${SCHEMES}    own: {type: apiKey, in: header, name: authorization}\n`;
  const library = libraryOf(`${rivals}operation: {security: [{own: [], token: [], header: []}]}`);
  const header = { kind: 'api-key', id: 'header', in: 'header', name: 'X-Key' };
  expect(securityOf(library).alternatives).toEqual([
    { kind: 'api-key', id: 'own', in: 'header', name: 'authorization', beside: [header] },
    { ...TOKEN, beside: [header] },
  ]);
});

test.each([
  [
    'a scheme that nothing describes',
    'security: [{tokn: []}]',
    'operation:',
    /no security scheme "tokn"/,
    'Did you mean "token"?',
  ],
  [
    'only schemes that it does not know',
    'security: [{digest: []}]',
    'operation:',
    /can send none/,
    /`apiKey`/,
  ],
  ['a list that is none', 'security: {token: []}', 'operation:', /is a mapping, not a list/, /Write a list/],
  ['a key in the body', 'security: [{body: []}]', 'BODY', /is "body"/, /`cookie`/],
  ['a key without a name', 'security: [{nameless: []}]', 'NAMELESS', /has no `name`/, /Add `name`/],
  ['an unknown type', 'security: [{odd: []}]', 'ODD', /is "handshake"/, /`mutualTLS`/],
])('readSecurity() says what is wrong, given %s', (_name, operation, marker, problem, advice) => {
  expect(problemOf(() => read(operation))).toMatchObject({
    line: lineOf(`${SCHEMES}\noperation:`, marker),
    problem: expect.stringMatching(problem),
    advice: expect.stringMatching(advice),
  });
});

/** A document of which something may be lost. */
function lossyLibraryOf(text: string): Library {
  return { ...libraryOf(text), lose: () => undefined };
}

const AUTHORIZATION = 'name: Authorization, in: header, schema: {type: string}, description: Bearer token';
const REFUSING = "responses: {'401': {description: no}}";

test.each<
  readonly [words: string, operation: string, path: string, credential: CredentialScheme | undefined]
>([
  [
    'required, where callers are refused',
    `parameters: [{${AUTHORIZATION}, required: true}], ${REFUSING}`,
    '',
    behind('Authorization', 'Bearer'),
  ],
  [
    'of the path',
    'responses: {4XX: {description: no}}',
    `parameters: [{name: authorization, in: header, required: true}]`,
    { kind: 'api-key', id: 'Authorization', in: 'header', name: 'authorization' },
  ],
  ['where nobody is refused', `parameters: [{${AUTHORIZATION}, required: true}]`, '', undefined],
  ['that may be left out', `parameters: [{${AUTHORIZATION}}], ${REFUSING}`, '', undefined],
  [
    'beside no security at all',
    `security: [], parameters: [{${AUTHORIZATION}, required: true}], ${REFUSING}`,
    '',
    undefined,
  ],
  [
    'that is another one',
    `parameters: [{name: X-Authorization, in: header, required: true}], ${REFUSING}`,
    '',
    undefined,
  ],
])('readSecurity() reads the parameter Authorization, %s', (_words, operation, path, credential) => {
  const library = lossyLibraryOf(`operation: {${operation}}\npath: {${path}}\n`);
  expect(securityOf(library, at(library, '#/path')).credential).toEqual(credential);
});

test('readSecurity() takes the only scheme of Authorization for such a parameter', () => {
  const one =
    'components: {securitySchemes: {token: {type: http, scheme: bearer}, key: {type: apiKey, in: header, name: X-Key}}}';
  const library = lossyLibraryOf(
    `${one}\noperation: {parameters: [{${AUTHORIZATION}, required: true}], ${REFUSING}}\n`,
  );
  expect(securityOf(library).credential).toEqual(TOKEN);
});

test.each([
  ['bearerAuth', '', { kind: 'http-bearer', id: 'bearerAuth' }],
  ['basic_auth', '', { kind: 'http-basic', id: 'basic_auth' }],
  ['JWT Token', 'token: {type: http, scheme: bearer}', TOKEN],
  ['access-token', 'token: {type: http, scheme: bearer}', TOKEN],
  ['basicAuth', 'token: {type: http, scheme: bearer}', { kind: 'http-basic', id: 'basicAuth' }],
])('readSecurity() reads %s by its name, where nothing describes it, beside {%s}', (id, others, scheme) => {
  const schemes = `components: {securitySchemes: {${others}}}`;
  expect(securityOf(lossyLibraryOf(`${schemes}\noperation: {security: [{${id}: []}]}`))).toEqual({
    credential: scheme,
  });
});

test.each([
  ['access-token', ''],
  ['access-token', 'token: {type: http, scheme: bearer}, key: {type: apiKey, in: header, name: X-Key}'],
  ['apiKey', 'token: {type: http, scheme: bearer}'],
  ['jwtCookie', ''],
  ['basicOrBearer', ''],
])('readSecurity() does not guess what %s is, where nothing describes it, beside {%s}', (id, others) => {
  const schemes = `components: {securitySchemes: {${others}}}`;
  const library = lossyLibraryOf(`${schemes}\noperation: {security: [{${id}: []}]}`);
  expect(problemOf(() => securityOf(library)).problem).toMatch(/no security scheme/);
});
