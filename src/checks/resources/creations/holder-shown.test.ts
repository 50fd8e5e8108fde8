import { expect, test } from 'vitest';
import { loadOnce } from '../../../../test/specs/load-files.ts';
import { runOf } from '../../exchange.test-data.ts';
import { showsHolder } from './holder-shown.ts';

const ID = '{name: cartId, in: path, required: true, schema: {type: integer}}';
const JSON_OF = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;
const BODY = `requestBody: {${JSON_OF('{type: object, properties: {name: {type: string}}}')}}`;

async function documentOf(answer: string): Promise<Parameters<typeof runOf>[0]> {
  const made = `responses: {'201': {description: made${answer}}}`;
  const loaded = await loadOnce({
    'openapi.yaml': `
openapi: 3.0.3
info: {title: Carts, version: '1'}
paths:
  /carts: {post: {operationId: make, ${BODY}, ${made}}}
  /carts/{cartId}/items: {parameters: [${ID}], post: {operationId: add, ${BODY}, ${made}}}
  /carts/{cartId}/notes:
    parameters: [${ID}]
    post: {operationId: note, parameters: [{name: text, in: query, schema: {type: string}}], ${made}}
`,
  });
  if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
  return { interface: loaded.interface, basePath: loaded.interface.basePath };
}

const CART = { id: 7, label: 'Mine' };
const open = await documentOf('');
const described = await documentOf(`, ${JSON_OF('{type: object, properties: {id: {type: integer}}}')}`);

test.each([
  ['the cart that an item was put into', open, '/carts/7/items', { name: 'Pen' }, CART, true],
  ['the cart that a note was put on, by the query', open, '/carts/7/notes?text=Hi', undefined, CART, true],
  [
    'an item with the number of its cart',
    open,
    '/carts/7/items',
    { name: 'Pen' },
    { id: 7, name: 'Pen' },
    false,
  ],
  ['what has another number', open, '/carts/7/items', { name: 'Pen' }, { id: 8, label: 'Mine' }, false],
  ['what is made in no cart', open, '/carts', { name: 'Pen' }, CART, false],
  ['what the document describes', described, '/carts/7/items', { name: 'Pen' }, CART, false],
])('showsHolder() tells of %s', (_words, contract, path, sends, shown, is) => {
  const body = sends === undefined ? {} : { sends: JSON.stringify(sends) };
  const { readings } = runOf(contract, [
    { method: 'POST', path, ...body, status: 201, body: JSON.stringify(shown) },
  ]);
  expect(readings.map((reading) => showsHolder('id', shown, reading))).toEqual([is]);
});
