import { expect, test } from 'vitest';
import { type MakeService, OTHER_KEY, runAgainstService, userOf } from './run-against-service.ts';

/** Posts that everybody reads one by one, without any key: the list, which takes one, shows them to each user. */

const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;
const POST =
  '{type: object, required: [id, text], properties: {id: {type: integer, readOnly: true}, text: {type: string, minLength: 1}}}';
const NO = `'400': {description: no}, '401': {description: who}, '403': {description: not yours}, '404': {description: none}`;

const documentOf = (readers: string): string => `
openapi: 3.0.3
info: {title: Posts, version: '1'}
security: [{key: []}]
paths:
  /posts:
    get: {operationId: list, responses: {'200': {description: all, ${json(`{type: array, items: ${POST}}`)}}, ${NO}}}
    post: {operationId: make, requestBody: {required: true, ${json(POST)}}, responses: {'201': {description: made, ${json(POST)}}, ${NO}}}
  /posts/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
    get: {operationId: read, ${readers} responses: {'200': {description: one, ${json(POST)}}, ${NO}}}
    delete: {operationId: remove, responses: {'204': {description: gone}, ${NO}}}
components:
  securitySchemes: {key: {type: http, scheme: bearer}}
`;

const posts =
  (isOpen: boolean): MakeService =>
  () => {
    const all = new Map<number, { readonly id: number; readonly text: string; readonly owner: string }>();
    let last = 0;
    return (ask) => {
      const { method, path, json: body } = ask;
      const user = userOf(ask);
      const [, , id] = path.split('/');
      const post = all.get(Number(id));
      const isRead = method === 'GET' && id !== undefined;
      if (user === undefined && !(isRead && isOpen))
        return { status: 401, headers: { 'WWW-Authenticate': 'Bearer' } };
      const shown = [...all.values()].map(({ owner: _owner, ...rest }) => rest);
      if (id === undefined) {
        if (method === 'GET') return { status: 200, body: shown };
        const text = typeof body === 'object' && body !== null && 'text' in body ? body.text : undefined;
        if (typeof text !== 'string' || text === '') return { status: 400 };
        last += 1;
        all.set(last, { id: last, text, owner: user ?? '' });
        return { status: 201, body: { id: last, text } };
      }
      if (post === undefined || (isRead && !isOpen && post.owner !== user)) return { status: 404 };
      if (isRead) return { status: 200, body: { id: post.id, text: post.text } };
      if (post.owner !== user) return { status: 403 };
      all.delete(post.id);
      return { status: 204 };
    };
  };

test.each([
  ['everybody reads', 'security: [],', true, []],
  ['users read apart from each other', '', false, ['resources.not-listed-by-others']],
] as const)('a list that shows every user what %s', async (_who, readers, isOpen, blamed) => {
  const { record } = await runAgainstService(documentOf(readers), posts(isOpen), {}, OTHER_KEY);
  const failed = record.results.filter(({ outcome }) => outcome.kind === 'fail' || outcome.kind === 'warn');
  expect(failed.map(({ id }) => id)).toEqual(blamed);
});
