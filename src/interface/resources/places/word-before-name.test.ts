import { expect, test } from 'vitest';
import type { Operation } from '../../model.ts';
import { withWordsBeforeNames } from './word-before-name.ts';

function placesOf(...lines: readonly string[]): readonly string[] {
  const operations = lines.map((line) => {
    const [method, path = ''] = line.split(' ');
    return { id: line, method, path } as unknown as Operation;
  });
  return withWordsBeforeNames(operations).map(({ id, place }) => `${id} > ${place ?? 'itself'}`);
}

test('what is done to an entry may stand before its name', () => {
  expect(
    placesOf(
      'GET /tasks/{id}',
      'PUT /tasks/status/{taskId}',
      'POST /tasks/executors/{task_id}',
      'DELETE /tasks/executors/{task_id}',
      'POST /tasks/cancel/{id}',
      'GET /shops/{shop}/carts/{id}',
      'POST /shops/{shop}/carts/checkout/{cartId}',
    ),
  ).toEqual([
    'GET /tasks/{id} > itself',
    'PUT /tasks/status/{taskId} > /tasks/{taskId}/status',
    'POST /tasks/executors/{task_id} > /tasks/{task_id}/executors',
    'DELETE /tasks/executors/{task_id} > /tasks/{task_id}/executors',
    'POST /tasks/cancel/{id} > /tasks/{id}/cancel',
    'GET /shops/{shop}/carts/{id} > itself',
    'POST /shops/{shop}/carts/checkout/{cartId} > /shops/{shop}/carts/{cartId}/checkout',
  ]);
});

const ITSELF: readonly (readonly [why: string, ...operations: readonly string[]])[] = [
  [
    'another thing is named',
    'GET /carts/{cartId}',
    'DELETE /carts/items/{itemId}',
    'GET /carts/authors/{id}',
  ],
  ['the word is a list', 'GET /tasks/{id}', 'GET /tasks/status', 'PUT /tasks/status/{taskId}'],
  [
    'it stands behind the name as well',
    'GET /tasks/{id}',
    'GET /tasks/{id}/status',
    'PUT /tasks/status/{taskId}',
  ],
  ['nothing is known of such entries', 'PUT /tasks/status/{taskId}'],
];

for (const [why, ...operations] of ITSELF)
  test(`but not where ${why}`, () => {
    expect(placesOf(...operations)).toEqual(operations.map((each) => `${each} > itself`));
  });
