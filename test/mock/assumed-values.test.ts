import { expect, test } from 'vitest';
import { mockHandler } from '../../src/mock/server/mock-handler.ts';
import { loadFiles } from '../specs/load-files.ts';

/** What the mock takes for what a request leaves out. */

const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;
const ref = (name: string): string => `{$ref: '#/components/schemas/${name}'}`;

const DOCUMENT = `
openapi: 3.0.3
info: {title: Invoices, version: '1'}
paths:
  /invoices:
    get:
      parameters: [{name: page, in: query, schema: {type: integer, default: 0}}, {name: size, in: query, schema: {type: integer, minimum: 1, maximum: 100, default: 20}}]
      responses:
        200:
          description: a page
          ${json(`{type: object, required: [size, total, content], properties: {size: {type: integer, minimum: 1}, total: {type: integer}, content: {type: array, items: ${ref('Invoice')}}}}`)}
    post:
      requestBody: {required: true, ${json(ref('NewInvoice'))}}
      responses: {201: {description: made, ${json(ref('Invoice'))}}, 400: {description: no}}
  /invoices/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
    get: {responses: {200: {description: it, ${json(ref('Invoice'))}}, 404: {description: none}}}
    put:
      requestBody: {required: true, ${json(ref('NewInvoice'))}}
      responses: {200: {description: it, ${json(ref('Invoice'))}}, 404: {description: none}}
components:
  schemas:
    Line: {type: object, required: [text], properties: {text: {type: string}, tax: {type: number, default: 19}}}
    NewInvoice: {type: object, required: [lines], properties: {isOpen: {type: boolean, default: true}, place: {type: object, properties: {country: {type: string, default: CH}}}, lines: {type: array, items: ${ref('Line')}}}}
    Invoice: {type: object, required: [id, isOpen, lines], properties: {id: {type: integer}, isOpen: {type: boolean}, place: {type: object, properties: {country: {type: string}}}, lines: {type: array, items: ${ref('Line')}}}}
`;

const loaded = await loadFiles({ 'openapi.yaml': DOCUMENT });
if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
const document = loaded.interface;

async function ask(handler: ReturnType<typeof mockHandler>, method: string, path: string, body?: object) {
  const given =
    body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
  const answer = await handler(new Request(`http://mock.example${path}`, { method, ...given }));
  return answer.json();
}

test('the mock takes documented defaults, also inside of members and of items of lists', async () => {
  const handler = mockHandler(document, { seed: new Map() });
  const sent = { place: {}, lines: [{ text: 'first' }, { text: 'second', tax: 7 }] };
  expect(await ask(handler, 'POST', '/invoices', sent)).toEqual({
    id: 1,
    isOpen: true,
    place: { country: 'CH' },
    lines: [
      { text: 'first', tax: 19 },
      { text: 'second', tax: 7 },
    ],
  });
});

test('a replacement takes what it leaves out back to its default', async () => {
  const handler = mockHandler(document, { seed: new Map() });
  await ask(handler, 'POST', '/invoices', { isOpen: false, lines: [] });
  await ask(handler, 'PUT', '/invoices/1', { lines: [{ text: 'only' }] });
  expect(await ask(handler, 'GET', '/invoices/1')).toEqual({
    id: 1,
    isOpen: true,
    lines: [{ text: 'only', tax: 19 }],
  });
});

test('the size of a page is what was asked for, and its total what there is', async () => {
  const handler = mockHandler(document, { seed: new Map() });
  expect(await ask(handler, 'GET', '/invoices')).toEqual({ size: 20, total: 0, content: [] });
  expect(await ask(handler, 'GET', '/invoices?size=3')).toEqual({ size: 3, total: 0, content: [] });
});
