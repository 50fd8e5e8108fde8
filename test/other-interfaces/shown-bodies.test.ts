import { expect, test } from 'vitest';
import { isObject } from '../../src/json/value.ts';
import { blamed } from './run-against-mock.ts';
import { type MakeService, runAtOnce } from './run-against-service.ts';

/** A body whose one text has a form that no schema says: only what the document shows of the whole body is served. */

const SHOWN = 'select o.id, "o.sum" from orders o where o.sum > 7;';
const query = (more: string): string =>
  `{ type: object, required: [text], properties: { text: { type: string } }${more} }`;
const example = `example: { text: '${SHOWN}' }`;
const documentWith = (version: string, schema: string, beside: string): string => `
openapi: ${version}
info: { title: Queries, version: '1' }
paths:
  /queries:
    post:
      operationId: runQuery
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Query' }${beside} } } }
      responses:
        '200': { description: Done, content: { application/json: { schema: { type: object, required: [rows], properties: { rows: { type: integer } } } } } }
        '400': { description: not valid }
components:
  schemas:
    Query: ${schema}
`;

const queries: MakeService =
  () =>
  ({ json }) => {
    const text = isObject(json) ? json['text'] : undefined;
    return typeof text === 'string' && /^select .*;$/.test(text)
      ? { status: 200, body: { rows: 1 } }
      : { status: 400 };
  };

test.each([
  ['the schema of OpenAPI 3.0', documentWith('3.0.3', query(`, ${example}`), '')],
  ['the schema of OpenAPI 3.1', documentWith('3.1.0', query(`, examples: [{ text: '${SHOWN}' }]`), '')],
  ['the media type', documentWith('3.0.3', query(''), `, ${example}`)],
])('a body that the document shows at %s is sent as it is', async (_place, document) => {
  const run = await runAtOnce(document, queries);
  expect(blamed(run)).toEqual([]);
  expect(run.record.footer?.coverage?.operations.map(({ served }) => served > 0)).toEqual([true]);
});
