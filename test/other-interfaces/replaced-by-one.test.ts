import { expect, test } from 'vitest';
import { alarms, blames } from '../lives/run-lives.ts';
import { type MakeService, type Reply, runAtOnce } from './run-against-service.ts';
import { isObject, isText, Shelf } from './shelf.ts';

/** Notes of which nothing has to be given, and not all may be given at once: what a replacement stores is seen by one text. */

const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;
const MEMBERS = 'title: {type: string, maxLength: 80}, folder: {type: integer}, owner: {type: integer}';
const NOTE = `{type: object, required: [id], properties: {id: {type: integer}, ${MEMBERS}}}`;
const SENT = `{required: true, ${json(`{type: object, properties: {${MEMBERS}}}`)}}`;
const DOCUMENT = `
openapi: 3.0.3
info: {title: Notes, version: '1'}
paths:
  /notes:
    get: {responses: {'200': {description: all, ${json(`{type: array, items: ${NOTE}}`)}}}}
    post: {requestBody: ${SENT}, responses: {'201': {description: made, ${json(NOTE)}}, '400': {description: no}}}
  /notes/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
    get: {responses: {'200': {description: one, ${json(NOTE)}}, '404': {description: none}}}
    put: {requestBody: ${SENT}, responses: {'200': {description: kept, ${json(NOTE)}}, '400': {description: no}, '404': {description: none}}}
    delete: {responses: {'204': {description: gone}, '404': {description: none}}}
`;

const isWhole = (value: unknown): boolean => value === undefined || Number.isInteger(value);

const notes =
  (stores: boolean): MakeService =>
  () => {
    const shelf = new Shelf();
    return ({ method, path, json: sent }): Reply => {
      const [, , id] = path.split('/');
      const { title, folder, owner } = isObject(sent) ? sent : {};
      const isText80 = title === undefined || isText(title, 0);
      const isFit = isObject(sent) && isText80 && isWhole(folder) && isWhole(owner);
      const isBoth = folder !== undefined && owner !== undefined;
      const given = JSON.parse(JSON.stringify({ title, folder, owner }));
      if (id === undefined && method === 'GET') return { status: 200, body: shelf.all };
      if ((method === 'POST' || method === 'PUT') && (!isFit || isBoth)) return { status: 400 };
      if (id === undefined) return { status: 201, body: shelf.add(given) };
      const one = shelf.at(id);
      if (one === undefined) return { status: 404 };
      if (method === 'GET') return { status: 200, body: one };
      if (method === 'DELETE') shelf.take(one);
      if (method === 'DELETE') return { status: 204 };
      const now = { id: one['id'], ...given };
      return { status: 200, body: stores ? shelf.put(now) : now };
    };
  };

test('a service that stores what it is sent conforms', async () => {
  expect(alarms(await runAtOnce(DOCUMENT, notes(true)))).toEqual([]);
});

test('one that only answers with it is found out', async () => {
  expect(blames(await runAtOnce(DOCUMENT, notes(false)))).toContain('resources.update-stored');
});
