import { expect, test } from 'vitest';
import { alarms } from '../lives/run-lives.ts';
import { type Ask, isKnown, type MakeService, type Reply, runAtOnce } from './run-against-service.ts';

/** Rooms that a flag of theirs closes: nothing can be put into those, and what is in them is made in another one. */

const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;
const TEXT = 'text: {type: string, minLength: 1, maxLength: 200}';
const ROOM = `type: object, properties: {${TEXT}, takesTalks: {type: boolean, default: true}`;
const REFUSALS = `'400': {description: no}, '401': {description: who}, '404': {description: none}`;
const id = (name: string): string => `{name: ${name}, in: path, required: true, schema: {type: integer}}`;

const DOCUMENT = `
openapi: 3.0.3
info: {title: Rooms, version: '1'}
security: [{key: []}]
paths:
  /rooms:
    get: {operationId: rooms, responses: {'200': {description: all, ${json(`{type: array, items: {${ROOM}, id: {type: integer}}}}`)}}, ${REFUSALS}}}
    post: {operationId: addRoom, requestBody: {required: true, ${json(`{${ROOM}}, required: [text]}`)}}, responses: {'201': {description: made, ${json(`{${ROOM}, id: {type: integer}}}`)}}, ${REFUSALS}}}
  /rooms/{roomId}:
    parameters: [${id('roomId')}]
    get: {operationId: room, responses: {'200': {description: it, ${json(`{${ROOM}, id: {type: integer}}}`)}}, ${REFUSALS}}}
  /rooms/{roomId}/talks:
    parameters: [${id('roomId')}]
    get: {operationId: talks, responses: {'200': {description: all, ${json(`{type: array, items: {type: object, properties: {${TEXT}, id: {type: integer}}}}`)}}, '410': {description: No talks here}, ${REFUSALS}}}
    post: {operationId: addTalk, requestBody: {required: true, ${json(`{type: object, required: [text], properties: {${TEXT}}}`)}}, responses: {'201': {description: made, ${json(`{type: object, properties: {${TEXT}, id: {type: integer}}}`)}}, '410': {description: No talks here}, ${REFUSALS}}}
  /rooms/{roomId}/talks/{talkId}:
    parameters: [${id('roomId')}, ${id('talkId')}]
    get: {operationId: talk, responses: {'200': {description: it, ${json(`{type: object, properties: {${TEXT}, id: {type: integer}}}`)}}, ${REFUSALS}}}
    delete: {operationId: removeTalk, responses: {'204': {description: gone}, ${REFUSALS}}}
components: {securitySchemes: {key: {type: http, scheme: bearer}}}
`;

type Members = { readonly [name: string]: unknown };

const rooms: MakeService = () => {
  let last = 0;
  const all = new Map<string, { readonly entry: Members; talks: readonly Members[] }>();
  const isText = (value: unknown): boolean =>
    typeof value === 'string' && value !== '' && Array.from(value).length <= 200;
  const sent = ({ json: body }: Ask): Members | undefined =>
    typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Members) : undefined;
  return (ask): Reply => {
    if (!isKnown(ask)) return { status: 401, headers: { 'WWW-Authenticate': 'Bearer' } };
    const [, , first, below, second] = ask.path.split('/');
    const { text, takesTalks = true } = sent(ask) ?? {};
    if (first === undefined) {
      if (ask.method === 'GET') return { status: 200, body: [...all.values()].map(({ entry }) => entry) };
      if (!isText(text) || typeof takesTalks !== 'boolean') return { status: 400 };
      last += 1;
      all.set(String(last), { entry: { id: last, text, takesTalks }, talks: [] });
      return { status: 201, body: all.get(String(last))?.entry };
    }
    const room = all.get(first);
    if (room === undefined) return { status: 404 };
    if (below === undefined) return { status: 200, body: room.entry };
    if (second !== undefined) {
      const talk = room.talks.find((one) => String(one['id']) === second);
      if (talk === undefined) return { status: 404 };
      if (ask.method === 'GET') return { status: 200, body: talk };
      room.talks = room.talks.filter((one) => one !== talk);
      return { status: 204 };
    }
    if (room.entry['takesTalks'] === false) return { status: 410 };
    if (ask.method === 'GET') return { status: 200, body: room.talks };
    if (!isText(text)) return { status: 400 };
    last += 1;
    room.talks = [...room.talks, { id: last, text }];
    return { status: 201, body: room.talks.at(-1) };
  };
};

test.each([1, 2, 3])('talks are made in a room that takes some (seed %i)', async (seed) => {
  const run = await runAtOnce(DOCUMENT, rooms, { seed });
  expect(alarms(run)).toEqual([]);
  const served = run.record.footer?.coverage?.operations.filter(({ served: times }) => times > 0);
  expect(served?.map(({ id: own }) => own)).toEqual(
    run.record.footer?.coverage?.operations.map(({ id: own }) => own),
  );
});
