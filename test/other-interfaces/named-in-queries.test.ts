import { expect, test } from 'vitest';
import { idsOf } from './run-against-mock.ts';
import { isKnown, type MakeService, runAtOnce } from './run-against-service.ts';

const entries = (schema: string): string =>
  `content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/${schema}'}}}}`;
const json = (schema: string): string =>
  `content: {application/json: {schema: {$ref: '#/components/schemas/${schema}'}}}`;
const REFUSALS = `'400': {description: no}, '404': {description: no such thing}`;

/** Lists of what belongs to something that the query names: one has to say what, one does not, and is refused without all the same. */
const DOCUMENT = `
openapi: 3.0.3
info: {title: Tasks, version: '1'}
paths:
  /projects:
    get: {responses: {'200': {description: all, ${entries('Project')}}}}
    post:
      requestBody: {required: true, ${json('NewProject')}}
      responses: {'201': {description: made, ${json('Project')}}, ${REFUSALS}}
  /tasks:
    get:
      parameters: [{name: project_id, in: query, required: true, schema: {type: integer, minimum: 1}}]
      responses: {'200': {description: those of a project, ${entries('Task')}}, ${REFUSALS}}
    post:
      requestBody: {required: true, ${json('NewTask')}}
      responses: {'201': {description: made, ${json('Task')}}, ${REFUSALS}}
  /tasks/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
    get: {responses: {'200': {description: one, ${json('Task')}}, ${REFUSALS}}}
  /reports:
    get:
      parameters: [{name: project, in: query, schema: {type: integer}}]
      responses: {'200': {description: a report, ${json('Report')}}, ${REFUSALS}}
components:
  schemas:
    NewProject: {type: object, required: [name], properties: {name: {type: string}}}
    Project: {type: object, required: [id, name], properties: {id: {type: integer}, name: {type: string}}}
    NewTask: {type: object, required: [project_id, title], properties: {project_id: {type: integer}, title: {type: string}}}
    Task: {type: object, required: [id, project_id, title], properties: {id: {type: integer}, project_id: {type: integer}, title: {type: string}}}
    Report: {type: object, required: [tasks], properties: {tasks: {type: integer}}}
`;

type Task = { readonly id: number; readonly project_id: number; readonly title: string };

/** `hides`: tasks are made and not listed. `counts`: what a report says of their number. */
const tasks =
  ({ hides = false, counts = (count: number): unknown => count } = {}): MakeService =>
  () => {
    const projects: { readonly id: number; readonly name: string }[] = [];
    const kept: Task[] = [];
    const isProject = (id: unknown): boolean => projects.some((one) => one.id === id);
    return ({ method, path, query, json: sent }) => {
      const [, first, key = ''] = path.split('/');
      const body: Record<string, unknown> = typeof sent === 'object' && sent !== null ? { ...sent } : {};
      const { name, title, project_id: project } = body;
      if (first === 'projects') {
        if (method === 'GET') return { status: 200, body: projects };
        if (typeof name !== 'string') return { status: 400 };
        projects.push({ id: projects.length + 1, name });
        return { status: 201, body: projects.at(-1) };
      }
      if (first === 'reports') {
        const asked = query.get('project');
        if (asked === null || !/^-?\d+$/.test(asked)) return { status: 400 };
        const own = kept.filter(({ project_id: id }) => String(id) === asked);
        return isProject(Number(asked))
          ? { status: 200, body: { tasks: counts(own.length) } }
          : { status: 404 };
      }
      if (key !== '') {
        const task = kept.find(({ id }) => String(id) === key);
        return task === undefined ? { status: 404 } : { status: 200, body: task };
      }
      if (method === 'POST') {
        if (typeof title !== 'string' || !Number.isInteger(project)) return { status: 400 };
        if (!isProject(project)) return { status: 404 };
        kept.push({ id: kept.length + 1, project_id: Number(project), title });
        return { status: 201, body: kept.at(-1) };
      }
      const asked = query.get('project_id') ?? '';
      if (!/^[1-9]\d*$/.test(asked)) return { status: 400 };
      const own = kept.filter(({ project_id: id }) => String(id) === asked);
      return isProject(Number(asked)) ? { status: 200, body: hides ? [] : own } : { status: 404 };
    };
  };

test('a query that names something names what is there', async () => {
  const run = await runAtOnce(DOCUMENT, tasks());
  expect(idsOf(run, 'fail')).toEqual([]);
  expect(run.verdict.exitCode).toBe(0);
});

test('and what is answered then is judged', async () => {
  const run = await runAtOnce(DOCUMENT, tasks({ counts: String }));
  expect(idsOf(run, 'fail')).toEqual(['bodies.schema']);
});

test('and so is what is not listed where it belongs', async () => {
  const run = await runAtOnce(DOCUMENT, tasks({ hides: true }));
  expect(idsOf(run, 'fail')).toEqual(['collections.listed']);
});

/** The same with a credential that may stand in the query, is called as what names projects, and is described as a parameter as well. */
const KEPT_BY_NAME = `${DOCUMENT.replace(
  'parameters: [{name: project,',
  'parameters: [{name: projectId, in: query, schema: {type: integer}}, {name: project,',
)}  securitySchemes: {bearer: {type: http, scheme: bearer}, key: {type: apiKey, in: query, name: projectId}}
security: [{bearer: []}, {key: []}]
`;

test('a credential in a query names nothing', async () => {
  const run = await runAtOnce(KEPT_BY_NAME, () => {
    const serve = tasks()();
    return (ask) => (isKnown(ask) && !ask.query.has('projectId') ? serve(ask) : { status: 401 });
  });
  expect(idsOf(run, 'fail')).toEqual([]);
  expect(run.verdict).toMatchObject({ exitCode: 0, missing: [] });
});

/** Entries without places of their own: the one that is read stands in the query, under the usual name of an identity. */
const BY_QUERY = `
openapi: 3.0.3
info: {title: Notes, version: '1'}
paths:
  /notes/get_all:
    get: {responses: {'200': {description: all, ${entries('Note')}}}}
  /notes/create:
    post:
      requestBody: {required: true, ${json('NewNote')}}
      responses: {'201': {description: made, ${json('Note')}}, ${REFUSALS}}
  /notes/get:
    get:
      parameters: [{name: id, in: query, required: true, schema: {type: integer, minimum: 1}}]
      responses: {'200': {description: one, ${json('Note')}}, ${REFUSALS}}
components:
  schemas:
    NewNote: {type: object, required: [text], properties: {text: {type: string}}}
    Note: {type: object, required: [id, text], properties: {id: {type: integer}, text: {type: string}}}
`;

const notes =
  (shown: (note: { readonly id: number; readonly text: string }) => unknown): MakeService =>
  () => {
    const kept: { readonly id: number; readonly text: string }[] = [];
    return ({ method, path, query, json: sent }) => {
      if (path === '/notes/get_all' && method === 'GET') return { status: 200, body: kept };
      if (path === '/notes/get') {
        const asked = query.get('id') ?? '';
        const found = kept.find(({ id }) => String(id) === asked);
        if (!/^[1-9]\d*$/.test(asked)) return { status: 400 };
        return found === undefined ? { status: 404 } : { status: 200, body: shown(found) };
      }
      const text = typeof sent === 'object' && sent !== null && 'text' in sent ? sent.text : undefined;
      if (path !== '/notes/create' || typeof text !== 'string') return { status: 400 };
      kept.push({ id: 40 + kept.length, text });
      return { status: 201, body: kept.at(-1) };
    };
  };

test('an identity in a query that the path tells of names what is there', async () => {
  const honest = await runAtOnce(
    BY_QUERY,
    notes((note) => note),
  );
  expect([idsOf(honest, 'fail'), honest.verdict.exitCode]).toEqual([[], 0]);
  const faulty = await runAtOnce(
    BY_QUERY,
    notes(({ id }) => ({ id })),
  );
  expect(idsOf(faulty, 'fail').toSorted()).toEqual(['bodies.schema', 'resources.made-as-asked']);
});
