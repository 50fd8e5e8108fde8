import { describe, expect, test } from 'vitest';
import { alarms, blames } from '../lives/run-lives.ts';
import { loadOnce } from '../specs/load-files.ts';
import { runAgainstMock } from './run-against-mock.ts';
import { type MakeService, runAtOnce } from './run-against-service.ts';
import { behindKey, type Entry, isObject, isText, Shelf } from './shelf.ts';

/** What is removed may be asked for in lists, and brought back. */

const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;
const ref = (name: string): string => `{$ref: '#/components/schemas/${name}'}`;
const REFUSALS = `'400': {description: no}, '401': {description: who}, '404': {description: none}`;

/** What a document may say of second times, and of a read that is not asked for what was removed. */
type Told = { readonly read?: string; readonly remove?: string; readonly restore?: string };

const TOLD: Told = {
  read: 'parameters: [{name: include_deleted, in: query, description: With true a deleted note is answered too., schema: {type: boolean, default: false}}],',
  remove: 'description: "The note is kept. A second time the answer is `404`.",',
  restore: 'description: "Refused with `409` if the note is not deleted.",',
};

const documentOf = (verb = 'restore', status = '200', told: Told = {}): string => `
openapi: 3.0.3
info: {title: Notes, version: '1'}
security: [{key: []}]
paths:
  /notes:
    get:
      operationId: list
      parameters: [{name: include_deleted, in: query, description: Also shows deleted notes., schema: {type: boolean, default: false}}]
      responses: {'200': {description: all, ${json(`{type: array, items: ${ref('Note')}}`)}}, ${REFUSALS}}
    post: {operationId: make, requestBody: {required: true, ${json(ref('Made'))}}, responses: {'201': {description: made, ${json(ref('Note'))}}, ${REFUSALS}}}
  /notes/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
    get: {operationId: read, ${told.read ?? ''} responses: {'200': {description: it, ${json(ref('Note'))}}, ${REFUSALS}}}
    delete: {operationId: remove, ${told.remove ?? ''} responses: {'204': {description: gone}, ${REFUSALS}}}
  /notes/{id}/${verb}:
    parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
    post: {operationId: restore, ${told.restore ?? ''} responses: {'${status}': {description: done, ${json(ref('Note'))}}, ${REFUSALS}, '409': {description: not so}}}
components:
  securitySchemes: {key: {type: http, scheme: bearer}}
  schemas:
    Made: {type: object, required: [title], properties: {title: {type: string, minLength: 1, maxLength: 80}}}
    Note: {type: object, required: [id, title], properties: {id: {type: integer}, title: {type: string}, deleted_at: {type: string, format: date-time, nullable: true}}}
`;

const WITHOUT_DEFAULT = documentOf().replace('{type: boolean, default: false}', '{type: boolean}');
const SILENT = documentOf('undelete')
  .replace(/ *parameters: \[\{name: include_deleted.*\n/, '')
  .replace(/\n {2}\/notes\/\{id\}\/undelete:\n.*\n.*/, '');

const LEAVES = SILENT.replace(
  'operationId: remove,',
  'operationId: remove, description: The note leaves the list and can still be read.,',
);

const CHANGED = (words: string): string =>
  documentOf().replace(
    '    delete: {operationId: remove,',
    `    patch:
      operationId: change
      description: ${JSON.stringify(words)}
      requestBody: {required: true, ${json('{type: object, minProperties: 1, properties: {title: {type: string, minLength: 1, maxLength: 80}}}')}}
      responses: {'200': {description: changed, ${json(ref('Note'))}}, ${REFUSALS}, '409': {description: not so}}
    delete: {operationId: remove,`,
  );

type Ways = {
  /** What was removed is changed like everything else. */
  readonly changesRemoved?: boolean;
  /** A read shows what was removed, with the time. */
  readonly showsRemoved?: boolean | 'asked';
  /** What was removed is removed again with success. */
  readonly removesAgain?: boolean;
  /** What a restoration of what is there gets. */
  readonly ofThere?: number;
  readonly status?: number;
  readonly restores?: (note: Entry) => Entry;
  /** What is brought back is in no list. */
  readonly listsRestored?: boolean;
  /** Lists that are asked for what was removed show it; `always`: whatever they are asked for. */
  readonly listsRemoved?: boolean | 'always';
};

const NOW = '2030-01-02T10:00:00Z';
const back = (note: Entry): Entry =>
  Object.fromEntries(Object.entries(note).filter(([name]) => name !== 'deleted_at'));

function notes({
  changesRemoved = false,
  showsRemoved = false,
  removesAgain = false,
  ofThere = 409,
  status = 200,
  restores = back,
  listsRestored = true,
  listsRemoved = true,
}: Ways = {}): MakeService {
  return behindKey(() => {
    const shelf = new Shelf();
    const unlisted = new Set<unknown>();
    const isRemoved = (note: Entry): boolean => note['deleted_at'] !== undefined;
    return ({ method, json: body, query }, [, id, verb]) => {
      const asked = query.get('include_deleted') ?? 'false';
      if (method === 'GET' && asked !== 'true' && asked !== 'false') return { status: 400 };
      if (id === undefined && method === 'GET') {
        const isAsked = listsRemoved === 'always' || (asked === 'true' && listsRemoved);
        const isListed = (note: Entry): boolean => (isRemoved(note) ? isAsked : !unlisted.has(note['id']));
        return { status: 200, body: shelf.all.filter(isListed) };
      }
      if (id === undefined)
        return isObject(body) && isText(body['title'])
          ? { status: 201, body: shelf.add({ title: body['title'] }) }
          : { status: 400 };
      const note = shelf.at(id);
      if (note === undefined) return { status: 404 };
      if (verb !== undefined) {
        if (!isRemoved(note) && ofThere >= 300) return { status: ofThere };
        if (!listsRestored) unlisted.add(note['id']);
        const restored = shelf.put(restores(note));
        return { status, body: back(restored) };
      }
      if (method === 'PATCH') {
        if (!isObject(body) || Object.keys(body).length === 0) return { status: 400 };
        const { title = note['title'] } = body;
        if (!isText(title)) return { status: 400 };
        if (isRemoved(note) && !changesRemoved) return { status: 409 };
        return { status: 200, body: shelf.put({ ...note, title }) };
      }
      const isShown = showsRemoved === 'asked' ? asked === 'true' : showsRemoved;
      if (isRemoved(note) && (method === 'GET' ? !isShown : !removesAgain)) return { status: 404 };
      if (method === 'GET') return { status: 200, body: note };
      shelf.put({ ...note, deleted_at: NOW });
      return { status: 204 };
    };
  });
}

describe('what was removed', () => {
  test.each<readonly [name: string, document: string, ways: Ways]>([
    ['is brought back', documentOf(), {}],
    [
      'is brought back under another title',
      documentOf(),
      { restores: (note) => ({ ...back(note), title: `${String(note['title'])} (2)` }) },
    ],
    ['is shown meanwhile', documentOf(), { showsRemoved: true }],
    ['is shown meanwhile, where no default is told', WITHOUT_DEFAULT, { showsRemoved: true }],
    [
      'is shown and listed, where nothing is said of it',
      SILENT,
      { showsRemoved: true, listsRemoved: 'always' },
    ],
    ['is shown, and leaves the list as it is said', LEAVES, { showsRemoved: true, listsRemoved: false }],
    ['is removed again where nothing else is said', documentOf(), { removesAgain: true }],
    ['is shown to whoever asks for it', documentOf('restore', '200', TOLD), { showsRemoved: 'asked' }],
    [
      'is shown to nobody, since the removal is said to be permanent',
      documentOf('restore', '200', {
        read: TOLD.read ?? '',
        remove: 'description: Deletes the note permanently.,',
      }),
      { listsRemoved: false },
    ],
    ['is left as it is', CHANGED('It can not be changed until it is restored.'), { showsRemoved: true }],
    [
      'is changed, where nothing is said of that',
      CHANGED('Deleted notes may be changed.'),
      { showsRemoved: true, changesRemoved: true },
    ],
    ['is brought back, and so is what is there', documentOf('undelete'), { ofThere: 200 }],
    ['is brought back some day', documentOf('restore', '202'), { status: 202, restores: (note) => note }],
  ])('%s: no fault', async (_name, document, ways) => {
    const run = await runAtOnce(document, notes(ways));
    expect(alarms(run)).toEqual([]);
    expect(run.verdict.exitCode).toBe(0);
  });

  test('the mock shows it where a list is asked for it', async () => {
    const loaded = await loadOnce({ 'openapi.yaml': documentOf() });
    if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
    const run = await runAgainstMock(loaded.interface);
    expect(alarms(run)).toEqual([]);
  });

  test.each(['quick', 'thorough'] as const)('a %s run: no fault', async (profile) => {
    const run = await runAtOnce(documentOf(), notes(), { profile });
    expect(alarms(run)).toEqual([]);
    expect(run.verdict.exitCode).toBe(0);
  });

  test.each<readonly [name: string, document: string, ways: Ways, check: string]>([
    ['is not brought back', documentOf(), { restores: (note) => note }, 'resources.action-stored'],
    [
      'is brought back without what it had',
      documentOf(),
      { restores: (note) => ({ ...back(note), title: '' }) },
      'resources.action-stored',
    ],
    [
      'is not brought back, and nothing is refused',
      documentOf('undelete'),
      { ofThere: 200, restores: (note) => note },
      'resources.action-stored',
    ],
    [
      'is still called removed',
      documentOf(),
      { showsRemoved: true, restores: (note) => note },
      'resources.action-stored',
    ],
    [
      'is removed again, though the document refuses it',
      documentOf('restore', '200', TOLD),
      { showsRemoved: 'asked', removesAgain: true },
      'resources.removed-is-gone',
    ],
    [
      'is shown to whoever does not ask for it',
      documentOf('restore', '200', TOLD),
      { showsRemoved: true },
      'resources.removed-is-gone',
    ],
    [
      'is brought back where it is, though the document refuses it',
      documentOf('restore', '200', TOLD),
      { showsRemoved: 'asked', ofThere: 200 },
      'resources.action-stored',
    ],
    [
      'is still listed, though it leaves the list',
      LEAVES,
      { showsRemoved: true, listsRemoved: 'always' },
      'resources.removed-is-gone',
    ],
    ['is in no list when it is back', documentOf(), { listsRestored: false }, 'resources.action-stored'],
    [
      'is not shown to whoever asks for it',
      documentOf('restore', '200', TOLD),
      { showsRemoved: false },
      'resources.removed-is-gone',
    ],
    ['is in no list that asks for it', documentOf(), { listsRemoved: false }, 'resources.removed-is-gone'],
    [
      'is shown, and in no list that asks for it',
      documentOf(),
      { showsRemoved: true, listsRemoved: false },
      'resources.removed-is-gone',
    ],
    [
      'is changed although the document refuses it',
      CHANGED('It can not be changed until it is restored.'),
      { showsRemoved: true, changesRemoved: true },
      'resources.removed-is-gone',
    ],
    [
      'is shown, and in lists that are not asked for it',
      documentOf(),
      { showsRemoved: true, listsRemoved: 'always' },
      'resources.removed-is-gone',
    ],
    [
      'is shown, and in lists that are not asked for it by a parameter without a default',
      WITHOUT_DEFAULT,
      { showsRemoved: true, listsRemoved: 'always' },
      'resources.removed-is-gone',
    ],
  ])('%s: found', async (_name, document, ways, check) => {
    expect(blames(await runAtOnce(document, notes(ways)))).toContain(check);
  });
});
