import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import type { CredentialUse } from '../http/credential-use.ts';
import type { CredentialScheme } from '../interface/model.ts';
import { type Contract, matchesStatus } from './contract.ts';
import { expectation } from './expectation.ts';
import { contractAt, sent, type Told } from './requests.test-data.ts';
import type { Expectation } from './situation.ts';
import { THOROUGH } from '../../test/sampled.ts';

type Said = Partial<Pick<Expectation, 'situation' | 'conforming' | 'tolerated' | 'otherwise' | 'certainty'>>;
type Row = readonly [name: string, told: Told, said: Said];

const OPEN = { conforming: [], tolerated: [], otherwise: 'open' } as const;
const only = (...conforming: string[]): Said => ({ conforming, tolerated: [], otherwise: 'breaks' });
const NOT_SUCCESS = ['1XX', '3XX', '4XX'];
const BAD_USES: readonly (readonly [use: CredentialUse, situation: Expectation['situation']])[] = [
  [{ kind: 'none' }, 'missing-credential'],
  [{ kind: 'other-scheme' }, 'other-scheme'],
  [{ kind: 'other-scheme-name' }, 'other-scheme'],
  [{ kind: 'unknown-scheme' }, 'other-scheme'],
  [{ kind: 'no-scheme' }, 'no-scheme'],
  [{ kind: 'unknown' }, 'unknown-key'],
  [{ kind: 'altered', alteration: 'suffix' }, 'altered-key'],
  [{ kind: 'altered', alteration: 'prefix' }, 'altered-key'],
  [{ kind: 'altered', alteration: 'truncated' }, 'altered-key'],
  [{ kind: 'altered', alteration: 'beheaded' }, 'altered-key'],
  [{ kind: 'altered', alteration: 'letter-case' }, 'altered-key'],
];

let shipped: Contract;
let orders: Contract;
let minimal: Contract;

beforeAll(async () => {
  shipped = await contractAt('spec/pet-catalogue');
  orders = await contractAt('test/specs/orders');
  minimal = await contractAt('test/specs/minimal');
});

function ask(contract: Contract, told: Told): Expectation {
  return expectation(contract, sent(contract, told));
}

function places(): { readonly path: string; readonly named: readonly string[] } {
  const [collection] = shipped.interface.collections;
  const named = shipped.interface.operations.filter((operation) => operation.documentation === 'named');
  return { path: collection?.path ?? '', named: named.map(({ path }) => path.replace(/\{[^}]*\}/, '1')) };
}

/** `C` stands for the path of the collection, which the shipped document alone names. */
const inShipped = (told: Told): Told => ({ ...told, path: told.path.replace('C', places().path) });

const UTF_16 = Uint8Array.of(0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00);
const name = (value: unknown): object => ({ name: value });
const type = (value: string): Pick<Told, 'headers'> => ({ headers: [['content-type', value]] });
const accepted = (tolerated: readonly string[]): Said => ({
  conforming: ['201', '400'],
  tolerated: [...tolerated],
  otherwise: 'breaks',
});

const SHIPPED_ROWS: readonly Row[] = [
  ['an ordinary list', { path: 'C' }, { situation: 'ordinary', ...only('200') }],
  ['an ordinary creation', { path: 'C', body: name('Dog') }, { situation: 'ordinary', ...only('201') }],
  [
    'a creation with every member',
    { path: 'C', body: { ...name('Dog'), description: 'On four legs' } },
    { situation: 'ordinary', ...only('201') },
  ],
  [
    'the scheme in lower case',
    { path: 'C', credential: { kind: 'valid-other-scheme-case' } },
    { situation: 'scheme-case', ...only('200'), tolerated: ['2XX'] },
  ],
  [
    'an empty token',
    { path: 'C', credential: { kind: 'empty-token' } },
    { situation: 'empty-token', ...only('401', '400') },
  ],
  [
    'a bad key and a bad body',
    { path: 'C', body: {}, credential: { kind: 'unknown' } },
    {
      situation: 'bad-key-and-bad-body',
      conforming: ['401', '400'],
      tolerated: ['411', '413', '415'],
      otherwise: 'breaks',
    },
  ],
  [
    'no key and unusual text',
    { path: 'C', body: name('\u{1f436}'), credential: { kind: 'none' } },
    { situation: 'missing-credential', ...only('401') },
  ],
  [
    'a text that makes a large body, which may be too large',
    { path: 'C', body: name('a'.repeat(5000)) },
    { situation: 'unusual-text', ...accepted(['413', '409']) },
  ],
  ...['\u{1f436}', ' ', '', 'a'.repeat(300), '"quoted"', '100%', 'nul\u0000', '__proto__', '<b>'].map(
    (text): Row => [
      `the text ${JSON.stringify(text.slice(0, 12))}`,
      { path: 'C', body: name(text) },
      { situation: 'unusual-text', ...accepted(['409']) },
    ],
  ),
  ['no required member', { path: 'C', body: {} }, { situation: 'missing-member', ...only('400') }],
  ...[7, true, null, [], {}].map((value): Row => [
    `${JSON.stringify(value)} where a text belongs`,
    { path: 'C', body: name(value) },
    { situation: 'wrong-type', ...only('400') },
  ]),
  [
    'null as an optional member',
    { path: 'C', body: { ...name('Dog'), description: null } },
    { situation: 'wrong-type', ...only('400') },
  ],
  ...['null', 'true', '7', '"text"', '[]'].map((text): Row => [
    `the body ${text}`,
    { path: 'C', body: text },
    { situation: 'root-type', ...only('400') },
  ]),
  [
    'an object that is cut off',
    { path: 'C', body: '{"name":"D' },
    { situation: 'malformed-json', ...only('400') },
  ],
  ['plain words', { path: 'C', body: 'not json' }, { situation: 'malformed-json', ...only('400') }],
  ['a trailing comma', { path: 'C', body: '{"name":"Dog",}' }, { situation: 'doubtful', ...OPEN }],
  ['another encoding', { path: 'C', body: UTF_16 }, { situation: 'doubtful', ...OPEN }],
  ['a byte order mark', { path: 'C', body: '\u{feff}{"name":"Dog"}' }, { situation: 'doubtful', ...OPEN }],
  ['a name twice', { path: 'C', body: '{"name":"Dog","name":"Cat"}' }, { situation: 'doubtful', ...OPEN }],
  ['an empty body', { path: 'C', body: '' }, { situation: 'empty-body', ...only('400') }],
  [
    'no body and no Content-Type',
    { path: 'C', method: 'POST' },
    { situation: 'no-body', ...only('400', '411', '415') },
  ],
  [
    'unknown members',
    { path: 'C', body: { ...name('Dog'), colour: 'brown' } },
    { situation: 'unknown-members', ...accepted(['4XX']) },
  ],
  [
    'a member that the service assigns',
    { path: 'C', body: { ...name('Dog'), id: 7 } },
    { situation: 'assigned-member', ...accepted(['4XX']) },
  ],
  [
    'the media type in other letters',
    { path: 'C', body: name('Dog'), ...type('Application/JSON; charset=utf-8') },
    { situation: 'media-type-variant', ...only('201'), tolerated: ['2XX'] },
  ],
  [
    'another media type',
    { path: 'C', body: name('Dog'), ...type('text/plain') },
    { situation: 'doubtful', ...OPEN },
  ],
  ['no media type', { path: 'C', body: name('Dog'), headers: [] }, { situation: 'doubtful', ...OPEN }],
  [
    'an unreadable media type',
    { path: 'C', body: name('Dog'), ...type('json') },
    { situation: 'doubtful', ...OPEN },
  ],
  ['a large body', { path: 'C', body: name('a'.repeat(70_000)) }, { situation: 'doubtful', ...OPEN }],
  [
    'a large header',
    { path: 'C', headers: [['X-Filler', 'a'.repeat(9000)]] },
    { situation: 'doubtful', ...OPEN },
  ],
  ['an unknown query', { path: 'C?limit=10' }, { situation: 'doubtful', ...OPEN }],
  ['a body on a list', { path: 'C', method: 'GET', body: {} }, { situation: 'doubtful', ...OPEN }],
  ...['HEAD', 'OPTIONS', 'DELETE', 'get'].map((method): Row => [
    method,
    { path: 'C', method },
    { situation: 'undocumented', ...OPEN },
  ]),
  ['an unknown path', { path: 'C/1/unknown' }, { situation: 'undocumented', ...OPEN }],
  ['a trailing slash', { path: 'C/' }, { situation: 'undocumented', ...OPEN }],
  [
    'an ordinary list with a key of unknown worth',
    { path: 'C', credential: { kind: 'undetermined', carried: true } },
    {
      situation: 'ordinary',
      conforming: ['200'],
      tolerated: ['401', '403'],
      otherwise: 'breaks',
      certainty: 'credential-unknown',
    },
  ],
  [
    'an ordinary list of which nobody knows whether it carries a key',
    { path: 'C', credential: { kind: 'undetermined' } },
    { situation: 'ordinary', conforming: ['200'], tolerated: ['401', '403', '400'] },
  ],
  [
    'a broken body with a key of unknown worth',
    { path: 'C', body: {}, credential: { kind: 'undetermined' } },
    { situation: 'missing-member', conforming: ['400'], tolerated: ['401', '403'], otherwise: 'breaks' },
  ],
];

describe('expectation() of the shipped document', () => {
  test.each(SHIPPED_ROWS)('reads %s', (_name, told, said) => {
    expect(ask(shipped, inShipped(told))).toMatchObject(said);
  });

  test.each(BAD_USES)('asks for 401 alone, when the credential is %o', (credential, situation) => {
    for (const told of [{ path: 'C' }, { path: 'C', body: name('Dog') }]) {
      expect(ask(shipped, inShipped({ ...told, credential }))).toMatchObject({ situation, ...only('401') });
    }
  });

  test('asks of operations without a shape only that they are not served without a key', () => {
    const { named } = places();
    expect(named.length).toBeGreaterThan(0);
    for (const path of named) {
      expect(ask(shipped, { path })).toMatchObject({ situation: 'named', ...OPEN });
      for (const [credential] of [...BAD_USES, [{ kind: 'empty-token' }] as const]) {
        const said = ask(shipped, { path, credential });
        expect(said).toMatchObject({ situation: 'named-without-credential', ...only(...NOT_SUCCESS) });
        expect([200, 204].map((status) => matchesStatus(said.conforming, status))).toEqual([false, false]);
      }
      expect(ask(shipped, { path, credential: { kind: 'undetermined' } })).toMatchObject(OPEN);
    }
  });

  test.each([
    ['', '', 'ordinary'],
    ['/a/b/v9', '/a/b/v9', 'ordinary'],
    ['/a/b/v9', '', 'undocumented'],
    ['', '/v1', 'undocumented'],
    ['/v1', '/v1/v1', 'undocumented'],
    ['/v1', '/v10', 'undocumented'],
  ])('reads a target whose base path is "%s" below "%s" as %s', (basePath, prefix, situation) => {
    const target = `${prefix}${places().path}`;
    const request = { ...sent(shipped, { path: '' }), target };
    expect(expectation({ ...shipped, basePath }, request).situation).toBe(situation);
  });
});

const ORDER = { size: 'small', quantity: 3, delivery: { street: '1 Harbour Street', postcode: '20457' } };
const order = (changes: object): Told => ({ path: '/orders', body: { ...ORDER, ...changes } });
const ID = '2f1c8a52-6a0b-4d5e-9f0e-0c1b7a4f3d11';
const STATE = ['404', '410'];

const ORDER_ROWS: readonly Row[] = [
  ['a list', { path: '/orders' }, { situation: 'ordinary', ...only('200') }],
  ['a list by size', { path: '/orders?size=large&minQuantity=2' }, { situation: 'ordinary', ...only('200') }],
  [
    'a size out of the list',
    { path: '/orders?size=huge' },
    { situation: 'invalid-parameter', ...only('400') },
  ],
  [
    'a number out of bounds',
    { path: '/orders?minQuantity=100' },
    { situation: 'invalid-parameter', ...only('400') },
  ],
  [
    'a text for a number',
    { path: '/orders?minQuantity=two' },
    { situation: 'invalid-parameter', ...only('400') },
  ],
  ...['size=', 'size=null', 'minQuantity=undefined', 'minQuantity='].map((query): Row => {
    return [`nothing: ${query}`, { path: `/orders?${query}` }, { situation: 'doubtful', ...OPEN }];
  }),
  ['an unknown query', { path: '/orders?colour=red' }, { situation: 'doubtful', ...OPEN }],
  ['an order', order({}), { situation: 'ordinary', ...only('201') }],
  ['a value out of the list', order({ size: 'huge' }), { situation: 'constraint', ...only('400') }],
  ['a number over its bound', order({ quantity: 100 }), { situation: 'constraint', ...only('400') }],
  ['a fraction', order({ quantity: 1.5 }), { situation: 'wrong-type', ...only('400') }],
  [
    'a missing inner member',
    order({ delivery: { street: 's' } }),
    { situation: 'missing-member', ...only('400') },
  ],
  [
    'an unusual inner text',
    order({ delivery: { street: '\u{1f6a2}', postcode: '20457' } }),
    { situation: 'unusual-text' },
  ],
  ['an unusual text in a list', order({ notes: ['ring\ntwice'] }), { situation: 'unusual-text' }],
  [
    'an entry',
    { path: `/orders/${ID}` },
    {
      situation: 'ordinary',
      conforming: ['200'],
      tolerated: expect.arrayContaining(STATE),
      otherwise: 'breaks',
    },
  ],
  ['an identity of another form', { path: '/orders/7' }, { situation: 'format', ...OPEN }],
  ['no identity', { path: '/orders/' }, { situation: 'undocumented', ...OPEN }],
  [
    'no key',
    { path: '/orders', credential: { kind: 'none' } },
    { situation: 'missing-credential', ...only('401') },
  ],
  [
    'an unknown key for an entry',
    { path: `/orders/${ID}`, credential: { kind: 'unknown' } },
    { situation: 'unknown-key', ...only('401') },
  ],
  [
    'an empty key',
    { path: '/orders', credential: { kind: 'empty-token' } },
    { situation: 'empty-token', ...only('401', '400') },
  ],
];

describe('expectation() of a document with a key in a header, parameters and a wrapped list', () => {
  test.each(ORDER_ROWS)('reads %s', (_name, told, said) => {
    expect(ask(orders, told)).toMatchObject(said);
  });

  test.each(['orderId', 'placedAt'])(
    'reads %s from a client as a member that the service assigns',
    (member) => {
      const value = member === 'orderId' ? ID : '2026-01-01T08:00:00Z';
      expect(ask(orders, order({ [member]: value })).situation).toBe('assigned-member');
    },
  );
});

describe('expectation() of an operation that takes one credential or two at once', () => {
  const app = { kind: 'api-key', id: 'app', in: 'query', name: 'app' } as const;
  const both = { kind: 'http-bearer', id: 'token', beside: [app] } as const;
  const taking = (alternatives: readonly CredentialScheme[]): Contract => {
    const operations = orders.interface.operations.map((one) => ({ ...one, credential: both, alternatives }));
    return { ...orders, interface: { ...orders.interface, operations } };
  };
  const bad = (kind: 'none' | 'unknown', of?: string): Told => ({
    path: '/orders',
    method: 'GET',
    credential: of === undefined ? { kind } : { kind, of },
  });

  test.each([
    ['a bad one beside one that does by itself', [both, app], bad('unknown'), OPEN],
    ['none beside one that does by itself', [both, app], bad('none'), OPEN],
    ['a bad one that both need', [both, app], bad('none', 'app'), { otherwise: 'breaks' }],
    ['a bad one beside one that does not do', [both], bad('none'), { otherwise: 'breaks' }],
  ] as const)('reads %s', (_name, alternatives, told, said) => {
    expect(ask(taking(alternatives), told)).toMatchObject(said);
  });
});

describe('expectation() of the bare key', () => {
  const token = { kind: 'http-bearer', id: 'token' } as const;
  const whole = { kind: 'api-key', id: 'whole', in: 'header', name: 'authorization' } as const;
  const apart = { ...whole, name: 'X-Key' } as const;

  test.each([
    ['is open where another alternative takes the whole field', [token, whole], OPEN],
    ['is refused where another alternative has a field of its own', [token, apart], { otherwise: 'breaks' }],
    ['is refused where there is no other', [token], { otherwise: 'breaks' }],
  ] as const)('%s', (_name, alternatives, said) => {
    const operations = orders.interface.operations.map((one) => ({
      ...one,
      credential: token,
      alternatives,
    }));
    const contract = { ...orders, interface: { ...orders.interface, operations } };
    const told: Told = { path: '/orders', method: 'GET', credential: { kind: 'no-scheme' } };
    expect(ask(contract, told)).toMatchObject(said);
  });
});

test.each([
  ['a null that takes a member away', '{"text":null,"stars":5}', 'doubtful'],
  ['an integer that no double holds', '{"text":null,"stars":12345678901234567890}', 'wrong-type'],
])('expectation() of a merge patch reads %s', async (_name, body, situation) => {
  const catalogue = await contractAt('test/lives/catalogue');
  const headers = [['content-type', 'application/merge-patch+json']] as const;
  const told = { method: 'PATCH', path: '/products/1/reviews/a', headers, body };
  expect(ask(catalogue, told).situation).toBe(situation);
});

describe('expectation() of a document without credentials', () => {
  test.each([...BAD_USES.map(([use]) => use), { kind: 'valid' } as const, { kind: 'undetermined' } as const])(
    'asks for the success, when the credential is %o',
    (credential) => {
      expect(ask(minimal, { path: '/time', credential })).toMatchObject({
        situation: 'ordinary',
        ...only('200'),
        tolerated: ['4XX'],
      });
    },
  );
});

describe('expectation()', () => {
  const uses: readonly CredentialUse['kind'][] = ['valid', 'none', 'unknown', 'undetermined', 'empty-token'];

  test('never throws and is never silent about a documented success, whatever is sent', () => {
    const property = fc.property(
      fc.constantFrom('GET', 'POST', 'PUT', 'HEAD', 'x'),
      fc.oneof(fc.string(), fc.webPath(), fc.constantFrom('/orders', `/orders/${ID}`, '/orders?size=')),
      fc.option(fc.uint8Array({ maxLength: 40 }), { nil: undefined }),
      fc.constantFrom(...uses),
      fc.array(fc.tuple(fc.constantFrom('content-type', 'x'), fc.string()), { maxLength: 2 }),
      (method, path, body, kind, headers) => {
        const target = `${orders.basePath}${path}`;
        const credential = { kind } as CredentialUse;
        const said = expectation(orders, { method, target, headers, body, credential });
        expect(said.otherwise === 'breaks').toBe(said.conforming.length > 0);
        expect(said.because).not.toBe('');
        if (said.operation === undefined) expect(said.otherwise).toBe('open');
      },
    );
    fc.assert(property, { numRuns: THOROUGH ? 500 : 60, seed: 1 });
  });

  test.each([
    ['/projects/a-b', 'ordinary', undefined],
    ['/projects/a%2Fb', 'ordinary', 'doubtful'],
    ['/projects/a%5Cb', 'ordinary', 'doubtful'],
    ['/projects/a%2Ftasks', 'doubtful', undefined],
  ])(
    'takes an encoded slash in a name for what servers read in different ways: %s',
    async (path, situation, unserved) => {
      const { interface: document, basePath } = await contractAt('test/tickets');
      const operations = document.operations.map((operation) => ({
        ...operation,
        parameters: operation.parameters.map((one) => ({ ...one, schema: { type: 'string' } })),
      }));
      const read = operations.find(({ id }) => id === 'projects_read');
      const below = read === undefined ? [] : [{ ...read, id: 'tasks', path: '/projects/{slug}/tasks' }];
      const tickets = { interface: { ...document, operations: [...operations, ...below] }, basePath };
      const said = ask(tickets, { path });
      expect([said.situation, said.unserved?.situation]).toEqual([situation, unserved]);
    },
  );

  test('lets no success pass without a valid credential, whatever the body', () => {
    const bad = fc.constantFrom(...BAD_USES.map(([use]) => use));
    const property = fc.property(bad, fc.oneof(fc.json(), fc.string()), (credential, body) => {
      const said = ask(orders, { path: '/orders', body, credential });
      expect(matchesStatus([...said.conforming, ...said.tolerated], 201)).toBe(false);
      expect(matchesStatus(said.conforming, 401)).toBe(true);
    });
    fc.assert(property, { numRuns: THOROUGH ? 300 : 100, seed: 2 });
  });
});
