import { expect, test } from 'vitest';
import type { Method, Operation } from '../../model.ts';
import { withPlaces } from './deed-words.ts';

const MANY = { type: 'array', items: { type: 'object', properties: { id: { type: 'integer' } } } };

function responsesOf(list: string | undefined): unknown {
  const representations = list === undefined ? [] : [{ mediaType: 'application/json', schema: MANY }];
  return [{ status: '200', representations }];
}

/** Operations of these methods and paths, `[]` behind those that answer with many, of which nothing else matters. */
function operationsOf(lines: readonly string[]): readonly Operation[] {
  return lines.map((line): Operation => {
    const [method, path = '', list] = line.split(' ');
    const requestBody = method === 'GET' || method === 'DELETE' ? undefined : {};
    return {
      id: line,
      method,
      path,
      parameters: [],
      responses: responsesOf(list),
      requestBody,
    } as unknown as Operation & {
      readonly method: Method;
    };
  });
}

function placesOf(...lines: readonly string[]): readonly string[] {
  return withPlaces(operationsOf(lines)).map(({ id, place }) => `${id} > ${place ?? 'itself'}`);
}

test('a word that says what the method does is no part of a place', () => {
  expect(
    placesOf(
      'GET /books/all',
      'POST /books/add-book',
      'GET /books/getById/{id}',
      'PUT /books/update/{id}',
      'DELETE /books/{id}/delete/',
    ),
  ).toEqual([
    'GET /books/all > /books',
    'POST /books/add-book > /books',
    'GET /books/getById/{id} > /books/{id}',
    'PUT /books/update/{id} > /books/{id}',
    'DELETE /books/{id}/delete/ > /books/{id}',
  ]);
});

test('nor are words of several methods, or one that all operations of a path share with the read', () => {
  expect(
    placesOf(
      'GET /books/api/list-create/',
      'POST /books/api/list-create/',
      'GET /books/api/{id}/update-delete/',
      'PUT /books/api/{id}/update-delete/',
      'DELETE /books/api/{id}/update-delete/',
      'GET /shelves/{id}/detail',
      'PATCH /shelves/{id}/detail',
      'POST /shelves/create',
    ),
  ).toEqual([
    'GET /books/api/list-create/ > /books/api',
    'POST /books/api/list-create/ > /books/api',
    'GET /books/api/{id}/update-delete/ > /books/api/{id}',
    'PUT /books/api/{id}/update-delete/ > /books/api/{id}',
    'DELETE /books/api/{id}/update-delete/ > /books/api/{id}',
    'GET /shelves/{id}/detail > /shelves/{id}',
    'PATCH /shelves/{id}/detail > /shelves/{id}',
    'POST /shelves/create > /shelves',
  ]);
});

test('of several reads the one is taken whose own word says so, then the one beside an update', () => {
  expect(
    placesOf(
      'GET /books/retrieve []',
      'GET /books/create []',
      'POST /books/create',
      'GET /books/{id}/update',
      'PUT /books/{id}/update',
      'GET /books/{id}/delete',
      'DELETE /books/{id}/delete',
      'GET /shelves/{id}/delete',
      'DELETE /shelves/{id}/delete',
    ),
  ).toEqual([
    'GET /books/retrieve [] > /books',
    'GET /books/create [] > itself',
    'POST /books/create > /books',
    'GET /books/{id}/update > /books/{id}',
    'PUT /books/{id}/update > /books/{id}',
    'GET /books/{id}/delete > itself',
    'DELETE /books/{id}/delete > /books/{id}',
    'GET /shelves/{id}/delete > /shelves/{id}',
    'DELETE /shelves/{id}/delete > /shelves/{id}',
  ]);
});

test('inside of entries as well', () => {
  expect(placesOf('GET /shops/{shop}/books', 'POST /shops/{shop}/books/create')).toContain(
    'POST /shops/{shop}/books/create > /shops/{shop}/books',
  );
});

test('a removal that is told more takes something out of the entry', () => {
  const [entry, removal] = operationsOf(['GET /carts/{id}', 'DELETE /carts/{id}/remove']);
  const told = { ...removal, requestBody: {} } as Operation;
  expect(withPlaces([entry, removal].flatMap((one) => one ?? []))[1]?.place).toBe('/carts/{id}');
  expect(withPlaces([entry, told].flatMap((one) => one ?? []))[1]?.place).toBeUndefined();
});

const ITSELF: readonly (readonly [why: string, ...operations: readonly string[]])[] = [
  ['nothing stands beside it', 'POST /books/add'],
  ['the place has one of the method', 'GET /books', 'GET /books/all', 'POST /books'],
  ['two say the same', 'GET /books/all', 'GET /books/list', 'POST /books'],
  ['it is of another method', 'POST /books/delete', 'GET /books', 'POST /books/update/{id}'],
  ['it is something done to an entry', 'POST /carts/{id}/add', 'GET /carts/{id}'],
  ['it is about several below an entry', 'GET /orders/all/{user}', 'GET /users/{user}/list', 'POST /orders'],
  ['it may show anything', 'GET /orders/details', 'GET /orders/get', 'POST /orders'],
  ['it makes or removes several', 'POST /books/add-all', 'DELETE /books/{shelf}/delete-all', 'GET /books'],
  ['it is done to all', 'DELETE /books/delete', 'PUT /books/update', 'GET /books'],
  ['nothing is named', 'GET /api/v1/all', 'POST /api/v1/add'],
  ['it has words of its own', 'GET /books/all-sold', 'POST /books/add-chapter', 'GET /books'],
  ['of several methods one alone is there', 'POST /books/list-create', 'GET /books'],
  ['a list is asked for by a POST too', 'GET /books/fetch-all', 'POST /books/fetch-all', 'GET /books'],
  ['a value shares its segment', 'GET /books/get/id-{id}', 'PUT /books/id-{id}'],
];

for (const [why, ...operations] of ITSELF)
  test(`but is one where ${why}`, () => {
    const places = placesOf(...operations);
    expect(places).toEqual(operations.map((each) => `${each} > itself`));
  });
