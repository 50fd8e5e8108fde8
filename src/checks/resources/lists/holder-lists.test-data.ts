import { type CheckRow, row } from '../../check-rows.test-data.ts';
import { ask, type Sample } from '../../exchange.test-data.ts';

/** Rows about lists below entries of what names these: the document is that of the categories. */

type Product = { readonly id: number; readonly name: string; readonly categoryId: number };

const category = (id: number): Sample => {
  const name = `assay-abc123-00${String(id)} Shelf`;
  return ask('POST', '/categories', 201, { id, name }, { name });
};
const OWN: Product = { id: 9, name: 'assay-abc123-009 Lamp', categoryId: 3 };
const MAKE = ask('POST', '/products', 201, OWN, { name: OWN.name, categoryId: OWN.categoryId });
const MADE = [category(3), category(4), MAKE];
const listing = (path: string, products: readonly Product[]): Sample => ({
  method: 'GET',
  path,
  status: 200,
  body: JSON.stringify(products),
});
const all = (...products: readonly Product[]): Sample => listing('/products', products);
const below = (id: number, products: readonly Product[], atMs?: number, query = ''): Sample => ({
  ...listing(`/categories/${String(id)}/products${query}`, products),
  ...(atMs === undefined ? {} : { atMs }),
});
const LATE_MS = 9_000;

function listRow(shows: CheckRow['shows'], name: string, exchanges: readonly Sample[]): CheckRow {
  return row('resources.holder-lists', shows, name, exchanges, { document: 'categories' });
}

export const holderListRows: readonly CheckRow[] = [
  listRow('pass', 'what names it, and nothing else', [...MADE, below(3, [OWN]), below(4, [])]),
  listRow('fail', 'what names another one', [...MADE, below(4, [OWN])]),
  listRow('fail', 'what names it is missing, twice', [
    ...MADE,
    all(OWN),
    below(3, []),
    below(3, [], LATE_MS),
  ]),
  listRow('inconclusive', 'it is missing once', [...MADE, all(OWN), below(3, [])]),
  listRow('inconclusive', 'its own list does not show it either', [
    ...MADE,
    all(),
    below(3, []),
    below(3, [], LATE_MS),
  ]),
  listRow('inconclusive', 'some alone are asked for', [
    ...MADE,
    all(OWN),
    below(3, [], undefined, '?sale=true'),
    below(3, [], LATE_MS, '?sale=true'),
  ]),
  listRow('inconclusive', 'it was removed', [
    ...MADE,
    all(OWN),
    ask('DELETE', '/products/9', 204),
    below(3, []),
    below(3, [], LATE_MS),
  ]),
];
