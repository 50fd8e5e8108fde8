import { expect, test } from 'vitest';
import { alarms } from '../lives/run-lives.ts';
import { type MakeService, type Reply, runAtOnce } from './run-against-service.ts';
import { isObject, isText, Shelf } from './shelf.ts';

/** Products that are made without a body in the answer, and found by their title: a reading alone tells which one that is. */

const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;
const PRODUCT =
  '{type: object, required: [id, title], properties: {id: {type: integer}, title: {type: string}}}';
const DOCUMENT = `
openapi: 3.0.3
info: {title: Products, version: '1'}
paths:
  /products:
    post:
      requestBody: {required: true, ${json('{type: object, required: [title], properties: {title: {type: string, maxLength: 80}}}')}}
      responses: {'201': {description: made}, '400': {description: no}}
  /products/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
    get: {responses: {'200': {description: one, ${json(PRODUCT)}}, '404': {description: none}}}
    delete: {responses: {'204': {description: gone}, '404': {description: none}}}
  /products/title/{title}:
    parameters: [{name: title, in: path, required: true, schema: {type: string}}]
    get: {responses: {'200': {description: one, ${json(PRODUCT)}}, '404': {description: none}}}
`;

const products: MakeService = () => {
  const shelf = new Shelf();
  return ({ method, path, json: sent }): Reply => {
    const [, , name, sought] = path.split('/');
    if (name === undefined) {
      const { title } = isObject(sent) ? sent : {};
      if (method !== 'POST' || !isText(title, 0)) return { status: method === 'POST' ? 400 : 405 };
      return { status: 201, headers: { Location: `/products/${String(shelf.add({ title })['id'])}` } };
    }
    const one =
      sought === undefined
        ? shelf.at(name)
        : shelf.all.find(({ title }) => encodeURIComponent(String(title)) === sought);
    if (one === undefined) return { status: 404 };
    if (method === 'DELETE') shelf.take(one);
    return method === 'DELETE' ? { status: 204 } : { status: 200, body: one };
  };
};

test('what was read once is read by another member of it', async () => {
  const run = await runAtOnce(DOCUMENT, products);
  expect(alarms(run)).toEqual([]);
  expect(run.verdict.exitCode).toBe(0);
  const titles = run.asked.flatMap(({ json: sent }) => (isObject(sent) ? [String(sent['title'])] : []));
  const sought = run.asked.map(({ path }) => path.split('/title/')[1]);
  expect(titles.some((title) => sought.includes(encodeURIComponent(title)))).toBe(true);
});
