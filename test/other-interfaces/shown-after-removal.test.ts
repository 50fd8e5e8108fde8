import { expect, test } from 'vitest';
import { blames } from '../lives/run-lives.ts';
import { type MakeService, type Reply, runAtOnce } from './run-against-service.ts';
import { isObject, isText, Shelf } from './shelf.ts';

/** Notes of which no answer is described, and whose replacement fails where it has no text: after that nobody knows what they have. */

const SENT =
  '{required: true, content: {application/json: {schema: {type: object, properties: {text: {type: string}}}}}}';
const DOCUMENT = `
openapi: 3.0.0
info: {title: Notes, version: '1'}
paths:
  /notes:
    post: {requestBody: ${SENT}, responses: {'201': {description: made}}}
  /notes/{note_id}:
    parameters: [{name: note_id, in: path, required: true, schema: {type: string}}]
    get: {responses: {'200': {description: one}}}
    put: {requestBody: ${SENT}, responses: {'200': {description: kept}}}
    delete: {responses: {'204': {description: gone}}}
`;

type After = 'absent' | 'a message' | 'the note';

const notes =
  (after: After): MakeService =>
  () => {
    const shelf = new Shelf();
    const gone = new Set<unknown>();
    return ({ method, path, json: sent }): Reply => {
      const [, , id] = path.split('/');
      const { text } = isObject(sent) ? sent : {};
      const isSent = method === 'POST' || method === 'PUT';
      if (isSent && text === undefined) return { status: isObject(sent) ? 500 : 400 };
      if (isSent && !isText(text, 0, 100_000)) return { status: 400 };
      if (id === undefined)
        return method === 'POST' ? { status: 201, body: shelf.add({ text }) } : { status: 405 };
      const one = shelf.at(id);
      if (one === undefined) return { status: 404 };
      if (method === 'DELETE') gone.add(one['id']);
      if (method === 'DELETE') return { status: 204 };
      if (gone.has(one['id']) && after !== 'the note')
        return after === 'absent'
          ? { status: 404 }
          : { status: 200, body: { message: 'There is no such note.' } };
      return { status: 200, body: method === 'PUT' ? shelf.put({ ...one, text }) : one };
    };
  };

test.each<readonly [after: After, isBlamed: boolean]>([
  ['absent', false],
  ['a message', false],
  ['the note', true],
])('a removed note that is shown as %s', async (after, isBlamed) => {
  const blamed = blames(await runAtOnce(DOCUMENT, notes(after)));
  expect(blamed.includes('resources.removed-is-gone')).toBe(isBlamed);
});
