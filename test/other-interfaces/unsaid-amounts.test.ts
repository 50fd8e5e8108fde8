import { expect, test } from 'vitest';
import { type MakeService, runAtOnce } from './run-against-service.ts';

const LOG =
  "{type: object, required: [hours], properties: {hours: {type: string, format: decimal, pattern: '^-?\\d{0,3}(?:\\.\\d{0,2})?$'}}}";

/** Hours of work, as tools write them that know how many digits a decimal has, and not how large it may be. */
const DOCUMENT = `
openapi: 3.0.3
info: {title: Logs, version: '1'}
paths:
  /logs:
    post:
      requestBody: {required: true, content: {application/json: {schema: ${LOG}}}}
      responses:
        '201': {description: made, content: {application/json: {schema: ${LOG}}}}
`;

const logs: MakeService = () => (ask) => {
  if (ask.method !== 'POST') return { status: 405 };
  const { hours } = (typeof ask.json === 'object' && ask.json !== null ? ask.json : {}) as {
    readonly [name: string]: unknown;
  };
  const isFine = typeof hours === 'string' && /^\d{0,3}(?:\.\d{0,2})?$/.test(hours);
  if (!isFine || Number(hours) < 0.25 || Number(hours) > 2) return { status: 400, body: { hours: ['no'] } };
  return { status: 201, body: { hours: Number(hours).toFixed(2) } };
};

test('a small amount is sent where large ones are refused', async () => {
  const { record, verdict } = await runAtOnce(DOCUMENT, logs, { seed: 1 });
  expect(record.results.filter(({ outcome }) => outcome.kind === 'fail')).toEqual([]);
  expect(verdict.exitCode, verdict.text).toBe(0);
});
