import { expect, test } from 'vitest';
import { type MakeService, type Reply, runAtOnce } from './run-against-service.ts';

/** Entries of which a list shows less than each of them has to have: the text alone their own answers show. */
const BRIEF = 'id: {type: integer}, title: {type: string}';
const WISH =
  'title: {type: string, minLength: 1, maxLength: 60}, text: {type: string, maxLength: 200}, tags: {type: array, items: {type: string}}';
const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;
const ENTRY = `{type: object, required: [id, title, text, tags], properties: {id: {type: integer}, ${WISH}}}`;
const NO = `'400': {description: no}, '404': {description: none}`;

const DOCUMENT = `
openapi: 3.1.0
info: {title: Articles, version: '1'}
paths:
  /articles:
    get:
      responses:
        '200': {description: all, ${json(`{type: array, items: {type: object, required: [id, title], properties: {${BRIEF}}}}`)}}
    post:
      requestBody: {required: true, ${json(`{type: object, required: [title, text, tags], properties: {${WISH}}}`)}}
      responses: {'201': {description: it, ${json(ENTRY)}}, ${NO}}
  /articles/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
    get: {responses: {'200': {description: it, ${json(ENTRY)}}, ${NO}}}
    delete: {responses: {'204': {description: gone}, ${NO}}}
`;

type Article = {
  readonly id: number;
  readonly title: string;
  readonly text: string;
  readonly tags: readonly string[];
};

function asked(body: unknown): Omit<Article, 'id'> | undefined {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return undefined;
  const { title, text, tags } = body as { readonly [name: string]: unknown };
  if (typeof title !== 'string' || title === '' || Array.from(title).length > 60) return undefined;
  if (typeof text !== 'string' || Array.from(text).length > 200) return undefined;
  const isTexts = Array.isArray(tags) && tags.every((tag): tag is string => typeof tag === 'string');
  return isTexts ? { title, text, tags } : undefined;
}

/** `keep`: what a service keeps of what a creation asks for. */
const articles =
  (keep: (wish: Omit<Article, 'id'>) => Omit<Article, 'id'>): MakeService =>
  () => {
    const all = new Map<number, Article>();
    let last = 0;
    const make = (body: unknown): Reply => {
      const wish = asked(body);
      if (wish === undefined) return { status: 400 };
      last += 1;
      const made = { id: last, ...keep(wish) };
      all.set(last, made);
      return { status: 201, body: made };
    };
    return ({ method, path, json: body }) => {
      if (path === '/articles' && method === 'POST') return make(body);
      if (path === '/articles' && method === 'GET')
        return { status: 200, body: [...all.values()].map(({ id, title }) => ({ id, title })) };
      const article = all.get(Number(/^\/articles\/(\d+)$/.exec(path)?.[1]));
      if (article === undefined) return { status: 404 };
      if (method === 'GET') return { status: 200, body: article };
      if (method !== 'DELETE') return { status: 405 };
      all.delete(article.id);
      return { status: 204 };
    };
  };

test.each<readonly [string, (wish: Omit<Article, 'id'>) => Omit<Article, 'id'>, readonly string[]]>([
  ['all of it', (wish) => wish, []],
  [
    'no tag that is not listed',
    (wish) => ({ ...wish, tags: wish.tags.filter((tag) => tag === 'news') }),
    ['resources.made-as-asked'],
  ],
  ['its title for its text', (wish) => ({ ...wish, text: wish.title }), ['resources.made-as-asked']],
  ['one text for all', (wish) => ({ ...wish, text: 'none' }), ['resources.made-as-asked']],
])('of a service that keeps of a creation %s', async (_what, keep, blamed) => {
  const { record, verdict } = await runAtOnce(DOCUMENT, articles(keep));
  const failed = record.results.filter(({ outcome }) => outcome.kind === 'fail').map(({ id }) => id);
  expect(failed).toEqual([...blamed]);
  expect(verdict.exitCode, verdict.text).toBe(blamed.length);
});
