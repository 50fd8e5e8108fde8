import { expect, test } from 'vitest';
import { loadFiles } from '../../test/specs/load-files.ts';
import type { Interface } from './model.ts';
import { filterAdvice, withSelection } from './selection.ts';

const DOCUMENT = `openapi: 3.1.1
info: {title: T, version: '1'}
components: {schemas: {Thing: {type: object, required: [id], properties: {id: {type: string, readOnly: true}, name: {type: string}}}}}
paths:
  /things:
    get: {operationId: listThings, tags: [public], responses: {200: {description: d, content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Thing'}}}}}}}
    post: {operationId: createThing, tags: [edit things], requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Thing'}}}}, responses: {201: {description: d, content: {application/json: {schema: {$ref: '#/components/schemas/Thing'}}}}}}
  /things/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: string}}]
    get: {operationId: readThing, tags: [public], responses: {200: {description: d, content: {application/json: {schema: {$ref: '#/components/schemas/Thing'}}}}}}
    delete: {operationId: things.delete, responses: {204: {description: d}}}
  /admin/users/{id}/keys:
    parameters: [{name: id, in: path, required: true, schema: {type: string}}]
    get: {tags: [public], responses: {204: {description: d}}}
`;

async function document(): Promise<Interface> {
  const loaded = await loadFiles({ 'openapi.yaml': DOCUMENT });
  if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
  return loaded.interface;
}

const ALL = ['listThings', 'createThing', 'readThing', 'things.delete', 'GET /admin/users/{id}/keys'];
const [LIST, CREATE, READ, DELETE, KEYS] = ALL;

test.each<readonly [filter: string, matches: readonly (string | undefined)[]]>([
  ['listThings', [LIST]],
  ['*Thing', [CREATE, READ]],
  ['things.*', [DELETE]],
  ['GET', [LIST, READ, KEYS]],
  ['DELETE', [DELETE]],
  ['public', [LIST, READ, KEYS]],
  ['tag:edit things', [CREATE]],
  ['id:readThing', [READ]],
  ['/things', [LIST, CREATE]],
  ['/things/*', [READ, DELETE]],
  ['/things/{id}', [READ, DELETE]],
  ['/things/**', [LIST, CREATE, READ, DELETE]],
  ['/**/keys', [KEYS]],
  ['/admin/**', [KEYS]],
  ['/admin/*', []],
  ['/**', ALL],
  ['get /things/**', [LIST, READ]],
  ['GET /admin/users/{id}/keys', [KEYS]],
  ['POST /things/*', []],
  ['id:GET', []],
  ['tag:listThings', []],
  ['/thing.', []],
])('withSelection() and filterAdvice() know what %s is', async (filter, matches) => {
  const whole = await document();
  const reached = (chosen: Interface): readonly string[] =>
    chosen.operations.filter(({ outOfReach }) => outOfReach === undefined).map(({ id }) => id);
  expect(reached(withSelection(whole, { include: [filter] }))).toEqual(matches);
  expect(reached(withSelection(whole, { exclude: [filter] }))).toEqual(
    ALL.filter((id) => !matches.includes(id)),
  );
  expect(filterAdvice(filter, whole) === undefined).toBe(matches.length > 0);
});

test('withSelection() leaves operations in the document, with the reason, and nothing to ask', async () => {
  const chosen = withSelection(await document(), {
    include: ['/things/**'],
    exclude: ['DELETE', 'createThing'],
  });
  expect(chosen.operations.map(({ id, outOfReach }) => [id, outOfReach])).toEqual([
    [LIST, undefined],
    [CREATE, 'left out by --exclude createThing'],
    [READ, undefined],
    [DELETE, 'left out by --exclude DELETE'],
    [KEYS, 'not among --include /things/**'],
  ]);
  expect(chosen.operations[1]).toMatchObject({
    documentation: 'named',
    responses: [],
    requestBody: undefined,
  });
});

test('withSelection() takes collections that are not whole apart, and is the same when done again', async () => {
  const whole = await document();
  expect(whole.collections).toHaveLength(1);
  expect(withSelection(whole, { exclude: ['createThing'] }).collections).toEqual([]);
  expect(withSelection(whole, { exclude: ['readThing'] }).collections).toMatchObject([{ read: undefined }]);
  const once = withSelection(whole, { include: ['GET'] });
  expect(withSelection(once, { include: ['GET'] })).toEqual(once);
  expect(withSelection(whole, {})).toBe(whole);
});

test.each([
  ['listThing', 'did you mean "listThings"?'],
  ['tag:publik', 'did you mean "public"?'],
  ['/thing', 'did you mean "/things"?'],
  ['something else', 'choose one of: listThings, /things'],
])('filterAdvice() says what would be right in place of %s', async (filter, advice) => {
  expect(filterAdvice(filter, await document())).toContain(advice);
});
