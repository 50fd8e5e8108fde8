import { expect, test } from 'vitest';
import { alarms, blames } from '../lives/run-lives.ts';
import { type MakeService, runAtOnce } from './run-against-service.ts';

/** A list whose pages come with 206 and a range of items: each is a whole body all the same. */

const DOCUMENT = `
openapi: 3.1.0
info: {title: Stars, version: '1'}
paths:
  /stars:
    get:
      responses:
        '206': {description: A page, headers: {Content-Range: {schema: {type: string}}}, content: {application/json: {schema: {type: array, items: {type: object, required: [name], properties: {name: {type: string}}}}}}}
`;

const stars =
  (body: readonly object[]): MakeService =>
  () =>
  ({ path }) =>
    path === '/stars'
      ? {
          status: 206,
          body,
          headers: { 'Content-Range': `items 0-${String(body.length - 1)}/${String(body.length)}` },
        }
      : { status: 404 };

test('pages as the document has them: no fault', async () => {
  const run = await runAtOnce(DOCUMENT, stars([{ name: 'Vega' }, { name: 'Deneb' }]));
  expect(alarms(run)).toEqual([]);
});

test('a page with an entry that breaks its schema: found', async () => {
  expect(blames(await runAtOnce(DOCUMENT, stars([{ name: 'Vega' }, { name: 7 }])))).toContain(
    'bodies.schema',
  );
});
