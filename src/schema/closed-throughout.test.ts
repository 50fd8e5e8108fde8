import { expect, test } from 'vitest';
import type { Json } from '../json/value.ts';
import { closesThroughout, withoutClosures } from './closed-throughout.ts';

const PROPERTIES = { a: { type: 'string' } };
const CLOSED = { type: 'object', properties: PROPERTIES, additionalProperties: false };
const OPEN = { type: 'object', properties: PROPERTIES, additionalProperties: {} };
const UNSAID = { type: 'object', properties: PROPERTIES };

/** A document with one operation, which takes the one and answers with the other. */
function documentOf(sent: Json, shown: Json, more: Json = CLOSED): Json {
  const content = (schema: Json): Json => ({ 'application/json': { schema } });
  const responses = { '200': { content: content(shown) } };
  const paths = { '/a': { post: { requestBody: { content: content(sent) }, responses } } };
  return { paths, components: { schemas: { More: more } } };
}

const REFERENCE = { $ref: '#/components/schemas/More' };

test.each<readonly [name: string, document: Json, answer: boolean]>([
  ['closes what is sent and what is shown', documentOf(CLOSED, CLOSED), true],
  ['closes what it refers to', documentOf(REFERENCE, { type: 'array', items: REFERENCE }), true],
  ['says of an object that it is open', documentOf(CLOSED, { anyOf: [CLOSED, OPEN] }), true],
  ['shows an object as an example', documentOf({ ...CLOSED, example: { properties: {} } }, CLOSED), true],
  ['says nothing of one object that is shown', documentOf(CLOSED, UNSAID), false],
  [
    'says nothing of one object inside',
    documentOf(CLOSED, CLOSED, { ...CLOSED, properties: { b: UNSAID } }),
    false,
  ],
  ['closes what is sent alone', documentOf(CLOSED, { type: 'string' }), false],
  ['has nothing that is closed', documentOf(OPEN, OPEN, OPEN), false],
])('closesThroughout() answers for a document that %s', (_name, document, answer) => {
  expect(closesThroughout(document)).toBe(answer);
});

test('withoutClosures() opens objects at any depth, but for branches and what is not to be', () => {
  const { additionalProperties: _closed, ...opened } = CLOSED;
  const around = (inner: Json): { readonly [keyword: string]: Json } => ({
    ...opened,
    properties: { one: inner, all: { type: 'array', items: inner } },
  });
  expect(withoutClosures({ ...around(CLOSED), additionalProperties: false })).toEqual(around(opened));
  const apart = { oneOf: [CLOSED, OPEN], not: CLOSED };
  expect(withoutClosures(apart)).toEqual(apart);
  expect(withoutClosures(OPEN)).toEqual(OPEN);
});
