import { expect, test } from 'vitest';
import { libraryOf } from '../../test/specs/library-of.ts';
import { compileSchema } from './compile-schema.ts';
import { findCollections } from './find-collections.ts';
import type { Collection } from './model.ts';
import { readOperations } from './read-operations.ts';

const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;

type Documents = {
  readonly sent?: string;
  readonly created?: string;
  readonly listed?: string;
  readonly status?: string;
};

const SENT = '{type: object, properties: {name: {type: string}}}';
const CREATED = '{type: object, required: [id], properties: {id: {type: integer}, name: {type: string}}}';

function find({
  sent = SENT,
  created = CREATED,
  listed = `{type: array, items: ${CREATED}}`,
  status = '201',
}: Documents): readonly Collection[] {
  return findCollections(
    readOperations(
      libraryOf(`
paths:
  /a:
    get: {operationId: list, responses: {200: {${json(listed)}}}}
    post: {operationId: create, requestBody: {${json(sent)}}, responses: {${status}: {${json(created)}}}}
  /a/{x}:
    parameters: [{name: x, in: path}]
    get: {operationId: read, responses: {200: {${json(created)}}}}
  /a/{x}/parts:
    parameters: [{name: x, in: path}]
    get: {operationId: parts, responses: {200: {}}}
`),
    ),
  );
}

test('findCollections() pairs what a POST creates with what a GET lists', () => {
  const collections = find({});
  expect(collections).toMatchObject([
    {
      path: '/a',
      create: { id: 'create' },
      list: { id: 'list' },
      read: { id: 'read' },
      created: { status: '201' },
      entriesPointer: '',
      identity: 'id',
      assigned: ['id'],
    },
  ]);
  expect(compileSchema(collections[0]?.entrySchema ?? false)({ id: 1 })).toEqual([]);
});

test.each([
  ['status 200', { status: '200' }, { created: { status: '200' } }],
  [
    'a wrapped list',
    {
      listed: `{type: object, properties: {total: {type: integer}, items: {type: array, items: ${CREATED}}}}`,
    },
    { entriesPointer: '/items' },
  ],
  [
    'a wrapper with an odd name',
    { listed: `{type: object, properties: {a/b~c: {type: array, items: ${CREATED}}}}` },
    { entriesPointer: '/a~1b~0c' },
  ],
  [
    'one schema both ways, with read-only members',
    {
      sent: '{type: object, properties: {id: {type: string, readOnly: true}, name: {type: string}}}',
      created: '{type: object, properties: {id: {type: string, readOnly: true}, name: {type: string}}}',
    },
    { identity: 'id', assigned: ['id'] },
  ],
])('findCollections() copes with %s', (_name, documents, expected) => {
  expect(find(documents)).toMatchObject([expected]);
});

const members = (list: string): Documents => {
  const schema = `{type: object, required: [a], properties: {${list}}}`;
  return {
    created: schema,
    listed: `{type: array, items: ${schema}}`,
    sent: '{type: object, properties: {a: {type: string}}}',
  };
};

test.each([
  [
    'the exact name before the others',
    'a: {type: string}, ownerId: {type: string, readOnly: true}, id: {type: string}',
    'id',
  ],
  ['a name in snake case', 'a: {type: string}, made: {type: string}, thing_id: {type: string}', 'thing_id'],
  ['a uuid', 'a: {type: string}, made: {type: string}, uuid: {type: string}', 'uuid'],
  [
    'the read-only one of two',
    'a: {type: string}, xId: {type: string}, yId: {type: string, readOnly: true}',
    'yId',
  ],
])('findCollections() takes for the identity %s', (_name, list, identity) => {
  expect(find(members(list))).toMatchObject([{ identity }]);
});

test('findCollections() takes a required member that is the only candidate', () => {
  const schema =
    '{type: object, required: [number, at], properties: {number: {type: integer}, at: {type: string, format: date-time}}}';
  expect(
    find({ created: schema, listed: `{type: array, items: ${schema}}`, sent: '{type: object}' }),
  ).toMatchObject([{ identity: 'number', assigned: ['number', 'at'] }]);
});

test.each<[string, Documents]>([
  ['the service assigns nothing', { sent: CREATED }],
  ['only a time is assigned', members('a: {type: string}, at: {type: string, format: date-time}')],
  [
    'several members might be the identity',
    members('a: {type: string}, red: {type: string}, green: {type: string}'),
  ],
  [
    'entries lack what is created',
    { listed: '{type: array, items: {type: object, properties: {name: {type: string}}}}' },
  ],
  ['the list is of texts', { listed: '{type: array, items: {type: string}}' }],
  [
    'the list could be in two places',
    {
      listed: `{type: object, properties: {x: {type: array, items: ${CREATED}}, y: {type: array, items: ${CREATED}}}}`,
    },
  ],
  ['the creation answers with a list', { created: `{type: array, items: ${CREATED}}` }],
  ['the creation answers with 202', { status: '202' }],
])('findCollections() finds none, when %s', (_name, documents) => {
  expect(find(documents)).toEqual([]);
});

test('findCollections() keeps entries usable that contain themselves', () => {
  const [collection] = findCollections(
    readOperations(
      libraryOf(`
paths:
  /a:
    get: {operationId: list, responses: {200: {${json("{type: array, items: {$ref: '#/Node'}}")}}}}
    post: {operationId: create, requestBody: {${json(SENT)}}, responses: {201: {${json("{$ref: '#/Node'}")}}}}
Node: {type: object, required: [id], properties: {id: {type: integer}, parts: {type: array, items: {$ref: '#/Node'}}}}
`),
    ),
  );
  const validate = compileSchema(collection?.entrySchema ?? true);
  expect(validate({ id: 1, parts: [{ id: 2 }] })).toEqual([]);
  expect(validate({ id: 1, parts: [{}] })).toMatchObject([{ pointer: '/parts/0', keyword: 'required' }]);
});
