import { expect, test } from 'vitest';
import { idsOf } from './run-against-mock.ts';
import { type MakeService, runAtOnce } from './run-against-service.ts';

/** Lists in pages of which some entries are asked for alone: that holds on every page, wherever the others stand in the list. */

const documentOf = (position: string): string => `
openapi: 3.1.0
info: {title: Lamps, version: '1'}
paths:
  /lamps:
    get:
      parameters:
        - ${position}
        - {name: limit, in: query, schema: {type: integer, minimum: 1, maximum: 50, default: 20}}
        - {name: kind, in: query, schema: {enum: [desk, wall]}}
      responses:
        '200':
          description: a page
          content:
            application/json:
              schema:
                type: object
                required: [items, next]
                properties:
                  items: {type: array, items: {type: object, required: [id, kind], properties: {id: {type: integer}, kind: {enum: [desk, wall]}}}}
                  next: {type: [string, 'null']}
        '400': {description: no}
`;

const CURSOR =
  '{name: cursor, in: query, schema: {type: string}, description: The `next` of the page before}';
const OFFSET = '{name: offset, in: query, schema: {type: integer, minimum: 0, default: 0}}';

/** Lamps by the first letters of their kinds. */
const lampsOf = (kinds: string): readonly { readonly id: number; readonly kind: string }[] =>
  Array.from({ length: kinds.length }, (_, at) => ({
    id: at + 1,
    kind: kinds.charAt(at) === 'd' ? 'desk' : 'wall',
  }));

type Holds = 'on all pages' | 'on the first page';

const lamps =
  (kinds: string, holds: Holds): MakeService =>
  () =>
  ({ query }) => {
    const [limit, offset] = [query.get('limit') ?? '20', query.get('offset') ?? '0'].map(Number);
    const [kind, cursor] = [query.get('kind'), query.get('cursor')];
    if (limit === undefined || offset === undefined || ![limit, offset].every(Number.isInteger))
      return { status: 400 };
    if (limit < 1 || limit > 50 || offset < 0) return { status: 400 };
    if (kind !== null && kind !== 'desk' && kind !== 'wall') return { status: 400 };
    if (cursor !== null && !/^\d+$/.test(cursor)) return { status: 400 };
    const isFirst = cursor === null && offset === 0;
    const asked = holds === 'on all pages' || isFirst ? kind : null;
    const fitting = lampsOf(kinds).filter((lamp) => asked === null || lamp.kind === asked);
    const rest = fitting.filter(({ id }) => id > Number(cursor ?? 0)).slice(offset);
    const items = rest.slice(0, limit);
    return {
      status: 200,
      body: { items, next: rest.length > limit ? String(items.at(-1)?.id ?? '') : null },
    };
  };

test.each(['dwwddddd', 'wwwwwwdd', 'wdwdwdwd', 'ddddddww', 'dwdddddd'])(
  'lamps of the kinds %s',
  async (kinds) => {
    for (const position of [CURSOR, OFFSET]) {
      const honest = await runAtOnce(documentOf(position), lamps(kinds, 'on all pages'));
      expect(idsOf(honest, 'fail')).toEqual([]);
      const faulty = await runAtOnce(documentOf(position), lamps(kinds, 'on the first page'));
      expect(idsOf(faulty, 'fail')).toEqual(['resources.filter-holds']);
    }
  },
);
