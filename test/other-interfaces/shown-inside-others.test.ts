import { expect, test } from 'vitest';
import { alarms, blames } from '../lives/run-lives.ts';
import { type MakeService, runAtOnce } from './run-against-service.ts';

/**
 * Songs, which nobody can make: their albums are read by what they show inside, labels by a list of which nothing is said. Shelves are
 * made with a code for which the service has little room.
 */

const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;
const ALBUM = '{type: object, required: [id, name], properties: {id: {type: integer}, name: {type: string}}}';
const SONG = `{type: object, required: [id, album], properties: {id: {type: integer}, album: ${ALBUM}}}`;
const OPEN = '{type: object, additionalProperties: {}}';
const SHELF = '{type: object, properties: {code: {type: string}, label: {type: string}}}';
const at = (name: string): string =>
  `parameters: [{name: ${name}, in: path, required: true, schema: {type: integer}}]`;

const DOCUMENT = `
openapi: 3.0.3
info: {title: Songs, version: '1'}
paths:
  /songs:
    get: {operationId: songs, responses: {'200': {description: all, ${json(`{type: array, items: ${SONG}}`)}}}}
  /songs/{songId}:
    ${at('songId')}
    get: {operationId: song, responses: {'200': {description: one, ${json(SONG)}}, '404': {description: none}}}
  /albums/{albumId}:
    ${at('albumId')}
    get: {operationId: album, responses: {'200': {description: one, ${json(ALBUM)}}, '404': {description: none}}}
  /labels:
    get: {operationId: labels, responses: {'200': {description: all, ${json(OPEN)}}}}
  /labels/{id}:
    ${at('id')}
    get: {operationId: label, responses: {'200': {description: one, ${json(OPEN)}}, '404': {description: none}}}
  /shelves:
    get: {operationId: shelves, responses: {'200': {description: all, ${json(`{type: array, items: ${SHELF}}`)}}}}
    post:
      operationId: build
      requestBody: {required: true, ${json(SHELF)}}
      responses: {'201': {description: made, ${json(SHELF)}}, '400': {description: no}}
`;

type Fault = 'fails on albums' | 'fails on labels' | 'keeps no shelves';

function textOf(body: unknown, name: string): string {
  const value: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined;
  return typeof value === 'string' ? value : '';
}

const songs =
  (fault?: Fault): MakeService =>
  () => {
    const shelves: unknown[] = [];
    return ({ method, path, json: body }) => {
      const [, kind, segment = ''] = path.split('/');
      const song = { id: 3, album: { id: 71, name: 'Blue' } };
      if (kind === 'songs' && segment === '') return { status: 200, body: [song] };
      if (kind === 'songs') return segment === '3' ? { status: 200, body: song } : { status: 404 };
      if (kind === 'albums') {
        if (segment !== '71') return { status: 404 };
        return fault === 'fails on albums'
          ? { status: 500 }
          : { status: 200, body: { id: 71, name: 'Blue' } };
      }
      if (kind === 'labels') {
        if (segment === '')
          return { status: 200, body: { labels: [{ id: 58, name: 'Deep' }], page: { size: 1 } } };
        if (segment !== '58') return { status: 404 };
        return fault === 'fails on labels' ? { status: 500 } : { status: 200, body: { label: { id: 58 } } };
      }
      if (method === 'GET') return { status: 200, body: shelves };
      const [code, label] = [textOf(body, 'code'), textOf(body, 'label')];
      if (code === '' || label === '' || Array.from(code).length > 20) return { status: 400 };
      if (fault !== 'keeps no shelves') shelves.push({ code, label });
      return { status: 201, body: { code, label } };
    };
  };

test('what stands inside of others, and short codes: asked and served', async () => {
  const run = await runAtOnce(DOCUMENT, songs());
  expect(alarms(run)).toEqual([]);
  const operations = run.record.footer?.coverage?.operations ?? [];
  expect(operations.filter(({ served }) => served === 0).map(({ id }) => id)).toEqual([]);
});

test.each<readonly [fault: Fault, check: RegExp]>([
  ['fails on albums', /no-server-error/],
  ['fails on labels', /no-server-error/],
  ['keeps no shelves', /collections\.(?:created|listed)/],
])('a service that %s: found', async (fault, check) => {
  expect(blames(await runAtOnce(DOCUMENT, songs(fault)))).toMatch(check);
});
