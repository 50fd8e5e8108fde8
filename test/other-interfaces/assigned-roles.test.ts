import { expect, test } from 'vitest';
import { alarms } from '../lives/run-lives.ts';
import { isKnown, type MakeService, type Reply, runAtOnce } from './run-against-service.ts';

/** Roles that are assigned to units by a member of the body that names them, and shown there without what says so. */

const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;
const all = (name: string): string => json(`{type: array, items: {$ref: '#/components/schemas/${name}'}}`);
const one = (name: string): string => json(`{$ref: '#/components/schemas/${name}'}`);
const ID = (name: string): string => `{name: ${name}, in: path, required: true, schema: {type: integer}}`;
const NONE = `'400': {description: no}, '401': {description: who}, '404': {description: none}`;

const kind = (path: string): string => `
  /${path}:
    get: {operationId: list-${path}, responses: {'200': {description: all, ${all('Role')}}, '401': {description: who}}}
    post:
      operationId: make-${path}
      requestBody: {required: true, ${one('New')}}
      responses: {'201': {description: made, ${one('Role')}}, '400': {description: no}, '401': {description: who}}
  /${path}/{id}:
    parameters: [${ID('id')}]
    get: {operationId: read-${path}, responses: {'200': {description: one, ${one('Role')}}, ${NONE}}}`;

const DOCUMENT = `
openapi: 3.0.3
info: {title: Units, version: '1'}
security: [{key: []}]
paths:${kind('roles')}${kind('units')}
  /units/{id}/roles:
    parameters: [${ID('id')}]
    get: {operationId: list-assigned, responses: {'200': {description: all, ${all('Role')}}, ${NONE}}}
    post:
      operationId: assign
      requestBody: {required: true, ${one('NewAssignment')}}
      responses: {'201': {description: made, ${one('Assignment')}}, ${NONE}, '409': {description: it is there}}
  /units/{unitId}/roles/{roleId}:
    parameters: [${ID('unitId')}, ${ID('roleId')}]
    delete: {operationId: take-away, responses: {'204': {description: gone}, ${NONE}}}
components:
  securitySchemes: {key: {type: http, scheme: bearer}}
  schemas:
    New: {type: object, required: [name], properties: {name: {type: string, minLength: 1, maxLength: 60}}}
    Role: {type: object, required: [id, name], properties: {id: {type: integer}, name: {type: string}}}
    NewAssignment: {type: object, required: [role_id], properties: {role_id: {type: integer, minimum: 1}}}
    Assignment: {type: object, required: [id, role_id], properties: {id: {type: integer}, role_id: {type: integer}}}
`;

type Named = { readonly id: number; readonly name: string };

function memberOf(body: unknown, name: string): unknown {
  return typeof body === 'object' && body !== null && !Array.isArray(body)
    ? Reflect.get(body, name)
    : undefined;
}

/** `isStrict`: only roles that are there can be assigned. */
const units =
  (isStrict: boolean): MakeService =>
  () => {
    const kept = new Map<string, Named[]>([
      ['roles', []],
      ['units', []],
    ]);
    const assigned = new Map<number, number[]>();
    let last = 0;
    const onAssigned = (method: string, unit: number, named: string | undefined, body: unknown): Reply => {
      const roles = assigned.get(unit) ?? [];
      if (method === 'GET')
        return {
          status: 200,
          body: roles.map(
            (id) => kept.get('roles')?.find((role) => role.id === id) ?? { id, name: 'unknown' },
          ),
        };
      if (method === 'DELETE') {
        const isThere = roles.includes(Number(named));
        assigned.set(
          unit,
          roles.filter((id) => id !== Number(named)),
        );
        return { status: isThere ? 204 : 404 };
      }
      const id = memberOf(body, 'role_id');
      if (typeof id !== 'number' || !Number.isInteger(id) || id < 1) return { status: 400 };
      if (isStrict && kept.get('roles')?.every((role) => role.id !== id) !== false) return { status: 404 };
      if (roles.includes(id)) return { status: 409 };
      assigned.set(unit, [...roles, id]);
      last += 1;
      return { status: 201, body: { id: last, role_id: id } };
    };
    return (ask) => {
      const { method, path, json: body } = ask;
      if (!isKnown(ask)) return { status: 401, headers: { 'WWW-Authenticate': 'Bearer' } };
      const [, area = '', id, inner, named] = path.split('/').map(decodeURIComponent);
      const list = kept.get(area) ?? [];
      if (id === undefined) {
        if (method === 'GET') return { status: 200, body: list };
        const name = memberOf(body, 'name');
        if (typeof name !== 'string' || name === '' || Array.from(name).length > 60) return { status: 400 };
        last += 1;
        list.push({ id: last, name });
        return { status: 201, body: { id: last, name } };
      }
      if (!/^-?\d+$/.test(id)) return { status: 400 };
      const known = list.find((entry) => entry.id === Number(id));
      if (known === undefined) return { status: 404 };
      return inner === undefined ? { status: 200, body: known } : onAssigned(method, known.id, named, body);
    };
  };

test.each([
  ['of any number', false],
  ['that are there alone', true],
])('roles %s may be assigned, and are listed by their own names', async (_name, isStrict) => {
  const run = await runAtOnce(DOCUMENT, units(isStrict), { suites: ['resources', 'collections'] });
  expect(alarms(run)).toEqual([]);
  expect(run.verdict.exitCode).toBe(0);
});
