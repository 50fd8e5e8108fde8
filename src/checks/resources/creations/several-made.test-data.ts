import { type CheckRow, row } from '../../check-rows.test-data.ts';
import { ask, type Sample } from '../../exchange.test-data.ts';

/** Rows about several entries that are made at once: the document is that of the batches. */

type Product = { readonly name: string; readonly id?: number };

const [ONE, TWO, THREE]: readonly [Product, Product, Product] = [
  { name: 'assay-abc123-001 One' },
  { name: 'assay-abc123-002 Two' },
  { name: 'assay-abc123-003 Three' },
];
const ALL = [ONE, TWO, THREE];
const made = (products: readonly Product[]): readonly Product[] =>
  products.map((product, at) => ({ ...product, id: at + 1 }));
const batch = (shown: readonly Product[]): Sample =>
  ask(
    'POST',
    '/products/batch',
    200,
    { results: made(shown).map((product) => ({ status: 201, product })) },
    { products: ALL },
  );
const bulk = (shown: readonly Product[], more: Readonly<Record<string, unknown>> = {}): Sample =>
  ask(
    'POST',
    '/products/bulk',
    201,
    made(shown).map((one) => ({ ...one, ...more })),
    ALL,
  );
const list = (...shown: readonly Product[]): Sample => ({
  ...ask('GET', '/products', 200, made(shown)),
  atMs: 20_000,
});

function severalRow(
  check: string,
  shows: CheckRow['shows'],
  name: string,
  exchanges: readonly Sample[],
): CheckRow {
  return row(check, shows, name, exchanges, { document: 'batches' });
}

const MADE = 'resources.several-made';

export const severalRows: readonly CheckRow[] = [
  severalRow(MADE, 'pass', 'each has its result, in the order of the request', [batch(ALL)]),
  severalRow(MADE, 'fail', 'the first alone has a result', [batch([ONE])]),
  severalRow(MADE, 'fail', 'the results are turned round', [batch(ALL.toReversed())]),
  severalRow(MADE, 'fail', 'one has the result twice', [batch([ONE, TWO, THREE, THREE])]),
  severalRow(MADE, 'pass', 'in another order, of which the document says nothing', [bulk(ALL.toReversed())]),
  severalRow(MADE, 'fail', 'the last is neither in the answer nor in the list', [
    bulk([ONE, TWO]),
    list(ONE, TWO),
  ]),
  severalRow(MADE, 'inconclusive', 'the answer leaves out what the list has', [
    bulk([ONE, TWO]),
    list(...ALL),
  ]),
  severalRow(MADE, 'inconclusive', 'the answer says what was not made', [
    bulk([ONE], { skipped: 2 }),
    list(ONE),
  ]),
  severalRow(MADE, 'inconclusive', 'no list was asked for', [bulk([ONE])]),
  severalRow('collections.created-as-sent', 'pass', 'all of several have what they were given', [bulk(ALL)]),
  severalRow('collections.created-as-sent', 'fail', 'all of several have the note of the first', [
    ask(
      'POST',
      '/products/bulk',
      201,
      made([ONE, TWO]).map((one) => ({ ...one, note: 'of the first' })),
      [
        { ...ONE, note: 'of the first' },
        { ...TWO, note: 'of the second' },
      ],
    ),
  ]),
  severalRow('collections.listed', 'fail', 'what was made at once is in no list', [
    bulk(ALL),
    { ...list(), atMs: 10_000 },
    list(),
  ]),
  severalRow('collections.unique-identity', 'fail', 'two of several have one identity', [
    ask(
      'POST',
      '/products/bulk',
      201,
      ALL.map((one) => ({ ...one, id: 4 })),
      ALL,
    ),
  ]),
];
