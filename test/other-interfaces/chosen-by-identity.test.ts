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
