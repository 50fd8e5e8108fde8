import { expect, test } from 'vitest';
import { alarms, blames } from '../lives/run-lives.ts';
import { isObject } from '../../src/json/value.ts';
import { isKnown, type MakeService, type Reply, runAtOnce } from './run-against-service.ts';

/** Notes that are shown in XML unless a request prefers JSON, as services do that have both: nothing is known of what XML shows. */

const SHOWN = `content: { application/xml: { schema: { $ref: '#/components/schemas/Note' } }, application/json: { schema: { $ref: '#/components/schemas/Note' } } }`;
const NO = `'400': { description: no }, '401': { description: who }, '404': { description: none }`;
const DOCUMENT = `
openapi: 3.0.3
info: { title: Notes, version: '1' }
security: [{ key: [] }]
paths:
  /notes:
    post:
      operationId: makeNote
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/NewNote' } } } }
      responses: { '201': { description: made, ${SHOWN} }, ${NO} }
  /notes/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    get: { operationId: readNote, responses: { '200': { description: one, ${SHOWN} }, ${NO} } }
    put:
      operationId: replaceNote
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/NewNote' } } } }
      responses: { '200': { description: replaced, ${SHOWN} }, ${NO} }
    delete: { operationId: removeNote, responses: { '204': { description: gone }, ${NO} } }
components:
  securitySchemes: { key: { type: http, scheme: bearer } }
  schemas:
    NewNote: { type: object, required: [text], properties: { text: { type: string, minLength: 1, maxLength: 80 } } }
    Note: { type: object, xml: { name: note }, required: [id, text], properties: { id: { type: integer }, text: { type: string } } }
`;

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('\r', '&#13;');
}

/** `keeps`: a replacement is answered with success, and nothing is replaced. */
function notes({ keeps = false } = {}): MakeService {
  return () => {
    const all = new Map<string, string>();
    let made = 0;
    return (ask) => {
      if (!isKnown(ask)) return { status: 401, headers: { 'WWW-Authenticate': 'Bearer' } };
      const prefersJson = (ask.headers.accept ?? '').startsWith('application/json');
      const shown = (status: number, id: string): Reply => {
        const text = all.get(id) ?? '';
        if (prefersJson) return { status, body: { id: Number(id), text } };
        const body = `<note><id>${id}</id><text>${escaped(text)}</text></note>`;
        return { status, body, headers: { 'Content-Type': 'application/xml' } };
      };
      const text = isObject(ask.json) ? ask.json['text'] : undefined;
      const isFine = typeof text === 'string' && text !== '' && Array.from(text).length <= 80;
      const id = ask.path.slice('/notes/'.length);
      if (ask.path === '/notes') {
        if (ask.method !== 'POST' || !isFine) return { status: ask.method === 'POST' ? 400 : 404 };
        made += 1;
        all.set(String(made), text);
        return shown(201, String(made));
      }
      if (!all.has(id)) return { status: 404 };
      if (ask.method === 'DELETE') return { status: all.delete(id) ? 204 : 404 };
      if (ask.method === 'PUT') {
        if (!isFine) return { status: 400 };
        if (!keeps) all.set(id, text);
      }
      return shown(200, id);
    };
  };
}

test('notes in XML or JSON are asked for in JSON, and live', async () => {
  const run = await runAtOnce(DOCUMENT, notes(), { seed: 1 });
  expect(alarms(run)).toEqual([]);
  expect(run.verdict.exitCode).toBe(0);
});

test('a replacement of such a note that replaces nothing is blamed', async () => {
  expect(blames(await runAtOnce(DOCUMENT, notes({ keeps: true }), { seed: 1 }))).toContain(
    'resources.update-stored',
  );
});
