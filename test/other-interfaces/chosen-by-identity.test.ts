import { expect, test } from 'vitest';
import { idsOf } from './run-against-mock.ts';
import { type MakeService, runAtOnce } from './run-against-service.ts';

/** Lists that are chosen from by the identities of their entries, or of what these hold. */

const documentOf = (parameter: string): string => `
openapi: 3.1.0
info: {title: Recipes, version: '1'}
paths:
  /recipes:
    get:
      parameters:
        - ${parameter}
      responses:
        '200':
          description: all of them
          content:
            application/json:
              schema:
                type: array
                items:
                  type: object
                  required: [id, title]
                  properties:
                    id: {type: integer}
                    title: {type: string}
                    tags: {type: array, items: {type: object, required: [id, name], properties: {id: {type: integer}, name: {type: string}}}}
        '400': {description: no}
`;

type Recipe = {
  readonly id: number;
  readonly title: string;
  readonly tags: readonly { readonly id: number }[];
};

const TAGS: readonly (readonly number[])[] = [[7], [], [7, 12], [], [40], [7]];
const RECIPES: readonly Recipe[] = TAGS.map((tags, at) => ({
  id: at + 1,
  title: `Recipe ${String(at)}`,
  tags: tags.map((id) => ({ id, name: `Tag ${String(id)}` })),
}));

const recipes =
  (name: string, fits: (recipe: Recipe, ids: readonly number[]) => boolean): MakeService =>
  () =>
  ({ query }) => {
    const ids = query
      .getAll(name)
      .flatMap((text) => text.split(','))
      .map(Number);
    if (!ids.every(Number.isInteger)) return { status: 400 };
    return { status: 200, body: RECIPES.filter((recipe) => ids.length === 0 || fits(recipe, ids)) };
  };

function has({ tags }: Recipe, ids: readonly number[]): boolean {
  return tags.some(({ id }) => ids.includes(id));
}

test.each([
  [
    'tags',
    '{name: tags, in: query, description: Comma separated list of tag IDs to filter, schema: {type: string}}',
  ],
  ['tags', '{name: tags, in: query, schema: {type: array, items: {type: integer}}}'],
  ['tag', '{name: tag, in: query, schema: {type: integer}}'],
  ['tag_ids', '{name: tag_ids, in: query, schema: {type: string}}'],
  ['tags__id', '{name: tags__id, in: query, schema: {type: integer}}'],
])('recipes are chosen by %s (%s)', async (name, parameter) => {
  const honest = await runAtOnce(documentOf(parameter), recipes(name, has));
  expect(idsOf(honest, 'fail')).toEqual([]);
  expect(idsOf(honest, 'pass')).toContain('resources.filter-holds');
  for (const fits of [() => true, (recipe: Recipe, ids: readonly number[]) => !has(recipe, ids)]) {
    const faulty = await runAtOnce(documentOf(parameter), recipes(name, fits));
    expect(idsOf(faulty, 'fail')).toEqual(['resources.filter-holds']);
  }
});

test.each([
  '{name: ids, in: query, schema: {anyOf: [{type: array, items: {type: integer}}, {type: "null"}]}}',
  '{name: ids, in: query, style: form, explode: false, schema: {type: array, items: {type: integer}}}',
])('recipes are chosen by their own identities (%s)', async (parameter) => {
  const isOne = ({ id }: Recipe, ids: readonly number[]): boolean => ids.includes(id);
  const honest = await runAtOnce(documentOf(parameter), recipes('ids', isOne));
  expect(idsOf(honest, 'fail')).toEqual([]);
  expect(idsOf(honest, 'pass')).toContain('resources.filter-holds');
  for (const fits of [() => true, (recipe: Recipe, ids: readonly number[]) => !isOne(recipe, ids)]) {
    const faulty = await runAtOnce(documentOf(parameter), recipes('ids', fits));
    expect(idsOf(faulty, 'fail')).toEqual(['resources.filter-holds']);
  }
});

test.each([
  ['tags by their words', 'tags', '{name: tags, in: query, schema: {type: string}}'],
  ['how many tags there are', 'tags', '{name: tags, in: query, schema: {type: integer}}'],
  ['another thing', 'tagger', '{name: tagger, in: query, schema: {type: integer}}'],
])('nothing is said of %s', async (_what, name, parameter) => {
  const open = await runAtOnce(
    documentOf(parameter),
    recipes(name, () => true),
  );
  expect(idsOf(open, 'fail')).toEqual([]);
  expect(idsOf(open, 'pass')).not.toContain('resources.filter-holds');
});

/** Tasks that are chosen by the project that they name, of which all of them name the same one. */
const BY_PROJECT = `
openapi: 3.0.3
info: {title: Projects, version: '1'}
paths:
  /projects:
    get: {responses: {'200': {description: all, content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Project'}}}}}}}
    post:
      requestBody: {required: true, content: {application/json: {schema: {type: object, required: [name], properties: {name: {type: string}}}}}}
      responses: {'201': {description: made, content: {application/json: {schema: {$ref: '#/components/schemas/Project'}}}}, '400': {description: no}}
  /projects/{id}:
    get:
      parameters: [{name: id, in: path, required: true, schema: {type: string}}]
      responses: {'200': {description: one, content: {application/json: {schema: {$ref: '#/components/schemas/Project'}}}}, '404': {description: no}}
  /tasks:
    get:
      parameters: [{name: project_id, in: query, schema: {type: string, pattern: '^[a-z0-9]{12}$'}}]
      responses: {'200': {description: all, content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Task'}}}}}, '400': {description: no}}
    post:
      requestBody: {required: true, content: {application/json: {schema: {type: object, required: [project_id, title], properties: {project_id: {type: string, pattern: '^[a-z0-9]{12}$'}, title: {type: string}}}}}}
      responses: {'201': {description: made, content: {application/json: {schema: {$ref: '#/components/schemas/Task'}}}}, '400': {description: no}}
  /tasks/{id}:
    get:
      parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
      responses: {'200': {description: one, content: {application/json: {schema: {$ref: '#/components/schemas/Task'}}}}, '404': {description: no}}
components:
  schemas:
    Project: {type: object, required: [id, name], properties: {id: {type: string}, name: {type: string}}}
    Task: {type: object, required: [id, project_id, title], properties: {id: {type: integer}, project_id: {type: string, pattern: '^[a-z0-9]{12}$'}, title: {type: string}}}
`;

const tasksOfProjects =
  (isChosen: boolean): MakeService =>
  () => {
    const projects: { readonly id: string; readonly name: string }[] = [];
    const tasks: { readonly id: number; readonly project_id: string; readonly title: string }[] = [];
    return ({ method, path, query, json }) => {
      const sent: Record<string, unknown> =
        typeof json === 'object' && json !== null && !Array.isArray(json) ? { ...json } : {};
      const [, kind, key] = path.split('/');
      const { name, title, project_id: project } = sent;
      if (key !== undefined) {
        const found = [...(kind === 'projects' ? projects : tasks)].find(({ id }) => String(id) === key);
        return found === undefined ? { status: 404 } : { status: 200, body: found };
      }
      if (kind === 'projects') {
        if (method === 'GET') return { status: 200, body: projects };
        if (typeof name !== 'string') return { status: 400 };
        projects.push({ id: `p${String(projects.length + 1).padStart(10, '0')}x`, name });
        return { status: 201, body: projects.at(-1) };
      }
      if (method === 'GET') {
        const asked = query.get('project_id');
        if (asked !== null && !/^[a-z0-9]{12}$/.test(asked)) return { status: 400 };
        const fitting = tasks.filter((one) => asked === null || one.project_id === asked);
        return { status: 200, body: isChosen ? fitting : tasks };
      }
      if (typeof title !== 'string' || !projects.some(({ id }) => id === project)) return { status: 400 };
      tasks.push({ id: tasks.length + 1, project_id: String(project), title });
      return { status: 201, body: tasks.at(-1) };
    };
  };

test('a list of what all names one thing is asked for another one', async () => {
  const honest = await runAtOnce(BY_PROJECT, tasksOfProjects(true));
  expect(idsOf(honest, 'fail')).toEqual([]);
  const faulty = await runAtOnce(BY_PROJECT, tasksOfProjects(false));
  expect(idsOf(faulty, 'fail')).toEqual(['resources.filter-holds']);
});
