import { expect, test } from 'vitest';
import { isObject } from '../../src/json/value.ts';
import { idsOf } from './run-against-mock.ts';
import { type MakeService, runAtOnce } from './run-against-service.ts';

/** A list of which the document says that the newest entry comes first, by no member that it names. */

const NOTE =
  '{type: object, required: [id, words, madeAt], properties: {id: {type: string}, words: {type: string}, madeAt: {type: string, format: date-time}}}';
const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;
const documentOf = (said: string): string => `
openapi: 3.1.0
info: {title: Notes, version: '1'}
paths:
  /notes:
    get:
      responses: {'200': {description: ${JSON.stringify(said)}, ${json(`{type: array, items: ${NOTE}}`)}}}
    post:
      requestBody: {required: true, ${json('{type: object, required: [words], properties: {words: {type: string, minLength: 1, maxLength: 60}}}')}}
      responses: {'201': {description: made, ${json(NOTE)}}, '400': {description: no}}
`;

/** Each note is as much younger than the one before it: in this run no time passes. */
const notes =
  (isNewestFirst: boolean, apartMs: number): MakeService =>
  () => {
    const all: unknown[] = [];
    const add = (words: string): unknown => {
      const madeAt = new Date(1_700_000_000_000 + all.length * apartMs).toISOString();
      all.push({ id: `n${String(all.length)}`, words, madeAt });
      return all.at(-1);
    };
    for (const words of ['one', 'two', 'three']) add(words);
    return ({ method, json: body }) => {
      if (method === 'GET') return { status: 200, body: isNewestFirst ? all.toReversed() : all };
      const words = isObject(body) ? body['words'] : undefined;
      if (typeof words !== 'string' || words === '' || Array.from(words).length > 60) return { status: 400 };
      return { status: 201, body: add(words) };
    };
  };

test.each<readonly [string, string, MakeService, boolean]>([
  ['that has it first', 'Notes, newest first', notes(true, 60_000), false],
  ['that has it last', 'Notes, newest first', notes(false, 60_000), true],
  ['whose entries are nearly as old', 'Notes, newest first', notes(false, 5), false],
  ['of which nothing is said', 'Notes', notes(false, 60_000), false],
])('a list %s', async (_name, said, service, isBlamed) => {
  const run = await runAtOnce(documentOf(said), service);
  expect(idsOf(run, 'fail')).toEqual(isBlamed ? ['resources.order-holds'] : []);
});
