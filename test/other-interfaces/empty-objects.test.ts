import { expect, test } from 'vitest';
import { type MakeService, runAtOnce } from './run-against-service.ts';

/** A change of which nothing but the empty one is served: what is added to it stands alone. */
const DOCUMENT = `
openapi: 3.1.0
info: {title: Lamps, version: '1'}
paths:
  /lamp:
    post:
      requestBody:
        required: true
        content: {application/json: {schema: {type: object, properties: {hue: {type: integer}}}}}
      responses:
        '200': {description: lit, content: {application/json: {schema: {type: object}}}}
        '400': {description: no}
`;

const lamp: MakeService =
  () =>
  ({ method, json }) => {
    if (method !== 'POST') return { status: 405 };
    const isObject = typeof json === 'object' && json !== null && !Array.isArray(json);
    return isObject && !('hue' in json) ? { status: 200, body: {} } : { status: 400 };
  };

test('members that nothing knows are added to an empty object', async () => {
  const { record, verdict, asked } = await runAtOnce(DOCUMENT, lamp);
  expect(record.results.filter(({ outcome }) => outcome.kind === 'harness-error')).toEqual([]);
  expect(verdict.exitCode, verdict.text).toBe(0);
  expect(asked.map(({ text }) => text)).toContainEqual(expect.stringMatching(/^\{"__proto__":/));
});
