import { expect, test } from 'vitest';
import { blamed } from './run-against-mock.ts';
import { type MakeService, runAtOnce } from './run-against-service.ts';

/** A file that a creation begins to write (202), and that is there some seconds later. */

const EXPORT =
  '{type: object, required: [id, status], properties: {id: {type: string}, status: {type: string, enum: [running, done]}}}';
const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;
const at = 'parameters: [{name: export, in: path, required: true, schema: {type: string}}]';
const DOCUMENT = `
openapi: 3.1.0
info: {title: Exports, version: '1'}
paths:
  /exports:
    post:
      requestBody: {required: true, ${json('{type: object, required: [kind], properties: {kind: {type: string, enum: [csv, json]}}}')}}
      responses: {'202': {description: begun, ${json(EXPORT)}}, '400': {description: no}}
  /exports/{export}:
    ${at}
    get: {responses: {'200': {description: how far it is, ${json(EXPORT)}}, '404': {description: none}}}
  /exports/{export}/file:
    ${at}
    get:
      responses:
        '200': {description: it, content: {text/csv: {schema: {type: string}}}}
        '404': {description: none}
        '409': {description: Not done yet.}
`;

/** A file is there once it was asked for so often: in this run no time passes. */
const ASKED_BEFORE = 4;

const exportsWith =
  (headers: Readonly<Record<string, string>> = {}): MakeService =>
  () => {
    const begun = new Map<string, number>();
    return ({ method, path, json: body }) => {
      const [, , id, file] = path.split('/');
      if (id === undefined) {
        const kind = typeof body === 'object' && body !== null && 'kind' in body ? body.kind : undefined;
        if (method !== 'POST' || (kind !== 'csv' && kind !== 'json')) return { status: 400 };
        const made = `exp${String(begun.size + 1)}`;
        begun.set(made, 0);
        return { status: 202, body: { id: made, status: 'running' }, headers };
      }
      const asked = begun.get(id);
      if (asked === undefined) return { status: 404 };
      const isDone = asked >= ASKED_BEFORE;
      if (file === undefined) return { status: 200, body: { id, status: isDone ? 'done' : 'running' } };
      begun.set(id, asked + 1);
      return isDone
        ? { status: 200, body: 'a,b\n1,2\n', headers: { 'Content-Type': 'text/csv' } }
        : { status: 409, headers };
    };
  };

test('what a creation begins is asked for once it is done', async () => {
  const run = await runAtOnce(DOCUMENT, exportsWith());
  expect(blamed(run)).toEqual([]);
  const operations = run.record.footer?.coverage?.operations ?? [];
  expect(operations.filter(({ served }) => served === 0).map(({ id }) => id)).toEqual([]);
});

test.each([
  ['20', 1],
  ['3600', 0],
])('it is not asked for before the %s seconds that an answer tells', async (told, most) => {
  const { record } = await runAtOnce(DOCUMENT, exportsWith({ 'Retry-After': told }));
  const all = [...record.exchanges.values()];
  const later = all.filter(({ probe }) => /^baseline\/.*-later-1$/.test(probe));
  expect(later).toHaveLength(most);
  for (const { startMs } of later) {
    const before = all.filter((one) => one.endMs <= startMs).map(({ endMs }) => endMs);
    expect(startMs - Math.max(...before)).toBeGreaterThanOrEqual(20_000);
  }
});
