import { expect, test } from 'vitest';
import { alarms, blames } from '../lives/run-lives.ts';
import { loadOnce } from '../specs/load-files.ts';
import { blamed, runAgainstMock } from './run-against-mock.ts';
import { type MakeService, type Reply, runAtOnce } from './run-against-service.ts';
import { type Entry, isObject, isText, Shelf } from './shelf.ts';

/** Pets that a PUT on their list replaces: the body alone says which (`PUT /pets` of `{id, name, kind}`). */

const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;
const PET = '{$ref: "#/components/schemas/Pet"}';
const SENT = `{required: true, ${json(PET)}}`;
const ONE = `{description: one, ${json(PET)}}`;

const READ_ALONE = `
  /pets/{petId}:
    parameters: [{name: petId, in: path, required: true, schema: {type: integer}}]
    get: {responses: {'200': ${ONE}, '404': {description: none}}}
    delete: {responses: {'204': {description: gone}, '404': {description: none}}}`;
const document = (below = READ_ALONE): string => `
openapi: 3.0.3
info: {title: Pets, version: '1'}
paths:
  /pets:
    get: {responses: {'200': {description: all, ${json(`{type: array, items: ${PET}}`)}}}}
    post: {requestBody: ${SENT}, responses: {'201': ${ONE}, '400': {description: no}}}
    put: {requestBody: ${SENT}, responses: {'200': ${ONE}, '400': {description: no}, '404': {description: none}}}${below}
components:
  schemas:
    Pet:
      type: object
      required: [name, kind]
      properties: {id: {type: integer}, name: {type: string, maxLength: 80}, kind: {type: string, maxLength: 80}}
`;

type Ways = {
  readonly keeps?: (before: Entry, now: Entry) => Entry;
  /** The entry that an update of another one changes, too. */
  readonly takes?: (all: readonly Entry[], one: Entry) => readonly Entry[];
  readonly takesAny?: true;
};

/** `others`: what was there before. */
const pets =
  (
    { keeps = (_, now) => now, takes = (_, one) => [one], takesAny }: Ways,
    others: readonly string[] = [],
  ): MakeService =>
  () => {
    const shelf = new Shelf();
    for (const name of others) shelf.add({ name, kind: 'cat' });
    return ({ method, path, json: sent }): Reply => {
      const [, place, id] = path.split('/');
      if (place !== 'pets') return { status: 404 };
      const { id: named, name, kind } = isObject(sent) ? sent : {};
      const isFit = isText(name, 0) && isText(kind, 0);
      if (id === undefined) {
        if (method === 'GET') return { status: 200, body: shelf.all };
        if (method !== 'POST' && method !== 'PUT') return { status: 405 };
        const isNumber = named === undefined || Number.isInteger(named);
        if ((!isFit || !isNumber) && takesAny === undefined) return { status: 400 };
        if (method === 'POST') return { status: 201, body: shelf.add({ name, kind }) };
        const one = shelf.at(String(named));
        if (one === undefined) return { status: 404 };
        for (const each of takes(shelf.all, one)) shelf.put(keeps(each, { ...each, name, kind }));
        return { status: 200, body: { ...one, name, kind } };
      }
      const one = shelf.at(id);
      if (one === undefined) return { status: 404 };
      if (method === 'DELETE') shelf.take(one);
      if (method === 'GET' || method === 'DELETE')
        return method === 'GET' ? { status: 200, body: one } : { status: 204 };
      return { status: 405 };
    };
  };

/** The names that the bodies of updates had, as numbers. */
function namesSent(run: Awaited<ReturnType<typeof runAtOnce>>): readonly unknown[] {
  return run.asked
    .filter(({ method }) => method === 'PUT')
    .flatMap(({ json: sent }) => (isObject(sent) ? [sent['id']] : []));
}

test('what a PUT on the list names in its body is changed, and nothing else', async () => {
  const run = await runAtOnce(document(), pets({}, ['Tom', 'Kit', 'Pip']));
  expect(alarms(run)).toEqual([]);
  expect(run.verdict.exitCode).toBe(0);
  const names = namesSent(run).filter((one) => Number.isInteger(one));
  expect(names.length).toBeGreaterThan(5);
  // Those of others are the first three.
  expect(names.filter((one) => [1, 2, 3].includes(Number(one)))).toEqual([]);
});

test.each<readonly [words: string, ways: Ways, check: string]>([
  ['keeps the kind that it had', { keeps: ({ kind }, now) => ({ ...now, kind }) }, 'resources.update-stored'],
  ['changes all of them', { takes: (all) => all }, 'resources.others-unchanged'],
  ['changes the first one', { takes: ([first = {}]) => [first] }, 'resources.update-stored'],
  ['takes any body', { takesAny: true }, 'validation.wrong-type'],
])('a service that %s is found out', async (_words, ways, check) => {
  expect(blames(await runAtOnce(document(), pets(ways, ['Tom'])))).toContain(check);
});

test('where nothing reads one, its list shows what became of it', async () => {
  const bare = document('');
  const honest = await runAtOnce(bare, pets({}));
  expect(alarms(honest)).toEqual([]);
  expect(namesSent(honest).length).toBeGreaterThan(2);
  const faulty = await runAtOnce(bare, pets({ keeps: ({ kind }, now) => ({ ...now, kind }) }));
  expect(blames(faulty)).toContain('resources.update-stored');
});

test('a word for the update may stand behind the list', async () => {
  const text = document()
    .replace('    put:', '  /pets/update:\n    put:')
    .replace('  /pets/{petId}', '\n  /pets/{petId}');
  const make: MakeService = () => {
    const answer = pets({ keeps: ({ kind }, now) => ({ ...now, kind }) })();
    return (asked) => answer({ ...asked, path: asked.path.replace('/pets/update', '/pets') });
  };
  expect(blames(await runAtOnce(text, make))).toContain('resources.update-stored');
});

test('the mock of such a document conforms', async () => {
  for (const text of [document(), document('')]) {
    const loaded = await loadOnce({ 'openapi.yaml': text });
    if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
    expect(blamed(await runAgainstMock(loaded.interface))).toEqual([]);
  }
});

test('nothing is sent to what may be about who asks', async () => {
  const run = await runAtOnce(document().replaceAll('/pets', '/user'), () => () => ({ status: 404 }));
  expect(run.asked.some(({ method }) => method === 'PUT')).toBe(false);
});
