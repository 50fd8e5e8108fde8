import { describe, expect, test } from 'vitest';
import { blamed, faultsOfAssay, idsOf } from './run-against-mock.ts';
import { type MakeService, type Reply, runAtOnce } from './run-against-service.ts';

/** Lists in parts that begin somewhere when nobody says where: the document has a default for it, or says nothing. */

const PEN =
  'type: object, required: [name], properties: { id: { type: integer, readOnly: true }, name: { type: string, minLength: 1, maxLength: 60 } }';
const BAD = '{ description: not valid }';
const ABSENT = '{ description: not there }';
const body = (schema: string): string => `content: { application/json: { schema: { ${schema} } } }`;

function documentOf(first: string): string {
  return `
openapi: 3.0.3
info: { title: Pens, version: '1' }
paths:
  /pens:
    get:
      operationId: listPens
      parameters:
        - { name: offset, in: query, schema: { type: integer, minimum: 0${first} } }
        - { name: limit, in: query, schema: { type: integer, minimum: 1, maximum: 100, default: 100 } }
      responses: { '200': { description: Pens, ${body(`type: array, items: { ${PEN} }`)} }, '400': ${BAD} }
    post:
      operationId: addPen
      requestBody: { required: true, ${body(PEN)} }
      responses: { '201': { description: Made, ${body(PEN)} }, '400': ${BAD} }
  /pens/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    get:
      operationId: readPen
      responses: { '200': { description: One, ${body(PEN)} }, '400': ${BAD}, '404': ${ABSENT} }
    delete:
      operationId: removePen
      responses: { '204': { description: Gone }, '400': ${BAD}, '404': ${ABSENT} }
`;
}

type Pen = { readonly id: number; readonly name: string };

/** `first`: how many are left out where a request does not say it. */
function pens(first: number): MakeService {
  return () => {
    let all: readonly Pen[] = [];
    let made = 0;
    const list = (query: URLSearchParams): Reply => {
      const [offset, limit] = [query.get('offset') ?? String(first), query.get('limit') ?? '100'];
      if (![offset, limit].every((text) => /^\d+$/.test(text))) return { status: 400 };
      const size = Number(limit);
      if (size < 1 || size > 100) return { status: 400 };
      return { status: 200, body: all.slice(Number(offset)).slice(0, size) };
    };
    return ({ method, path, query, json }) => {
      if (path === '/pens' && method === 'GET') return list(query);
      if (path === '/pens' && method === 'POST') {
        const sent: { readonly name?: unknown } = typeof json === 'object' && json !== null ? json : {};
        const { name } = sent;
        if (typeof name !== 'string' || name === '' || Array.from(name).length > 60) return { status: 400 };
        made += 1;
        all = [...all, { id: made, name }];
        return { status: 201, body: { id: made, name } };
      }
      const [, id] = /^\/pens\/(\d+)$/.exec(path) ?? [];
      if (id === undefined) return { status: 400 };
      const pen = all.find((one) => one.id === Number(id));
      if (pen === undefined) return { status: 404 };
      if (method === 'GET') return { status: 200, body: pen };
      all = all.filter((one) => one !== pen);
      return { status: 204 };
    };
  };
}

describe('a list that does not say where it begins', () => {
  test.each([
    ['begins at its documented default', ', default: 0', 0],
    ['begins where it likes, where no default is documented', '', 1],
  ])('honest: %s', async (_name, first, offset) => {
    const run = await runAtOnce(documentOf(first), pens(offset));
    expect([...blamed(run), ...idsOf(run, 'warn'), ...faultsOfAssay(run)]).toEqual([]);
  });

  test('faulty: begins behind its documented default', async () => {
    const run = await runAtOnce(documentOf(', default: 0'), pens(1));
    expect(idsOf(run, 'fail')).toEqual(['resources.pages-complete']);
    expect(faultsOfAssay(run)).toEqual([]);
  });
});
