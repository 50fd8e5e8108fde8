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

/** The same of a member that is a number, beside one that names somebody. */
const OWNED = DOCUMENT.replaceAll(
  /\{type: object, required: \[hours\].*?\}\}\}/g,
  '{type: object, required: [hours, ownerId], properties: {hours: {type: number, minimum: 0, maximum: 900}, ownerId: {type: integer, minimum: 1, maximum: 9000}}}',
);

test('nobody is named because of a small number', async () => {
  const named = new Set<unknown>();
  const amounts = new Set<unknown>();
  const owned: MakeService = () => (ask) => {
    const { hours, ownerId } = (typeof ask.json === 'object' && ask.json !== null ? ask.json : {}) as {
      readonly [name: string]: unknown;
    };
    if (typeof hours !== 'number' || typeof ownerId !== 'number') return { status: 400 };
    amounts.add(hours);
    if (hours === 1) named.add(ownerId);
    return { status: 400 };
  };
  await runAtOnce(OWNED, owned, { seed: 1, profile: 'quick' });
  expect(amounts.has(1)).toBe(true);
  expect(named.has(1)).toBe(false);
});
