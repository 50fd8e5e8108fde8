import { expect, test } from 'vitest';
import {
  type Ask,
  type MakeService,
  OTHER_KEY,
  type Reply,
  runAgainstService,
  userOf,
} from './run-against-service.ts';

/** Remarks on posts, which everybody reads in a list and no operation reads one by one: whoever wrote one changes and removes it. */

const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;
const ref = (name: string): string => `{$ref: '#/components/schemas/${name}'}`;
const NO = `'400': {description: no}, '401': {description: who}, '403': {description: not yours}, '404': {description: none}`;
const gives = (status: string, schema: string): string =>
  `'${status}': {description: it, ${json(schema)}}, ${NO}`;
const body = `requestBody: {required: true, ${json(ref('Text'))}}`;

const DOCUMENT = `
openapi: 3.0.3
info: {title: Posts, version: '1'}
security: [{key: []}]
paths:
  /posts:
    get: {operationId: list, x-assay-shared: true, responses: {${gives('200', `{type: array, items: ${ref('Entry')}}`)}}}
    post: {operationId: make, ${body}, responses: {${gives('201', ref('Entry'))}}}
  /posts/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
    get: {operationId: read, x-assay-shared: true, responses: {${gives('200', ref('Entry'))}}}
    delete: {operationId: remove, responses: {'204': {description: gone}, ${NO}}}
  /posts/{id}/remarks:
    parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
    get: {operationId: listRemarks, responses: {${gives('200', `{type: array, items: ${ref('Entry')}}`)}}}
    post: {operationId: addRemark, x-assay-shared: true, ${body}, responses: {${gives('201', ref('Entry'))}}}
  /posts/{id}/remarks/{remark}:
    parameters:
      - {name: id, in: path, required: true, schema: {type: integer}}
      - {name: remark, in: path, required: true, schema: {type: integer}}
    patch: {operationId: changeRemark, ${body}, responses: {${gives('200', ref('Entry'))}}}
    delete: {operationId: removeRemark, responses: {'204': {description: gone}, ${NO}}}
components:
  securitySchemes: {key: {type: http, scheme: bearer}}
  schemas:
    Text: {type: object, required: [text], properties: {text: {type: string, minLength: 1, maxLength: 90}}}
    Entry: {type: object, required: [id, text], properties: {id: {type: integer}, text: {type: string}}}
`;

type Entry = { readonly id: number; readonly post: number | undefined; readonly owner: string; text: string };

const shown = ({ id, text }: Entry): { readonly id: number; readonly text: string } => ({ id, text });

function textOf({ json: sent }: Ask): string | undefined {
  const text = typeof sent === 'object' && sent !== null && 'text' in sent ? sent.text : undefined;
  return typeof text === 'string' && text.length > 0 && Array.from(text).length <= 90 ? text : undefined;
}

/** `open`: what anybody may do to a remark of somebody else. */
const posts =
  (open: 'PATCH' | 'DELETE' | undefined): MakeService =>
  () => {
    let all: readonly Entry[] = [];
    let last = 0;
    const make = (ask: Ask, owner: string, post: number | undefined): Reply => {
      const text = textOf(ask);
      if (text === undefined) return { status: 400 };
      last += 1;
      const entry = { id: last, post, owner, text };
      all = [...all, entry];
      return { status: 201, body: shown(entry) };
    };
    const change = (ask: Ask, entry: Entry, user: string): Reply => {
      if (entry.owner !== user && ask.method !== open) return { status: 403 };
      if (ask.method === 'DELETE') {
        all = all.filter((one) => one !== entry && one.post !== entry.id);
        return { status: 204 };
      }
      const text = textOf(ask);
      if (text === undefined) return { status: 400 };
      entry.text = text;
      return { status: 200, body: shown(entry) };
    };
    return (ask) => {
      const user = userOf(ask);
      if (user === undefined) return { status: 401, headers: { 'WWW-Authenticate': 'Bearer' } };
      const [, , id, , remark] = ask.path.split('/');
      const isInside = ask.path.includes('/remarks');
      const post = all.find((one) => one.post === undefined && String(one.id) === id);
      if (id !== undefined && post === undefined) return { status: 404 };
      const owned = all.filter((one) => one.post === (isInside ? post?.id : undefined));
      const entry = isInside ? owned.find((one) => String(one.id) === remark) : post;
      if (entry === undefined && (isInside ? remark : id) !== undefined) return { status: 404 };
      if (entry !== undefined && ask.method === 'GET') return { status: 200, body: shown(entry) };
      if (entry !== undefined) return change(ask, entry, user);
      return ask.method === 'GET' ? { status: 200, body: owned.map(shown) } : make(ask, user, post?.id);
    };
  };

test.each([
  ['their own alone', undefined, []],
  ['those of others', 'PATCH', ['resources.not-changed-by-others']],
  ['none but their own, and remove those of others', 'DELETE', ['resources.not-removed-by-others']],
] as const)('where users change %s', async (_what, open, blamed) => {
  const { record, verdict } = await runAgainstService(DOCUMENT, posts(open), {}, OTHER_KEY);
  const failed = record.results.filter(({ outcome }) => outcome.kind === 'fail').map(({ id }) => id);
  expect(failed).toEqual([...blamed]);
  expect(verdict.exitCode, verdict.text).toBe(blamed.length);
});
