import { expect, test } from 'vitest';
import { idsOf } from './run-against-mock.ts';
import { type MakeService, runAtOnce } from './run-against-service.ts';

/** Bodies of which a document says nothing: many readers of JSON take objects and lists alone, and such a service is served, too. */

const documentOf = (content: string): string => `
openapi: 3.1.0
info: {title: Events, version: '1'}
paths:
  /events:
    post:
      requestBody: {required: true, content: {application/json: ${content}}}
      responses:
        '200': {description: seen, content: {application/json: {schema: {type: object, required: [seen], properties: {seen: {type: boolean}}}}}}
        '400': {description: no JSON}
`;

const events: MakeService =
  () =>
  ({ json }) =>
    typeof json === 'object' && json !== null ? { status: 200, body: { seen: true } } : { status: 400 };

test.each(['{}', '{schema: {}}', '{schema: {description: Whatever happened}}', '{schema: true}'])(
  'a body that is described as %s',
  async (content) => {
    const run = await runAtOnce(documentOf(content), events);
    expect(idsOf(run, 'fail')).toEqual([]);
    expect(run.verdict.exitCode).toBe(0);
  },
);
