import { expect, test } from 'vitest';
import { idsOf } from './run-against-mock.ts';
import {
  type Ask,
  type MakeService,
  OTHER_KEY,
  type Reply,
  runAgainstService,
  userOf,
} from './run-against-service.ts';

/**
 * Essays that are drafts at first: nobody sees one but its author, and once it is published, everybody reads it. Only its author changes
 * or removes it, then as before.
 */

const gives = (name: string): string =>
  `content: { application/json: { schema: { $ref: '#/components/schemas/${name}' } } }`;
const WHO = `'401': { description: who }, '404': { description: none }`;
const NOT_AUTHOR = `'403': { description: You are not the author of the essay }`;
const HERE = 'parameters: [{ name: id, in: path, required: true, schema: { type: string } }]';

const documentWith = (more: string, members: string): string => `
openapi: 3.0.3
info: { title: Essays, version: '1' }
security: [{ key: [] }]
paths:
  /essays:
    get: { operationId: list, responses: { '200': { description: all, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Essay' } } } } }, '401': { description: who } } }
    post: { operationId: make, requestBody: { required: true, ${gives('NewEssay')} }, responses: { '201': { description: made, ${gives('Essay')} }, '400': { description: no }, '401': { description: who } } }
  /essays/{id}:
    ${HERE}
    get: { operationId: read, responses: { '200': { description: one, ${gives('Essay')} }, ${WHO} } }
    patch: { operationId: change, requestBody: { required: true, ${gives('Change')} }, responses: { '200': { description: changed, ${gives('Essay')} }, '400': { description: no }, ${NOT_AUTHOR}, ${WHO} } }
    delete: { operationId: remove, responses: { '204': { description: gone }, ${NOT_AUTHOR}, ${WHO} } }
${more}
components:
  securitySchemes: { key: { type: http, scheme: bearer } }
  schemas:
    NewEssay: { type: object, required: [title], properties: { title: { type: string, minLength: 1, maxLength: 60, pattern: '\\S' } } }
    Change: { type: object, properties: { title: { type: string, minLength: 1, maxLength: 60, pattern: '\\S' } ${members} } }
    Essay: { type: object, required: [id, title, status], properties: { id: { type: string }, title: { type: string }, status: { type: string, enum: [draft, published] } } }
`;
const BY_ACTION = documentWith(
  `
  /essays/{id}/publish:
    ${HERE}
    post: { operationId: publish, responses: { '200': { description: done, ${gives('Essay')} }, ${NOT_AUTHOR}, ${WHO} } }`,
  '',
);
const BY_MEMBER = documentWith('', ', status: { type: string, enum: [draft, published] }');

type Essay = { readonly id: string; title: string; status: string; readonly owner: string };

const isTitle = (value: unknown): value is string =>
  typeof value === 'string' && /\S/.test(value) && Array.from(value).length <= 60;

/** Essays in memory; `opened` is what another user may do to one that is published. */
const essays =
  (opened?: 'PATCH' | 'DELETE'): MakeService =>
  () => {
    const all = new Map<string, Essay>();
    let last = 0;
    const shown = ({ id, title, status }: Essay): object => ({ id, title, status });
    const membersOf = ({ json }: Ask): { readonly [name: string]: unknown } | undefined =>
      typeof json === 'object' && json !== null && !Array.isArray(json) ? { ...json } : undefined;
    return (ask): Reply => {
      const who = userOf(ask);
      if (who === undefined) return { status: 401, headers: { 'WWW-Authenticate': 'Bearer' } };
      const [, name, id, below] = ask.path.split('/');
      if (name !== 'essays') return { status: 404 };
      const sees = ({ owner, status }: Essay): boolean => owner === who || status === 'published';
      if (id === undefined && ask.method === 'GET')
        return { status: 200, body: [...all.values()].filter(sees).map(shown) };
      const sent = membersOf(ask);
      if (id === undefined) {
        const title = sent?.['title'];
        if (!isTitle(title)) return { status: 400 };
        last += 1;
        const made: Essay = { id: `e${String(last)}`, title, status: 'draft', owner: who };
        all.set(made.id, made);
        return { status: 201, body: shown(made) };
      }
      const essay = all.get(id);
      if (essay === undefined || !sees(essay)) return { status: 404 };
      if (ask.method === 'GET' && below === undefined) return { status: 200, body: shown(essay) };
      if (essay.owner !== who && ask.method !== opened) return { status: 403 };
      if (below === 'publish') {
        essay.status = 'published';
        return { status: 200, body: shown(essay) };
      }
      if (ask.method === 'DELETE') {
        all.delete(id);
        return { status: 204 };
      }
      const { title = essay.title, status = essay.status } = sent ?? {};
      if (sent === undefined || !isTitle(title) || (status !== 'draft' && status !== 'published'))
        return { status: 400 };
      Object.assign(essay, { title, status });
      return { status: 200, body: shown(essay) };
    };
  };

test.each<readonly [way: string, document: string]>([
  ['an action', BY_ACTION],
  ['a member', BY_MEMBER],
])('what is opened by %s is still for its author to change and to remove', async (_way, document) => {
  const failed = async (opened?: 'PATCH' | 'DELETE'): Promise<readonly string[]> => {
    const run = await runAgainstService(
      document,
      essays(opened),
      { seed: 1, suites: ['resources'] },
      OTHER_KEY,
    );
    return [...idsOf(run, 'fail'), ...idsOf(run, 'warn')];
  };
  expect(await failed()).toEqual([]);
  expect(await failed('PATCH')).toEqual(['resources.not-changed-by-others']);
  expect(await failed('DELETE')).toEqual(['resources.not-removed-by-others']);
});
