import { expect, test } from 'vitest';
import { type MakeService, runAtOnce } from './run-against-service.ts';

const BODY = '{type: object, required: [name], properties: {name: {type: string}, isOpen: {type: boolean}}}';
const PROJECT =
  '{type: object, required: [id, name, isOpen], properties: {id: {type: integer}, name: {type: string}, isOpen: {type: boolean}}}';
const content = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;

/** What is made in a list is read and removed at another place, and nothing describes the answer to its creation. */
const DOCUMENT = `
openapi: 3.1.0
info: {title: Projects, version: '1'}
paths:
  /projects:
    get: {responses: {'200': {description: all, ${content(`{type: array, items: ${PROJECT}}`)}}}}
    post: {requestBody: {required: true, ${content(BODY)}}, responses: {'201': {description: made}, '400': {description: no}}}
  /project/{project_id}:
    parameters: [{name: project_id, in: path, required: true, schema: {type: integer}}]
    get: {responses: {'200': {description: it, ${content(PROJECT)}}, '404': {description: no}}}
    delete: {responses: {'204': {description: gone}, '404': {description: no}}}
`;

/** The same, of projects that are due on a day. */
const WITH_DAYS = DOCUMENT.replaceAll(
  'isOpen: {type: boolean}',
  'isOpen: {type: boolean}, due: {type: string, format: date}',
);

type Project = {
  readonly id: number;
  readonly name: string;
  readonly isOpen: boolean;
  readonly due?: string;
};

function projectOf(id: number, json: unknown): Project | undefined {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return undefined;
  const { name, isOpen = false, due } = json as Partial<Project>;
  if (typeof name !== 'string' || typeof isOpen !== 'boolean') return undefined;
  if (due !== undefined && (typeof due !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(due))) return undefined;
  return { id, name, isOpen, ...(due === undefined ? {} : { due }) };
}

type Show = (all: readonly Project[]) => readonly Project[];

const projects =
  (show: Show): MakeService =>
  () => {
    const kept = new Map<number, Project>();
    let last = 0;
    return ({ method, path, json }) => {
      const [, first, id = ''] = path.split('/');
      if (path === '/projects' && method === 'GET') return { status: 200, body: show([...kept.values()]) };
      if (path === '/projects' && method === 'POST') {
        const made = projectOf(last + 1, json);
        if (made === undefined) return { status: 400 };
        last += 1;
        kept.set(made.id, made);
        return { status: 201, body: made };
      }
      if (path === '/projects' || first !== 'project') return { status: path === '/projects' ? 405 : 404 };
      if (!/^\d+$/.test(id) || !kept.has(Number(id))) return { status: 404 };
      if (method === 'GET') return { status: 200, body: kept.get(Number(id)) };
      if (method !== 'DELETE') return { status: 405 };
      kept.delete(Number(id));
      return { status: 204 };
    };
  };

const ways: readonly (readonly [string, string, Show, readonly string[]])[] = [
  ['all', DOCUMENT, (all) => all, []],
  ['those that are open', DOCUMENT, (all) => all.filter(({ isOpen }) => isOpen), []],
  ['those that are due late', WITH_DAYS, (all) => all.filter(({ due = '9' }) => due > '2025-06-01'), []],
  ['the first five', DOCUMENT, (all) => all.slice(0, 5), []],
  ['all but the newest', DOCUMENT, (all) => all.slice(0, -1), ['resources.made-as-asked']],
];

test.each(ways)('a list where projects are made shows %s', async (_which, document, show, blamed) => {
  const { record } = await runAtOnce(document, projects(show));
  const failed = record.results.filter(({ outcome }) => outcome.kind === 'fail').map(({ id }) => id);
  expect(failed).toEqual(blamed);
});

/** One word stands between the list and the names of what it shows. */
const BELOW_A_WORD = DOCUMENT.replace('/project/{project_id}', '/projects/p/{project_id}').replace(
  '{description: made}',
  `{description: made, ${content(PROJECT)}}`,
);

const belowAWord =
  (isKept: boolean): MakeService =>
  () => {
    const serve = projects((all) => all)();
    return (ask) => {
      const [, first, word, id] = ask.path.split('/');
      if (first !== 'projects' || word === undefined) return serve(ask);
      if (word !== 'p' || id === undefined) return { status: 404 };
      const path = `/project/${id}`;
      return isKept && ask.method === 'DELETE'
        ? { ...serve({ ...ask, path, method: 'GET' }), status: 204, body: undefined }
        : serve({ ...ask, path });
    };
  };

test.each([
  ['is gone', false, []],
  ['stays', true, ['resources.removed-is-gone']],
] as const)('what stands behind a word below its list and is removed %s', async (_what, isKept, blamed) => {
  const { record } = await runAtOnce(BELOW_A_WORD, belowAWord(isKept));
  const failed = record.results.filter(({ outcome }) => outcome.kind === 'fail').map(({ id }) => id);
  expect(failed).toEqual(blamed);
});
