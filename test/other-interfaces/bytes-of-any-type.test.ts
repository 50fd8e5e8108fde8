import { expect, test } from 'vitest';
import { type MakeService, runAtOnce } from './run-against-service.ts';

const documentOf = (mediaType: string, schema: string): string => `
openapi: 3.1.0
info: {title: Finder, version: '1'}
paths:
  /finds:
    post:
      requestBody: {required: true, content: {'${mediaType}': {schema: ${schema}}}}
      responses:
        '200': {description: what is like it, content: {application/json: {schema: {type: array, items: {type: string}}}}}
        '400': {description: no}
`;

/** Compares the bytes that it is sent with what it has, whatever they are. */
const finder: MakeService =
  () =>
  ({ method, path, text }) => {
    if (method !== 'POST' || path !== '/finds') return { status: 404 };
    return text === '' ? { status: 400 } : { status: 200, body: [] };
  };

test.each([
  ['*/*', '{type: string, format: binary}', []],
  [
    '*/*',
    '{type: object, required: [name], properties: {name: {type: string}}}',
    ['malformed-json', 'missing-member'],
  ],
  ['application/json', '{type: string}', ['malformed-json', 'root-type']],
] as const)(
  'a service that takes all bytes is blamed where the document asks more of %s: %s',
  async (mediaType, schema, situations) => {
    const { record, verdict } = await runAtOnce(documentOf(mediaType, schema), finder);
    const failed = record.results
      .filter(({ outcome }) => ['fail', 'warn'].includes(outcome.kind))
      .map(({ id }) => id);
    for (const situation of situations) expect(failed).toContain(`validation.${situation}`);
    if (situations.length === 0)
      expect([failed, verdict.exitCode, record.footer?.faults]).toEqual([[], 0, undefined]);
  },
);

const SIX = ['name', 'place', 'host', 'owner', 'maker', 'note'];

/** Reads JSON whatever it is called, and nothing above a hundred kilobytes. */
const strict: MakeService =
  () =>
  ({ method, path, text, json }) => {
    if (method !== 'POST' || path !== '/finds') return { status: 404 };
    if (text.length > 100_000) return { status: 413 };
    const members = typeof json === 'object' && json !== null && !Array.isArray(json) ? { ...json } : {};
    const isWhole = 'name' in members && Object.values(members).every((value) => typeof value === 'string');
    return isWhole ? { status: 200, body: [] } : { status: 400 };
  };

test('an object of any type is taken as plain text or not, and its texts stay within what servers take', async () => {
  const members = SIX.map((name) => `${name}: {type: string}`).join(', ');
  const schema = `{type: object, required: [name], properties: {${members}}}`;
  const { record, verdict } = await runAtOnce(documentOf('*/*', schema), strict);
  const failed = record.results.filter(({ outcome }) => ['fail', 'warn'].includes(outcome.kind));
  expect([failed, record.footer?.faults, verdict.exitCode]).toEqual([[], undefined, 0]);
  const lengths = [...record.exchanges.values()].map(({ request: { body } }) => body?.length ?? 0);
  expect(lengths.some((length) => length > 40_000 && length < 65_536)).toBe(true);
});

test('a text that is documented beside JSON, as frameworks write it of each body, is no other type', async () => {
  const schema = '{type: object, required: [name], properties: {name: {type: string}}}';
  const both = `application/json': {schema: ${schema}}, 'text/plain`;
  const { record, verdict } = await runAtOnce(documentOf(both, schema), strict);
  const misread = record.footer?.leftOut?.filter(({ reason }) => reason.includes('the oracle reads'));
  expect([misread, verdict.exitCode]).toEqual([[], 0]);
});
