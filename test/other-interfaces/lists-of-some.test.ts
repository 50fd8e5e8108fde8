import { expect, test } from 'vitest';
import { alarms, blames } from '../lives/run-lives.ts';
import { type MakeService, type Reply, runAtOnce } from './run-against-service.ts';
import { isObject, isText } from './shelf.ts';

/** Lists that need not show what one makes: what is sent to others, and what is not of the kind that the list is said to have. */

const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;
const document = (words: string, members: string): string => `
openapi: 3.0.3
info: {title: Post, version: '1'}
paths:
  /letters:
    get:
      summary: ${words}
      responses: {'200': {description: some, ${json('{type: array, items: {$ref: "#/components/schemas/Letter"}}')}}}
    post:
      requestBody: {required: true, ${json('{$ref: "#/components/schemas/NewLetter"}')}}
      responses: {'201': {description: made, ${json('{$ref: "#/components/schemas/Letter"}')}}, '400': {description: no}}
  /letters/{id}:
    get:
      parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
      responses: {'200': {description: one, ${json('{$ref: "#/components/schemas/Letter"}')}}, '404': {description: none}}
components:
  schemas:
    NewLetter: {type: object, required: [to, text], properties: {to: {type: string}, text: {type: string}}}
    Letter:
      type: object
      required: [id, to, text]
      properties: {id: {type: integer}, ${members}to: {type: string}, text: {type: string}}
`;

const SENDER = 'from: {type: string}, ';

/** Lists what came in: nothing that the run sent. */
const inbox: MakeService = () => {
  const all: { readonly id: number; readonly from: string; readonly to: string; readonly text: string }[] = [
    { id: 1, from: 'bob', to: 'ann', text: 'hello' },
  ];
  return ({ method, path, json: sent }): Reply => {
    const [, id] = /^\/letters\/(\d+)$/.exec(path) ?? [];
    const one = all.find((letter) => letter.id === Number(id));
    if (id !== undefined && method === 'GET')
      return one === undefined ? { status: 404 } : { status: 200, body: one };
    if (path !== '/letters') return { status: 404 };
    if (method === 'GET') return { status: 200, body: all.filter(({ to }) => to === 'ann') };
    if (method !== 'POST') return { status: 405 };
    const { to, text } = isObject(sent) ? sent : {};
    if (!isText(to, 0) || !isText(text, 0)) return { status: 400 };
    const made = { id: all.length + 1, from: 'ann', to, text };
    all.push(made);
    return { status: 201, body: made };
  };
};

test.each([
  ['of which it says so', document('Letters in the inbox', '')],
  ['of which it says whose they are', document('The letters received by whoever asks', '')],
  ['of what one sends to another', document('List letters', SENDER)],
])('nobody is held to a list %s', async (_words, text) => {
  const run = await runAtOnce(text, inbox);
  expect(alarms(run)).toEqual([]);
  expect(run.verdict.exitCode).toBe(0);
});

test('a list that is said to have all of them has to show what was made', async () => {
  expect(blames(await runAtOnce(document('All letters', ''), inbox))).toContain('collections.listed');
});
