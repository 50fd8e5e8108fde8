import { expect, test } from 'vitest';
import { wholeInCi } from '../sampled.ts';
import { idsOf } from './run-against-mock.ts';
import { type MakeService, type Reply, runAtOnce } from './run-against-service.ts';

/** Lists that say whether another page follows, are gone back over from an entry, and lead on by links that keep what was asked for. */

const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;
const BOAT =
  '{type: object, required: [id, kind], properties: {id: {type: string}, kind: {enum: [sail, motor]}}}';

const byEntries = (more: string): string => `
openapi: 3.1.0
info: {title: Boats, version: '1'}
paths:
  /boats:
    get:
      description: ${JSON.stringify(more)}
      parameters:
        - {name: limit, in: query, schema: {type: integer, minimum: 1, maximum: 50, default: 20}}
        - {name: starting_after, in: query, schema: {type: string}}
        - {name: ending_before, in: query, schema: {type: string}}
      responses:
        '200': {description: a page, ${json(`{type: object, required: [data, has_more], properties: {has_more: {type: boolean}, data: {type: array, items: ${BOAT}}}}`)}}
        '400': {description: no}
`;

const BY_LINKS = `
openapi: 3.1.0
info: {title: Boats, version: '1', description: '\`Link\` leads to the \`next\` page (\`next\` only where there is one).'}
paths:
  /boats:
    get:
      parameters:
        - {name: page, in: query, schema: {type: integer, minimum: 1, default: 1}}
        - {name: per_page, in: query, schema: {type: integer, minimum: 1, maximum: 50, default: 20}}
        - {name: kind, in: query, schema: {enum: [sail, motor]}}
      responses:
        '200': {description: a page, headers: {Link: {schema: {type: string}}}, ${json(`{type: array, items: ${BOAT}}`)}}
        '400': {description: no}
`;

/** The same, with the standard by its name. */
const BY_STANDARD = BY_LINKS.replace('Link: {schema', 'Link: {description: Other pages (RFC 8288)., schema');

type Boat = { readonly id: string; readonly kind: string };
const BOATS: readonly Boat[] = Array.from({ length: 9 }, (_, at) => ({
  id: `b${String(at + 1)}`,
  kind: at % 2 === 0 ? 'sail' : 'motor',
}));

type Ways = {
  readonly hasMore?: (shown: number, left: number, limit: number) => boolean;
  readonly before?: (earlier: readonly Boat[], limit: number) => readonly Boat[];
  readonly isBeforeIgnored?: boolean;
  readonly keepsFilter?: boolean;
  readonly isAlwaysLinked?: boolean;
  /** Its links have no brackets. */
  readonly isBare?: boolean;
  /** What a link to the page before is called; `undefined` where there is none. */
  readonly back?: string;
};

const NO: Reply = { status: 400 };

const boats =
  ({
    hasMore = (shown, left) => left > shown,
    before,
    isBeforeIgnored = false,
    ...ways
  }: Ways): MakeService =>
  () =>
  ({ query }) => {
    const size = Number(query.get('limit') ?? query.get('per_page') ?? '20');
    if (!Number.isInteger(size) || size < 1 || size > 50) return NO;
    if (!query.has('page') && !query.has('per_page') && !query.has('kind') && [...query.keys()].length > 0) {
      const [after, end] = [query.get('starting_after'), query.get('ending_before')];
      const at = BOATS.findIndex(({ id }) => id === (after ?? end));
      if ((after ?? end) !== null && at < 0) return NO;
      if (end !== null && !isBeforeIgnored) {
        const earlier = BOATS.slice(0, at);
        const data = before?.(earlier, size) ?? earlier.slice(-size);
        return { status: 200, body: { has_more: earlier.length > size, data } };
      }
      const rest = after === null ? BOATS : BOATS.slice(at + 1);
      const data = rest.slice(0, size);
      return { status: 200, body: { has_more: hasMore(data.length, rest.length, size), data } };
    }
    const [page, kind] = [Number(query.get('page') ?? '1'), query.get('kind')];
    if (!Number.isInteger(page) || page < 1 || (kind !== null && kind !== 'sail' && kind !== 'motor'))
      return NO;
    const all = BOATS.filter((boat) => kind === null || boat.kind === kind);
    const data = all.slice((page - 1) * size, page * size);
    const isLinked = ways.isAlwaysLinked === true || page * size < all.length;
    const filter = kind === null || ways.keepsFilter === false ? '' : `&kind=${kind}`;
    const [open, close] = ways.isBare === true ? ['', ''] : ['<', '>'];
    const linkTo = (other: number, rel: string): string =>
      `${open}/boats?page=${String(other)}&per_page=${String(size)}${filter}${close}; rel="${rel}"`;
    const links = [
      ...(isLinked ? [linkTo(page + 1, 'next')] : []),
      ...(page > 1 && ways.back !== undefined ? [linkTo(page - 1, ways.back)] : []),
    ];
    return { status: 200, body: data, ...(links.length > 0 ? { headers: { Link: links.join(', ') } } : {}) };
  };

const entries =
  (ways: Ways): MakeService =>
  () => {
    const serve = boats(ways)();
    // Without a query the list in pages of entries is meant.
    return (ask) => {
      if ([...ask.query.keys()].length === 0) ask.query.set('limit', '20');
      return serve(ask);
    };
  };

const TOLD = '`has_more` says whether there are more boats behind this page.';

test.each<readonly [string, string, MakeService]>([
  ['by entries', byEntries(TOLD), entries({})],
  [
    'that may say that there is more',
    byEntries('`has_more` says that there may be more.'),
    entries({ hasMore: (shown, _left, limit) => shown === limit }),
  ],
  ['by links', BY_LINKS, boats({})],
  ['by links that lead back as well', BY_STANDARD, boats({ back: 'prev' })],
  ['by what may be no links', BY_LINKS, boats({ isBare: true })],
])('nobody is blamed for pages %s', async (_name, document, service) => {
  const run = await runAtOnce(document, service);
  expect(idsOf(run, 'fail')).toEqual([]);
  expect(run.verdict.exitCode).toBe(0);
});

test.each(
  wholeInCi<readonly [string, string, MakeService, string]>(
    [
      [
        'says that more follows a full page',
        byEntries(TOLD),
        entries({ hasMore: (shown, _left, limit) => shown === limit }),
        'resources.pages-end',
      ],
      [
        'goes back to the beginning',
        byEntries(TOLD),
        entries({ before: (earlier, limit) => earlier.slice(0, limit) }),
        'resources.pages-complete',
      ],
      ['does not go back', byEntries(TOLD), entries({ isBeforeIgnored: true }), 'resources.pages-complete'],
      ['links to a page behind the end', BY_LINKS, boats({ isAlwaysLinked: true }), 'resources.pages-end'],
      ['calls the page before the next one', BY_LINKS, boats({ back: 'next' }), 'resources.pages-end'],
      ['has links without brackets', BY_STANDARD, boats({ isBare: true }), 'headers.optional'],
      ['forgets a filter in its links', BY_LINKS, boats({ keepsFilter: false }), 'resources.filter-holds'],
    ],
    2,
  ),
)('a service that %s is blamed', async (_name, document, service, blamed) => {
  const run = await runAtOnce(document, service);
  expect(idsOf(run, 'fail')).toEqual([blamed]);
});
