import { expect, test } from 'vitest';
import { alarms, blames } from '../lives/run-lives.ts';
import { idsOf } from './run-against-mock.ts';
import { type MakeService, runAtOnce } from './run-against-service.ts';

/** Entries that a PUT makes under the name that the client gives them: the only way to have one. */

const NOTE =
  '{type: object, required: [text], properties: {text: {type: string, minLength: 1, maxLength: 200}}}';
const json = `content: {application/json: {schema: ${NOTE}}}`;

const DOCUMENT = `
openapi: 3.1.0
info: {title: Notes, version: '1'}
paths:
  /notes/{name}:
    parameters: [{name: name, in: path, required: true, schema: {type: string, pattern: '^[a-z0-9-]{3,60}$'}}]
    get: {operationId: read, responses: {'200': {description: it, ${json}}, '404': {description: none}}}
    put:
      operationId: put
      requestBody: {required: true, ${json}}
      responses: {'200': {description: kept, ${json}}, '201': {description: made, ${json}}, '400': {description: no}}
    delete: {operationId: remove, responses: {'204': {description: gone}, '404': {description: none}}}
`;

/** `never`: the status that every valid PUT gets. */
function notes(never?: number): MakeService {
  return () => {
    const all = new Map<string, unknown>();
    return ({ method, path, json: body }) => {
      const isNew = !all.has(path);
      if (method === 'PUT') {
        const text: unknown =
          typeof body === 'object' && body !== null ? Reflect.get(body, 'text') : undefined;
        if (typeof text !== 'string' || text === '' || Array.from(text).length > 200) return { status: 400 };
        if (never !== undefined) return { status: never };
        all.set(path, body);
        return { status: isNew ? 201 : 200, body };
      }
      if (isNew) return { status: 404 };
      if (method === 'DELETE') all.delete(path);
      return method === 'DELETE' ? { status: 204 } : { status: 200, body: all.get(path) };
    };
  };
}

test('a PUT that makes what it names is served', async () => {
  const run = await runAtOnce(DOCUMENT, notes());
  expect(idsOf(run, 'fail')).toEqual([]);
  expect(run.verdict.exitCode).toBe(0);
});

test.each([404, 400])('a PUT that never makes anything (%i) is no green run', async (status) => {
  const run = await runAtOnce(DOCUMENT, notes(status));
  const put = run.record.footer?.coverage?.operations.find(({ id }) => id === 'put');
  expect(put).toMatchObject({ served: 0 });
  expect(put?.outOfReach).toBeUndefined();
  expect(run.verdict.exitCode).toBe(2);
});

const LINKS = `
openapi: 3.1.0
info: {title: Followers, version: '1'}
paths:
  /me: {get: {operationId: me, responses: {'200': {description: me, content: {application/json: {schema: {type: object}}}}}}}
  /following/{name}:
    parameters: [{name: name, in: path, required: true, schema: {type: string}}]
    get: {operationId: isFollowed, responses: {'204': {description: yes}, '404': {description: no}}}
    put: {operationId: follow, responses: {'201': {description: followed}, '404': {description: nobody}}}
    delete: {operationId: unfollow, responses: {'204': {description: done}, '404': {description: nobody}}}
`;

test('a PUT without a body may be a link to somebody who is not there', async () => {
  const run = await runAtOnce(
    LINKS,
    () =>
      ({ path }) =>
        path === '/me' ? { status: 200, body: {} } : { status: 404 },
  );
  expect(idsOf(run, 'fail')).toEqual([]);
  expect(run.verdict.exitCode).toBe(0);
});

const NAMED = '{name: name, in: path, required: true, schema: {type: string}}';
const entry = (parameters: string): string => `
    parameters: [${parameters}]
    get: {responses: {'200': {description: it, ${json}}, '404': {description: none}}}
    put:
      requestBody: {required: true, ${json}}
      responses: {'200': {description: kept, ${json}}, '201': {description: made, ${json}}, '400': {description: no}}
    delete: {responses: {'204': {description: gone}, '404': {description: none}}}
`;

/** Places that everybody sees: under a sort of things that the document lists, and beside a creation that says nothing of what it made. */
const SHARED = {
  labels: `
openapi: 3.1.0
info: {title: Labels, version: '1'}
paths:
  /labels/{kind}/{name}:${entry(`{name: kind, in: path, required: true, schema: {type: string, enum: [team, order]}}, ${NAMED}`)}`,
  boxes: `
openapi: 3.1.0
info: {title: Boxes, version: '1'}
paths:
  /boxes:
    get: {responses: {'200': {description: all, content: {application/json: {schema: {type: array, items: ${NOTE}}}}}}}
    post: {requestBody: {required: true, ${json}}, responses: {'201': {description: made}, '400': {description: no}}}
  /boxes/{name}:${entry(NAMED)}`,
};

type Ways = {
  readonly isShownEverywhere?: boolean;
  readonly keep?: (body: unknown, before: unknown) => unknown;
  readonly isKept?: boolean;
  /** Takes numbers alone for names. */
  readonly isCounted?: boolean;
  /** Gives what it makes a name of its own, whatever the request calls it. */
  readonly isNamedByService?: boolean;
};

/** `all`: what is kept there, by its path. */
function places(all: Map<string, unknown>, ways: Ways): MakeService {
  const { isShownEverywhere, keep, isKept, isCounted, isNamedByService } = ways;
  return () => {
    let count = 0;
    const isNote = (body: unknown): boolean => {
      const text: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'text') : undefined;
      return typeof text === 'string' && text !== '' && Array.from(text).length <= 200;
    };
    return ({ method, path, json: body }) => {
      if (path === '/boxes' && method === 'GET') return { status: 200, body: [...all.values()] };
      if ((method === 'POST' || method === 'PUT') && !isNote(body)) return { status: 400 };
      const isNamed = method === 'PUT' && !/\/\d+$/.test(path);
      if (isCounted === true && isNamed) return { status: 400 };
      if (method === 'POST' || (isNamedByService === true && method === 'PUT' && !all.has(path))) {
        count += 1;
        const made = `/boxes/${String(count)}`;
        all.set(made, body);
        return { status: 201, ...(method === 'POST' ? {} : { body, headers: { Location: made } }) };
      }
      const before = all.get(path);
      if (method === 'PUT') {
        const text: unknown = Reflect.get(Object(body), 'text');
        all.set(path, keep === undefined ? { text } : keep({ text }, before));
        return { status: before === undefined ? 201 : 200, body: { text } };
      }
      if (before === undefined)
        return isShownEverywhere === true && method === 'GET'
          ? { status: 200, body: { text: 'x' } }
          : { status: 404 };
      if (method === 'DELETE' && isKept !== true) all.delete(path);
      return method === 'DELETE' ? { status: 204 } : { status: 200, body: before };
    };
  };
}

const theirs = (): Map<string, unknown> =>
  new Map(['/labels/team/a', '/labels/order/a', '/boxes/a'].map((path) => [path, { text: path }]));

test.each<readonly [name: keyof typeof SHARED, words: string, ways: Ways]>([
  ['labels', 'under any name', {}],
  ['boxes', 'under any name', {}],
  ['boxes', 'under numbers alone', { isCounted: true }],
  ['boxes', 'under a name of the service', { isNamedByService: true }],
])('a PUT makes %s that everybody sees, %s, and of the run alone', async (name, _words, ways) => {
  const all = theirs();
  const run = await runAtOnce(SHARED[name], places(all, ways));
  expect(alarms(run)).toEqual([]);
  expect(run.verdict.exitCode).toBe(0);
  expect(run.asked.map(({ method }) => method)).toContain('PUT');
  for (const [path, note] of theirs()) expect(all.get(path)).toEqual(note);
});

test.each<readonly [name: keyof typeof SHARED, words: string, ways: Ways, check: string]>([
  ['labels', 'what was there first', { keep: (body, before) => before ?? body }, 'resources.update-stored'],
  ['boxes', 'what was there first', { keep: (body, before) => before ?? body }, 'resources.update-stored'],
  ['labels', 'what was removed', { isKept: true }, 'resources.removed-is-gone'],
])('of %s, %s is kept', async (name, _words, ways, check) => {
  expect(blames(await runAtOnce(SHARED[name], places(theirs(), ways)))).toContain(check);
});

test('a PUT is sent to no place that a read shows something at', async () => {
  const run = await runAtOnce(SHARED.labels, places(theirs(), { isShownEverywhere: true }));
  expect(run.asked.filter(({ method }) => method === 'PUT')).toEqual([]);
  const told = run.record.footer?.coverage?.operations.find(({ name }) => name.startsWith('PUT'));
  expect(told?.outOfReach).toContain('a PUT may change or remove what others made');
});
