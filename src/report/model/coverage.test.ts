import { describe, expect, test } from 'vitest';
import { sampleInterface } from '../../../test/samples/sample-interface.ts';
import { sampleExchange, sampleRecord } from '../../../test/samples/sample-record.ts';
import type { Exchange } from '../../http/exchange.ts';
import type { Interface, Operation, Representation } from '../../interface/model.ts';
import type { Schema } from '../../schema/keywords.ts';
import { coverage, type CoverageState } from './coverage.ts';

function json(schema: Schema): readonly Representation[] {
  return [{ mediaType: 'application/json', schema, examples: [] }];
}

const createBook: Operation = {
  id: 'createBook',
  method: 'POST',
  path: '/books',
  documentation: 'full',
  deprecated: false,
  tags: [],
  credential: { kind: 'http-bearer', id: 'key' },
  parameters: [],
  requestBody: {
    required: true,
    representations: json({ type: 'object', required: ['title'], properties: { title: { type: 'string' } } }),
  },
  responses: [
    {
      status: '201',
      description: '',
      statusMembers: [],
      headers: [{ name: 'X-Shelf', required: true, schema: { type: 'integer' } }],
      representations: json({
        type: 'object',
        required: ['id'],
        properties: {
          id: { $ref: '#/$defs/id' },
          note: { type: 'string' },
          authors: { type: 'array', items: { type: 'object', properties: { name: { type: 'string' } } } },
        },
        $defs: { id: { type: 'integer' } },
      }),
    },
    {
      status: '400',
      description: '',
      statusMembers: ['status'],
      headers: [],
      representations: json({ type: 'object', properties: { status: { type: 'integer' } } }),
    },
  ],
  position: { file: 'openapi.yaml', line: 1 },
};

const document: Interface = sampleInterface({ operations: [createBook] });

/** Name and state of everything that one exchange covers, in one flat list. */
function statesAfter(exchange: Exchange): { readonly [name: string]: CoverageState } {
  const [operation] = coverage(sampleRecord({ exchanges: new Map([[exchange.id, exchange]]) }), document);
  const parts = (operation?.responses ?? []).flatMap(({ response, headers, members }) => [
    response,
    ...[...headers, ...members].map((part) => ({ ...part, name: `${response.name} ${part.name}` })),
  ]);
  const all = operation === undefined ? [] : [{ ...operation.covered, name: 'operation' }, ...parts];
  return Object.fromEntries(all.map(({ name, state }) => [name, state]));
}

const created = {
  status: 201,
  headers: [['X-Shelf', '7']],
  answer: '{"id":1,"authors":[{"name":"A"},{}]}',
} as const;
const broken = { body: '{}', status: 400, answer: '{"status":400}' } as const;

describe('coverage()', () => {
  test('proves what an answer shows as documented, and leaves the rest not reached', () => {
    expect(statesAfter(sampleExchange(created))).toEqual({
      operation: 'proven',
      '201': 'proven',
      '201 X-Shelf': 'proven',
      '201 id': 'proven',
      '201 note': 'not-reached',
      '201 authors': 'proven',
      '201 authors[].name': 'proven',
      '400': 'not-reached',
      '400 status': 'not-reached',
    });
  });

  test.each([
    ['a required field that is missing', { ...created, headers: [] }, '201 X-Shelf', 'deviated'],
    ['a field of another type', { ...created, headers: [['X-Shelf', 'top']] }, '201 X-Shelf', 'deviated'],
    ['a required member that is missing', { ...created, answer: '{}' }, '201 id', 'deviated'],
    ['a member of another type', { ...created, answer: '{"id":"1"}' }, '201 id', 'deviated'],
    [
      'one entry of many',
      { ...created, answer: '{"id":1,"authors":[{"name":"A"},{"name":7}]}' },
      '201 authors[].name',
      'deviated',
    ],
    ['a body that is no JSON', { ...created, answer: 'oops' }, '201 id', 'not-reached'],
    ['a refusal of a body that breaks the schema', broken, '400 status', 'proven'],
    [
      'a member that should repeat the status',
      { ...broken, answer: '{"status":422}' },
      '400 status',
      'deviated',
    ],
    ['a documented status that does not fit the request', { ...created, body: '{}' }, '201', 'deviated'],
    [
      'the fields of an answer that does not fit the request',
      { ...created, body: '{}' },
      '201 X-Shelf',
      'not-reached',
    ],
    ['a server error', { status: 500 }, 'operation', 'deviated'],
  ] as const)('%s', (_name, sample, part, state) => {
    expect(statesAfter(sampleExchange(sample))[part]).toBe(state);
  });

  test('counts the exchanges for and against, names undocumented statuses, and takes a repetition for what it repeats', () => {
    const exchanges = [
      sampleExchange({ id: 'x1', status: 500 }),
      { ...sampleExchange({ ...created, id: 'x2' }), repeats: 'x1' },
      sampleExchange({ ...created, id: 'x3', answer: '{"id":null}' }),
      sampleExchange({ id: 'x4', status: 418 }),
    ];
    const record = sampleRecord({ exchanges: new Map(exchanges.map((each) => [each.id, each])) });
    const [operation] = coverage(record, document);
    expect(operation?.responses[0]?.members[0]).toEqual({
      name: 'id',
      state: 'deviated',
      proven: 1,
      deviated: 1,
    });
    expect(operation?.others).toEqual([{ status: 418, count: 1 }]);
  });
});
