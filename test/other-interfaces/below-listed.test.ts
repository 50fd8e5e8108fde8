import { expect, test } from 'vitest';
import { type MakeService, runAtOnce } from './run-against-service.ts';

/** Roles that a list shows by their names, and who has one: nothing reads a role itself, and nothing makes one. */

const DOCUMENT = `
openapi: 3.1.0
info: {title: Roles, version: '1'}
paths:
  /roles:
    get:
      responses:
        '200':
          description: all
          content: {application/json: {schema: {type: array, items: {type: object, properties: {name: {type: string}, note: {type: string}}}}}}
  /roles/{role}/users:
    parameters: [{name: role, in: path, required: true, schema: {type: string}}]
    get:
      responses:
        '200': {description: who, content: {application/json: {schema: {type: array, items: {type: string}}}}}
        '404': {description: none}
`;

const roles =
  (users: unknown): MakeService =>
  () =>
  ({ path }) => {
    const [, , role] = path.split('/');
    if (role === undefined) return { status: 200, body: [{ name: 'auditor', note: 'reads' }] };
    return role === 'auditor' ? { status: 200, body: users } : { status: 404 };
  };

test.each([
  ['as documented', ['ann'], []],
  ['in another shape', { ann: true }, ['bodies.schema']],
] as const)('who has a listed role is asked for, and shown %s', async (_how, users, blamed) => {
  const { record, verdict, asked } = await runAtOnce(DOCUMENT, roles(users));
  const failed = record.results.filter(({ outcome }) => outcome.kind === 'fail').map(({ id }) => id);
  expect(failed).toEqual([...blamed]);
  expect(verdict.exitCode, verdict.text).toBe(blamed.length);
  expect(asked.some(({ path }) => path === '/roles/auditor/users')).toBe(true);
});
