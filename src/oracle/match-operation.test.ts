import { beforeAll, describe, expect, test } from 'vitest';
import type { Interface } from '../interface/model.ts';
import { matchOperation, matchTemplate, splitTarget } from './match-operation.ts';
import { contractAt } from './requests.test-data.ts';

describe('splitTarget()', () => {
  test.each([
    ['/v1', '/v1/books', '/books', ''],
    ['/v1', '/v1/books?a=1?b', '/books', 'a=1?b'],
    ['/v1', '/v1/', '/', ''],
    ['/v1', '/v1/books#part?x', '/books', ''],
    ['', '/books?', '/books', ''],
    ['/v1', '/v1', undefined, ''],
    ['/v1', '/v12/books', undefined, ''],
    ['/v1', '*', undefined, ''],
    ['/v1', '/other?a=1', undefined, 'a=1'],
  ])('takes apart, below "%s", the target %s', (basePath, target, path, query) => {
    expect(splitTarget(basePath, target)).toEqual({ path, query });
  });
});

describe('matchTemplate()', () => {
  test.each([
    ['/books', '/books', {}],
    ['/books/{id}', '/books/7', { id: '7' }],
    ['/books/{id}/pages/{page}', '/books/a%2Fb/pages/1', { id: 'a%2Fb', page: '1' }],
    ['/books/{id}', '/books/', undefined],
    ['/books/{id}', '/books/7/', undefined],
    ['/books/{id}', '/books', undefined],
    ['/books', '/Books', undefined],
    ['/', '/', {}],
  ])('matches %s with %s', (template, path, values) => {
    const matched = matchTemplate(template, path);
    expect(matched === undefined ? undefined : Object.fromEntries(matched)).toEqual(values);
  });
});

describe('matchOperation()', () => {
  let document: Interface;

  beforeAll(async () => {
    document = (await contractAt('test/mock/library')).interface;
  });

  test.each([
    ['GET', '/books', 'listBooks'],
    ['POST', '/books', 'addBook'],
    ['GET', '/books/7', 'readBook'],
    ['PUT', '/books', undefined],
    ['GET', undefined, undefined],
    ['GET', '/nowhere', undefined],
  ])('finds for %s %s', (method, path, id) => {
    expect(matchOperation(document, method, path)?.operation.id).toBe(id);
  });

  test('prefers the path without parameters, in any order of the document', () => {
    const [list, , read] = document.operations;
    if (list === undefined || read === undefined) throw new Error('The library has changed.');
    const fixed = { ...read, id: 'latest', path: '/books/latest' };
    for (const operations of [
      [read, fixed],
      [fixed, read],
    ]) {
      expect(matchOperation({ ...document, operations }, 'GET', '/books/latest')?.operation.id).toBe(
        'latest',
      );
      expect(matchOperation({ ...document, operations }, 'GET', '/books/8')?.operation.id).toBe(read.id);
    }
  });
});
