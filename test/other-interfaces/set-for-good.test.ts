import { expect, test } from 'vitest';
import { loadOnce } from '../specs/load-files.ts';
import { idsOf, runAgainstMock } from './run-against-mock.ts';
import { type MakeService, runAtOnce } from './run-against-service.ts';

/** Shelves whose code a creation takes, and of which the words of their updates say that it cannot be changed: no body of these has it. */

const documentWith = (type: string, words: string): string => `
openapi: 3.1.0
info: {title: Shelves, version: '1'}
paths:
  /shelves:
    post:
      requestBody:
        required: true
        content:
          ${type}:
            schema: {type: object, required: [code, label], properties: {code: {type: string, pattern: '^[A-Z]{2}[0-9]{4}$'}, label: {type: string, maxLength: 60}}}
      responses:
        '201': {description: made, content: {application/json: {schema: {$ref: '#/components/schemas/Shelf'}}}}
        '400': {description: not valid}
  /shelves/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: string}}]
    get:
      responses:
        '200': {description: the shelf, content: {application/json: {schema: {$ref: '#/components/schemas/Shelf'}}}}
        '404': {description: none}
    put:
      description: ${words}
      requestBody:
        required: true
        content:
          ${type}: {schema: {type: object, required: [label], properties: {label: {type: string, maxLength: 60}}}}
      responses:
        '200': {description: the shelf, content: {application/json: {schema: {$ref: '#/components/schemas/Shelf'}}}}
        '400': {description: not valid}
        '404': {description: none}
components:
  schemas:
    Shelf: {type: object, required: [id, code, label], properties: {id: {type: string}, code: {type: string}, label: {type: string}}}
`;

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';
const WORDS = 'Replaces the label. The code of a shelf cannot be changed.';

type Shelf = { readonly id: string; readonly code: string; readonly label: string };

const shelves =
  (updated: (shelf: Shelf, sent: Shelf) => Partial<Shelf> | undefined): MakeService =>
  () => {
    const made = new Map<string, Shelf>();
    return ({ method, path, text, json }) => {
      const known = made.get(path.slice('/shelves/'.length));
      if (method !== 'POST' && known === undefined) return { status: 404 };
      if (method === 'GET') return { status: 200, body: known };
      const sent = text.startsWith('{') ? json : Object.fromEntries(new URLSearchParams(text));
      const { code, label } = Object(sent);
      const isFine = typeof label === 'string' && label.length <= 60 && (json ?? label) !== null;
      const isCode = known !== undefined || /^[A-Z]{2}[0-9]{4}$/.test(typeof code === 'string' ? code : '');
      const own = known ?? { id: String(made.size + 1), code, label };
      const changes = known === undefined ? {} : updated(own, { ...own, ...Object(sent) });
      if (!isFine || !isCode || changes === undefined) return { status: 400 };
      const next = { ...own, label, ...changes };
      made.set(own.id, next);
      return { status: known === undefined ? 201 : 200, body: next };
    };
  };

const keeps = shelves(() => ({}));
const refuses = shelves((shelf, sent) => (sent.code === shelf.code ? {} : undefined));
const takes = shelves((_shelf, { code }) => ({ code }));

test.each([JSON_TYPE, FORM_TYPE])('a code that no update has in its body stays, in %s', async (type) => {
  const document = documentWith(type, WORDS);
  const [kept, refused, taken] = [
    await runAtOnce(document, keeps),
    await runAtOnce(document, refuses),
    await runAtOnce(document, takes),
  ];
  expect([...idsOf(kept, 'fail'), ...idsOf(refused, 'fail')]).toEqual([]);
  expect(idsOf(kept, 'pass')).toContain('resources.read-only-kept');
  expect(idsOf(taken, 'fail')).toEqual(['resources.read-only-kept']);
});

test.each([
  'Replaces the label.',
  'The code of a shelf cannot be changed once it is in use.',
  'The code cannot be changed to one that is in use.',
  'The code of the first shelf cannot be changed.',
])('nothing is said of all codes by "%s"', async (words) => {
  const taken = await runAtOnce(documentWith(JSON_TYPE, words), takes);
  expect(idsOf(taken, 'fail')).toEqual([]);
});

test('the mock keeps it', async () => {
  const loaded = await loadOnce({ 'openapi.yaml': documentWith(JSON_TYPE, WORDS) });
  if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
  const mocked = await runAgainstMock(loaded.interface);
  expect(idsOf(mocked, 'fail')).toEqual([]);
  expect(idsOf(mocked, 'pass')).toContain('resources.read-only-kept');
});
