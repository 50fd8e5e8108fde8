import { describe, expect, test } from 'vitest';
import { alarms, blames } from '../lives/run-lives.ts';
import { loadOnce } from '../specs/load-files.ts';
import { blamed, runAgainstMock } from './run-against-mock.ts';
import { isKnown, type MakeService, runAtOnce } from './run-against-service.ts';

/** Actions that are called as a flag of their entry is: `PUT …/lock` and `DELETE …/lock`, `PUT …/favourite` and `is_favourite`, `POST …/unpin`, and one that somebody else decides. */

const ref = (name: string): string =>
  `content: {application/json: {schema: {$ref: '#/components/schemas/${name}'}}}`;
const REFUSALS = `'401': {description: who}, '404': {description: none}`;
const action = (method: string, id: string): string =>
  `    ${method}: {operationId: ${id}, responses: {'204': {description: done}, ${REFUSALS}}}`;
const AT = `    parameters: [{name: id, in: path, required: true, schema: {type: integer}}]`;

const DOCUMENT = `
openapi: 3.0.3
info: {title: Posts, version: '1'}
security: [{key: []}]
paths:
  /posts:
    get: {operationId: list, parameters: [{name: favourites_only, in: query, description: Only posts that were marked as favourite, schema: {type: boolean, default: false}}], responses: {'200': {description: all, content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Post'}}}}}, '401': {description: who}}}
    post: {operationId: make, requestBody: {required: true, ${ref('Written')}}, responses: {'201': {description: made, ${ref('Post')}}, '400': {description: no}, '401': {description: who}}}
  /posts/{id}:
${AT}
    get: {operationId: read, responses: {'200': {description: it, ${ref('Post')}}, ${REFUSALS}}}
    delete: {operationId: remove, responses: {'204': {description: gone}, ${REFUSALS}}}
  /posts/{id}/lock:
${AT}
${action('put', 'lock')}
${action('delete', 'unlock')}
  /posts/{id}/favourite:
${AT}
${action('put', 'mark')}
${action('delete', 'unmark')}
  /posts/{id}/pin:
${AT}
${action('post', 'pin')}
  /posts/{id}/unpin:
${AT}
${action('post', 'unpin')}
  /posts/{id}/verify:
${AT}
${action('post', 'verify')}
components:
  securitySchemes: {key: {type: http, scheme: bearer}}
  schemas:
    Written: {type: object, required: [text], properties: {text: {type: string, minLength: 1, maxLength: 60}}}
    Post: {type: object, required: [id, text, locked, is_favourite, is_pinned, verified], properties: {id: {type: integer}, text: {type: string}, locked: {type: boolean}, is_favourite: {type: boolean}, is_pinned: {type: boolean}, verified: {type: boolean}}}
`;

type Post = {
  id: number;
  text: string;
  locked: boolean;
  is_favourite: boolean;
  is_pinned: boolean;
  verified: boolean;
};
type Act = (post: Post) => void;

const HONEST: Readonly<Record<string, Act>> = {
  'PUT lock': (post) => {
    post.locked = true;
  },
  'DELETE lock': (post) => {
    post.locked = false;
  },
  'PUT favourite': (post) => {
    post.is_favourite = true;
  },
  'DELETE favourite': (post) => {
    post.is_favourite = false;
  },
  'POST pin': (post) => {
    post.is_pinned = true;
  },
  'POST unpin': (post) => {
    post.is_pinned = false;
  },
  // Somebody else looks at it first.
  'POST verify': () => undefined,
};

function posts(own: Readonly<Record<string, Act>> = {}, listsAll = false): MakeService {
  const acts = { ...HONEST, ...own };
  return () => {
    const all = new Map<number, Post>();
    let last = 0;
    return (ask) => {
      if (!isKnown(ask)) return { status: 401, headers: { 'WWW-Authenticate': 'Bearer' } };
      const [, , id, verb] = ask.path.split('/');
      if (id === undefined) {
        const isNarrow = ask.query.get('favourites_only') === 'true' && !listsAll;
        const shown = [...all.values()].filter((post) => post.is_favourite || !isNarrow);
        if (ask.method === 'GET') return { status: 200, body: shown };
        const { json } = ask;
        const text = typeof json === 'object' && json !== null && 'text' in json ? json.text : undefined;
        if (typeof text !== 'string' || text === '' || Array.from(text).length > 60) return { status: 400 };
        last += 1;
        const made = {
          id: last,
          text,
          locked: false,
          is_favourite: false,
          is_pinned: false,
          verified: false,
        };
        all.set(last, made);
        return { status: 201, body: made };
      }
      const post = all.get(Number(id));
      if (post === undefined) return { status: 404 };
      if (verb !== undefined) {
        acts[`${ask.method} ${verb}`]?.(post);
        return { status: 204 };
      }
      if (ask.method === 'GET') return { status: 200, body: post };
      all.delete(post.id);
      return { status: 204 };
    };
  };
}

const nothing: Act = () => undefined;

describe('actions that are called as a flag is', () => {
  test('turn it, or are no fault', async () => {
    const run = await runAtOnce(DOCUMENT, posts());
    expect(alarms(run)).toEqual([]);
    expect(run.verdict.exitCode).toBe(0);
  });

  test.each(Object.keys(HONEST).filter((name) => name !== 'POST verify'))(
    '%s does nothing: found',
    async (name) => {
      expect(blames(await runAtOnce(DOCUMENT, posts({ [name]: nothing })))).toContain(
        'resources.action-stored',
      );
    },
  );

  test('a list that shows all where it is asked for those alone is found', async () => {
    expect(blames(await runAtOnce(DOCUMENT, posts({}, true)))).toContain('resources.filter-holds');
  });

  test('the mock turns them, and shows those alone', async () => {
    const loaded = await loadOnce({ 'openapi.yaml': DOCUMENT });
    if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
    expect(blamed(await runAgainstMock(loaded.interface))).toEqual([]);
  });
});
