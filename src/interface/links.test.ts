import { expect, test } from 'vitest';
import type { Json } from '../json/value.ts';
import { type LinkFacts, linkedValue } from './links.ts';

const FACTS: LinkFacts = {
  url: '/v1/orders?page=2',
  method: 'POST',
  status: 201,
  pathValues: new Map([['shop', 'north']]),
  query: (name) => (name === 'page' ? '2' : undefined),
  sent: { header: (name) => (name === 'X-Trace' ? 't1' : undefined), body: { name: 'n' } },
  answered: {
    header: (name) => (name === 'Location' ? '/orders/7' : undefined),
    body: { id: 7, items: [{ sku: 'a/b' }], empty: null },
  },
};

test.each<readonly [Json, Json | undefined]>([
  ['$url', '/v1/orders?page=2'],
  ['$method', 'POST'],
  ['$statusCode', 201],
  ['$request.path.shop', 'north'],
  ['$request.query.page', '2'],
  ['$request.header.X-Trace', 't1'],
  ['$request.body#/name', 'n'],
  ['$response.header.Location', '/orders/7'],
  ['$response.body#/id', 7],
  ['$response.body#/items/0/sku', 'a/b'],
  ['$response.body#/nothing', undefined],
  ['$response.query.page', undefined],
  ['$request.pathshop', undefined],
  ['$elsewhere', undefined],
  ['a constant', 'a constant'],
  [5, 5],
  ['orders/{$response.body#/id}/of/{$request.path.shop}', 'orders/7/of/north'],
  ['orders/{$response.body#/empty}', undefined],
  [
    { id: '$response.body#/id', kind: 'k' },
    { id: 7, kind: 'k' },
  ],
  [{ id: '$response.body#/nothing' }, undefined],
  [
    ['$response.body#/id', '$method'],
    [7, 'POST'],
  ],
])('linkedValue() makes of %j what the exchange says', (value, expected) => {
  expect(linkedValue(value, FACTS)).toEqual(expected);
});
