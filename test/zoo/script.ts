/** A fixed series of requests, wide enough that every fault of the zoo shows somewhere in it. */

export interface ScriptedRequest {
  readonly kind: 'request';
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Statuses that a conforming service may answer; 429 is looked at on its own. */
  readonly allowed: readonly number[];
  /** The text that an accepted creation has to keep. */
  readonly sent?: { readonly name: string; readonly description?: string };
}

export type Step =
  | ScriptedRequest
  | { readonly kind: 'advance'; readonly ms: number }
  | { readonly kind: 'parallel'; readonly requests: readonly ScriptedRequest[] };

const refused = [401] as const;
const created = [201] as const;
const createdOrRefused = [201, 400] as const;
const createdOrTooLarge = [201, 400, 413] as const;
const anyAnswer: readonly number[] = [
  200, 201, 204, 400, 401, 403, 404, 405, 406, 410, 411, 413, 414, 415, 431,
];
const json = { 'content-type': 'application/json' };

const swapCase = (text: string): string =>
  text.replace(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );

const request = (
  name: string,
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  allowed: readonly number[],
  body?: string | Uint8Array,
): ScriptedRequest => ({
  kind: 'request',
  name,
  method,
  path,
  headers,
  allowed,
  ...(body === undefined ? {} : { body }),
});

const pass: Step = { kind: 'advance', ms: 61_000 };

export function script(key: string): readonly Step[] {
  const own = { authorization: `Bearer ${key}` };
  const list = (allowed: readonly number[] = [200]): ScriptedRequest =>
    request('list', 'GET', '/categories', own, allowed);
  const post = (
    name: string,
    body: string | Uint8Array,
    allowed: readonly number[],
    headers = json,
  ): ScriptedRequest => request(name, 'POST', '/categories', { ...own, ...headers }, allowed, body);
  const create = (
    name: string,
    description?: string,
    allowed: readonly number[] = created,
  ): ScriptedRequest => {
    const sent = { name, ...(description === undefined ? {} : { description }) };
    return { ...post(`create ${name.slice(0, 30)}`, JSON.stringify(sent), allowed), sent };
  };
  const valid = JSON.stringify({ name: 'refused', description: 'refused' });

  const altered: Record<string, string | undefined> = {
    none: undefined,
    unknown: 'Bearer Zq7PwX-0aBcD-Ef1Gh-Ij2Kl',
    suffix: `Bearer ${key}x`,
    prefix: `Bearer x${key}`,
    around: `Bearer x${key}x`,
    shorter: `Bearer ${key.slice(0, -1)}`,
    'without the first': `Bearer ${key.slice(1)}`,
    'first half': `Bearer ${key.slice(0, 12)}`,
    'other end': `Bearer ${key.slice(0, -2)}00`,
    'other start': `Bearer 0${key.slice(1)}`,
    'other case': `Bearer ${swapCase(key)}`,
    'no scheme': key,
    empty: 'Bearer',
    basic: `Basic ${Buffer.from(`user:${key}`).toString('base64')}`,
    'basic raw': `Basic ${key}`,
    token: `Token ${key}`,
    'longer scheme': `NotBearer ${key}`,
    'second word': `Bearer ${key} x`,
  };
  const refusals = Object.entries(altered).flatMap(([name, authorization]): Step[] => {
    const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
    const allowed = name === 'empty' || name === 'second word' ? [400, 401] : refused;
    const beyond = [401, 403, 404, 405, 410, 400];
    return [
      request(`list, key ${name}`, 'GET', '/categories', headers, allowed),
      request(`create, key ${name}`, 'POST', '/categories', { ...headers, ...json }, allowed, valid),
      request(`pet, key ${name}`, 'GET', '/pets/1', headers, beyond),
      request(`orders, key ${name}`, 'GET', '/store/orders', headers, beyond),
      { kind: 'advance', ms: 13_000 },
    ];
  });

  const wrong: readonly unknown[] = [5, 0, true, false, null, [], ['dog'], {}, { a: 1 }];
  const invalid = [
    ...wrong.map((value) => JSON.stringify({ name: value })),
    ...wrong.map((value) => JSON.stringify({ name: 'refused', description: value })),
    '{}',
    '{"description":"no name"}',
    'null',
    '5',
    'true',
    '"dog"',
    '[]',
    '[{"name":"dog"}]',
    '{"name":"dog"',
    '{"name":',
    '',
  ].map((body) => post(`invalid ${body}`, body, [400]));

  const texts: readonly string[] = [
    'Emoji 😿 and é, ü, ﬁ, Å, e\u0301',
    'O\'Neil "quoted" \\ back / slash; DROP TABLE pets; -- %41 100% %zz a+b &amp; &lt; <script>alert(1)</script> <b>x</b> {{7*7}} ${x}',
    '  two  blanks  ',
    'line\nbreak\r\nand\ttab',
    '__proto__',
    'constructor',
    'null',
    'true',
    '007',
    '1e3',
    '2024-01-01',
    '',
    ' ',
    '猫 кошка قط \u202eright to left',
    'nul\u0000byte',
    'x'.repeat(60),
    'y'.repeat(300),
    'z'.repeat(10_000),
    'z'.repeat(20_000),
    'a/b%2Fc %41 caf%C3%A9+1',
  ];
  const unusual = texts.flatMap((text) => [
    create(text, undefined, createdOrTooLarge),
    create(`about ${text.length}`, text, createdOrTooLarge),
  ]);

  const methods = ['HEAD', 'OPTIONS'].map((method) =>
    request(`${method} list`, method, '/categories', own, anyAnswer),
  );
  const oddities = [
    ...methods,
    request('unknown path', 'GET', '/nothing', own, [404]),
    request('unknown path without key', 'GET', '/nothing', {}, [401, 404]),
    request('query', 'GET', '/categories?limit=1&x=%zz', own, anyAnswer),
    request('accept', 'GET', '/categories', { ...own, accept: 'application/xml' }, anyAnswer),
    request('gzip', 'GET', '/categories', { ...own, 'accept-encoding': 'gzip' }, [200]),
    request('lower case scheme', 'GET', '/categories', { authorization: `bearer ${key}` }, [200, 401]),
    request('large header', 'GET', '/categories', { ...own, 'x-large': 'x'.repeat(20_000) }, anyAnswer),
    request('pet', 'GET', '/pets/1', own, anyAnswer),
    request('orders', 'GET', '/store/orders', own, anyAnswer),
    post('wrong media type', '{"name":"typed"}', [201, 400, 415], { 'content-type': 'text/plain' }),
    request('no media type', 'POST', '/categories', own, [201, 400, 415], '{"name":"untyped"}'),
    post('capitals', '{"name":"capitals"}', [201, 400, 415], { 'content-type': 'Application/JSON' }),
    request(
      'bad key and body',
      'POST',
      '/categories',
      { authorization: 'Bearer wrong', ...json },
      [400, 401],
      '{}',
    ),
    request('neither body nor type', 'POST', '/categories', own, [400, 411, 415]),
    post('charset', '{"name":"charset"}', created, { 'content-type': 'application/json; charset=utf-8' }),
    post('unknown member', '{"name":"more","colour":"red"}', createdOrRefused),
    post('id of the client', '{"name":"own id","id":424242}', createdOrRefused),
    post('huge number', '{"name":"huge","n":1e400}', createdOrRefused),
    post('deep', `{"name":"deep","n":${'['.repeat(2000)}${']'.repeat(2000)}}`, createdOrRefused),
    post('proto member', '{"name":"proto","__proto__":{"description":"leaked"}}', createdOrRefused),
    post('proto name', '{"__proto__":{"name":"leaked"}}', [400]),
    post('twice named', '{"name":"one","name":"two"}', createdOrRefused),
    post('large body', JSON.stringify({ name: 'large', n: 'x'.repeat(100_000) }), [201, 400, 413]),
    post('no UTF-8', Buffer.from([0x7b, 0x22, 0x6e, 0x22, 0x3a, 0x22, 0xff, 0x22, 0x7d]), [400]),
  ];

  const burst = (last: readonly [ScriptedRequest, ScriptedRequest]): readonly Step[] => [
    pass,
    ...Array.from({ length: 60 }, () => list()),
    ...last,
    pass,
    list(),
  ];
  const many = Array.from({ length: 30 }, (_, index) =>
    create(`numbered ${String(index).padStart(2, '0')}`, 'same'),
  );

  return [
    list(),
    request('list again', 'GET', '/categories', own, [200]),
    create('plain kind', 'An ordinary description.'),
    create('worded kind', 'Plain Words 7'),
    create('other kind'),
    create('Plain Kind', 'with capitals'),
    create('third kind', '', createdOrRefused),
    { kind: 'advance', ms: 250 },
    list(),
    pass,
    list(),
    ...refusals,
    pass,
    list(),
    ...invalid,
    pass,
    list(),
    ...unusual,
    pass,
    list(),
    ...oddities,
    create('twice', 'first', created),
    create('twice', 'second', createdOrRefused),
    pass,
    list(),
    ...many,
    { kind: 'advance', ms: 250 },
    list(),
    ...burst([list(), list()]),
    ...burst([create('over the limit'), create('far over the limit')]),
    { kind: 'advance', ms: 90_000_000 },
    { kind: 'parallel', requests: Array.from({ length: 8 }, (_, index) => create(`parallel ${index}`)) },
    { kind: 'advance', ms: 250 },
    { kind: 'parallel', requests: [list(), list(), list(), list()] },
  ];
}
