import { expect, test } from 'vitest';
import { idsOf } from './run-against-mock.ts';
import { type MakeService, runAtOnce } from './run-against-service.ts';

const NOTE = `{type: object, required: [id, title, text], properties: {id: {type: integer}, title: {type: string, minLength: 1}, text: {type: string, nullable: true}}}`;

/** `text`: what a request may have for it. */
const documentWith = (text: string): string => `
openapi: 3.0.3
info: {title: Notes, version: '1'}
paths:
  /notes:
    get: {responses: {'200': {description: all, content: {application/json: {schema: {type: array, items: ${NOTE}}}}}}}
    post:
      requestBody: {required: true, content: {application/json: {schema: {type: object, required: [title], properties: {title: {type: string, minLength: 1}, text: ${text}}}}}}
      responses: {'201': {description: made, content: {application/json: {schema: ${NOTE}}}}, '422': {description: no}}
  /notes/{note}:
    parameters: [{name: note, in: path, required: true, schema: {type: integer}}]
    get: {responses: {'200': {description: one, content: {application/json: {schema: ${NOTE}}}}, '404': {description: no}}}
`;

/** `kept`: what is kept of a text. */
const notes =
  (kept: (text: string) => string | null): MakeService =>
  () => {
    const all: { readonly id: number; readonly title: string; readonly text: string | null }[] = [];
    return ({ method, path, json }) => {
      const key = path.split('/')[2];
      const one = all.find(({ id }) => String(id) === key);
      if (key !== undefined) return one === undefined ? { status: 404 } : { status: 200, body: one };
      if (method === 'GET') return { status: 200, body: all };
      const sent: Record<string, unknown> = typeof json === 'object' && json !== null ? { ...json } : {};
      const { title, text = null } = sent;
      if (typeof title !== 'string' || title === '' || (text !== null && typeof text !== 'string'))
        return { status: 422 };
      all.push({ id: all.length + 1, title, text: text === null ? null : kept(text) });
      return { status: 201, body: all.at(-1) };
    };
  };

test.each([
  ['as it is', (text: string) => text, []],
  ['as none where it is empty', (text: string) => (text === '' ? null : text), []],
  ['as none', () => null, ['collections.created-as-sent']],
] as const)('a text that is kept %s', async (_name, kept, blamed) => {
  const run = await runAtOnce(documentWith('{type: string, nullable: true}'), notes(kept));
  expect(idsOf(run, 'fail')).toEqual(expect.arrayContaining([...blamed]));
  expect(idsOf(run, 'fail').length > 0).toBe(blamed.length > 0);
});

test('a text that is kept as none, where answers alone may have null for it', async () => {
  const run = await runAtOnce(
    documentWith('{type: string}'),
    notes(() => null),
  );
  expect(idsOf(run, 'fail')).toContain('resources.made-as-asked');
});
