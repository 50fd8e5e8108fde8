import { expect, test } from 'vitest';
import { alarms, blames } from '../lives/run-lives.ts';
import { type MakeService, runAtOnce } from './run-against-service.ts';
import { behindKey, type Entry, isObject, isText, Shelf } from './shelf.ts';

/** What an answer to a creation or an update tells as the tag of the entry is the tag that a read of it shows. */

const CHECK = 'resources.tag-changes';
const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;
const ref = (name: string): string => `{$ref: '#/components/schemas/${name}'}`;
const REFUSALS = `'400': {description: no}, '401': {description: who}, '404': {description: none}`;
const TAG = `headers: {ETag: {schema: {type: string}}}`;

const DOCUMENT = `
openapi: 3.0.3
info: {title: Notes, version: '1'}
security: [{key: []}]
paths:
  /notes:
    get: {operationId: list, responses: {'200': {description: all, ${json(`{type: array, items: ${ref('Note')}}`)}}, '401': {description: who}}}
    post: {operationId: make, requestBody: {required: true, ${json(ref('Made'))}}, responses: {'201': {description: made, ${TAG}, ${json(ref('Note'))}}, ${REFUSALS}}}
  /notes/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
    get: {operationId: read, responses: {'200': {description: it, ${TAG}, ${json(ref('Note'))}}, ${REFUSALS}}}
    put: {operationId: replace, requestBody: {required: true, ${json(ref('Made'))}}, responses: {'200': {description: changed, ${TAG}, ${json(ref('Note'))}}, ${REFUSALS}}}
    delete: {operationId: remove, responses: {'204': {description: gone}, ${REFUSALS}}}
components:
  securitySchemes: {key: {type: http, scheme: bearer}}
  schemas:
    Made: {type: object, required: [title], properties: {title: {type: string, minLength: 1, maxLength: 80}}}
    Note: {type: object, required: [id, title], properties: {id: {type: integer}, title: {type: string}}}
`;

/** Which tag an answer to a method has, of an entry in its version, for the so many-eth request. */
type TagOf = (method: string, version: string, count: number) => string;

function notes(tagOf: TagOf): MakeService {
  return behindKey(() => {
    const shelf = new Shelf();
    const versions = new Map<unknown, number>();
    let count = 0;
    const shown = (
      method: string,
      note: Entry,
    ): { readonly body: Entry; readonly headers: { ETag: string } } => {
      count += 1;
      const version = `${String(note['id'])}-${String(versions.get(note['id']) ?? 0)}`;
      return { body: note, headers: { ETag: tagOf(method, version, count) } };
    };
    return ({ method, json: body }, [, id]) => {
      const isFine = isObject(body) && isText(body['title']);
      if (id === undefined && method === 'GET') return { status: 200, body: shelf.all };
      if (id === undefined)
        return isFine
          ? { status: 201, ...shown(method, shelf.add({ title: body['title'] })) }
          : { status: 400 };
      const note = shelf.at(id);
      if (note === undefined) return { status: 404 };
      if (method === 'DELETE') {
        shelf.take(note);
        return { status: 204 };
      }
      if (method === 'GET') return { status: 200, ...shown(method, note) };
      if (!isFine) return { status: 400 };
      versions.set(note['id'], (versions.get(note['id']) ?? 0) + 1);
      return { status: 200, ...shown(method, shelf.put({ ...note, title: body['title'] })) };
    };
  });
}

const honest: { readonly [name: string]: TagOf } = {
  'the tag of its version': (_method, version) => `"${version}"`,
  'a weak tag of its own for each method': (method, version) => `W/"${method}-${version}"`,
  'a tag of its own for each answer': (_method, version, count) => `"${version}-${String(count)}"`,
};

test.each(Object.keys(honest))('nobody blames %s', async (name) => {
  const tagOf = honest[name];
  if (tagOf === undefined) throw new Error(name);
  const run = await runAtOnce(DOCUMENT, notes(tagOf));
  expect(alarms(run)).toEqual([]);
});

test.each(['POST', 'PUT'])('a tag in the answer to %s that no read shows is blamed', async (of) => {
  const run = await runAtOnce(
    DOCUMENT,
    notes((method, version) => (method === of ? `"new-${version}"` : `"${version}"`)),
  );
  expect(blames(run)).toBe(CHECK);
});
