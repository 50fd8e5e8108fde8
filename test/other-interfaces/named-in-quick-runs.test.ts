import { expect, test } from 'vitest';
import { blamed, faultsOfAssay, idsOf } from './run-against-mock.ts';
import { type MakeService, type Reply, runAtOnce } from './run-against-service.ts';
import { behindKey, isObject, isText, Shelf } from './shelf.ts';

/** A creation that has to name what is there: a quick run has taken away by then what it made in the lives of entries. */

function entries(thing: string, members: string): string {
  const names = members.split(',').map((one) => `${one}: { type: string, minLength: 1, maxLength: 80 }`);
  const shape = `type: object, required: [${members}], properties: { ${names.join(', ')} }`;
  return `
  /${thing}s:
    get: { operationId: list-${thing}, responses: { '200': { description: all, content: { application/json: { schema: { type: array, items: { type: object } } } } }, '401': { description: key } } }
    post:
      operationId: make-${thing}
      requestBody: { required: true, content: { application/json: { schema: { ${shape} } } } }
      responses:
        '201': { description: made, content: { application/json: { schema: { type: object, required: [id, ${members}], properties: { id: { type: string }, ${names.join(', ')} } } } } }
        '400': { description: bad }
        '401': { description: key }
        '404': { description: names nothing }
  /${thing}s/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get: { operationId: read-${thing}, responses: { '200': { description: one, content: { application/json: { schema: { type: object, required: [id], properties: { id: { type: string }, ${names.join(', ')} } } } } }, '401': { description: key }, '404': { description: none } } }
    delete: { operationId: remove-${thing}, responses: { '204': { description: gone }, '401': { description: key }, '404': { description: none } } }`;
}

const DOCUMENT = `
openapi: 3.0.3
info: { title: Lending, version: '1' }
security: [{ key: [] }]
paths:${entries('item', 'title')}${entries('reader', 'name')}${entries('loan', 'item_id,reader_id')}
components: { securitySchemes: { key: { type: http, scheme: bearer } } }
`;

const KINDS: readonly (readonly [name: string, members: readonly string[]])[] = [
  ['items', ['title']],
  ['readers', ['name']],
  ['loans', ['item_id', 'reader_id']],
];

type Ways = { readonly lends: boolean };

const lending = ({ lends }: Ways): MakeService =>
  behindKey(() => {
    const shelves = new Map<string, { readonly members: readonly string[]; readonly all: Shelf }>();
    for (const [name, members] of KINDS)
      shelves.set(name, { members, all: new Shelf((count) => `${name}-${String(count)}`) });
    return (ask, [kind = '', id]): Reply => {
      const shelf = shelves.get(kind);
      const old = shelf?.all.at(id);
      if (shelf === undefined || (id !== undefined && old === undefined)) return { status: 404 };
      if (ask.method === 'GET') return { status: 200, body: old ?? shelf.all.all };
      if (ask.method === 'DELETE' && old !== undefined) {
        shelf.all.take(old);
        return { status: 204 };
      }
      const { json } = ask;
      if (!isObject(json) || !shelf.members.every((name) => isText(json[name]))) return { status: 400 };
      const isThere = (name: string): boolean =>
        shelves.get(`${name.slice(0, -3)}s`)?.all.at(String(json[name])) !== undefined;
      const named = shelf.members.filter((name) => name.endsWith('_id'));
      if (named.length > 0 && !(lends && named.every(isThere))) return { status: 404 };
      const members = Object.fromEntries(shelf.members.map((name) => [name, json[name]]));
      return { status: 201, body: shelf.all.add(members) };
    };
  });

test('is served in a quick run', async () => {
  const run = await runAtOnce(DOCUMENT, lending({ lends: true }), { profile: 'quick', seed: 1 });
  expect([...blamed(run), ...faultsOfAssay(run), ...idsOf(run, 'warn')]).toEqual([]);
  expect(run.verdict.missing).toEqual([]);
  expect(run.verdict.exitCode).toBe(0);
  expect(run.record.footer?.leftovers).toEqual([]);
});

test('is told of where nobody is served, with what a standard run does beyond it', async () => {
  const { verdict } = await runAtOnce(DOCUMENT, lending({ lends: false }), { profile: 'quick', seed: 1 });
  expect(verdict.exitCode).toBe(2);
  expect(verdict.missing.map(({ what }) => what)).toEqual(['POST /loans']);
  expect(verdict.advice).toContain('--profile standard');
});
