import { expect, test } from 'vitest';
import { isJsonMediaType } from './media-type.ts';

test.each([
  ['application/json', true],
  ['application/problem+json', true],
  ['text/json', false],
  ['application/jsonlines', false],
  ['*/*', false],
])('isJsonMediaType() answers for %s', (mediaType, answer) => {
  expect(isJsonMediaType(mediaType)).toBe(answer);
});
