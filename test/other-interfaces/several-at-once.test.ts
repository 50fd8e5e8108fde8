import { describe, expect, test } from 'vitest';
import { alarms, blames } from '../lives/run-lives.ts';
import { loadOnce } from '../specs/load-files.ts';
import { blamed, idsOf, runAgainstMock } from './run-against-mock.ts';
import { type MakeService, runAtOnce } from './run-against-service.ts';
import { behindKey, type Entry, isObject, isText, Shelf } from './shelf.ts';

/** Creations of several entries at once: each of them is made, or the answer says that it was not; or all of them, or none. */

const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;
const ref = (name: string): string => `{$ref: '#/components/schemas/${name}'}`;
const REFUSALS = `'400': {description: no}, '401': {description: who}, '404': {description: none}`;
const CHECK = 'collections.refused-creates-nothing';
const LIST = (of: string): string => `{type: array, minItems: 1, maxItems: 20, items: ${ref(of)}}`;

const documentOf = (words: string, isWrapped = false): string => `
openapi: 3.0.3
info: {title: Notes, version: '1'}
security: [{key: []}]
paths:
  /notes:
    get: {operationId: list, responses: {'200': {description: all, ${json(`{type: array, items: ${ref('Note')}}`)}}, '401': {description: who}}}
    post: {operationId: make, requestBody: {required: true, ${json(ref('Made'))}}, responses: {'201': {description: made, ${json(ref('Note'))}}, ${REFUSALS}}}
  /notes/batch:
    post: {operationId: makeSeveral, description: '${words}', requestBody: {required: true, ${json(isWrapped ? `{type: object, required: [notes], properties: {notes: ${LIST('Made')}}}` : LIST('Made'))}}, responses: {'201': {description: made, ${json(`{type: array, items: ${ref('Note')}}`)}}, ${REFUSALS}}}
  /notes/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
    get: {operationId: read, responses: {'200': {description: it, ${json(ref('Note'))}}, ${REFUSALS}}}
    delete: {operationId: remove, responses: {'204': {description: gone}, ${REFUSALS}}}
components:
  securitySchemes: {key: {type: http, scheme: bearer}}
  schemas:
    Made: {type: object, required: [title], properties: {title: {type: string, minLength: 1, maxLength: 80}}}
    Note: {type: object, required: [id, title], properties: {id: {type: integer}, title: {type: string}}}
`;

type Ways = {
  /** What of the items is made, and in which order they come. */
  readonly makes?: (items: readonly unknown[]) => readonly unknown[];
  /** What a batch with a broken item leaves. */
  readonly leaves?: (items: readonly unknown[]) => readonly unknown[];
  readonly shows?: (made: readonly Entry[]) => readonly Entry[];
  readonly shelf?: Shelf;
};

function notes({
  makes = (items) => items,
  leaves = () => [],
  shows = (made) => made,
  shelf = new Shelf(),
}: Ways = {}): MakeService {
  return behindKey(() => {
    const isFine = (item: unknown): item is Entry => isObject(item) && isText(item['title']);
    const add = (item: unknown): Entry => shelf.add({ title: isObject(item) ? item['title'] : '' });
    return ({ method, json: body }, [, id]) => {
      if (id === undefined && method === 'GET') return { status: 200, body: shelf.all };
      if (id === undefined) return isFine(body) ? { status: 201, body: add(body) } : { status: 400 };
      if (id === 'batch') {
        const items: unknown = isObject(body) ? body['notes'] : body;
        if (!Array.isArray(items) || items.length === 0 || items.length > 20) return { status: 400 };
        if (!items.every(isFine)) {
          for (const item of leaves(items)) if (isFine(item)) add(item);
          return { status: 400 };
        }
        const made = items.map((item) =>
          makes(items).includes(item) ? add(item) : { id: 99_999, title: item['title'] },
        );
        return { status: 201, body: shows(made) };
      }
      const note = shelf.at(id);
      if (note === undefined) return { status: 404 };
      if (method === 'GET') return { status: 200, body: note };
      shelf.take(note);
      return { status: 204 };
    };
  });
}

const ATOMIC = documentOf('All or nothing. Where one item is broken, none is made.');
const WRAPPED = documentOf('The whole batch is atomic.', true);
const SILENT = documentOf('Makes several.');
const TOLD = documentOf('The answer has one entry for each note, in the order of the request.');
const MADE = 'resources.several-made';

describe('several at once', () => {
  test.each<readonly [name: string, document: string, ways: Ways]>([
    ['are all made, or none', ATOMIC, {}],
    ['are all made, or none, in a member', WRAPPED, {}],
    ['are made one by one, and the document says nothing', SILENT, { leaves: (items) => items }],
    [
      'come in another order, of which the document says nothing',
      SILENT,
      { shows: (made) => made.toReversed() },
    ],
    ['are shown in part alone', SILENT, { shows: (made) => made.slice(0, 1) }],
    ['are each shown in their order', TOLD, {}],
  ])('%s: no fault', async (_name, document, ways) => {
    const run = await runAtOnce(document, notes(ways));
    expect(alarms(run)).toEqual([]);
    expect(run.verdict.exitCode).toBe(0);
  });

  test.each(['quick', 'thorough'] as const)('a %s run: no fault', async (profile) => {
    const run = await runAtOnce(ATOMIC, notes(), { profile });
    expect(alarms(run)).toEqual([]);
    expect(run.verdict.exitCode).toBe(0);
  });

  test.each<readonly [name: string, document: string, ways: Ways, check: string]>([
    ['are made up to the broken one', ATOMIC, { leaves: (items) => items }, CHECK],
    ['are made up to the broken one, in a member', WRAPPED, { leaves: (items) => items }, CHECK],
    ['come in another order', TOLD, { shows: (made) => made.toReversed() }, MADE],
    ['are shown in part alone, and the document has each', TOLD, { shows: (made) => made.slice(1) }, MADE],
    [
      'are made and shown in part alone',
      SILENT,
      { makes: (items) => items.slice(0, 1), shows: (made) => made.slice(0, 1) },
      MADE,
    ],
    ['are shown and not made', SILENT, { makes: () => [] }, 'collections.listed'],
    [
      'have the text of another one',
      SILENT,
      {
        shows: (made) =>
          made.map((one, at) => ({ ...one, title: `${String(one['title'])}${at > 0 ? '!' : ''}` })),
      },
      'collections.created-as-sent',
    ],
  ])('%s: found', async (_name, document, ways, check) => {
    expect(blames(await runAtOnce(document, notes(ways)))).toContain(check);
  });

  test('what a run made at once it takes away again', async () => {
    const shelf = new Shelf();
    await runAtOnce(SILENT, notes({ shelf }));
    expect(shelf.all.map(({ title }) => title)).toEqual([]);
  });

  test.each([ATOMIC, WRAPPED, SILENT, TOLD])('the mock makes each of them', async (document) => {
    const loaded = await loadOnce({ 'openapi.yaml': document });
    if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
    const run = await runAgainstMock(loaded.interface);
    expect(blamed(run)).toEqual([]);
    expect(idsOf(run, 'pass')).toContain(MADE);
  });
});
