import { expect, test } from 'vitest';
import { type MakeService, runAtOnce } from './run-against-service.ts';

const TASK = '{type: object, required: [id], properties: {id: {type: integer}, name: {type: string}}}';

/** A document of an engine that answers 500 to a name of nothing; `said`: what it says of that 500. */
const documentOf = (said: string): string => `
openapi: 3.1.0
info: {title: Tasks, version: '1'}
paths:
  /tasks:
    get:
      responses:
        '200': {description: all, content: {application/json: {schema: {type: array, items: ${TASK}}}}}
  /tasks/{id}/values/{name}:
    parameters:
      - {name: id, in: path, required: true, schema: {type: string}}
      - {name: name, in: path, required: true, schema: {type: string}}
    get:
      responses:
        '200': {description: one, content: {application/json: {schema: {type: object}}}}
        '404': {description: The value is not there.}
        '500': {description: '${said}'}
`;

const engine: MakeService =
  () =>
  ({ method, path }) => {
    if (method !== 'GET') return { status: 405 };
    if (path === '/tasks') return { status: 200, body: [] };
    return { status: /^\/tasks\/[\w-]+\/values\/[\w%-]+$/.test(path) ? 500 : 404 };
  };

const ABSENT = 'The task id is null, or there is no such task.';

test.each([
  [ABSENT, engine, []],
  ['Task does not exist. See the introduction.', engine, []],
  ['Something went wrong.', engine, ['statuses.no-server-error']],
  [ABSENT, (): ReturnType<MakeService> => () => ({ status: 500 }), ['statuses.no-server-error']],
] as const)(
  'a 500 that the document has for "%s" is judged by what it is for',
  async (said, service, blamed) => {
    const { record, verdict } = await runAtOnce(documentOf(said), service);
    const failed = record.results.filter(({ outcome }) => outcome.kind === 'fail').map(({ id }) => id);
    expect(failed).toEqual(blamed);
    expect(verdict.exitCode).toBe(blamed.length > 0 ? 1 : 0);
  },
);
