import { expect, test } from 'vitest';
import { isObject } from '../../src/json/value.ts';
import { alarms } from '../lives/run-lives.ts';
import { loadOnce } from '../specs/load-files.ts';
import { blamed, idsOf, runAgainstMock } from './run-against-mock.ts';
import { type MakeService, type Reply, runAtOnce } from './run-against-service.ts';
import { isText } from './shelf.ts';

/** Categories that may stand below another one, whose name has to be there. */

const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;
const of = (name: string): string => `{$ref: '#/components/schemas/${name}'}`;
const DOCUMENT = `
openapi: 3.1.0
info: {title: Shop, version: '1'}
paths:
  /categories:
    get: {responses: {'200': {description: all, ${json(`{type: array, items: ${of('Category')}}`)}}}}
    post: {requestBody: {required: true, ${json(of('New'))}}, responses: {'201': {description: made, ${json(of('Category'))}}, '400': {description: no}, '404': {description: no such parent}}}
  /categories/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
    get: {responses: {'200': {description: one, ${json(of('Category'))}}, '404': {description: none}}}
    delete: {responses: {'204': {description: gone}, '404': {description: none}}}
components:
  schemas:
    New: {type: object, required: [name], properties: {name: {type: string, minLength: 1, maxLength: 80}, parentId: {type: [integer, 'null']}}}
    Category: {type: object, required: [id, name, parentId], properties: {id: {type: integer}, name: {type: string}, parentId: {type: [integer, 'null']}}}
`;

type Category = { readonly id: number; readonly name: string; readonly parentId: number | null };
type Way = 'kept' | 'dropped' | 'refused' | 'taken along';

const shop =
  (way: Way): MakeService =>
  () => {
    let last = 0;
    const all = new Map<number, Category>();
    const remove = (id: number): void => {
      all.delete(id);
      for (const one of all.values()) if (way === 'taken along' && one.parentId === id) remove(one.id);
    };
    return ({ method, path, json: body }): Reply => {
      const [, kind, id, rest] = path.split('/');
      if (kind !== 'categories' || rest !== undefined) return { status: 404 };
      if (id === undefined && method === 'GET') return { status: 200, body: [...all.values()] };
      if (id !== undefined) {
        const one = /^\d{1,9}$/.test(id) ? all.get(Number(id)) : undefined;
        if (one === undefined) return { status: 404 };
        if (method === 'GET') return { status: 200, body: one };
        remove(one.id);
        return { status: 204 };
      }
      const { name, parentId = null } = isObject(body) ? body : {};
      if (!isText(name)) return { status: 400 };
      if (parentId !== null && !Number.isInteger(parentId)) return { status: 400 };
      const isThere = typeof parentId === 'number' && all.has(parentId) && way !== 'refused';
      if (parentId !== null && !isThere) return { status: 404 };
      const kept = typeof parentId === 'number' && way !== 'dropped' ? parentId : null;
      const made = { id: (last += 1), name, parentId: kept };
      all.set(made.id, made);
      return { status: 201, body: made };
    };
  };

test.each<readonly [Way, readonly string[]]>([
  ['kept', []],
  ['taken along', []],
  ['refused', []],
  ['dropped', ['collections.created-as-sent', 'collections.read-back']],
])('a parent that is %s', async (way, checks) => {
  const run = await runAtOnce(DOCUMENT, shop(way));
  expect(idsOf(run, 'fail')).toEqual(checks);
  if (checks.length === 0) expect(alarms(run)).toEqual([]);
  const named = run.asked.filter(
    ({ method, json: body }) => method === 'POST' && isObject(body) && Number(body['parentId']) > 0,
  );
  expect(named.length).toBeGreaterThan(0);
});

test('the mock keeps them', async () => {
  const loaded = await loadOnce({ 'openapi.yaml': DOCUMENT });
  if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
  expect(blamed(await runAgainstMock(loaded.interface))).toEqual([]);
});

/** Answers to comments of a post, which its list alone shows. */
const COMMENTS = `
openapi: 3.1.0
info: {title: Blog, version: '1'}
paths:
  /posts:
    get: {responses: {'200': {description: all, ${json(`{type: array, items: ${of('Post')}}`)}}}}
    post: {requestBody: {required: true, ${json(of('NewPost'))}}, responses: {'201': {description: made, ${json(of('Post'))}}, '400': {description: no}}}
  /posts/{postId}:
    parameters: [{name: postId, in: path, required: true, schema: {type: string}}]
    get: {responses: {'200': {description: one, ${json(of('Post'))}}, '404': {description: none}}}
  /posts/{postId}/comments:
    parameters: [{name: postId, in: path, required: true, schema: {type: string}}]
    get: {responses: {'200': {description: all, ${json(`{type: object, required: [data], properties: {data: {type: array, items: ${of('Comment')}}}}`)}}, '404': {description: none}}}
    post: {requestBody: {required: true, ${json(of('NewComment'))}}, responses: {'201': {description: made, ${json(of('Comment'))}}, '400': {description: no}, '404': {description: none}}}
  /comments/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: string}}]
    delete: {responses: {'204': {description: gone}, '404': {description: none}}}
components:
  schemas:
    NewPost: {type: object, required: [title], properties: {title: {type: string, minLength: 1, maxLength: 80}}}
    Post: {type: object, required: [id, title], properties: {id: {type: string}, title: {type: string}}}
    NewComment: {type: object, required: [body], properties: {body: {type: string, minLength: 1, maxLength: 80}, parent_id: {type: [string, 'null']}}}
    Comment: {type: object, required: [id, body], properties: {id: {type: string}, body: {type: string}, parent_id: {type: [string, 'null']}}}
`;

const blog =
  (isKept: boolean): MakeService =>
  () => {
    let last = 0;
    const posts = new Map<string, { readonly id: string; readonly title: string }>();
    const comments = new Map<string, { readonly on: string; readonly shown: object }>();
    const on = (id: string): readonly object[] =>
      [...comments.values()].filter((one) => one.on === id).map(({ shown }) => shown);
    return ({ method, path, json: body }): Reply => {
      const [, kind, id = '', inside, rest] = path.split('/');
      const { title, body: words, parent_id: parent = null } = isObject(body) ? body : {};
      if (kind === 'comments' && inside === undefined) return { status: comments.delete(id) ? 204 : 404 };
      if (kind !== 'posts' || rest !== undefined) return { status: 404 };
      if (id === '' && method === 'GET') return { status: 200, body: [...posts.values()] };
      if (id === '') {
        if (!isText(title)) return { status: 400 };
        const post = { id: `p${String((last += 1))}`, title };
        posts.set(post.id, post);
        return { status: 201, body: post };
      }
      const post = posts.get(id);
      if (post === undefined || (inside !== undefined && inside !== 'comments')) return { status: 404 };
      if (inside === undefined) return { status: 200, body: post };
      if (method === 'GET') return { status: 200, body: { data: on(id) } };
      if (!isText(words) || (parent !== null && typeof parent !== 'string')) return { status: 400 };
      if (parent !== null && comments.get(parent)?.on !== id) return { status: 404 };
      const shown = { id: `c${String((last += 1))}`, body: words, parent_id: isKept ? parent : null };
      comments.set(shown.id, { on: id, shown });
      return { status: 201, body: shown };
    };
  };

test.each([
  ['kept', true, []],
  ['lost', false, ['resources.made-as-asked']],
] as const)('what a comment answers is %s', async (_what, isKept, failed) => {
  const run = await runAtOnce(COMMENTS, blog(isKept));
  expect(idsOf(run, 'fail')).toEqual(failed);
});
