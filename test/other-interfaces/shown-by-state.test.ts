import { expect, test } from 'vitest';
import { isObject } from '../../src/json/value.ts';
import { idsOf } from './run-against-mock.ts';
import { type MakeService, OTHER_KEY, runAgainstService, userOf } from './run-against-service.ts';

/** Articles that are for everybody once they are published; a draft is for its author alone. */

const ARTICLE =
  '{type: object, required: [id, title, state], properties: {id: {type: string}, title: {type: string}, state: {type: string, enum: [draft, published]}}}';
const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;
const NO_KEY = "'401': {description: no key}";
const DOCUMENT = `
openapi: 3.1.0
info: {title: Articles, version: '1'}
security: [{access: []}]
paths:
  /articles:
    get:
      responses: {'200': {description: articles, ${json(`{type: array, items: ${ARTICLE}}`)}}, ${NO_KEY}}
    post:
      requestBody: {required: true, ${json('{type: object, required: [title], properties: {title: {type: string, minLength: 1, maxLength: 60}}}')}}
      responses: {'201': {description: made, ${json(ARTICLE)}}, '400': {description: no}, ${NO_KEY}}
  /articles/{articleId}:
    parameters: [{name: articleId, in: path, required: true, schema: {type: string}}]
    get:
      responses: {'200': {description: one, ${json(ARTICLE)}}, ${NO_KEY}, '404': {description: none}}
  /articles/{articleId}/publish:
    parameters: [{name: articleId, in: path, required: true, schema: {type: string}}]
    post:
      description: Publishes a draft (draft → published).
      responses: {'200': {description: done, ${json(ARTICLE)}}, ${NO_KEY}, '403': {description: of another user}, '404': {description: none}, '409': {description: The article is not a draft.}}
components: {securitySchemes: {access: {type: http, scheme: bearer}}}
`;

/** `listsDrafts`: whether a list has the drafts of all users. */
const articles =
  (listsDrafts: boolean): MakeService =>
  () => {
    const all = new Map<
      string,
      { readonly user: string; shown: { id: string; title: string; state: string } }
    >();
    return (ask) => {
      const user = userOf(ask);
      if (user === undefined) return { status: 401, headers: { 'WWW-Authenticate': 'Bearer' } };
      const [, , id, action] = ask.path.split('/');
      const maySee = (one: { user: string; shown: { state: string } }): boolean =>
        one.user === user || one.shown.state === 'published';
      if (id !== undefined) {
        const article = all.get(id);
        if (article === undefined || !maySee(article)) return { status: 404 };
        if (action === undefined) return { status: 200, body: article.shown };
        if (article.user !== user) return { status: 403 };
        if (article.shown.state !== 'draft') return { status: 409 };
        article.shown = { ...article.shown, state: 'published' };
        return { status: 200, body: article.shown };
      }
      const seen = [...all.values()].filter((one) => listsDrafts || maySee(one));
      if (ask.method === 'GET') return { status: 200, body: seen.map(({ shown }) => shown) };
      const { title } = isObject(ask.json) ? ask.json : {};
      if (typeof title !== 'string' || title === '' || Array.from(title).length > 60) return { status: 400 };
      const shown = { id: `a${String(all.size + 1)}x7`, title, state: 'draft' };
      all.set(shown.id, { user, shown });
      return { status: 201, body: shown };
    };
  };

test.each([
  ['once they are published', false, []],
  ['as drafts', true, ['resources.not-listed-by-others']],
] as const)('articles that a list shows to everybody %s', async (_name, listsDrafts, failed) => {
  const run = await runAgainstService(DOCUMENT, articles(listsDrafts), {}, OTHER_KEY);
  expect(idsOf(run, 'fail')).toEqual(failed);
});
