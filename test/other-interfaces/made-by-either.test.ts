import { expect, test } from 'vitest';
import { alarms, blames } from '../lives/run-lives.ts';
import { type MakeService, type Reply, runAtOnce } from './run-against-service.ts';

/** Labels that clients name: a POST makes one, and so does a PUT where there is none. */

const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;
const one = (name: string): string => json(`{$ref: '#/components/schemas/${name}'}`);
const all = (name: string): string => json(`{type: array, items: {$ref: '#/components/schemas/${name}'}}`);
const NONE = `'404': {description: none}`;
const KEY = `{type: string, pattern: '^[a-z0-9]+(-[a-z0-9]+)*$', minLength: 3, maxLength: 60}`;
const TEXT = `text: {type: string, minLength: 1, maxLength: 80}`;

const DOCUMENT = `
openapi: 3.1.0
info: {title: Labels, version: '1'}
paths:
  /labels:
    get: {operationId: listLabels, responses: {'200': {description: all, ${all('Label')}}}}
    post: {operationId: addLabel, requestBody: {required: true, ${one('NewLabel')}}, responses: {'201': {description: made, ${one('Label')}}, '400': {description: no}, '409': {description: there is one}}}
  /labels/{key}:
    parameters: [{name: key, in: path, required: true, schema: ${KEY}}]
    get: {operationId: readLabel, responses: {'200': {description: one, ${one('Label')}}, ${NONE}}}
    put: {operationId: putLabel, description: Create or replace a label., requestBody: {required: true, ${one('Text')}}, responses: {'200': {description: The label was replaced, ${one('Label')}}, '201': {description: The label was created, ${one('Label')}}, '400': {description: no}}}
    delete: {operationId: removeLabel, responses: {'204': {description: gone}, ${NONE}}}
components:
  schemas:
    Text: {type: object, required: [text], properties: {${TEXT}}}
    NewLabel: {type: object, required: [key, text], properties: {key: ${KEY}, ${TEXT}}}
    Label: {type: object, required: [key, text], properties: {key: {type: string}, ${TEXT}}}
`;

type Label = { readonly key: string; readonly text: string };

function memberIn(body: unknown, name: string, most: number): string | undefined {
  const text: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined;
  return typeof text === 'string' && text !== '' && Array.from(text).length <= most ? text : undefined;
}

function isKey(key: string | undefined): key is string {
  return key !== undefined && key.length >= 3 && key.length <= 60 && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(key);
}

/** `made`: the status of a PUT that makes a label. */
function labels(made: number): MakeService {
  return () => {
    const kept = new Map<string, Label>();
    return ({ method, path, json: body }): Reply => {
      const [, , key] = path.split('/');
      const text = memberIn(body, 'text', 80);
      if (key === undefined) {
        if (method === 'GET') return { status: 200, body: [...kept.values()] };
        const own = memberIn(body, 'key', 60);
        if (text === undefined || !isKey(own)) return { status: 400 };
        if (kept.has(own)) return { status: 409 };
        kept.set(own, { key: own, text });
        return { status: 201, body: kept.get(own) };
      }
      const there = kept.get(key);
      if (method === 'PUT') {
        if (text === undefined || !isKey(key)) return { status: 400 };
        kept.set(key, { key, text });
        return { status: there === undefined ? made : 200, body: kept.get(key) };
      }
      if (there === undefined) return { status: 404 };
      if (method === 'GET') return { status: 200, body: there };
      kept.delete(key);
      return { status: 204 };
    };
  };
}

test('what a POST makes is made by a PUT as well, where there is nothing', async () => {
  const run = await runAtOnce(DOCUMENT, labels(201));
  expect(alarms(run)).toEqual([]);
  expect(run.verdict.exitCode).toBe(0);
});

test('a PUT that makes something and says that it was replaced is told', async () => {
  expect(blames(await runAtOnce(DOCUMENT, labels(200)))).toContain('resources.made-not-replaced');
});
