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
    post: { operationId: makeTicket, requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Said' } } } }, responses: { '201': { description: made, ${gives} }, ${NO} } }
  /tickets/{id}:
    ${ID}
    put: { operationId: updateTicket, requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Said' } } } }, responses: { '200': { description: updated, ${gives} }, ${NO} } }
    patch: { operationId: updateTicketInPart, requestBody: { required: true, content: { application/json: { schema: { type: object, properties: { title: { type: string, minLength: 1, maxLength: 60 }, note: { type: string, maxLength: 60 } } } } } }, responses: { '200': { description: updated, ${gives} }, ${NO} } }
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
    Said: { type: object, required: [title], properties: { title: { type: string, minLength: 1, maxLength: 60 }, note: { type: string, maxLength: 60 } } }
    Ticket: { type: object, required: [id, title, status, closed_at], properties: { id: { type: integer }, title: { type: string }, note: { type: string }, status: { type: string, enum: [open, closed] }, closed_at: { type: string, format: date-time, nullable: true } } }
`;

const isText = (value: unknown): value is string =>
  typeof value === 'string' && Array.from(value).length <= 60;

function tickets(fault?: 'no moment' | 'keeps the moment' | 'stays open'): MakeService {
  return () => {
    const all: JsonObject[] = [];
    return (ask): Reply => {
      if (!isKnown(ask)) return { status: 401, headers: { 'WWW-Authenticate': 'Bearer' } };
      const [, , id, deed] = ask.path.split('/');
      if (id === undefined && ask.method === 'GET') return { status: 200, body: all };
      const old = id === undefined ? undefined : all[Number(id) - 1];
      if (id !== undefined && old === undefined) return { status: 404 };
      if (deed === undefined && ask.method === 'GET') return { status: 200, body: old };
      if (deed === undefined) {
        if (!isObject(ask.json)) return { status: 400 };
        const { title = ask.method === 'PATCH' ? old?.['title'] : undefined, note = old?.['note'] ?? '' } =
          ask.json;
        if (!isText(title) || title === '' || !isText(note)) return { status: 400 };
        const made = {
          status: 'open',
          closed_at: null,
          ...old,
          id: Number(id ?? all.length + 1),
          title,
          note,
        };
        all[made.id - 1] = made;
        return { status: old === undefined ? 201 : 200, body: made };
      }
      const isClosed = deed === 'close';
      const at = isClosed ? (fault === 'no moment' ? null : '2031-05-06T07:08:09Z') : null;
      const closedAt = fault === 'keeps the moment' && !isClosed ? (old?.['closed_at'] ?? null) : at;
      const status = isClosed && fault !== 'stays open' ? 'closed' : 'open';
      const next = { ...old, status, closed_at: closedAt };
      all[Number(id) - 1] = next;
      return { status: 200, body: next };
    };
  };
}

test('tickets that are closed and opened as the document says are not blamed', async () => {
  const run = await runAtOnce(DOCUMENT, tickets(), { seed: 1 });
  // The PUT keeps the note.
  expect(alarms(run)).toEqual(['resources.update-is-whole']);
});

test.each(['no moment', 'keeps the moment', 'stays open'] as const)('%s: found', async (fault) => {
  const run = await runAtOnce(DOCUMENT, tickets(fault), { seed: 1, suites: ['resources'] });
  expect(blames(run)).toContain('resources.action-stored');
});
