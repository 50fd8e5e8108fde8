import fc from 'fast-check';

type Drawn = {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly body: unknown;
  readonly token: string;
  readonly host: string;
  readonly fields: { readonly [name: string]: string };
  readonly damage: 'none' | 'no answer' | 'no object' | 'other address';
};

/** Few of everything, so that the same comes again in several files: also what one of them says to be a secret. */
const TOKENS = ['tok-3f9a77c1b2e4d5', 'tok-a81be0c94d77f2', 'tok-55d0c2aa91fe38', ''];

const body = fc.oneof(
  fc.constantFrom<unknown>([], {}, null, 'text', 7),
  fc.record({ id: fc.nat(5), name: fc.constantFrom<unknown>('Cats', 4, null, ...TOKENS) }),
  fc.array(fc.record({ id: fc.nat(5), name: fc.constantFrom<unknown>('Cats', ...TOKENS) }), { maxLength: 3 }),
  fc.record({
    code: fc.constant('c'),
    message: fc.constantFrom('m', ...TOKENS),
    status: fc.constantFrom(400, 401),
  }),
);

const entry: fc.Arbitrary<Drawn> = fc.record({
  method: fc.constantFrom('GET', 'GET', 'POST', 'DELETE'),
  path: fc.constantFrom('/v1/categories', '/v1/categories?limit=x', '/v1/nothing', '/app.js'),
  status: fc.constantFrom(200, 201, 400, 401, 404, 429, 500, 503),
  body,
  token: fc.constantFrom(...TOKENS),
  host: fc.constantFrom('api.example.com', 'b.example.com', 'c.example.com'),
  fields: fc.dictionary(
    fc.constantFrom(
      'X-RateLimit-Limit',
      'X-RateLimit-Remaining',
      'X-RateLimit-Reset',
      'Retry-After',
      'Allow',
    ),
    fc.constantFrom('60', '59', '1900000000', 'soon', 'GET'),
  ),
  damage: fc.constantFrom(
    ...Array.from({ length: 9 }, () => 'none' as const),
    'no answer',
    'no object',
    'other address',
  ),
});

function lines(fields: { readonly [name: string]: string }): readonly object[] {
  return Object.entries(fields).map(([name, value]) => ({ name, value }));
}

function harEntry({ method, path, status, token, host, fields, damage, ...drawn }: Drawn): string {
  const text = JSON.stringify(drawn.body);
  const written = JSON.stringify({
    startedDateTime: '2030-01-02T03:04:05Z',
    time: 1,
    request: {
      method,
      url: damage === 'other address' ? 'ftp://x' : `https://${host}${path}`,
      headers: lines(token === '' ? {} : { Authorization: `Bearer ${token}` }),
      bodySize: 0,
    },
    response: {
      status: damage === 'no answer' ? 0 : status,
      statusText: '',
      headers: lines({ 'Content-Type': 'application/json', ...fields }),
      content: { size: text.length, text },
    },
  });
  return damage === 'no object' ? `{${written}}` : written;
}

/** HAR files as texts: some whole, some that end in the middle. */
export const traffic: fc.Arbitrary<readonly string[]> = fc.array(
  fc.tuple(fc.array(entry, { maxLength: 12 }), fc.constantFrom(0, 0, 0, 0, 25)).map(([entries, cut]) => {
    const text = `{"log":{"version":"1.2","creator":{"name":"x"},"entries":[${entries.map(harEntry).join(',')}]}}`;
    return text.slice(0, text.length - cut);
  }),
  { minLength: 1, maxLength: 7 },
);
