import type { CredentialUse } from '../http/credential-use.ts';
import { CHALLENGE, type CheckRow, LIST, refused, row } from './check-rows.test-data.ts';

const REFUSED_USES: readonly (readonly [check: string, name: string, use: CredentialUse])[] = [
  ['missing-credential', 'no credential', { kind: 'none' }],
  ['other-scheme', 'another scheme', { kind: 'other-scheme' }],
  ['other-scheme', 'the key behind the name of another scheme', { kind: 'other-scheme-name' }],
  ['other-scheme', 'the key behind a scheme that nobody knows', { kind: 'unknown-scheme' }],
  ['no-scheme', 'the bare key', { kind: 'no-scheme' }],
  ['unknown-key', 'a key that nobody was given', { kind: 'unknown' }],
  ['altered-key', 'a key with a suffix', { kind: 'altered', alteration: 'suffix' }],
  ['altered-key', 'a key with a prefix', { kind: 'altered', alteration: 'prefix' }],
  ['altered-key', 'a key without its end', { kind: 'altered', alteration: 'truncated' }],
  ['altered-key', 'a key without its beginning', { kind: 'altered', alteration: 'beheaded' }],
  ['altered-key', 'a key in other letter case', { kind: 'altered', alteration: 'letter-case' }],
  ['altered-key', 'a token that nobody signed', { kind: 'altered', alteration: 'unsigned' }],
  ['altered-key', 'a key with a word behind it', { kind: 'altered', alteration: 'second-word' }],
  ['empty-token', 'an empty token', { kind: 'empty-token' }],
];

const refusals: readonly CheckRow[] = REFUSED_USES.flatMap(([short, name, credential]) => {
  const check = `authentication.${short}`;
  return [
    row(check, 'pass', `401 for ${name}`, [refused(401, { credential })]),
    row(check, 'fail', `200 for ${name}`, [{ ...LIST, credential }]),
    row(check, 'fail', `404 for ${name}`, [refused(404, { credential })]),
    row(check, 'inconclusive', `429 for ${name}`, [refused(429, { credential })]),
    row(check, 'inconclusive', `500 for ${name}`, [refused(500, { credential })]),
  ];
});

const none = { credential: { kind: 'none' } } as const;
const badKeyAndBody = { sends: '{}', credential: { kind: 'unknown' } } as const;
const named = { path: '/shelves/1', ...none };
const otherCase = { credential: { kind: 'valid-other-scheme-case' } } as const;

const challenge = (shows: 'pass' | 'warn', value: string): CheckRow =>
  row('authentication.challenge', shows, `WWW-Authenticate: ${value}`, [
    refused(401, { ...none, headers: [['WWW-Authenticate', value]] }),
  ]);

export const authenticationRows: readonly CheckRow[] = [
  ...refusals,
  row('authentication.empty-token', 'pass', '400 for an empty token', [
    refused(400, { credential: { kind: 'empty-token' } }),
  ]),
  row('authentication.altered-key', 'pass', '400 for a key with a word behind it, which is no token', [
    refused(400, { credential: { kind: 'altered', alteration: 'second-word' } }),
  ]),
  row('authentication.missing-credential', 'fail', '403 without a credential', [refused(403, none)]),
  row('authentication.missing-credential', 'fail', 'one hole among refusals', [
    refused(401, none),
    refused(401, { ...none, path: '/books/1' }),
    { ...none, path: '/books/2', body: '{"id":2,"title":"t"}' },
  ]),
  row('authentication.missing-credential', 'inconclusive', 'an operation that asks for none', [
    { path: '/opening-hours', body: '{"from":"09:00"}', ...none },
  ]),
  ...[401, 400, 415].map((status) =>
    row(
      'authentication.bad-key-and-bad-body',
      status === 415 ? 'not-applicable' : 'pass',
      `${status} for a bad key and a bad body`,
      [refused(status, badKeyAndBody)],
    ),
  ),
  row('authentication.bad-key-and-bad-body', 'fail', '201 for a bad key and a bad body', [
    { path: '/books', status: 201, body: '{"id":1,"title":"t"}', ...badKeyAndBody },
  ]),
  row('authentication.bad-key-and-bad-body', 'fail', '404 for a bad key and a bad body', [
    refused(404, badKeyAndBody),
  ]),
  row('authentication.named-operation', 'pass', '401', [refused(401, named)]),
  row('authentication.named-operation', 'pass', '404 of a service without it', [refused(404, named)]),
  row('authentication.named-operation', 'fail', '200 without a credential', [{ ...named, body: '[]' }]),
  row('authentication.named-operation', 'fail', '204 to an unknown key', [
    { path: '/shelves/1', status: 204, credential: { kind: 'unknown' } },
  ]),
  row('authentication.named-operation', 'inconclusive', '200 with the key', [{ path: '/shelves/1' }]),
  row('authentication.scheme-case', 'pass', '200 for the scheme in lower case', [{ ...LIST, ...otherCase }]),
  row('authentication.scheme-case', 'warn', '401 for the scheme in lower case', [refused(401, otherCase)]),
  challenge('pass', 'Bearer'),
  challenge('pass', 'bEARER realm="a, b", error="invalid_token"'),
  challenge('pass', 'Basic realm="x", Bearer'),
  challenge('warn', 'realm="x"'),
  row('authentication.challenge', 'pass', 'two lines', [
    refused(401, { ...none, headers: [['www-authenticate', 'Basic realm="x"'], CHALLENGE] }),
  ]),
  row('authentication.challenge', 'warn', 'no WWW-Authenticate', [refused(401, { ...none, headers: [] })]),
  row('authentication.challenge', 'inconclusive', '403 without a challenge', [
    refused(403, { ...none, headers: [] }),
  ]),
];
