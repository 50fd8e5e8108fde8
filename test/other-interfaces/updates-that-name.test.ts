import { expect, test } from 'vitest';
import { alarms, blames } from '../lives/run-lives.ts';
import { type MakeService, type Reply, runAtOnce } from './run-against-service.ts';
import { type Entry, isObject, isText, Shelf } from './shelf.ts';

/** Visits in rooms that nobody makes: a change may name the room as well, and is refused for one that is not there. */

const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;
const ref = (name: string): string => `{$ref: "#/components/schemas/${name}"}`;
const ONE = `{description: one, ${json(ref('Visit'))}}`;
const NAMED = 'parameters: [{name: id, in: path, required: true, schema: {type: integer}}]';
const REFUSED = `'400': {description: no}, '422': {description: there is no such room}`;
const MEMBERS = 'roomId: {type: string}, remarks: {type: string, maxLength: 80}';
const document = `
openapi: 3.0.3
info: {title: Visits, version: '1'}
paths:
  /rooms:
    get: {responses: {'200': {description: all, ${json(`{type: array, items: ${ref('Room')}}`)}}}}
  /visits:
    post: {requestBody: {required: true, ${json(`{type: object, required: [roomId], properties: {${MEMBERS}}}`)}}, responses: {'201': ${ONE}, ${REFUSED}}}
  /visits/{id}:
    ${NAMED}
    get: {responses: {'200': ${ONE}, '404': {description: none}}}
    patch: {requestBody: {required: true, ${json(`{type: object, properties: {${MEMBERS}}}`)}}, responses: {'200': ${ONE}, ${REFUSED}, '404': {description: none}}}
    delete: {responses: {'204': {description: gone}, '404': {description: none}}}
components:
  schemas:
    Room: {type: object, required: [id, name], properties: {id: {type: string}, name: {type: string}}}
    Visit: {type: object, required: [id, roomId], properties: {id: {type: integer}, ${MEMBERS}}}
`;

const ROOMS = ['r-51a0', 'r-77c2'].map((id) => ({ id, name: `Room ${id}` }));

/** `keeps`: what becomes of an entry and its change. */
const visits =
  (keeps: (before: Entry, change: Entry) => Entry): MakeService =>
  () => {
    const shelf = new Shelf();
    return ({ method, path, json: sent }): Reply => {
      const [, place, id] = path.split('/');
      if (place === 'rooms' && id === undefined) return { status: 200, body: ROOMS };
      if (place !== 'visits') return { status: 404 };
      const given = isObject(sent) ? sent : {};
      const refusal = (): number | undefined => {
        const { roomId, remarks } = given;
        const isFit =
          (roomId === undefined || typeof roomId === 'string') &&
          (remarks === undefined || isText(remarks, 0));
        if (!isObject(sent) || !isFit || (id === undefined && roomId === undefined)) return 400;
        return roomId === undefined || ROOMS.some((room) => room.id === roomId) ? undefined : 422;
      };
      if (id === undefined) {
        if (method !== 'POST') return { status: 405 };
        const status = refusal();
        return status === undefined ? { status: 201, body: shelf.add(given) } : { status };
      }
      const one = shelf.at(id);
      if (one === undefined) return { status: 404 };
      if (method === 'DELETE') shelf.take(one);
      if (method !== 'PATCH') return method === 'GET' ? { status: 200, body: one } : { status: 204 };
      const status = refusal();
      return status === undefined ? { status: 200, body: shelf.put(keeps(one, given)) } : { status };
    };
  };

test('a change names what is there where the creation has to', async () => {
  const run = await runAtOnce(
    document,
    visits((before, change) => ({ ...before, ...change })),
  );
  expect(alarms(run)).toEqual([]);
  expect(run.verdict.exitCode).toBe(0);
  const named = run.asked.flatMap(({ method, json: sent }) =>
    method === 'PATCH' && isObject(sent) && ROOMS.some(({ id }) => id === sent['roomId']) ? [sent] : [],
  );
  expect(named.length).toBeGreaterThan(1);
});

test('what is lost of a change that names something is told', async () => {
  const faulty = visits((before, { roomId, ...change }) =>
    roomId === undefined ? { ...before, ...change } : { ...before, roomId },
  );
  expect(blames(await runAtOnce(document, faulty))).toContain('resources.update-stored');
});
