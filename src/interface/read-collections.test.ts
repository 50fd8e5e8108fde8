import { expect, test } from 'vitest';
import { libraryOf, lineOf, problemOf } from '../../test/specs/library-of.ts';
import type { Collection } from './model.ts';
import { readCollections } from './read-collections.ts';
import { readOperations } from './read-operations.ts';

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
  return readCollections(library.root, readOperations(library));
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
