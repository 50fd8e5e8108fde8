import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CredentialUse } from '../http/credential-use.ts';
import type { CredentialScheme } from '../interface/model.ts';
import { credentialUses } from './alter.ts';
import { shellWord } from './curl-line.ts';
import { type Carried, credentialLines } from './place.ts';

const KEY = 's3cret-Key_1';
const TOKEN = [{ alg: 'HS256', typ: 'JWT' }, { sub: 'anna' }]
  .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
  .join('.')
  .concat('.c2lnbmF0dXJlLW9mLTMyLWJ5dGVz');
const SCHEMES: readonly CredentialScheme[] = [
  { kind: 'http-bearer', id: 'bearer' },
  { kind: 'http-basic', id: 'basic' },
  { kind: 'api-key', id: 'header', in: 'header', name: 'X-Key' },
  { kind: 'api-key', id: 'query', in: 'query', name: 'api key' },
  { kind: 'api-key', id: 'cookie', in: 'cookie', name: 'session' },
];
const BEARER = SCHEMES[0];
const BASIC = SCHEMES[1];
const QUERY = SCHEMES[3];

function half(): number {
  return 0.5;
}

/** A sequence of numbers that a seed decides. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function only(carried: Carried): string {
  const all = [...carried.headers.map(([name, value]) => `${name}: ${value}`), ...carried.query];
  expect(all).toHaveLength(1);
  return all[0] ?? '';
}

function unknownWith(seed: number): string {
  return only(credentialLines(BEARER, { kind: 'unknown' }, KEY, seeded(seed)).real);
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}

describe('credentialLines()', () => {
  test.each<[string, CredentialScheme | undefined, CredentialUse, string, string]>([
    [
      'bearer valid',
      BEARER,
      { kind: 'valid' },
      `Authorization: Bearer ${KEY}`,
      'Authorization: Bearer $ASSAY_KEY',
    ],
    [
      'bearer in lower case',
      BEARER,
      { kind: 'valid-other-scheme-case' },
      `Authorization: bearer ${KEY}`,
      'Authorization: bearer $ASSAY_KEY',
    ],
    [
      'bearer without scheme',
      BEARER,
      { kind: 'no-scheme' },
      `Authorization: ${KEY}`,
      'Authorization: $ASSAY_KEY',
    ],
    ['bearer empty', BEARER, { kind: 'empty-token' }, 'Authorization: Bearer ', 'Authorization: Bearer '],
    [
      'bearer suffix',
      BEARER,
      { kind: 'altered', alteration: 'suffix' },
      `Authorization: Bearer ${KEY}x`,
      'Authorization: Bearer ${ASSAY_KEY}x',
    ],
    [
      'bearer prefix',
      BEARER,
      { kind: 'altered', alteration: 'prefix' },
      `Authorization: Bearer x${KEY}`,
      'Authorization: Bearer x${ASSAY_KEY}',
    ],
    [
      'bearer truncated',
      BEARER,
      { kind: 'altered', alteration: 'truncated' },
      'Authorization: Bearer s3cret-Key_',
      'Authorization: Bearer ${ASSAY_KEY%?}',
    ],
    [
      'bearer letter case',
      BEARER,
      { kind: 'altered', alteration: 'letter-case' },
      'Authorization: Bearer S3CRET-kEY_1',
      'Authorization: Bearer $(printf %s "$ASSAY_KEY" | tr A-Za-z a-zA-Z)',
    ],
    [
      'bearer with a second word',
      BEARER,
      { kind: 'altered', alteration: 'second-word' },
      `Authorization: Bearer ${KEY} x`,
      'Authorization: Bearer ${ASSAY_KEY} x',
    ],
    [
      'bearer behind Token',
      BEARER,
      { kind: 'other-scheme-name' },
      `Authorization: Token ${KEY}`,
      'Authorization: Token $ASSAY_KEY',
    ],
    [
      'a token behind Basic',
      { kind: 'http-bearer', id: 'token', scheme: 'Token' },
      { kind: 'other-scheme-name' },
      `Authorization: Basic ${KEY}`,
      'Authorization: Basic $ASSAY_KEY',
    ],
    [
      'bearer behind a name that ends like the documented one',
      BEARER,
      { kind: 'unknown-scheme' },
      `Authorization: NotBearer ${KEY}`,
      'Authorization: NotBearer $ASSAY_KEY',
    ],
    ['header valid', SCHEMES[2], { kind: 'valid' }, `X-Key: ${KEY}`, 'X-Key: $ASSAY_KEY'],
    ['header empty', SCHEMES[2], { kind: 'empty-token' }, 'X-Key: ', 'X-Key: '],
    ['query valid', QUERY, { kind: 'valid' }, `api%20key=${KEY}`, 'api%20key=$ASSAY_KEY'],
    ['cookie valid', SCHEMES[4], { kind: 'valid' }, `Cookie: session=${KEY}`, 'Cookie: session=$ASSAY_KEY'],
    [
      'basic valid',
      BASIC,
      { kind: 'valid' },
      `Authorization: Basic ${base64(KEY)}`,
      `Authorization: Basic $(printf %s "$ASSAY_KEY" | base64 | tr -d '\\n')`,
    ],
  ])('gives the line and its record, when the use is %s', (_title, scheme, use, real, recorded) => {
    const lines = credentialLines(scheme, use, KEY, half);
    expect(only(lines.real)).toBe(real);
    expect(only(lines.recorded)).toBe(recorded);
  });

  test('carries nothing, when the use is none or there is no scheme', () => {
    const nothing = { headers: [], query: [] };
    expect(credentialLines(BEARER, { kind: 'none' }, KEY, half)).toEqual({
      real: nothing,
      recorded: nothing,
    });
    expect(credentialLines(undefined, { kind: 'valid' }, KEY, half)).toEqual({
      real: nothing,
      recorded: nothing,
    });
  });

  test('throws, when there is no key for a use that needs one or nothing can be sent', () => {
    expect(() => credentialLines(BEARER, { kind: 'valid' }, undefined, half)).toThrow(RangeError);
    expect(() => credentialLines(BEARER, { kind: 'undetermined' }, KEY, half)).toThrow(RangeError);
  });

  test.each(SCHEMES)(
    'sends a literal of the right length that is not the key, when $id gets an unknown one',
    (scheme) => {
      for (const key of ['a', 'A', '7', 'u:pw', KEY, 'x'.repeat(300)]) {
        const lines = credentialLines(scheme, { kind: 'unknown' }, key, seeded(7));
        expect(lines.real).toEqual(lines.recorded);
        const sent = only(lines.real).replace(/^.*[ =:](?=[^ =:]+=*$)/, '');
        const made = scheme.kind === 'http-basic' ? Buffer.from(sent, 'base64').toString() : sent;
        expect(made.replaceAll(':', '')).toMatch(/^[A-Za-z0-9]*$/);
        if (scheme.kind !== 'http-basic') expect(made).toHaveLength(key.length);
        expect(made.toLowerCase()).not.toBe(key.toLowerCase());
      }
    },
  );

  test('carries the key as user and password, when a bearer key goes as Basic', () => {
    const bearer = credentialLines(BEARER, { kind: 'other-scheme' }, KEY, half);
    expect(only(bearer.real)).toMatch(/^Authorization: Basic [A-Za-z0-9+/]+=*$/);
    expect(Buffer.from(only(bearer.real).split(' ')[2] ?? '', 'base64').toString()).toBe(`${KEY}:${KEY}`);
    expect(only(bearer.recorded)).not.toContain(Buffer.from(KEY).toString('base64').slice(0, -3));
  });

  test('never carries the key, when it uses another scheme without a key or for an API key', () => {
    const keyless = credentialLines(BEARER, { kind: 'other-scheme' }, undefined, half);
    expect(Buffer.from(only(keyless.real).split(' ')[2] ?? '', 'base64').toString()).toMatch(
      /^assay:[A-Za-z0-9]+$/,
    );
    for (const scheme of SCHEMES.slice(1)) {
      expect(only(credentialLines(scheme, { kind: 'other-scheme' }, KEY, half).real)).toMatch(
        /^Authorization: Bearer [A-Za-z0-9]{12}$/,
      );
    }
  });

  test('sends the same, when the random numbers are the same, and something else otherwise', () => {
    expect(unknownWith(1)).toBe(unknownWith(1));
    expect(unknownWith(1)).not.toBe(unknownWith(2));
  });

  test('records what a shell expands to the real line, for every scheme, use and hard key', () => {
    const keys = [KEY, TOKEN, 'user:pass word', 'a&b=c%20"\'$(x)`\\+/', 'k'.repeat(100)];
    const cases = keys.flatMap((key) =>
      SCHEMES.flatMap((scheme) =>
        credentialUses(scheme, key)
          .filter((row) => row.reason === undefined)
          .map((row) => ({ key, lines: credentialLines(scheme, row.use, key, seeded(3)) })),
      ),
    );
    for (const key of keys) {
      const own = cases.filter((each) => each.key === key);
      const expected = own.flatMap(({ lines }) => [...lines.real.headers.flat(), ...lines.real.query]);
      const words = own
        .flatMap(({ lines }) => [...lines.recorded.headers.flat(), ...lines.recorded.query])
        .map((text) => shellWord(text));
      const script = `printf '%s\\n' ${words.join(' ')}`;
      const printed = execFileSync('/bin/sh', ['-c', script], {
        env: { ...process.env, ASSAY_KEY: key },
        encoding: 'utf8',
      });
      expect(printed).toBe(`${expected.join('\n')}\n`);
      expect(words.join(' ')).not.toContain(key);
    }
  });

  test('sends a percent-encoded query, when the key holds characters that need it', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: 'grapheme' }), (key) => {
        const query = only(credentialLines(QUERY, { kind: 'valid' }, key, half).real);
        expect(new URLSearchParams(query).get('api key')).toBe(key);
      }),
      { numRuns: 50 },
    );
  });
});

describe('a JSON Web Token', () => {
  const scheme: CredentialScheme = { kind: 'http-bearer', id: 'b' };

  test('is sent with its claims, and as one that nobody signed', () => {
    const use = { kind: 'altered', alteration: 'unsigned' } as const;
    const [header = '', claims = '', signature = ''] = only(credentialLines(scheme, use, TOKEN, half).real)
      .replace(/^Authorization: Bearer /, '')
      .split('.');
    const read = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
    expect(read(header)).toEqual({ alg: 'none', typ: 'JWT' });
    expect(read(claims)).toEqual({ sub: 'anna' });
    expect(signature).toBe('');
  });

  test.each(['a.b.c', 'one.two', 'e30.e30.abcd', KEY])('%s is none', (key) => {
    const row = credentialUses(scheme, key).find(
      ({ use }) => 'alteration' in use && use.alteration === 'unsigned',
    );
    expect(row?.reason).toBe('the key is no JSON Web Token');
  });
});

describe('credentialUses()', () => {
  test.each<[string, CredentialScheme, string | undefined, readonly string[]]>([
    ['bearer with an ordinary key', { kind: 'http-bearer', id: 'b' }, 'abc', ['altered unsigned']],
    [
      'bearer with digits',
      { kind: 'http-bearer', id: 'b' },
      '123',
      ['altered letter-case', 'altered unsigned'],
    ],
    [
      'bearer with one digit',
      { kind: 'http-bearer', id: 'b' },
      '1',
      ['altered truncated', 'altered beheaded', 'altered letter-case', 'altered unsigned'],
    ],
    [
      'an API key',
      { kind: 'api-key', id: 'k', in: 'header', name: 'X' },
      'abc',
      [
        'altered second-word',
        'altered unsigned',
        'other-scheme-name',
        'unknown-scheme',
        'no-scheme',
        'valid-other-scheme-case',
      ],
    ],
    [
      'an API key behind a word',
      { kind: 'api-key', id: 'k', in: 'header', name: 'Authorization' },
      'Token 12',
      [
        'altered prefix',
        'altered beheaded',
        'altered letter-case',
        'altered second-word',
        'altered unsigned',
        'other-scheme-name',
        'unknown-scheme',
        'no-scheme',
        'valid-other-scheme-case',
      ],
    ],
    [
      'bearer without a key',
      { kind: 'http-bearer', id: 'b' },
      undefined,
      [
        'valid',
        'altered suffix',
        'altered prefix',
        'altered truncated',
        'altered beheaded',
        'altered letter-case',
        'altered second-word',
        'altered unsigned',
        'other-scheme-name',
        'unknown-scheme',
        'no-scheme',
        'valid-other-scheme-case',
        'other-key',
      ],
    ],
  ])('gives the reasons, when it is %s', (_title, scheme, key, left) => {
    const rows = credentialUses(scheme, key);
    const named = rows
      .filter((row) => row.reason !== undefined)
      .map(({ use }) => ('alteration' in use ? `${use.kind} ${use.alteration}` : use.kind));
    expect(named).toEqual(left);
    expect(rows).toHaveLength(17);
  });
});

test.each<readonly [CredentialScheme, key: string, real: string, recorded: string]>([
  [{ kind: 'http-bearer', id: 'a', scheme: 'Token' }, KEY, `Token ${KEY}`, 'Token $ASSAY_KEY'],
  [
    { kind: 'api-key', id: 'a', in: 'header', name: 'Authorization', prefix: 'Bearer' },
    KEY,
    `Bearer ${KEY}`,
    'Bearer $ASSAY_KEY',
  ],
  [
    { kind: 'api-key', id: 'a', in: 'header', name: 'Authorization', prefix: 'Bearer' },
    `JWT ${KEY}`,
    `JWT ${KEY}`,
    '$ASSAY_KEY',
  ],
])(
  'a key stands behind the word of its scheme, unless it brings one: %j, %s',
  (scheme, key, real, recorded) => {
    const lines = credentialLines(scheme, { kind: 'valid' }, key, half);
    expect(only(lines.real)).toBe(`Authorization: ${real}`);
    expect(only(lines.recorded)).toBe(`Authorization: ${recorded}`);
  },
);
