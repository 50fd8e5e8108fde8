import { expect, test } from 'vitest';
import { alarms, blames } from '../lives/run-lives.ts';
import { percentDecoded } from '../../src/http/target.ts';
import { loadOnce } from '../specs/load-files.ts';
import { blamed, runAgainstMock } from './run-against-mock.ts';
import { isObject } from './shelf.ts';
import { type Ask, isKnown, type MakeService, type Reply, runAtOnce } from './run-against-service.ts';

/** Creations of which no answer is described, or that answer with nothing: what they made is read at its place, or looked for in the list. */

const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;
const listOf = (name: string): string =>
  `{'200': {description: all of them, ${json(`{type: array, items: {$ref: "#/components/schemas/${name}"}}`)}}}`;
const sent = (members: string, ofName = ''): string =>
  `{required: true, ${json(`{type: object, required: [name], properties: {name: {type: string${ofName}}${members}}}`)}}`;
const ID = (name: string): string => `{name: ${name}, in: path, required: true, schema: {type: integer}}`;
const GONE = `{'204': {description: gone}, '404': {description: none}}`;

const DOCUMENT = `
openapi: 3.0.3
info: {title: Projects, version: '1'}
security: [{key: []}]
paths:
  /projects:
    get: {responses: ${listOf('Project')}}
    post:
      requestBody: ${sent('')}
      responses: {'201': {description: made}, '400': {description: no}}
  /project/{project_id}/:
    parameters: [${ID('project_id')}]
    get: {responses: {'200': {description: one, ${json('{$ref: "#/components/schemas/Project"}')}}, '404': {description: none}}}
    delete: {responses: ${GONE}}
  /project/{project_id}/keys:
    parameters: [${ID('project_id')}]
    get:
      parameters:
        - {name: sort, in: query, required: true, schema: {type: string, enum: [name, note]}}
        - {name: order, in: query, required: true, schema: {type: string, enum: [asc, desc]}}
      responses: ${listOf('Key')}
    post:
      requestBody: ${sent(", note: {type: string}, project_id: {type: integer}, json: {type: string, example: '{}'}", ', example: Test')}
      responses: {'204': {description: made}, '400': {description: no}, '404': {description: none}}
  /project/{project_id}/keys/{key_id}:
    parameters: [${ID('project_id')}, ${ID('key_id')}]
    put:
      requestBody: ${sent(', note: {type: string}')}
      responses: {'204': {description: kept}, '400': {description: no}, '404': {description: none}}
    delete: {responses: ${GONE}}
  /labels:
    get: {responses: ${listOf('Project')}}
    post:
      requestBody: ${sent('')}
      responses: {'204': {description: made}, '400': {description: no}}
  /labels/{id}:
    parameters: [${ID('id')}]
    delete: {responses: ${GONE}}
components:
  securitySchemes: {key: {type: http, scheme: bearer}}
  schemas:
    Project: {type: object, properties: {id: {type: integer}, name: {type: string}}}
    Key: {type: object, properties: {id: {type: integer}, name: {type: string}, note: {type: string}}}
`;

type Entry = { readonly id: number; readonly name: string; readonly note?: string };
type Project = Entry & { readonly keys: Map<number, Entry> };

type Ways = {
  readonly removesKeys?: boolean;
  readonly keepsNotes?: boolean;
  readonly removesLabels?: boolean;
  /** `sets`: what is sent to the list is the name of the one that is there. */
  readonly labels?: 'makes' | 'sets';
  /** Keys are made of bodies that name their project, and that have JSON in a text, as the example of the document has it. */
  readonly isExact?: boolean;
};

type Body = {
  readonly name?: unknown;
  readonly note?: unknown;
  readonly json?: unknown;
  readonly project_id?: unknown;
};

function bodyOf({ json: body }: Ask): (Body & { readonly name: string; readonly note?: string }) | undefined {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return undefined;
  const { name, note = '', json: text = '', project_id: about = 0 } = body as Body;
  const isRight = [note, text].every((one) => typeof one === 'string') && Number.isInteger(about);
  return typeof name === 'string' && typeof note === 'string' && isRight ? { name, note } : undefined;
}

function inOrder(entries: readonly Entry[], { query }: Ask): readonly Entry[] {
  const by = (entry: Entry): string => (query.get('sort') === 'note' ? entry.note : entry.name) ?? '';
  const rising = entries.toSorted((a, b) => (by(a) < by(b) ? -1 : Number(by(a) > by(b))));
  return query.get('order') === 'desc' ? rising.toReversed() : rising;
}

/** True for a body that names its project once more, and has JSON in a text. */
function isStrict({ json: body }: Ask, project: number): boolean {
  if (typeof body !== 'object' || body === null) return false;
  const { json: text, project_id: about } = body as Body;
  return text === '{}' && about === project;
}

function projects({
  removesKeys = true,
  keepsNotes = true,
  removesLabels = true,
  labels: doing = 'makes',
  isExact = false,
}: Ways): MakeService {
  return () => {
    let last = 100;
    const all = new Map<number, Project>();
    const labels = new Map<number, Entry>([[7, { id: 7, name: 'theirs' }]]);
    const inProject = (ask: Ask, project: Project, below: readonly string[]): Reply => {
      const [what, key] = below;
      const body = bodyOf(ask);
      const { method } = ask;
      if (what === undefined && method === 'GET')
        return { status: 200, body: { id: project.id, name: project.name } };
      if (what === undefined) return { status: all.delete(project.id) ? 204 : 404 };
      if (key === undefined && method === 'GET')
        return { status: 200, body: inOrder([...project.keys.values()], ask) };
      const known = project.keys.get(Number(key));
      if (isExact && key === undefined && !isStrict(ask, project.id)) return { status: 400 };
      if (key !== undefined && known === undefined) return { status: 404 };
      if (method === 'DELETE') {
        if (removesKeys) project.keys.delete(Number(key));
        return { status: 204 };
      }
      if (body === undefined) return { status: 400 };
      last += 1;
      const { name, note = '' } = body;
      const id = known?.id ?? last;
      const kept = known === undefined || keepsNotes ? note : (known.note ?? '');
      project.keys.set(id, { id, name, note: kept });
      return { status: 204 };
    };
    return (ask) => {
      if (!isKnown(ask)) return { status: 401, headers: { 'WWW-Authenticate': 'Bearer' } };
      const [, top, id, ...below] = ask.path.replace(/\/$/, '').split('/');
      const { method } = ask;
      if (top === 'project') {
        const project = all.get(Number(id));
        return project === undefined ? { status: 404 } : inProject(ask, project, below);
      }
      const kept: Map<number, Entry> = top === 'labels' ? labels : all;
      if (method === 'GET')
        return { status: 200, body: [...kept.values()].map(({ id: own, name }) => ({ id: own, name })) };
      if (method === 'DELETE') {
        const isThere = labels.has(Number(id));
        if (removesLabels) labels.delete(Number(id));
        return { status: isThere ? 204 : 404 };
      }
      const body = bodyOf(ask);
      if (body === undefined) return { status: 400 };
      last += 1;
      const { name } = body;
      if (top === 'labels') {
        const own = doing === 'sets' ? 7 : last;
        labels.set(own, { id: own, name });
        return { status: 204 };
      }
      all.set(last, { id: last, name, keys: new Map() });
      return { status: 201, body: { id: last, name } };
    };
  };
}

test('a body has the examples of its members, and names what its path names', async () => {
  const run = await runAtOnce(DOCUMENT, projects({ isExact: true }));
  expect(run.verdict.missing).toEqual([]);
  const keys = run.asked.filter(({ method, path }) => method === 'PUT' && path.includes('/keys/'));
  expect(keys.length).toBeGreaterThan(0);
});

test('what silent creations made is read, changed and removed, and nothing of others', async () => {
  const run = await runAtOnce(DOCUMENT, projects({}));
  expect(alarms(run)).toEqual([]);
  expect(run.verdict.exitCode).toBe(0);
  const served = run.asked.map(({ method, path }) => `${method} ${path.replaceAll(/\d+/g, '{}')}`);
  expect(served).toContain('PUT /project/{}/keys/{}');
  expect(served).toContain('DELETE /project/{}/');
  expect(served).toContain('DELETE /labels/{}');
  // What was made without a text of the run is left as it is.
  expect((run.record.footer?.leftovers ?? []).length).toBeLessThan(8);
  expect(run.asked.filter(({ method, path }) => method !== 'GET' && path === '/labels/7')).toEqual([]);
});

test('what a list has before and after a request to it is nobody’s of the run', async () => {
  const run = await runAtOnce(DOCUMENT, projects({ labels: 'sets' }));
  expect(run.asked.filter(({ method, path }) => method !== 'GET' && path === '/labels/7')).toEqual([]);
});

test.each<readonly [name: string, ways: Ways, check: string]>([
  ['removes no keys', { removesKeys: false }, 'resources.removed-is-gone'],
  ['keeps the note of a key as it is', { keepsNotes: false }, 'resources.update-stored'],
  ['removes no labels', { removesLabels: false }, 'resources.removed-is-gone'],
])('a service that %s is told', async (_name, ways, check) => {
  const run = await runAtOnce(DOCUMENT, projects(ways));
  expect(blames(run)).toContain(check);
});

const RULES = `
openapi: 3.0.3
info: {title: Rules, version: '1'}
security: [{key: []}]
paths:
  /rules/list:
    get: {operationId: listRules, responses: ${listOf('Rule')}}
  /rules/add:
    post: {operationId: addRule, requestBody: ${sent(', note: {type: string}, isOn: {type: boolean}')}, responses: {'200': {description: OK}, '400': {description: no}}}
  /filter/add_url:
    post: {operationId: addUrl, requestBody: ${sent(', url: {type: string}')}, responses: {'200': {description: OK}, '400': {description: no}}}
  /filter/remove_url:
    post: {operationId: removeUrl, requestBody: {required: true, ${json('{type: object, properties: {url: {type: string}, isOn: {type: boolean}}}')}}, responses: {'200': {description: OK}, '400': {description: no}}}
components:
  securitySchemes: {key: {type: http, scheme: bearer}}
  schemas:
    Rule: {type: object, properties: {name: {type: string}, note: {type: string}}}
`;

test('what calls made that answer 200 with nothing is told as left behind', async () => {
  const kept: unknown[] = [];
  const rules: MakeService = () => (ask) => {
    if (!isKnown(ask)) return { status: 401, headers: { 'WWW-Authenticate': 'Bearer' } };
    if (ask.method === 'GET') return { status: 200, body: kept };
    const { json: given } = ask;
    const isRight =
      isObject(given) &&
      ['undefined', 'boolean'].includes(typeof given['isOn']) &&
      ['undefined', 'string'].includes(typeof given['url']);
    if (!isRight) return { status: 400 };
    // What takes a truth value as well is about addresses alone, of which none is kept.
    if (ask.path === '/filter/remove_url') return { status: 200 };
    if (bodyOf(ask) === undefined) return { status: 400 };
    if (ask.path === '/rules/add') kept.push(given);
    return { status: 200 };
  };
  const run = await runAtOnce(RULES, rules);
  expect(alarms(run)).toEqual([]);
  expect(kept.length).toBeGreaterThan(3);
  const told = (run.record.footer?.leftovers ?? []).filter(({ operation }) => operation === 'addRule');
  expect(told).toHaveLength(kept.length);
});

const PART = `content: {application/json: {schema: {$ref: '#/components/schemas/Part'}}}`;
const PARTS = `
openapi: 3.0.3
info: {title: Parts, version: '1'}
security: [{key: []}]
paths:
  /parts:
    get: {responses: ${listOf('Part')}}
    post: {requestBody: {required: true, ${PART}}, responses: {'200': {description: OK}, '400': {description: no}}}
  /parts/{name}:
    parameters: [{name: name, in: path, required: true, schema: {type: string}}]
    get: {responses: {'200': {description: it, ${PART}}, '404': {description: none}}}
    delete: {responses: {'200': {description: OK}, '404': {description: none}}}
components:
  securitySchemes: {key: {type: http, scheme: bearer}}
  schemas:
    Part: {type: object, required: [name], properties: {maker: {type: string}, name: {type: string}}}
`;

/** Parts under the names that clients give them. What is made is told with nothing. */
function parts({ removes = true }: { readonly removes?: boolean }): MakeService {
  return () => {
    const all = new Map<unknown, unknown>([['theirs', { name: 'theirs' }]]);
    return (ask) => {
      if (!isKnown(ask)) return { status: 401, headers: { 'WWW-Authenticate': 'Bearer' } };
      const { method, json: body, path } = ask;
      const name = percentDecoded(path.split('/')[2] ?? '');
      if (path === '/parts' && method === 'GET') return { status: 200, body: [...all.values()] };
      if (path === '/parts') {
        if (!isObject(body) || typeof body['name'] !== 'string') return { status: 400 };
        if (!['undefined', 'string'].includes(typeof body['maker'])) return { status: 400 };
        all.set(body['name'], body);
        return { status: 200 };
      }
      const known = all.get(name);
      if (known === undefined) return { status: 404 };
      if (method === 'GET') return { status: 200, body: known };
      if (removes) all.delete(name);
      return { status: 200 };
    };
  };
}

test('what was made under a name of the run, and told with nothing, is read at its place and removed', async () => {
  const run = await runAtOnce(PARTS, parts({}));
  expect(alarms(run)).toEqual([]);
  expect(run.verdict.exitCode).toBe(0);
  const removed = run.asked.filter(({ method }) => method === 'DELETE').map(({ path }) => path);
  expect(removed.length).toBeGreaterThan(0);
  expect(removed).not.toContain('/parts/theirs');
});

test('a removal of such an entry that does nothing is told', async () => {
  const run = await runAtOnce(PARTS, parts({ removes: false }));
  expect(blames(run)).toContain('resources.removed-is-gone');
});

const MEMBER = `content: {application/json: {schema: {$ref: '#/components/schemas/Member'}}}`;
const MEMBERS = `
openapi: 3.0.3
info: {title: Members, version: '1'}
security: [{key: []}]
paths:
  /members:
    post: {requestBody: {required: true, ${MEMBER}}, responses: {default: {description: OK}}}
  /members/{login}:
    parameters: [{name: login, in: path, required: true, schema: {type: string}}]
    get: {responses: {'200': {description: it, ${MEMBER}}, '404': {description: none}}}
    put: {requestBody: {required: true, ${MEMBER}}, responses: {'400': {description: no}, '404': {description: none}}}
components:
  securitySchemes: {key: {type: http, scheme: bearer}}
  schemas:
    Member: {type: object, properties: {id: {type: integer}, login: {type: string}, city: {type: string}}}
`;

function isMember(body: unknown): body is Readonly<Record<string, unknown>> & { readonly login: string } {
  if (!isObject(body) || typeof body['login'] !== 'string') return false;
  const { id = 0, city = '' } = body;
  return Number.isInteger(id) && typeof city === 'string';
}

/** Members under names of their own, of which nothing lists any. All updates are refused. */
function membersOf(ways: { readonly isOwnWay?: boolean; readonly isStored?: boolean }): MakeService {
  const { isOwnWay = false, isStored = false } = ways;
  return () => {
    const all = new Map<string, Readonly<Record<string, unknown>>>();
    return (ask) => {
      if (!isKnown(ask)) return { status: 401, headers: { 'WWW-Authenticate': 'Bearer' } };
      const { method, json: body, path } = ask;
      const name = percentDecoded(path.split('/')[2] ?? '') ?? '';
      const known = all.get(name);
      if (method === 'POST') {
        if (!isMember(body)) return { status: 400 };
        all.set(body.login, isOwnWay ? { id: 0, login: body.login, city: 'city' } : body);
        return { status: 200 };
      }
      if (known === undefined) return { status: 404 };
      if (method === 'GET') return { status: 200, body: known };
      if (isStored && isObject(body)) all.set(name, { ...known, city: body['city'] ?? 'city' });
      return { status: 400 };
    };
  };
}

test('what an entry shows before it is known for the run’s is how it was before a refused update', async () => {
  const run = await runAtOnce(MEMBERS, membersOf({ isOwnWay: true }));
  expect(alarms(run)).toEqual([]);
  expect(run.asked.filter(({ method }) => method === 'PUT').length).toBeGreaterThan(0);
});

test.each([[{}], [{ isOwnWay: true }]])(
  'a refused update of such an entry that is stored is told: %o',
  async (ways) => {
    const run = await runAtOnce(MEMBERS, membersOf({ ...ways, isStored: true }));
    expect(blames(run)).toContain('resources.refused-changes-nothing');
  },
);

test('the mock keeps what a creation makes of which `default` alone is shown', async () => {
  const loaded = await loadOnce({ 'openapi.yaml': MEMBERS });
  if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
  const run = await runAgainstMock(loaded.interface);
  expect(blamed(run)).toEqual([]);
  const evidence = run.record.results.find(({ id }) => id === 'resources.refused-changes-nothing')?.outcome;
  expect(evidence?.kind).toBe('pass');
});
