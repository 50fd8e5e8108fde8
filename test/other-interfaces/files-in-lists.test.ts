import { expect, test } from 'vitest';
import { alarms, blames } from '../lives/run-lives.ts';
import { type MakeService, type Reply, runAtOnce } from './run-against-service.ts';
import { behindKey, type Entry, isObject, isText, Shelf } from './shelf.ts';

/** Albums with a list of files, which the document describes as texts: nothing but an empty list is taken as JSON. */

const of = (name: string): string =>
  `content: {application/json: {schema: {$ref: '#/components/schemas/${name}'}}}`;
const REFUSED = `'400': {description: not an album}, '401': {description: who}`;
const DOCUMENT = `
openapi: 3.0.3
info: {title: Albums, version: '1'}
security: [{key: []}]
paths:
  /albums:
    get: {operationId: list, responses: {'200': {description: all, content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Album'}}}}}, '401': {description: who}}}
    post: {operationId: make, requestBody: {required: true, ${of('NewAlbum')}}, responses: {'201': {description: made, ${of('Album')}}, ${REFUSED}}}
  /albums/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
    get: {operationId: read, responses: {'200': {description: one, ${of('Album')}}, ${REFUSED}, '404': {description: none}}}
    put: {operationId: replace, requestBody: {required: true, ${of('NewAlbum')}}, responses: {'200': {description: now, ${of('Album')}}, ${REFUSED}, '404': {description: none}}}
    delete: {operationId: remove, responses: {'204': {description: gone}, ${REFUSED}, '404': {description: none}}}
components:
  securitySchemes: {key: {type: http, scheme: bearer}}
  schemas:
    NewAlbum: {type: object, required: [files, words], properties: {title: {type: string, minLength: 1, maxLength: 80}, files: {type: array, items: {type: string}}, words: {type: array, items: {type: string}}}}
    Album: {type: object, required: [id], properties: {id: {type: integer}, title: {type: string}}}
`;

function albums(replaced: (before: Entry, title: unknown) => unknown): MakeService {
  return behindKey(() => {
    const shelf = new Shelf();
    const isEmpty = (value: unknown): boolean => Array.isArray(value) && value.length === 0;
    return ({ method, json }, [, id]): Reply => {
      if (id !== undefined && !/^-?\d+$/.test(id)) return { status: 400 };
      const known = shelf.at(id);
      if (id === undefined && method === 'GET') return { status: 200, body: shelf.all };
      if (id !== undefined && known === undefined) return { status: 404 };
      if (method === 'GET') return { status: 200, body: known };
      if (method === 'DELETE') {
        if (known !== undefined) shelf.take(known);
        return { status: 204 };
      }
      const { title, files, words } = isObject(json) ? json : {};
      const isFine = isEmpty(files) && isEmpty(words) && (title === undefined || isText(title));
      if (!isFine) return { status: 400 };
      return known === undefined
        ? { status: 201, body: shelf.add({ title }) }
        : { status: 200, body: shelf.put({ ...known, title: replaced(known, title) }) };
    };
  });
}

test('what takes nothing but empty lists is made, changed and removed', async () => {
  const run = await runAtOnce(
    DOCUMENT,
    albums((_before, title) => title),
  );
  expect(alarms(run)).toEqual([]);
  const operations = run.record.footer?.coverage?.operations ?? [];
  expect(operations.filter(({ served }) => served === 0)).toEqual([]);
});

test('a replacement of it that is not stored is told', async () => {
  const run = await runAtOnce(
    DOCUMENT,
    albums(({ title }) => title),
  );
  expect(blames(run)).toContain('resources.update-stored');
});
