import { expect, test } from 'vitest';
import { type MakeService, type Reply, runAtOnce } from './run-against-service.ts';

const NOTE = '{type: object, properties: {id: {type: integer, readOnly: true}, text: {type: string}}}';

/** Notes of which the document says of no member that it has to be there, as marshmallow and springdoc write them. */
const DOCUMENT = `
openapi: 3.1.0
info: {title: Notes, version: '1'}
paths:
  /notes:
    get:
      responses:
        '200': {description: all, content: {application/json: {schema: {type: array, items: ${NOTE}}}}}
    post:
      requestBody: {required: true, content: {application/json: {schema: ${NOTE}}}}
      responses:
        '201': {description: it, content: {application/json: {schema: ${NOTE}}}}
        '422': {description: no}
  /notes/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
    get:
      responses:
        '200': {description: it, content: {application/json: {schema: ${NOTE}}}}
        '404': {description: no}
    delete:
      responses:
        '204': {description: gone}
        '404': {description: no}
`;

/** The same, with the place of what was made in `Location`. */
const WITH_LOCATION = DOCUMENT.replace(
  "'201': {description: it,",
  "'201': {description: it, headers: {Location: {schema: {type: string}}},",
);

type Note = { readonly id?: number; readonly text?: string };

/** What a service does otherwise than a good one. `shows`: what a read or a creation shows of a note. */
type Ways = {
  readonly reads?: (note: Note) => Note;
  readonly keeps?: (note: Note) => boolean;
  readonly tells?: (note: Note) => Note;
  readonly location?: (id: number) => string;
};

const notes =
  ({ reads = (note) => note, keeps = () => true, tells = (note) => note, location }: Ways): MakeService =>
  () => {
    const kept = new Map<number, Note>();
    let last = 0;
    const make = (json: unknown): Reply => {
      const isObject = typeof json === 'object' && json !== null && !Array.isArray(json);
      const { text } = isObject ? (json as { readonly text?: unknown }) : {};
      if (!isObject || (text !== undefined && typeof text !== 'string')) return { status: 422 };
      last += 1;
      const note = { id: last, ...(text === undefined ? {} : { text }) };
      if (keeps(note)) kept.set(last, note);
      const headers = location === undefined ? {} : { headers: { Location: location(last) } };
      return { status: 201, body: tells(note), ...headers };
    };
    return ({ method, path, json }) => {
      if (path === '/notes' && method === 'GET') return { status: 200, body: [...kept.values()] };
      if (path === '/notes' && method === 'POST') return make(json);
      const id = Number(/^\/notes\/(\d+)$/.exec(path)?.[1]);
      const note = kept.get(id);
      if (note === undefined) return { status: 404 };
      if (method === 'GET') return { status: 200, body: reads(note) };
      if (method !== 'DELETE') return { status: 405 };
      kept.delete(id);
      return { status: 204 };
    };
  };

function withoutIdentity({ text }: Note): Note {
  return text === undefined ? {} : { text };
}

test.each<readonly [string, Ways, readonly string[]]>([
  ['shows them', {}, []],
  ['reads that show the text alone', { reads: withoutIdentity }, []],
  ['reads that show nothing', { reads: () => ({}) }, ['collections.read-back']],
  ['creations that tell no identity', { tells: withoutIdentity }, []],
  [
    'creations that tell no identity, and keep nothing',
    { tells: withoutIdentity, keeps: () => false },
    ['collections.listed'],
  ],
  ['a Location with a slash at its end', { location: (id) => `/notes/${String(id)}/` }, []],
  ['a Location that is the list', { location: () => '/notes/' }, ['collections.read-back']],
])('of a service with %s', async (_how, ways, blamed) => {
  const { record } = await runAtOnce(ways.location === undefined ? DOCUMENT : WITH_LOCATION, notes(ways));
  const failed = record.results.filter(({ outcome }) => outcome.kind === 'fail').map(({ id }) => id);
  expect(failed).toEqual(expect.arrayContaining([...blamed]));
  expect(failed.length > 0).toBe(blamed.length > 0);
});
