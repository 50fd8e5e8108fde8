import { expect, test } from 'vitest';
import { type MakeService, runAtOnce } from './run-against-service.ts';
import { isObject, isText, Shelf } from './shelf.ts';

/** A list that fails for everybody since something was made: the request that did so is told. */

const NOTE =
  '{type: object, required: [id, title], properties: {id: {type: integer}, title: {type: string}}}';
const DOCUMENT = `
openapi: 3.0.3
info: {title: Notes, version: '1'}
paths:
  /notes:
    get: {operationId: list, responses: {'200': {description: all, content: {application/json: {schema: {type: array, items: ${NOTE}}}}}}}
    post:
      operationId: make
      requestBody: {required: true, content: {application/json: {schema: {type: object, required: [title], properties: {title: {type: string, minLength: 1, maxLength: 80}}}}}}
      responses: {'201': {description: made, content: {application/json: {schema: ${NOTE}}}}, '400': {description: no}}
`;

const WITH_ENTRIES = `${DOCUMENT}
  /notes/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
    get: {operationId: read, responses: {'200': {description: it, content: {application/json: {schema: ${NOTE}}}}, '404': {description: none}}}
    delete: {operationId: remove, responses: {'204': {description: gone}, '404': {description: none}}}
`;

const notes: MakeService = () => {
  const shelf = new Shelf();
  return ({ method, json }) => {
    if (method === 'GET')
      return shelf.all.some(({ title }) => /[^\x20-\x7e]/.test(String(title)))
        ? { status: 500 }
        : { status: 200, body: shelf.all };
    const title = isObject(json) ? json['title'] : undefined;
    return isText(title) ? { status: 201, body: shelf.add({ title }) } : { status: 400 };
  };
};

/** Lists fail once a note was removed. */
const removable: MakeService = () => {
  const shelf = new Shelf();
  let isBroken = false;
  return ({ method, json, path }) => {
    const [, , id] = path.split('/');
    const note = id === undefined ? undefined : shelf.at(id);
    if (id !== undefined && note === undefined) return { status: 404 };
    if (note !== undefined && method === 'DELETE') {
      isBroken = true;
      shelf.take(note);
      return { status: 204 };
    }
    if (note !== undefined) return { status: 200, body: note };
    if (method === 'GET') return isBroken ? { status: 500 } : { status: 200, body: shelf.all };
    const title = isObject(json) ? json['title'] : undefined;
    return isText(title) ? { status: 201, body: shelf.add({ title }) } : { status: 400 };
  };
};

test('a failure of a list that follows few requests comes with these', async () => {
  const { record } = await runAtOnce(WITH_ENTRIES, removable);
  const { outcome } = record.results.find(({ id }) => id === 'statuses.no-server-error') ?? {};
  const violations = outcome?.kind === 'fail' ? outcome.violations : [];
  const told = violations.find(({ sequence }) => sequence !== undefined);
  const methods = told?.sequence?.map((id) => record.exchanges.get(id)?.request.method);
  expect(methods).toContain('DELETE');
  expect(methods?.at(-1)).toBe('GET');
});

test('a failure of a list says since when it fails', async () => {
  const { record } = await runAtOnce(DOCUMENT, notes);
  const { outcome } = record.results.find(({ id }) => id === 'statuses.no-server-error') ?? {};
  const told = outcome?.kind === 'fail' ? outcome.violations.map(({ actual }) => actual) : [];
  expect(told.join('\n')).toMatch(
    /^500 Internal Server Error; the same request was served before \d+ others that may have changed something$/m,
  );
});
