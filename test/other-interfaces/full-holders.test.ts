import { describe, expect, test } from 'vitest';
import { alarms, blames } from '../lives/run-lives.ts';
import { loadOnce } from '../specs/load-files.ts';
import { blamed, runAgainstMock } from './run-against-mock.ts';
import { type MakeService, runAtOnce } from './run-against-service.ts';
import { behindKey, isObject, isText, Shelf } from './shelf.ts';

/** Shelves that are not removed as long as there are books on them, by the words of the document. */

const json = (schema: string): string =>
  `content: {application/json: {schema: {$ref: '#/components/schemas/${schema}'}}}`;
const no = (...statuses: readonly string[]): string =>
  statuses.map((status) => `'${status}': {description: no}`).join(', ');

function documentWith(what: string): string {
  return `
openapi: 3.0.3
info: {title: Shelves, version: '1'}
security: [{key: []}]
paths:
  /shelves:
    get: {responses: {'200': {description: all, ${json('Things')}}, ${no('401')}}}
    post: {requestBody: {required: true, ${json('Thing')}}, responses: {'201': {description: made, ${json('Thing')}}, ${no('400', '401')}}}
  /shelves/{shelfId}:
    parameters: [{name: shelfId, in: path, required: true, schema: {type: string}}]
    get: {responses: {'200': {description: it, ${json('Thing')}}, ${no('401', '404')}}}
    delete: {responses: {'204': {description: gone}, ${no('401', '404')}, '409': {description: The shelf still has ${what}}}}
  /shelves/{shelfId}/books:
    parameters: [{name: shelfId, in: path, required: true, schema: {type: string}}]
    get: {responses: {'200': {description: all, ${json('Things')}}, ${no('401', '404')}}}
    post: {requestBody: {required: true, ${json('Thing')}}, responses: {'201': {description: made, ${json('Thing')}}, ${no('400', '401', '404')}}}
  /shelves/{shelfId}/books/{bookId}:
    parameters: [{name: shelfId, in: path, required: true, schema: {type: string}}, {name: bookId, in: path, required: true, schema: {type: string}}]
    get: {responses: {'200': {description: it, ${json('Thing')}}, ${no('401', '404')}}}
    delete: {responses: {'204': {description: gone}, ${no('401', '404')}}}
components:
  securitySchemes: {key: {type: http, scheme: bearer}}
  schemas:
    Thing: {type: object, required: [title], properties: {id: {type: string, readOnly: true}, title: {type: string, minLength: 1, maxLength: 80}}}
    Things: {type: array, items: {$ref: '#/components/schemas/Thing'}}
`;
}

function shelves(isStrict: boolean): MakeService {
  return behindKey(() => {
    const all = new Shelf((count) => `s${String(count)}`);
    const books = new Map<string, Shelf>();
    return ({ method, json: body }, [first, id, inner, bookId, ...more]) => {
      if (first !== 'shelves' || more.length > 0) return { status: 404 };
      const shelf = all.at(id);
      if (id !== undefined && shelf === undefined) return { status: 404 };
      const own = books.get(id ?? '') ?? new Shelf((count) => `b${String(count)}`);
      if (shelf !== undefined) books.set(id ?? '', own);
      const [where, name] = inner === undefined ? [all, id] : [own, bookId];
      if (inner !== undefined && inner !== 'books') return { status: 404 };
      if (name === undefined) {
        if (method === 'GET') return { status: 200, body: where.all };
        if (!isObject(body) || !isText(body['title'])) return { status: 400 };
        return { status: 201, body: where.add({ title: body['title'] }) };
      }
      const entry = where.at(name);
      if (entry === undefined) return { status: 404 };
      if (method === 'GET') return { status: 200, body: entry };
      if (where === all && isStrict && own.all.length > 0) return { status: 409 };
      where.take(entry);
      return { status: 204 };
    };
  });
}

describe('what is not removed while something is inside', () => {
  test('a service that refuses, and the mock: no fault', async () => {
    const run = await runAtOnce(documentWith('books'), shelves(true));
    expect(alarms(run)).toEqual([]);
    expect(run.verdict).toMatchObject({ exitCode: 0, missing: [] });
    const loaded = await loadOnce({ 'openapi.yaml': documentWith('books') });
    expect(loaded.kind === 'broken' ? loaded : blamed(await runAgainstMock(loaded.interface))).toEqual([]);
  });

  test('a service that removes it all the same: found', async () => {
    expect(blames(await runAtOnce(documentWith('books'), shelves(false)))).toContain(
      'resources.children-follow',
    );
  });

  test('words about some of what is inside: no fault', async () => {
    expect(alarms(await runAtOnce(documentWith('borrowed books'), shelves(false)))).toEqual([]);
  });
});
