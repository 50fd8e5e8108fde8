import { expect, test } from 'vitest';
import { type MakeService, runAtOnce } from './run-against-service.ts';

const USER =
  '{type: object, required: [username, email], properties: {username: {type: string}, email: {type: string}}}';

/** Users with a mail address that each of them alone has: the document says of it that it is a text. */
const DOCUMENT = `
openapi: 3.1.0
info: {title: Users, version: '1'}
paths:
  /users:
    post:
      requestBody: {required: true, content: {application/json: {schema: ${USER}}}}
      responses:
        '201': {description: made, content: {application/json: {schema: ${USER}}}}
        '422': {description: no}
`;

const users =
  (status: number): MakeService =>
  () => {
    const taken = new Set<string>();
    return ({ method, json }) => {
      if (method !== 'POST') return { status: 405 };
      const { username, email } = (typeof json === 'object' && json !== null ? json : {}) as {
        readonly [name: string]: unknown;
      };
      if (typeof username !== 'string' || typeof email !== 'string') return { status: 422 };
      if (!/^[^\s@]+@[^\s@]+\.[a-z]+$/.test(email) || taken.has(email)) return { status: 422 };
      taken.add(email);
      return { status, body: { username, email } };
    };
  };

test.each([
  ['as documented', 201, []],
  ['with another success', 200, ['statuses.success']],
] as const)('users are made with mail addresses, and answered %s', async (_how, status, blamed) => {
  const { record, verdict, asked } = await runAtOnce(DOCUMENT, users(status));
  const failed = record.results.filter(({ outcome }) => outcome.kind === 'fail').map(({ id }) => id);
  expect(failed).toEqual([...blamed]);
  expect(verdict.exitCode, verdict.text).toBe(blamed.length);
  expect(asked.some(({ text }) => text.includes('@example.com'))).toBe(true);
});
