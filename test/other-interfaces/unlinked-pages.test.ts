import { expect, test } from 'vitest';
import { idsOf } from './run-against-mock.ts';
import { type MakeService, runAtOnce } from './run-against-service.ts';

const ENTRY = '{type: object, required: [id, name], properties: {id: {type: integer}, name: {type: string}}}';

/** Pages that are counted, in an answer that has a place for a link to the next one. */
const DOCUMENT = `
openapi: 3.1.0
info: {title: Plans, version: '1'}
paths:
  /plans:
    get:
      parameters:
        - {name: page, in: query, schema: {type: integer, minimum: 1, default: 1}}
        - {name: perPage, in: query, schema: {type: integer, minimum: 1, maximum: 50, default: 50}}
      responses:
        '200':
          description: a page
          content: {application/json: {schema: {type: object, required: [items, total], properties: {items: {type: array, items: ${ENTRY}}, total: {type: integer}, next: {type: [string, 'null']}}}}}
        '400': {description: no}
`;

/** `skips`: an entry is left out between pages. */
const plans =
  ({ skips = false } = {}): MakeService =>
  () =>
  ({ query }) => {
    const asked = query;
    const [page, size] = ['page', 'perPage'].map((name, at) => Number(asked.get(name) ?? [1, 50][at]));
    if (
      page === undefined ||
      size === undefined ||
      ![page, size].every((one) => Number.isInteger(one) && one >= 1)
    )
      return { status: 400 };
    if (size > 50) return { status: 400 };
    const all = Array.from({ length: 7 }, (_, at) => ({ id: at + 1, name: `Plan ${String(at + 1)}` }));
    const from = (page - 1) * size + (skips && page > 1 ? 1 : 0);
    return { status: 200, body: { items: all.slice(from, page * size), total: all.length, next: null } };
  };

test.each([
  ['in order', plans(), []],
  ['with a gap', plans({ skips: true }), ['resources.pages-complete']],
] as const)(
  'pages whose place for a link is always empty go on by their numbers: %s',
  async (_name, serve, blamed) => {
    const run = await runAtOnce(DOCUMENT, serve);
    expect(idsOf(run, 'fail').filter((id) => id.startsWith('resources.pages'))).toEqual(blamed);
  },
);
