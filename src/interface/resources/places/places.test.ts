import { describe, expect, test } from 'vitest';
import { loadOnce } from '../../../../test/specs/load-files.ts';
import type { Interface } from '../../model.ts';
import { actionAsked, behindEntry, movedTo, pathAt, pathBelow, placeAsked, placeOf } from './places.ts';

const NAMED = `parameters: [{ name: id, in: path, required: true, schema: { type: string } }]`;
const OK = `responses: { '200': { description: Done } }`;

const DOCUMENT = `
openapi: 3.1.0
info: { title: Orders, version: '1' }
paths:
  /orders: { post: { operationId: create, ${OK} } }
  /orders:search: { post: { operationId: search, ${OK} } }
  /orders/{id}: { ${NAMED}, get: { operationId: read, ${OK} }, delete: { operationId: remove, ${OK} } }
  /orders/{id}:confirm: { ${NAMED}, post: { operationId: confirm, ${OK} } }
  /orders/{id}:confirm:now: { ${NAMED}, post: { operationId: now, ${OK} } }
  /orders/{id}/:close: { ${NAMED}, post: { operationId: close, ${OK} } }
`;

async function loaded(): Promise<Interface> {
  const result = await loadOnce({ 'openapi.yaml': DOCUMENT });
  if (result.kind === 'broken') throw new Error(result.problem.problem);
  return result.interface;
}

describe('actions behind a colon', () => {
  test.each([
    ['/orders/{id}:confirm', '/orders/{}/:confirm'],
    ['/orders/{id}:confirm/', '/orders/{}/:confirm'],
    ['/orders/{id}/:confirm', '/orders/{}/:confirm'],
    ['/orders/{id}:confirm:now', '/orders/{}/:confirm:now'],
    ['/orders:search', '/orders/:search'],
    ['/images/{name}:{tag}', '/images/{}:{}'],
    ['/times/{from}:00', '/times/{}:00'],
    ['/{a}:b/{c}', '/{}:b/{}'],
  ])('placeOf() puts their names in a segment of its own: %s', (template, place) => {
    expect(placeOf(template)).toBe(place);
  });

  test.each([
    ['/orders/{id}', '/orders/{order}:confirm', ':confirm'],
    ['/orders/{id}', '/orders/{order}/:confirm', '/:confirm'],
    ['/orders/{id}', '/orders/{order}/confirm', '/confirm'],
    ['/orders/{id}', '/orders/{order}', ''],
    ['/orders/{id}', '/orders/{order}/', '/'],
    ['/orders/{id}', '/orders:search', undefined],
    ['/orders/{id}', '/orders', undefined],
    ['/orders/{id}', '/carts/{id}:confirm', undefined],
  ])('behindEntry() tells what an operation has behind an entry: %s, %s', (itemPath, template, behind) => {
    expect(behindEntry(itemPath, template)).toBe(behind);
  });

  test.each([
    ['/orders/{id}:confirm', '/orders/7:confirm'],
    ['/orders/{id}/:confirm', '/orders/7/:confirm'],
    ['/orders/{id}/lines', '/orders/7/lines'],
    ['/orders/{id}/lines:clear', '/orders/7/lines:clear'],
    ['/orders/{id}', '/orders/7'],
  ])('pathBelow() writes them as the template does: %s', (template, path) => {
    expect(pathBelow('/orders/7', template)).toBe(path);
  });

  test.each([
    ['POST', '/orders/7:confirm', ':confirm', '/orders/7/%3Aconfirm'],
    ['POST', '/orders/7%3aconfirm', '%3aconfirm', '/orders/7/%3Aconfirm'],
    ['POST', '/orders/urn:7:confirm', ':confirm', '/orders/urn%3A7/%3Aconfirm'],
    ['POST', '/orders/7:confirm:now', ':confirm:now', '/orders/7/%3Aconfirm%3Anow'],
    ['POST', '/orders/7/:close', '', '/orders/7/%3Aclose'],
    // What asks for the entry itself names one that is called so.
    ['DELETE', '/orders/7:confirm', '', '/orders/7%3Aconfirm'],
    ['GET', '/orders/urn:7', '', '/orders/urn%3A7'],
    ['POST', '/orders:search', ':search', '/orders/%3Asearch'],
    ['POST', '/orders', '', '/orders'],
  ])('placeAsked() holds a request against the document: %s %s', async (method, path, action, place) => {
    const document = await loaded();
    expect(actionAsked(document, method, path)).toBe(action);
    expect(placeAsked(document, method, path)).toBe(place);
  });
});

describe('places beside what a path says', () => {
  const NUMBER = `required: true, schema: { type: integer }`;
  const NOTE = `content: { application/json: { schema: { type: object, properties: { id: { type: integer }, words: { type: string } } } } }`;
  const TEXT = `
openapi: 3.1.0
info: { title: Notes, version: '1' }
paths:
  /note:
    post: { requestBody: { ${NOTE} }, responses: { '201': { description: made, ${NOTE} } } }
    get: { parameters: [{ name: id, in: query, ${NUMBER} }], responses: { '200': { description: one, ${NOTE} } } }
    delete: { parameters: [{ name: id, in: query, ${NUMBER} }, { name: soft, in: query, schema: { type: boolean } }], ${OK} }
  /note/update/{id}:
    put: { parameters: [{ name: id, in: path, ${NUMBER} }], requestBody: { ${NOTE} }, ${OK} }
`;

  test.each([
    ['GET', '/note?id=7', '/note/7', '/note?id=8'],
    ['DELETE', '/note?soft=true&id=7', '/note/7', '/note?id=8&soft=true'],
    // What names two names none.
    ['DELETE', '/note?id=7&id=8', '/note', '/note?id=7&id=8'],
    ['DELETE', '/note?id=..', '/note', '/note?id=..'],
    ['GET', '/note', '/note', '/note'],
    ['PUT', '/note/update/7', '/note/7', '/note/update/8'],
    ['POST', '/note', '/note', '/note'],
  ])('%s %s is about %s, and %s about another', async (method, path, place, moved) => {
    const result = await loadOnce({ 'openapi.yaml': TEXT });
    if (result.kind === 'broken') throw new Error(result.problem.problem);
    const document = result.interface;
    expect(placeAsked(document, method, path)).toBe(place);
    const other = (own: string): string => (own === '/note/7' ? '/note/8' : own);
    expect(movedTo(document, method, path, other)).toBe(moved);
    const operation = document.operations.find((one) => one.method === method);
    expect(pathAt(operation ?? { path: '' }, '/elsewhere/7')).toBe('/elsewhere/7');
  });
});
