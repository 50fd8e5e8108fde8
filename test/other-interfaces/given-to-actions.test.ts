import { expect, test } from 'vitest';
import { alarms, blames } from '../lives/run-lives.ts';
import { type MakeService, type Reply, runAtOnce } from './run-against-service.ts';
import { isObject, isText, Shelf } from './shelf.ts';

/** Tickets that somebody is put in charge of: what the action is given and its own answer shows is there when the ticket is read. */

const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;
const TICKET = '{$ref: "#/components/schemas/Ticket"}';
const ONE = `{description: one, ${json(TICKET)}}`;
const NAMED = 'parameters: [{name: id, in: path, required: true, schema: {type: integer}}]';
const text = (member: string): string =>
  `{type: object, required: [${member}], properties: {${member}: {type: string, minLength: 1, maxLength: 80}}}`;
const document = `
openapi: 3.0.3
info: {title: Tickets, version: '1'}
paths:
  /tickets:
    post: {requestBody: {required: true, ${json(text('title'))}}, responses: {'201': ${ONE}, '400': {description: no}}}
  /tickets/{id}:
    ${NAMED}
    get: {responses: {'200': ${ONE}, '404': {description: none}}}
    delete: {responses: {'204': {description: gone}, '404': {description: none}}}
  /tickets/{id}/entrust:
    ${NAMED}
    post: {requestBody: {required: true, ${json(text('keeper'))}}, responses: {'200': ${ONE}, '400': {description: no}, '404': {description: none}}}
components:
  schemas:
    Ticket:
      type: object
      required: [id]
      properties: {id: {type: integer}, title: {type: string}, keeper: {type: string}, place: {type: string}}
`;

type Ways = {
  readonly stores?: boolean;
  readonly isBrief?: boolean;
  /** The action answers with what came of it, which has the same number. */
  readonly isOther?: boolean;
};

const tickets =
  ({ stores = true, isBrief = false, isOther = false }: Ways): MakeService =>
  () => {
    const shelf = new Shelf();
    return ({ method, path, json: sent }): Reply => {
      const [, place, id, deed] = path.split('/');
      if (place !== 'tickets') return { status: 404 };
      const { title, keeper } = isObject(sent) ? sent : {};
      if (id === undefined) {
        if (method !== 'POST') return { status: 405 };
        if (!isText(title)) return { status: 400 };
        return { status: 201, body: shelf.add({ title, keeper: 'nobody', place: 'hall' }) };
      }
      const one = shelf.at(id);
      if (one === undefined) return { status: 404 };
      if (deed === 'entrust' && method === 'POST') {
        if (!isText(keeper)) return { status: 400 };
        const now = { ...one, keeper };
        if (stores) shelf.put(now);
        const other = { id: one['id'], keeper };
        return { status: 200, body: isBrief ? { id: one['id'] } : isOther ? other : now };
      }
      if (deed !== undefined) return { status: 404 };
      if (method === 'DELETE') shelf.take(one);
      return method === 'DELETE' ? { status: 204 } : { status: 200, body: one };
    };
  };

test.each<readonly [words: string, ways: Ways]>([
  ['it is kept', {}],
  ['its answer says no more than it has to', { isBrief: true }],
  ['it answers with something else of the same number', { stores: false, isOther: true }],
])('nobody is blamed where %s', async (_words, ways) => {
  const run = await runAtOnce(document, tickets(ways));
  expect(alarms(run)).toEqual([]);
  expect(run.verdict.exitCode).toBe(0);
});

test('what is answered and not kept is told', async () => {
  expect(blames(await runAtOnce(document, tickets({ stores: false })))).toContain('resources.action-stored');
});
