import { expect, test } from 'vitest';
import { idsOf } from './run-against-mock.ts';
import { type MakeService, runAtOnce } from './run-against-service.ts';

const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;
const BOOK = '{type: object, required: [id, name], properties: {id: {type: integer}, name: {type: string}}}';
const HOST = (book: string): string =>
  `{type: object, required: [id, name, book], properties: {id: {type: integer, readOnly: true}, name: {type: string}, book: ${book}}}`;

/** A creation takes and shows the number of what it belongs to, reads and lists show all of that. */
const DOCUMENT = `
openapi: 3.0.3
info: {title: Hosts, version: '1'}
paths:
  /books:
    get: {responses: {'200': {description: all, ${json(`{type: array, items: ${BOOK}}`)}}}}
    post:
      requestBody: {required: true, ${json('{type: object, required: [name], properties: {name: {type: string}}}')}}
      responses: {'201': {description: made, ${json(BOOK)}}, '400': {description: no}}
  /hosts:
    get: {responses: {'200': {description: all, ${json(`{type: array, items: ${HOST(BOOK)}}`)}}}}
    post:
      requestBody: {required: true, ${json(HOST('{type: integer}'))}}
      responses: {'201': {description: made, ${json(HOST('{type: integer}'))}}, '400': {description: no}}
  /hosts/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
    get: {responses: {'200': {description: one, ${json(HOST(`{readOnly: true, allOf: [${BOOK}]}`))}}, '404': {description: no}}}
`;

type Host = { readonly id: number; readonly name: string; readonly book: number };

/** `named`: the name that reads show. */
const hosts =
  (named = (name: string): string => name): MakeService =>
  () => {
    const books: { readonly id: number; readonly name: string }[] = [];
    const kept: Host[] = [];
    const shown = ({ id, name, book }: Host): object => ({
      id,
      name: named(name),
      book: books.find((one) => one.id === book),
    });
    return ({ method, path, json: sent }) => {
      const [, first, key = ''] = path.split('/');
      const { name, book }: Record<string, unknown> =
        typeof sent === 'object' && sent !== null ? { ...sent } : {};
      if (key !== '') {
        const host = kept.find(({ id }) => String(id) === key);
        return host === undefined ? { status: 404 } : { status: 200, body: shown(host) };
      }
      if (method === 'GET') return { status: 200, body: first === 'books' ? books : kept.map(shown) };
      if (typeof name !== 'string') return { status: 400 };
      if (first === 'books') {
        books.push({ id: books.length + 1, name });
        return { status: 201, body: books.at(-1) };
      }
      if (!books.some(({ id }) => id === book)) return { status: 400 };
      kept.push({ id: kept.length + 1, name, book: Number(book) });
      return { status: 201, body: kept.at(-1) };
    };
  };

test('what reads show whole is not held against the number of it', async () => {
  const run = await runAtOnce(DOCUMENT, hosts());
  expect(idsOf(run, 'fail')).toEqual([]);
  expect(run.verdict.exitCode).toBe(0);
});

test('and what they show beside it is', async () => {
  const run = await runAtOnce(
    DOCUMENT,
    hosts((name) => `${name}!`),
  );
  expect(idsOf(run, 'fail')).toContain('collections.read-back');
});
