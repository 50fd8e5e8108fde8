import { expect, test } from 'vitest';
import { libraryOf, lineOf, problemOf } from '../../../test/specs/library-of.ts';
import { loadFiles } from '../../../test/specs/load-files.ts';
import { compileSchema } from '../../schema/compile.ts';
import type { Collection } from '../model.ts';
import { findCollections, readCollections } from './read-collections.ts';
import { readOperations } from '../reading/read-operations.ts';

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

test.each([
  ['code', '{type: string}', ['code']],
  ['reference_no', '{type: integer}', ['reference_no']],
  ['shelf', '{type: string, description: The unique text of it.}', ['shelf']],
  ['flags', '{type: integer}', []],
  ['status', '{type: string}', []],
  ['total', '{type: integer}', []],
])('findCollections() takes the only member of the service, %s, for a name or not', (name, schema, named) => {
  const entry = `{type: object, required: [${name}], properties: {${name}: ${schema}, name: {type: string}}}`;
  const collections = find({ created: entry, listed: `{type: array, items: ${entry}}` });
  expect(collections.map(({ identity }) => identity)).toEqual(named);
});

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

test('findCollections() finds a list whose frame and whose entries are described apart', () => {
  const frame = '{type: object, required: [data], properties: {data: {type: array, items: {}}}}';
  const entries = `{type: object, properties: {data: {type: array, items: ${CREATED}}}}`;
  expect(find({ listed: `{allOf: [${frame}, ${entries}]}` })).toMatchObject([
    { entriesPointer: '/data', identity: 'id' },
  ]);
});

test.each([
  ['status 200', { status: '200' }, { created: { status: '200' } }],
  [
    'a list that may be null',
    { listed: `{type: [array, 'null'], items: ${CREATED}}` },
    { entriesPointer: '' },
  ],
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
  [
    'an entry inside of one member',
    {
      created: `{type: object, required: [data, requestId], properties: {requestId: {type: string}, data: ${CREATED}}}`,
      listed: `{type: object, properties: {data: {type: array, items: ${CREATED}}}}`,
    },
    { created: { pointer: '/data' }, sent: { pointer: '' }, identity: 'id', assigned: ['id'] },
  ],
  [
    'a request that wraps what it sends',
    {
      sent: `{type: object, properties: {item: ${SENT}}}`,
      created: `{type: object, properties: {item: ${CREATED}}}`,
    },
    { created: { pointer: '/item' }, sent: { pointer: '/item' }, assigned: ['id'] },
  ],
])('findCollections() copes with %s', (_name, documents, expected) => {
  expect(find(documents)).toMatchObject([expected]);
});

test.each([
  ['another thing', '{type: object, properties: {owner: {type: object, properties: {id: {}, mail: {}}}}}'],
  [
    'a thing too small to be told from others',
    '{type: object, properties: {one: {type: object, properties: {id: {type: integer}}}}}',
  ],
  ['one of two', `{type: object, properties: {old: ${CREATED}, new: ${CREATED}}}`],
])('findCollections() takes no entry for wrapped that is %s', (_name, created) => {
  expect(find({ created })).toEqual([]);
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
  [
    'what names the entry before what it may belong to',
    'a: {type: string}, user_id: {type: string, readOnly: true}, thing_id: {type: string}',
    'thing_id',
  ],
  [
    'what an entry may belong to, where nothing else names it',
    'a: {type: string}, user_id: {type: string}',
    'user_id',
  ],
])('findCollections() takes for the identity %s', (_name, list, identity) => {
  expect(find(members(list))).toMatchObject([{ identity }]);
});

test.each([
  ['secret', ['id', 'secret']],
  ['signingSecret', ['id', 'signingSecret']],
  ['api_key', ['id', 'api_key']],
  ['jobState', undefined],
])('findCollections() takes what is made with a %s that no list shows', (name, assigned) => {
  const created = `{type: object, required: [id, ${name}], properties: {id: {type: integer}, ${name}: {type: string}, name: {type: string}}}`;
  expect(find({ created })[0]?.assigned).toEqual(assigned);
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
    'entries have the identity of what they belong to alone',
    members('a: {type: string}, parentId: {type: integer}, name: {type: string}'),
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

test.each([
  ['a count beside the name in the path', 'x: {type: string}', 'count'],
  ['an owner beside the name in the path', 'x: {type: string}', 'ownerId'],
])(
  'findCollections() takes nothing of the service for the identity that a client chooses: %s',
  (_name, own, other) => {
    const created = `{type: object, required: [x, ${other}], properties: {${own}, ${other}: {type: integer}}}`;
    const sent = `{type: object, required: [x], properties: {${own}}}`;
    expect(find({ sent, created, listed: `{type: array, items: ${created}}` })).toEqual([]);
  },
);

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

const DOCUMENT = `
paths:
  /things:
    get: {operationId: listThings, responses: {200: {content: {application/json: {schema: {type: object, properties: {x: {type: object, properties: {found: {type: array, items: {$ref: '#/Thing'}}}}}}}}}}}
    post: {operationId: makeThing, requestBody: {content: {application/json: {schema: {type: object, properties: {name: {type: string}}}}}}, responses: {201: {content: {application/json: {schema: {$ref: '#/Thing'}}}}}}
    delete: {operationId: dropThings, responses: {204: {description: gone}}}
  /all-things:
    get: {operationId: allThings, responses: {200: {content: {application/json: {schema: {type: array, items: {$ref: '#/Thing'}}}}}}}
  /thing:
    get: {operationId: oneThing, responses: {200: {content: {application/json: {schema: {$ref: '#/Thing'}}}}}}
  /named:
    get: {operationId: named}
    post: {operationId: quiet, responses: {201: {description: nothing to see}}}
Thing: {type: object, required: [slug], properties: {slug: {type: string}, name: {type: string}, made: {type: string}}}
`;

function read(extension: string): readonly Collection[] {
  const library = libraryOf(`${DOCUMENT}${extension}`);
  return readCollections(library, readOperations(library));
}

test('readCollections() reads what the document declares, a list on another path included', () => {
  expect(
    read('x-collections: [{create: makeThing, list: allThings, read: oneThing, identity: slug}]'),
  ).toMatchObject([
    {
      path: '/things',
      create: { id: 'makeThing' },
      list: { id: 'allThings' },
      read: { id: 'oneThing' },
      entriesPointer: '',
      identity: 'slug',
      assigned: ['slug', 'made'],
    },
  ]);
});

test('readCollections() reads a pointer to entries deep inside', () => {
  expect(
    read('x-collections: [{create: makeThing, list: listThings, identity: slug, entries: /x/found}]'),
  ).toMatchObject([{ entriesPointer: '/x/found', entrySchema: { required: ['slug'] }, read: undefined }]);
});

test('readCollections() counts a declared identity as assigned, though requests may hold it', () => {
  expect(read('x-collections: [{create: makeThing, list: allThings, identity: name}]')).toMatchObject([
    { identity: 'name', assigned: ['slug', 'made', 'name'] },
  ]);
});

test('readCollections() finds none, when the document switches them off', () => {
  expect(read('x-collections: []')).toEqual([]);
});

test.each([
  [
    'an operation that does not exist',
    'create: makeThings, list: allThings, identity: slug',
    'Did you mean "makeThing"?',
  ],
  ['another method', 'create: allThings, list: allThings, identity: slug', /Name a POST/],
  ['an operation that is only named', 'create: makeThing, list: named, identity: slug', /Name a GET/],
  [
    'a creation that answers with nothing',
    'create: quiet, list: allThings, identity: slug',
    /what it created/,
  ],
  ['entries that are hard to find', 'create: makeThing, list: listThings, identity: slug', /Add `entries`/],
  [
    'a pointer to nothing',
    'create: makeThing, list: listThings, identity: slug, entries: /y',
    /JSON Pointer/,
  ],
  ['an identity that is no member', 'create: makeThing, list: allThings, identity: number', /both have/],
  [
    'a name that has no place',
    'create: makeThing, list: allThings, identity: slug, id: slug',
    /The names are/,
  ],
  ['no identity', 'create: makeThing, list: allThings', /Add `identity`/],
])('readCollections() names the line, given %s', (_name, row, advice) => {
  const extension = `x-collections:\n  - {${row}} # HERE\n`;
  expect(problemOf(() => read(extension))).toMatchObject({
    line: lineOf(`${DOCUMENT}${extension}`, 'HERE'),
    advice: expect.stringMatching(advice),
  });
});

test.each([
  ['/items/', '/items/{id}'],
  ['/items/', '/items/{id}/'],
  ['/items', '/items/{id}/'],
])('readCollections() finds what reads an entry of %s at %s', async (list, entry) => {
  const item =
    '{type: object, required: [id], properties: {id: {type: string, readOnly: true}, name: {type: string}}}';
  const answer = (schema: string): string =>
    `{description: d, content: {application/json: {schema: ${schema}}}}`;
  const loaded = await loadFiles({
    'openapi.yaml': `openapi: 3.1.1
info: {title: T, version: '1'}
paths:
  ${list}:
    get: {operationId: listItems, responses: {200: ${answer(`{type: array, items: ${item}}`)}}}
    post: {operationId: createItem, requestBody: {content: {application/json: {schema: ${item}}}}, responses: {201: ${answer(item)}}}
  ${entry}:
    get: {operationId: readItem, parameters: [{name: id, in: path, required: true, schema: {type: string}}], responses: {200: ${answer(item)}}}
`,
  });
  expect(loaded).toMatchObject({ interface: { collections: [{ path: list, read: { id: 'readItem' } }] } });
});
