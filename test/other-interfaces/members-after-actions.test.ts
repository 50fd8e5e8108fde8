import { expect, test } from 'vitest';
import { isObject, type JsonObject } from '../../src/json/value.ts';
import { alarms, blames } from '../lives/run-lives.ts';
import { isKnown, type MakeService, type Reply, runAtOnce } from './run-against-service.ts';

/** Tickets of which the document says what becomes of their members when they are closed and opened again. */

const gives = `content: { application/json: { schema: { $ref: '#/components/schemas/Ticket' } } }`;
const NO = `'400': { description: no }, '401': { description: who }, '404': { description: none }`;
const ID = 'parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]';

const DOCUMENT = `
openapi: 3.0.3
info: { title: Tickets, version: '1' }
security: [{ key: [] }]
paths:
  /tickets:
    get: { operationId: listTickets, responses: { '200': { description: all, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Ticket' } } } } }, '401': { description: who } } }
    post: { operationId: makeTicket, requestBody: { required: true, content: { application/json: { schema: { type: object, required: [title], properties: { title: { type: string, minLength: 1, maxLength: 60 } } } } } }, responses: { '201': { description: made, ${gives} }, ${NO} } }
  /tickets/{id}:
    ${ID}
    get: { operationId: readTicket, responses: { '200': { description: one, ${gives} }, ${NO} } }
  /tickets/{id}/close:
    ${ID}
    post: { operationId: closeTicket, description: 'Close the ticket: \`status\` becomes \`closed\` and \`closed_at\` is set.', responses: { '200': { description: closed, ${gives} }, ${NO} } }
  /tickets/{id}/reopen:
    ${ID}
    post: { operationId: reopenTicket, description: 'Open the ticket again: \`status\` becomes \`open\` and \`closed_at\` null.', responses: { '200': { description: open, ${gives} }, ${NO} } }
components:
  securitySchemes: { key: { type: http, scheme: bearer } }
  schemas:
    Ticket: { type: object, required: [id, title, status, closed_at], properties: { id: { type: integer }, title: { type: string }, status: { type: string, enum: [open, closed] }, closed_at: { type: string, format: date-time, nullable: true } } }
`;

function tickets(fault?: 'no moment' | 'keeps the moment' | 'stays open'): MakeService {
  return () => {
    const all: JsonObject[] = [];
    return (ask): Reply => {
      if (!isKnown(ask)) return { status: 401, headers: { 'WWW-Authenticate': 'Bearer' } };
      const [, , id, deed] = ask.path.split('/');
      if (id === undefined && ask.method === 'GET') return { status: 200, body: all };
      if (id === undefined) {
        const title = isObject(ask.json) ? ask.json['title'] : undefined;
        if (typeof title !== 'string' || title === '' || Array.from(title).length > 60)
          return { status: 400 };
        const made = { id: all.length + 1, title, status: 'open', closed_at: null };
        all.push(made);
        return { status: 201, body: made };
      }
      const old = all[Number(id) - 1];
      if (old === undefined) return { status: 404 };
      if (deed === undefined) return { status: 200, body: old };
      const isClosed = deed === 'close';
      const at = isClosed ? (fault === 'no moment' ? null : '2031-05-06T07:08:09Z') : null;
      const closedAt = fault === 'keeps the moment' && !isClosed ? (old['closed_at'] ?? null) : at;
      const status = isClosed && fault !== 'stays open' ? 'closed' : 'open';
      const next = { ...old, status, closed_at: closedAt };
      all[Number(id) - 1] = next;
      return { status: 200, body: next };
    };
  };
}

test('tickets that are closed and opened as the document says are not blamed', async () => {
  const run = await runAtOnce(DOCUMENT, tickets(), { seed: 1 });
  expect(alarms(run)).toEqual([]);
});

test.each(['no moment', 'keeps the moment', 'stays open'] as const)('%s: found', async (fault) => {
  const run = await runAtOnce(DOCUMENT, tickets(fault), { seed: 1, suites: ['resources'] });
  expect(blames(run)).toContain('resources.action-stored');
});
