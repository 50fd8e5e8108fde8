import { expect, test } from 'vitest';
import { takesDefault } from '../../src/interface/open-to-all.ts';
import { alarms } from '../lives/run-lives.ts';
import { isKnown, type MakeService, type Reply, runAtOnce } from './run-against-service.ts';

/** Projects of which one is the default of everybody: what others have as theirs stays it. */

const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;
const ref = (name: string): string => `{$ref: '#/components/schemas/${name}'}`;
const REFUSALS = `'400': {description: no}, '401': {description: who}, '404': {description: none}`;
const DOCUMENT = `
openapi: 3.0.3
info: {title: Projects, version: '1'}
security: [{key: []}]
paths:
  /projects:
    get: {operationId: list, responses: {'200': {description: all, ${json(`{type: array, items: ${ref('Project')}}`)}}, ${REFUSALS}}}
    post: {operationId: make, requestBody: {required: true, ${json(ref('Made'))}}, responses: {'201': {description: made, ${json(ref('Project'))}}, ${REFUSALS}}}
  /projects/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
    get: {operationId: read, responses: {'200': {description: it, ${json(ref('Project'))}}, ${REFUSALS}}}
    put: {operationId: replace, requestBody: {required: true, ${json(ref('Made'))}}, responses: {'200': {description: it, ${json(ref('Project'))}}, ${REFUSALS}}}
    delete: {operationId: remove, responses: {'204': {description: gone}, ${REFUSALS}}}
components:
  securitySchemes: {key: {type: http, scheme: bearer}}
  schemas:
    Made: {type: object, required: [name, set_default], properties: {name: {type: string, minLength: 1, maxLength: 80}, set_default: {type: boolean}}}
    Project: {type: object, required: [id, name, is_default], properties: {id: {type: integer}, name: {type: string}, is_default: {type: boolean}}}
`;

type Made = { readonly name: string; readonly set_default: boolean };

function isMade(body: unknown): body is Made {
  if (typeof body !== 'object' || body === null) return false;
  const { name, set_default: isDefault } = body as Partial<Made>;
  const length = typeof name === 'string' ? Array.from(name).length : 0;
  return length > 0 && length <= 80 && typeof isDefault === 'boolean';
}

/** `taken`: gets the number of each project of the run that became the default. */
function projects(taken: (id: number) => void): MakeService {
  return () => {
    const all = new Map([[1, 'of somebody else']]);
    let [last, standing] = [1, 1];
    const shown = (status: number, id: number): Reply => ({
      status,
      body: { id, name: all.get(id), is_default: id === standing },
    });
    const keep = (id: number, { name, set_default: isDefault }: Made): void => {
      all.set(id, name);
      if (!isDefault) return;
      standing = id;
      taken(id);
    };
    return (ask) => {
      const { method, path, json: body } = ask;
      if (!isKnown(ask)) return { status: 401, headers: { 'WWW-Authenticate': 'Bearer' } };
      if (path === '/projects' && method === 'GET')
        return { status: 200, body: [...all.keys()].map((id) => shown(200, id).body) };
      if (path === '/projects') {
        if (!isMade(body)) return { status: 400 };
        last += 1;
        keep(last, body);
        return shown(201, last);
      }
      const text = /^\/projects\/(\d{1,9})$/.exec(path)?.[1];
      const id = Number(text ?? Number.NaN);
      if (!all.has(id)) return { status: 404 };
      if (method === 'GET') return shown(200, id);
      if (method === 'DELETE') {
        all.delete(id);
        return { status: 204 };
      }
      if (!isMade(body)) return { status: 400 };
      keep(id, body);
      return shown(200, id);
    };
  };
}

test('what others have as the default stays it', async () => {
  const taken: number[] = [];
  const run = await runAtOnce(
    DOCUMENT,
    projects((id) => taken.push(id)),
  );
  expect(taken).toEqual([]);
  expect(alarms(run)).toEqual([]);
});

test.each([
  ['set_default', true],
  ['isDefault', true],
  ['makeAsDefault', true],
  ['default', true],
  ['usesDefaultColours', false],
  ['defaultValue', false],
])('takesDefault() of %s is %s', (name, takes) => {
  expect(takesDefault(name, true)).toBe(takes);
  expect(takesDefault(name, false)).toBe(false);
});
