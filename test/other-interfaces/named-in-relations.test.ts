import { expect, test } from 'vitest';
import { alarms, blames } from '../lives/run-lives.ts';
import { isList, isObject, type Json, memberOf } from '../../src/json/value.ts';
import { wholeInCi } from '../sampled.ts';
import { isKnown, type MakeService, type Reply, runAtOnce } from './run-against-service.ts';

/**
 * Books that name the room that they stand on, in whatever way documents have for it: as a member, an object with its identity, the
 * linkage of JSON:API, a list. A book may stand nowhere, and a room that is not there is refused, which no schema says.
 */

type Form = {
  readonly name: string;
  /** How the member is called and described. */
  readonly member: string;
  readonly schema: string;
  /** The rooms that a value of it names. */
  readonly roomsIn: (value: unknown) => readonly unknown[];
};

const ID = '{ type: string, minLength: 1, maxLength: 40 }';
const inside = (value: unknown, ...names: readonly string[]): unknown =>
  names.reduce((held: unknown, name) => (isObject(held) ? memberOf(held, name) : undefined), value);
const each = (value: unknown): readonly unknown[] => (isList(value) ? value : [undefined]);

const TYPED = `{ type: object, required: [type, id], properties: { type: { type: string, enum: [rooms] }, id: ${ID} } }`;

const FORMS: readonly Form[] = [
  { name: 'a member', member: 'roomId', schema: ID, roomsIn: (value) => [value] },
  {
    name: 'an object',
    member: 'room',
    schema: `{ type: object, required: [id], properties: { id: ${ID} } }`,
    roomsIn: (value) => [inside(value, 'id')],
  },
  {
    name: 'a linkage',
    member: 'standsOn',
    schema: `{ type: object, required: [data], properties: { data: ${TYPED} } }`,
    roomsIn: (value) =>
      inside(value, 'data', 'type') === 'rooms' ? [inside(value, 'data', 'id')] : [undefined],
  },
  {
    name: 'a list',
    member: 'roomIds',
    schema: `{ type: array, minItems: 1, maxItems: 4, items: ${ID} }`,
    roomsIn: each,
  },
  {
    name: 'a list of objects',
    member: 'rooms',
    schema: `{ type: array, minItems: 1, maxItems: 4, items: { type: object, required: [id], properties: { id: ${ID} } } }`,
    roomsIn: (value) => each(value).map((one) => inside(one, 'id')),
  },
];

const gives = (name: string): string =>
  `content: { application/json: { schema: { $ref: '#/components/schemas/${name}' } } }`;
const allOf = (name: string): string =>
  `content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/${name}' } } } }`;
const NO = `'400': { description: no }, '401': { description: who }, '404': { description: none }`;

function documentOf({ member, schema }: Form, required: string): string {
  const kind = (name: string, path: string): string => `
  /${path}:
    get: { operationId: list-${path}, responses: { '200': { description: all, ${allOf(name)} }, '401': { description: who } } }
    post:
      operationId: make-${path}
      requestBody: { required: true, ${gives(`New${name}`)} }
      responses: { '201': { description: made, ${gives(name)} }, ${NO} }
  /${path}/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get: { operationId: read-${path}, responses: { '200': { description: one, ${gives(name)} }, ${NO} } }
    delete: { operationId: remove-${path}, responses: { '204': { description: gone }, ${NO} } }`;
  return `
openapi: 3.0.3
info: { title: Library, version: '1' }
security: [{ key: [] }]
paths:${kind('Book', 'books')}
    put:
      operationId: replace-books
      requestBody: { required: true, ${gives('NewBook')} }
      responses: { '200': { description: replaced, ${gives('Book')} }, ${NO} }
  /books/{id}/rooms:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    post:
      operationId: put-on-rooms
      requestBody: { required: true, content: { application/json: { schema: { type: object, required: [data], properties: { data: { type: array, minItems: 1, maxItems: 3, items: ${TYPED} } } } } } }
      responses: { '200': { description: put there, ${gives('Book')} }, ${NO} }${kind('Room', 'rooms')}
components:
  securitySchemes: { key: { type: http, scheme: bearer } }
  schemas:
    NewRoom: { type: object, required: [label], properties: { label: { type: string, minLength: 1, maxLength: 60 } } }
    Room: { type: object, required: [id, label], properties: { id: { type: string }, label: { type: string } } }
    NewBook: { type: object, required: [title${required}], properties: { title: { type: string, minLength: 1, maxLength: 60 }, pages: { type: integer, minimum: 1, maximum: 900 }, ${member}: ${schema} } }
    Book: { type: object, required: [id, title], properties: { id: { type: string }, title: { type: string }, pages: { type: integer }, ${member}: ${schema} } }
`;
}

type Entry = { readonly id: string; readonly [member: string]: unknown };

const isText = (value: unknown, most = 60): boolean =>
  typeof value === 'string' && value !== '' && Array.from(value).length <= most;
const isId = (value: unknown): boolean => isText(value, 40);
const isCount = (value: unknown): boolean =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= 900;

/** `replaced`: what becomes of an entry in whose place another one is put. */
function library(
  form: Form,
  isRequired: boolean,
  replaced = (made: Entry, _old: Entry): Entry => made,
): MakeService {
  return () => {
    const kept = { books: new Map<string, Entry>(), rooms: new Map<string, Entry>() };
    let last = 0;
    const isRoom = (id: unknown): boolean => typeof id === 'string' && kept.rooms.has(id);
    /** The entry that a body makes, or the status of its refusal. */
    const entryIn = (path: 'books' | 'rooms', id: string, body: unknown): Entry | number => {
      if (!isObject(body)) return 400;
      if (path === 'rooms') return isText(body['label']) ? { id, label: body['label'] } : 400;
      const { title, pages, [form.member]: named } = body as { readonly [name: string]: Json | undefined };
      if (!isText(title) || (pages !== undefined && !isCount(pages))) return 400;
      if (named === undefined && isRequired) return 400;
      const rooms = named === undefined ? [] : form.roomsIn(named);
      if (named !== undefined && rooms.length === 0) return 400;
      if (!rooms.every(isId) || rooms.length > 4) return 400;
      if (!rooms.every(isRoom)) return 404;
      const own = pages === undefined ? {} : { pages };
      return { id, title, ...own, ...(named === undefined ? {} : { [form.member]: named }) };
    };
    return (ask): Reply => {
      if (!isKnown(ask)) return { status: 401 };
      const [, path, id, below] = ask.path.split('/');
      if (path !== 'books' && path !== 'rooms') return { status: 404 };
      const entries = kept[path];
      if (id === undefined && ask.method === 'GET') return { status: 200, body: [...entries.values()] };
      const old = id === undefined ? undefined : entries.get(id);
      if (below === 'rooms') {
        const named = each(inside(ask.json, 'data')).map((one) => inside(one, 'id'));
        const isRight = named.every(isId) && named.length >= 1 && named.length <= 3;
        if (!isRight || each(inside(ask.json, 'data')).some((one) => inside(one, 'type') !== 'rooms'))
          return { status: 400 };
        return old === undefined || !named.every(isRoom) ? { status: 404 } : { status: 200, body: old };
      }
      if (ask.method === 'POST' || ask.method === 'PUT') {
        last += 1;
        const made = entryIn(path, id ?? `e${String(last)}`, ask.json);
        if (typeof made === 'number') return { status: made };
        if (id !== undefined && old === undefined) return { status: 404 };
        const now = old === undefined ? made : replaced(made, old);
        entries.set(now.id, now);
        return { status: id === undefined ? 201 : 200, body: now };
      }
      if (old === undefined) return { status: 404 };
      if (ask.method === 'DELETE') entries.delete(old.id);
      return ask.method === 'DELETE' ? { status: 204 } : { status: 200, body: old };
    };
  };
}

const SUITES = { suites: ['resources', 'validation', 'collections'] };

test.each(
  wholeInCi(
    FORMS.flatMap((form) => [
      { ...form, form, required: '' },
      { ...form, form, required: `, ${form.member}` },
    ]),
    3,
  ),
)(
  'books that name rooms by $name (required: "$required") are made and replaced',
  async ({ form, required }) => {
    const run = await runAtOnce(documentOf(form, required), library(form, required !== ''), SUITES);
    expect(alarms(run)).toEqual([]);
    expect(run.verdict.exitCode).toBe(0);
    const served = run.asked.filter(
      ({ method, json }) => method === 'PUT' && isObject(json) && form.member in json,
    );
    expect(served.length).toBeGreaterThan(0);
  },
);

test.each(wholeInCi(FORMS, 2))(
  'a replacement that keeps the title is found where rooms are named by $name',
  async (form) => {
    const kept = (made: Entry, old: Entry): Entry => ({ ...made, title: old['title'] });
    const run = await runAtOnce(documentOf(form, ''), library(form, false, kept), SUITES);
    expect(blames(run)).toContain('resources.update-stored');
  },
);
