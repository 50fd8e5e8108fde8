import { expect, test } from 'vitest';
import { loadOnce } from '../../../test/specs/load-files.ts';
import { severalAtOnce } from './several-at-once.ts';

const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;
const BOOK = `{type: object, required: [id], properties: {id: {type: integer}, title: {type: string}}}`;
const NEW = `{type: object, required: [title], properties: {title: {type: string}}}`;
const documentOf = (words: string, sent: string, shown: string): string => `
openapi: 3.1.0
info: {title: Books, version: '1'}
paths:
  /books:
    get: {responses: {'200': {description: all, ${json(`{type: array, items: ${BOOK}}`)}}}}
    post: {requestBody: {required: true, ${json(NEW)}}, responses: {'201': {description: made, ${json(BOOK)}}}}
  /books/batch:
    post:
      description: ${JSON.stringify(words)}
      requestBody: {required: true, ${json(sent)}}
      responses: {'200': {description: done, ${json(shown)}}, '400': {description: no}}
`;
const LIST = `{type: array, items: ${NEW}}`;
const BOOKS = `{type: array, items: ${BOOK}}`;

async function toldBy(words: string, sent = LIST, shown = BOOKS): Promise<readonly unknown[]> {
  const loaded = await loadOnce({ 'openapi.yaml': documentOf(words, sent, shown) });
  if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
  return severalAtOnce(loaded.interface).map(({ pointer, results, isInOrder, hasOneEach, isAllOrNone }) => ({
    pointer,
    results: results === undefined ? undefined : `${results.pointer} ${results.within ?? ''}`,
    told: [isAllOrNone && 'all', hasOneEach && 'each', isInOrder && 'order'].filter(Boolean).join(' '),
  }));
}

test.each([
  ['Makes many.', ''],
  ['All or nothing.', 'all'],
  ['`results` has one entry for each book, in the order of the request.', 'each order'],
  ['The books are returned in the same order.', 'order'],
  ['Answers with the books in the order in which they were given.', 'order'],
  ['Books are made in the given order.', ''],
  ['Each book has a status.', ''],
  ['Each book gets its own result.', 'each'],
  ['The results may not be in the same order.', ''],
])('severalAtOnce() reads "%s": %s', async (words, told) => {
  expect(await toldBy(words)).toEqual([{ pointer: '', results: ' ', told }]);
});

test.each([
  ['in a member', `{type: object, properties: {books: ${LIST}}}`, BOOKS, ['/books', ' ']],
  [
    'results that have them',
    LIST,
    `{type: object, properties: {results: {type: array, items: {type: object, properties: {status: {type: integer}, book: ${BOOK}}}}}}`,
    ['', '/results book'],
  ],
  ['a count alone', LIST, '{type: object, properties: {created: {type: integer}}}', ['', undefined]],
])('severalAtOnce() finds %s', async (_name, sent, shown, [pointer, results]) => {
  expect(await toldBy('Makes many.', sent, shown)).toEqual([{ pointer, results, told: '' }]);
});

test.each([
  ['identities alone', '{type: object, properties: {ids: {type: array, items: {type: integer}}}}'],
  ['something else', '{type: array, items: {type: object, properties: {colour: {type: string}}}}'],
])('severalAtOnce() makes nothing of %s', async (_name, sent) => {
  expect(await toldBy('Makes many.', sent)).toEqual([]);
});
