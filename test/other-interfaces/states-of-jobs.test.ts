import { expect, test } from 'vitest';
import { alarms } from '../lives/run-lives.ts';
import { type MakeService, runAtOnce } from './run-against-service.ts';

const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;
const JOB = '{type: object, required: [status], properties: {status: {type: string}, name: {type: string}}}';

/** Jobs without a name of their own: what the service says of each is its state, and many have the same. */
const DOCUMENT = `
openapi: 3.0.3
info: {title: Jobs, version: '1'}
paths:
  /jobs:
    get: {operationId: jobs, responses: {'200': {description: all, ${json(`{type: array, items: ${JOB}}`)}}}}
    post:
      operationId: addJob
      requestBody: {required: true, ${json('{type: object, required: [name], properties: {name: {type: string, minLength: 1}}}')}}
      responses: {'201': {description: made, ${json(JOB)}}, '400': {description: no}}
`;

const jobs: MakeService = () => {
  const all: { readonly status: string; readonly name: string }[] = [];
  return ({ method, json: body }) => {
    if (method === 'GET') return { status: 200, body: all };
    const { name } = { name: undefined, ...(typeof body === 'object' ? body : {}) };
    if (typeof name !== 'string' || name === '') return { status: 400 };
    const job = { status: 'waiting', name };
    all.push(job);
    return { status: 201, body: job };
  };
};

test('a service whose entries all have one state conforms, where nothing else of them is its own', async () => {
  expect(alarms(await runAtOnce(DOCUMENT, jobs))).toEqual([]);
});
