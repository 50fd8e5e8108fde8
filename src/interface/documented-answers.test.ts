import { expect, test } from 'vitest';
import type { Schema } from '../schema/keywords.ts';
import { jsonShownBy } from './documented-answers.ts';

const THING: Schema = { type: 'object', properties: { id: { type: 'integer' } } };

test.each<readonly [string, readonly string[], Schema, string | undefined]>([
  ['a JSON type, before any range', ['*/*', 'application/json'], THING, 'application/json'],
  ['any type, where the schema has an object', ['*/*'], THING, '*/*'],
  [
    'a range with JSON in it, where the schema has a list',
    ['application/*'],
    { type: 'array' },
    'application/*',
  ],
  ['nothing of any type that may be bytes', ['*/*'], { type: 'string', format: 'binary' }, undefined],
  ['nothing of any type that says nothing', ['*/*'], true, undefined],
  ['nothing of a range without JSON', ['text/*'], THING, undefined],
])('jsonShownBy() takes %s', (_title, types, schema, found) => {
  const representations = types.map((mediaType) => ({ mediaType, schema, examples: [] }));
  expect(jsonShownBy({ representations })?.mediaType).toBe(found);
});
