import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { alarms, blames } from '../lives/run-lives.ts';
import { loadOnce } from '../specs/load-files.ts';
import { idsOf, runAgainstMock } from './run-against-mock.ts';
import { type MakeService, runAtOnce } from './run-against-service.ts';
import { behindKey, isObject, isText, Shelf } from './shelf.ts';

/** Creations that name something that has to be there, as the document says in words, or does not. */

const CHECK = 'resources.named-is-there';
const DOCUMENT = await readFile(new URL('../specs/tasks/openapi.yaml', import.meta.url), 'utf8');
const saying = (words: string): string => DOCUMENT.replace('The project does not exist.', words);

type Ways = {
  readonly nameOf?: (count: number) => string;
  /** The status of the refusal of a project that is not there; none where it is taken. */
  readonly absent: number | undefined;
  /** What looks like the name of a project. */
  readonly looksLike?: RegExp;
  /** A removed project may still be named. */
  readonly keepsRemoved?: boolean;
  /** Projects that are there from the beginning. */
  readonly titles?: readonly string[];
};

const hex = (count: number): string =>
  `9f0c1d2e-7b3a-4c5d-8e6f-${(0xabc_def_012 + count * 7919).toString(16).padStart(12, '0')}`;
const honest: Ways = { nameOf: hex, absent: 422 };

function tasks({ nameOf = hex, absent, looksLike, keepsRemoved = false, titles = [] }: Ways): MakeService {
  return behindKey(() => {
    const shelves = { projects: new Shelf(nameOf), tasks: new Shelf() };
    for (const title of titles) shelves.projects.add({ title });
    const removed = new Set<unknown>();
    const isNamed = (name: string): boolean =>
      shelves.projects.at(name) !== undefined || (keepsRemoved && removed.has(name));
    return ({ method, json }, [kind, id]) => {
      const shelf = kind === 'projects' ? shelves.projects : shelves.tasks;
      if (id === undefined && method === 'GET') return { status: 200, body: shelf.all };
      if (id === undefined) {
        if (!isObject(json) || !isText(json['title'])) return { status: 400 };
        const { title, projectId } = json;
        if (kind === 'projects') return { status: 201, body: shelf.add({ title }) };
        if (typeof projectId !== 'string') return { status: 400 };
        if (looksLike?.test(projectId) === false) return { status: 422 };
        if (absent !== undefined && !isNamed(projectId)) return { status: absent };
        return { status: 201, body: shelf.add({ title, projectId }) };
      }
      const entry = shelf.at(id);
      if (entry === undefined) return { status: 404 };
      if (method === 'GET') return { status: 200, body: entry };
      shelf.take(entry);
      removed.add(entry['id']);
      return { status: 204 };
    };
  });
}

const short = (count: number): string => `prj_${(count * 48_271 + 0xbeef).toString(36).padStart(8, 'q')}`;

describe('what a creation names', () => {
  test.each<readonly [name: string, document: string, ways: Ways]>([
    ['is refused where it is not there', DOCUMENT, honest],
    ['is refused otherwise than documented', DOCUMENT, { ...honest, absent: 400 }],
    ['may be what was removed', DOCUMENT, { ...honest, keepsRemoved: true }],
    ['is not looked at, and the document says nothing', saying('It can not be done.'), { absent: undefined }],
    [
      'is not looked at, and the document leaves it open',
      saying('The project may not exist.'),
      { absent: undefined },
    ],
    [
      'is not looked at, and the document leaves one of two reasons open',
      saying('"A value is not allowed, or the project might not exist."'),
      { absent: undefined },
    ],
    [
      'is not looked at, and something else is said',
      saying('The owner does not exist.'),
      { absent: undefined },
    ],
  ])('%s: no fault', async (_name, document, ways) => {
    const run = await runAtOnce(document, tasks(ways));
    expect(alarms(run)).toEqual([]);
    expect(run.verdict.exitCode).toBe(0);
  });

  test.each(['quick', 'thorough'] as const)('a %s run: no fault', async (profile) => {
    const run = await runAtOnce(DOCUMENT, tasks(honest), { profile });
    expect(alarms(run)).toEqual([]);
    expect(run.verdict.exitCode).toBe(0);
  });

  test('the mock looks at it', async () => {
    const loaded = await loadOnce({ 'openapi.yaml': DOCUMENT });
    if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
    const run = await runAgainstMock(loaded.interface);
    expect(alarms(run)).toEqual([]);
    expect(idsOf(run, 'pass')).toContain(CHECK);
  });

  test.each<readonly [name: string, document: string, ways: Ways]>([
    ['is not looked at', DOCUMENT, { absent: undefined }],
    [
      'is not looked at, with words for when',
      saying('If the project does not exist.'),
      { absent: undefined },
    ],
    ['is not looked at, and was not found', saying('Project not found'), { absent: undefined }],
    [
      'is not looked at, of two things',
      saying('The owner or the project could not be found.'),
      { absent: undefined },
    ],
    [
      'is not looked at, of two reasons',
      saying('"A value is not allowed, or the owner or the project does not exist."'),
      { absent: undefined },
    ],
    [
      'is looked at for its form alone',
      DOCUMENT,
      { absent: undefined, looksLike: /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/ },
    ],
    [
      'is looked at for a form of its own',
      DOCUMENT,
      { nameOf: short, absent: undefined, looksLike: /^prj_[a-z\d]{8}$/ },
    ],
    [
      'is not looked at, and told of the member',
      saying('It can not be done.').replace(
        '        projectId: { type: string }',
        '        projectId: { type: string, description: Must be the id of an existing project. }',
      ),
      { absent: undefined },
    ],
  ])('%s: found', async (_name, document, ways) => {
    expect(blames(await runAtOnce(document, tasks(ways)))).toContain(CHECK);
  });

  test('makes the service fail, and the document says nothing of it: found', async () => {
    const run = await runAtOnce(saying('It can not be done.'), tasks({ ...honest, absent: 500 }));
    expect(blames(run)).toBe('statuses.no-server-error');
  });
});

describe('what a creation names and no request can make', () => {
  const words = 'An unknown project is refused with `422`.';
  const listed = saying('It can not be done.')
    .replace(/\n {4}post:\n {6}operationId: makeProject\n[\s\S]*?(?=\n {2}\/)/, '')
    .replace(/\n {4}delete:\n {6}operationId: removeProject\n[\s\S]*?(?=\n {2}\/)/, '')
    .replace('operationId: makeTask', `operationId: makeTask\n      description: ${words}`);
  const titles = ['One', 'Two'];

  test('it is refused where it is not there', async () => {
    expect(listed).not.toContain('makeProject');
    const run = await runAtOnce(listed, tasks({ ...honest, titles }));
    expect(alarms(run)).toEqual([]);
    expect(idsOf(run, 'pass')).toContain(CHECK);
  });

  test('it is not looked at: found', async () => {
    expect(blames(await runAtOnce(listed, tasks({ absent: undefined, titles })))).toContain(CHECK);
  });
});

const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;
const ref = (name: string): string => `{$ref: '#/components/schemas/${name}'}`;
const REFUSALS = `'400': {description: no}, '401': {description: who}, '404': {description: none}, '422': {description: not so}`;

/** Trips of buses, which a creation names in a list; `words`: what is said of them there, and of a change. */
const tripsDocument = (words: string, ofChange: string): string => `
openapi: 3.0.3
info: {title: Trips, version: '1'}
security: [{key: []}]
paths:
  /buses:
    get: {operationId: buses, responses: {'200': {description: all, ${json(`{type: array, items: ${ref('Bus')}}`)}}, ${REFUSALS}}}
    post: {operationId: makeBus, requestBody: {required: true, ${json(ref('NewBus'))}}, responses: {'201': {description: made, ${json(ref('Bus'))}}, ${REFUSALS}}}
  /buses/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
    get: {operationId: readBus, responses: {'200': {description: it, ${json(ref('Bus'))}}, ${REFUSALS}}}
  /trips:
    get: {operationId: trips, responses: {'200': {description: all, ${json(`{type: array, items: ${ref('Trip')}}`)}}, ${REFUSALS}}}
    post: {operationId: makeTrip, description: ${JSON.stringify(words)}, requestBody: {required: true, ${json(ref('NewTrip'))}}, responses: {'201': {description: made, ${json(ref('Trip'))}}, ${REFUSALS}}}
  /trips/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
    get: {operationId: readTrip, responses: {'200': {description: it, ${json(ref('Trip'))}}, ${REFUSALS}}}
    put: {operationId: changeTrip, description: ${JSON.stringify(ofChange)}, requestBody: {required: true, ${json(ref('NewTrip'))}}, responses: {'200': {description: it, ${json(ref('Trip'))}}, ${REFUSALS}}}
components:
  securitySchemes: {key: {type: http, scheme: bearer}}
  schemas:
    NewBus: {type: object, required: [plate], properties: {plate: {type: string, minLength: 1, maxLength: 80}}}
    Bus: {allOf: [${ref('NewBus')}, {type: object, required: [id], properties: {id: {type: integer}}}]}
    NewTrip: {type: object, required: [title, busIds], properties: {title: {type: string, minLength: 1, maxLength: 80}, busIds: {type: array, minItems: 1, maxItems: 5, items: {type: integer}}}}
    Trip: {allOf: [${ref('NewTrip')}, {type: object, required: [id], properties: {id: {type: integer}}}]}
`;

/** `looksAt`: which requests a service refuses that name a bus which is not there. */
const trips = (looksAt: readonly string[]): MakeService =>
  behindKey(() => {
    const shelves = { buses: new Shelf(), trips: new Shelf() };
    return ({ method, json: body }, [kind, id]) => {
      const shelf = kind === 'buses' ? shelves.buses : shelves.trips;
      if (id !== undefined && !/^-?\d+$/.test(id)) return { status: 400 };
      const entry = id === undefined ? undefined : shelf.at(id);
      if (id !== undefined && entry === undefined) return { status: 404 };
      if (method === 'GET') return { status: 200, body: entry ?? shelf.all };
      if (!isObject(body)) return { status: 422 };
      const { plate, title, busIds } = body;
      if (kind === 'buses')
        return isText(plate) ? { status: 201, body: shelf.add({ plate }) } : { status: 422 };
      if (!isText(title) || !Array.isArray(busIds) || busIds.length === 0 || busIds.length > 5)
        return { status: 422 };
      if (!busIds.every((one) => Number.isInteger(one))) return { status: 422 };
      const isLookedAt = looksAt.includes(method);
      if (isLookedAt && !busIds.every((one) => shelves.buses.at(String(one)) !== undefined))
        return { status: 422 };
      if (entry === undefined) return { status: 201, body: shelf.add({ title, busIds }) };
      return { status: 200, body: shelf.put({ ...entry, title, busIds }) };
    };
  });

const ALL_EXIST = 'All buses have to exist (422), and to be washed.';
const SAME_RULES = 'The rules of the creation hold here as well.';

describe('what is named in lists, and by replacements', () => {
  test.each<readonly [name: string, words: string, ofChange: string, looksAt: readonly string[]]>([
    ['is refused where it is not there', ALL_EXIST, SAME_RULES, ['POST', 'PUT']],
    ['is not looked at, and nothing is said', 'Makes a trip.', 'Changes it.', []],
    ['is looked at by the creation alone, as is said', ALL_EXIST, 'Changes it.', ['POST']],
  ])('%s: no fault', async (_name, words, ofChange, looksAt) => {
    const run = await runAtOnce(tripsDocument(words, ofChange), trips(looksAt));
    expect(alarms(run)).toEqual([]);
    expect(run.verdict.exitCode).toBe(0);
  });

  test.each<readonly [name: string, words: string, looksAt: readonly string[]]>([
    ['is not looked at by the creation', ALL_EXIST, ['PUT']],
    ['is not looked at by the replacement', ALL_EXIST, ['POST']],
    ['is not looked at, with other words', 'Each bus must exist.', []],
  ])('%s: found', async (_name, words, looksAt) => {
    expect(blames(await runAtOnce(tripsDocument(words, SAME_RULES), trips(looksAt)))).toContain(CHECK);
  });

  test('the mock looks at them', async () => {
    const loaded = await loadOnce({ 'openapi.yaml': tripsDocument(ALL_EXIST, SAME_RULES) });
    if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
    const run = await runAgainstMock(loaded.interface);
    expect(alarms(run)).toEqual([]);
    expect(idsOf(run, 'pass')).toContain(CHECK);
  });
});
