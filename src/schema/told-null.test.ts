import { expect, test } from 'vitest';
import { isNullTold, saysNull } from './told-null.ts';

test.each([
  ['The content, if requested (otherwise null)', true],
  ['If content is not null this has the type of it, otherwise this will be null.', true],
  ['Format of content (one of null, "text")', true],
  ['The size in bytes. If no size is provided, defaults to null.', true],
  ['If there is no content, defaults to null.', true],
  ['Null until it is done', true],
  ['The time of the last run, or null', true],
  ['The status of the tasks. Note: Will return `null` if the status is not set', true],
  ['Can be `null` to keep the title', true],
  ['The time of its end, *null* until then', true],
  ['Must not be `null`', false],
  ['One of "null" and "none"', false],
  ['Cannot be null if hash is defined.', false],
  ['It must not be null when it is done', false],
  ['Is never null', false],
  ['What is shown where the title is not empty or null', false],
  ['A nullable member', false],
])('saysNull() reads "%s" as %s', (words, says) => {
  expect(saysNull(words)).toBe(says);
});

test.each([
  [{ type: 'string' }, true],
  [{ type: 'array' }, true],
  [{ type: ['string', 'null'] }, false],
  [{ type: 'object' }, false],
  [{ type: 'string', enum: ['a', null] }, false],
])('isNullTold() of %j is %s', (schema, isTold) => {
  expect(isNullTold({ ...schema, description: 'The kind, or null' })).toBe(isTold);
});

test.each([
  [{ type: 'object', example: null }, true],
  [{ type: 'object', properties: { id: { type: 'string' } }, examples: [null] }, true],
  [{ type: 'object', example: { id: null } }, false],
  [{ type: ['object', 'null'], example: null }, false],
  [{ type: 'null', example: null }, false],
])('isNullTold() of %j is %s', (schema, isTold) => {
  expect(isNullTold(schema)).toBe(isTold);
});
