import { expect, test } from 'vitest';
import { isObject } from '../../src/json/value.ts';
import { alarms } from '../lives/run-lives.ts';
import { loadOnce } from '../specs/load-files.ts';
import { blamed, idsOf, runAgainstMock } from './run-against-mock.ts';
import { type MakeService, type Reply, runAtOnce } from './run-against-service.ts';
import { isText } from './shelf.ts';

/** Comments that are made and listed by the name of their post, and changed and removed by their own: `/comments/{postId}`, `/comments/{commentId}`. */

const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;
const of = (name: string): string => `{$ref: '#/components/schemas/${name}'}`;
const parameter = (name: string): string =>
  `parameters: [{name: ${name}, in: path, required: true, schema: {type: string}}]`;
const NONE = `'404': {description: none}`;

const DOCUMENT = `
openapi: 3.0.3
info: {title: Blog, version: '1'}
paths:
  /posts:
    get: {responses: {'200': {description: all, ${json(`{type: array, items: ${of('Post')}}`)}}}}
    post: {requestBody: {required: true, ${json(of('New'))}}, responses: {'201': {description: made, ${json(of('Post'))}}, '400': {description: no}}}
  /posts/{id}:
    ${parameter('id')}
    get: {responses: {'200': {description: one, ${json(of('Post'))}}, ${NONE}}}
  /comments/{postId}:
    ${parameter('postId')}
    get: {responses: {'200': {description: all, ${json(`{type: array, items: ${of('Comment')}}`)}}, ${NONE}}}
    post: {requestBody: {required: true, ${json(of('New'))}}, responses: {'201': {description: made, ${json(of('Comment'))}}, '400': {description: no}, ${NONE}}}
  /comments/{commentId}:
    ${parameter('commentId')}
    put: {requestBody: {required: true, ${json(of('New'))}}, responses: {'200': {description: changed, ${json(of('Comment'))}}, '400': {description: no}, ${NONE}}}
    delete: {responses: {'204': {description: gone}, ${NONE}}}
  /reviews/{postId}:
    ${parameter('postId')}
    post: {requestBody: {required: true, ${json(of('New'))}}, responses: {'201': {description: made, ${json(of('Comment'))}}, '400': {description: no}, ${NONE}}}
  /reviews/{id}:
    ${parameter('id')}
    get: {responses: {'200': {description: one, ${json(of('Comment'))}}, ${NONE}}}
    delete: {responses: {'204': {description: gone}, ${NONE}}}
components:
  schemas:
    New: {type: object, required: [text], properties: {text: {type: string, maxLength: 200}}}
    Post: {type: object, required: [id, text], properties: {id: {type: string}, text: {type: string}}}
    Comment: {type: object, required: [id, postId, text], properties: {id: {type: string}, postId: {type: string}, text: {type: string}}}
`;

type Fault =
  | 'updates are not stored'
  | 'removals do nothing'
  | 'a list has the comments of all posts'
  | 'reviews stay'
  | undefined;
type Said = { readonly id: string; readonly postId: string; text: string };

const blog =
  (fault: Fault): MakeService =>
  () => {
    let last = 0;
    const posts = new Map<string, { readonly id: string; readonly text: string }>();
    const said = { comments: new Map<string, Said>(), reviews: new Map<string, Said>() };
    const next = (letter: string): string => `${letter}${String((last += 1))}`;
    return ({ method, path, json: body }): Reply => {
      const [, kind, name, rest] = path.split('/');
      const { text } = isObject(body) ? body : {};
      const isGood = isText(text) && Array.from(text).length <= 200;
      if (rest !== undefined) return { status: 404 };
      if (kind === 'posts') {
        if (name !== undefined)
          return posts.has(name) ? { status: 200, body: posts.get(name) } : { status: 404 };
        if (method === 'GET') return { status: 200, body: [...posts.values()] };
        if (!isGood) return { status: 400 };
        const post = { id: next('p'), text };
        posts.set(post.id, post);
        return { status: 201, body: post };
      }
      if ((kind !== 'comments' && kind !== 'reviews') || name === undefined) return { status: 404 };
      const all = said[kind];
      if (method === 'POST') {
        if (!posts.has(name)) return { status: 404 };
        if (!isGood) return { status: 400 };
        const made = { id: next(kind.slice(0, 1)), postId: name, text };
        all.set(made.id, made);
        return { status: 201, body: made };
      }
      if (method === 'GET' && kind === 'comments') {
        const isAny = fault === 'a list has the comments of all posts';
        if (!posts.has(name)) return { status: 404 };
        return { status: 200, body: [...all.values()].filter(({ postId }) => isAny || postId === name) };
      }
      const one = all.get(name);
      if (one === undefined) return { status: 404 };
      if (method === 'GET') return { status: 200, body: one };
      if (method === 'DELETE') {
        const isKept = kind === 'comments' ? fault === 'removals do nothing' : fault === 'reviews stay';
        if (!isKept) all.delete(name);
        return { status: 204 };
      }
      if (!isGood) return { status: 400 };
      if (fault !== 'updates are not stored') one.text = text;
      return { status: 200, body: { ...one, text } };
    };
  };

test('an honest service is asked in every way, and blamed for nothing', async () => {
  const run = await runAtOnce(DOCUMENT, blog(undefined));
  expect(alarms(run)).toEqual([]);
  const standings = run.record.footer?.coverage?.operations ?? [];
  expect(standings.filter(({ served }) => served === 0)).toEqual([]);
});

test.each<readonly [Fault, readonly string[]]>([
  ['updates are not stored', ['resources.update-stored']],
  ['removals do nothing', ['resources.removed-is-gone']],
  ['a list has the comments of all posts', ['resources.inside-one-alone']],
  ['reviews stay', ['resources.removed-is-gone']],
])('%s: found', async (fault, checks) => {
  const run = await runAtOnce(DOCUMENT, blog(fault));
  expect(idsOf(run, 'fail')).toEqual(checks);
});

test('the mock keeps them', async () => {
  const loaded = await loadOnce({ 'openapi.yaml': DOCUMENT });
  if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
  expect(blamed(await runAgainstMock(loaded.interface))).toEqual([]);
});
