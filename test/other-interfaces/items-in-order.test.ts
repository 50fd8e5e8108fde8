import { expect, test } from 'vitest';
import { loadOnce } from '../specs/load-files.ts';
import { blamed, idsOf, runAgainstMock } from './run-against-mock.ts';
import { type MakeService, runAtOnce } from './run-against-service.ts';
import { behindKey, type Entry, isObject, isText, Shelf } from './shelf.ts';

/** Lists of words of which the document says in which order they come back. */

const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;
const REFUSALS = `'400': {description: no}, '401': {description: who}, '404': {description: none}`;

const documentOf = (words: string): string => {
  const members = `title: {type: string, minLength: 1, maxLength: 80}, labels: {type: array, maxItems: 8, description: ${JSON.stringify(words)}, items: {type: string, pattern: '^[a-z0-9]{1,20}$'}}`;
  const shown = `{type: object, required: [id, title, labels], properties: {id: {type: integer}, ${members}}}`;
  const note = json(shown);
  const sent = `requestBody: {required: true, ${json(`{type: object, required: [title, labels], properties: {${members}}}`)}}`;
  return `
openapi: 3.0.3
info: {title: Notes, version: '1'}
security: [{key: []}]
paths:
  /notes:
    get: {operationId: list, responses: {'200': {description: all, ${json(`{type: array, items: ${shown}}`)}}, '401': {description: who}}}
    post: {operationId: make, ${sent}, responses: {'201': {description: made, ${note}}, ${REFUSALS}}}
  /notes/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
    get: {operationId: read, responses: {'200': {description: it, ${note}}, ${REFUSALS}}}
    put: {operationId: replace, ${sent}, responses: {'200': {description: changed, ${note}}, ${REFUSALS}}}
    delete: {operationId: remove, responses: {'204': {description: gone}, ${REFUSALS}}}
components: {securitySchemes: {key: {type: http, scheme: bearer}}}
`;
};
const TOLD = documentOf('In the order in which they were given.');

type Kept = (labels: readonly string[], method: string) => readonly string[];

const areLabels = (value: unknown): value is readonly string[] =>
  Array.isArray(value) &&
  value.length <= 8 &&
  value.every((one) => typeof one === 'string' && /^[a-z0-9]{1,20}$/.test(one));

const notes = (kept: Kept): MakeService =>
  behindKey(() => {
    const shelf = new Shelf();
    return ({ method, json: body }, [, id]) => {
      const found = id === undefined ? undefined : shelf.at(id);
      if (id !== undefined && found === undefined) return { status: 404 };
      if (method === 'GET') return { status: 200, body: found ?? shelf.all };
      if (method === 'DELETE' && found !== undefined) {
        shelf.take(found);
        return { status: 204 };
      }
      if (!isObject(body) || !isText(body['title']) || !areLabels(body['labels'])) return { status: 400 };
      const members: Entry = { title: body['title'], labels: kept(body['labels'], method) };
      return found === undefined
        ? { status: 201, body: shelf.add(members) }
        : { status: 200, body: shelf.put({ ...found, ...members }) };
    };
  });

const sorted: Kept = (labels) => labels.toSorted();

test.each<readonly [string, string, Kept]>([
  ['keeps the order', TOLD, (labels) => labels],
  ['sorts, where the document is silent', documentOf('The labels.'), sorted],
  [
    'sorts, where they may come in any order',
    documentOf('Not always in the order in which they were given.'),
    sorted,
  ],
])('nobody is blamed who %s', async (_name, document, kept) => {
  const run = await runAtOnce(document, notes(kept));
  expect(idsOf(run, 'fail')).toEqual([]);
  expect(run.verdict.exitCode).toBe(0);
});

test.each<readonly [string, string, Kept]>([
  ['on creation', 'collections.created-as-sent', sorted],
  [
    'on replacement',
    'resources.update-stored',
    (labels, method) => (method === 'PUT' ? sorted(labels, method) : labels),
  ],
])(
  'items that are sorted %s, where the document says that they stay in order, are blamed',
  async (_name, finds, kept) => {
    const run = await runAtOnce(TOLD, notes(kept));
    expect(idsOf(run, 'fail')).toContain(finds);
  },
);

test("assay's own mock keeps the order", async () => {
  const loaded = await loadOnce({ 'openapi.yaml': TOLD });
  if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
  expect(blamed(await runAgainstMock(loaded.interface))).toEqual([]);
});
