import { beforeAll, describe, expect, test } from 'vitest';
import type { Interface } from '../../src/interface/model.ts';
import { freedoms } from '../../src/mock/freedoms/freedoms.ts';
import { startMock } from '../../src/mock/server/start-mock.ts';
import { runAgainstMock } from '../../src/selftest/run-against-mock.ts';
import { THOROUGH } from '../sampled.ts';
import { loadFiles } from '../specs/load-files.ts';

/** A document that leaves something of every kind open. */
const GUESTS = `
openapi: 3.1.0
info: { title: Guests, version: '1' }
servers: [{ url: 'https://guests.example/v1' }]
security: [{ key: [] }]
paths:
  /guests:
    get:
      parameters:
        - { name: limit, in: query, schema: { type: integer, minimum: 1, maximum: 50 } }
        - { name: offset, in: query, schema: { type: integer, minimum: 0 } }
        - { name: sort, in: query, schema: { type: string, enum: [motto, '-motto'] } }
      responses:
        '200':
          description: Guests
          content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Guest' } } } }
        '400': { $ref: '#/components/responses/Refused' }
        '401': { $ref: '#/components/responses/Refused' }
        '429': { $ref: '#/components/responses/Refused' }
    post:
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: '#/components/schemas/GuestWish' } } }
      responses:
        '201':
          description: Made
          content: { application/json: { schema: { $ref: '#/components/schemas/Guest' } } }
        '400': { $ref: '#/components/responses/Refused' }
        '401': { $ref: '#/components/responses/Refused' }
        '409': { $ref: '#/components/responses/Refused' }
        '422': { $ref: '#/components/responses/Refused' }
        '429': { $ref: '#/components/responses/Refused' }
  /guests/{guestId}:
    parameters: [{ name: guestId, in: path, required: true, schema: { type: string } }]
    get:
      responses:
        '200':
          description: A guest
          content: { application/json: { schema: { $ref: '#/components/schemas/Guest' } } }
        '401': { $ref: '#/components/responses/Refused' }
        '404': { description: Not there }
        '429': { $ref: '#/components/responses/Refused' }
    patch:
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: '#/components/schemas/GuestWish' } } }
      responses:
        '200':
          description: Changed
          content: { application/json: { schema: { $ref: '#/components/schemas/Guest' } } }
        '204': { description: Changed }
        '400': { $ref: '#/components/responses/Refused' }
        '401': { $ref: '#/components/responses/Refused' }
        '404': { description: Not there }
        '409': { $ref: '#/components/responses/Refused' }
        '422': { $ref: '#/components/responses/Refused' }
        '429': { $ref: '#/components/responses/Refused' }
    delete:
      responses:
        '204': { description: Removed }
        '401': { $ref: '#/components/responses/Refused' }
        '429': { $ref: '#/components/responses/Refused' }
  /rooms:
    get:
      responses:
        '200':
          description: Rooms
          content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Room' } } } }
        '401': { $ref: '#/components/responses/Refused' }
    post:
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: '#/components/schemas/RoomWish' } } }
      responses:
        '201':
          description: Made
          content: { application/json: { schema: { $ref: '#/components/schemas/Room' } } }
        '400': { $ref: '#/components/responses/Refused' }
        '401': { $ref: '#/components/responses/Refused' }
  /rooms/{roomId}:
    parameters: [{ name: roomId, in: path, required: true, schema: { type: integer, format: int64 } }]
    get:
      responses:
        '200':
          description: A room
          content: { application/json: { schema: { $ref: '#/components/schemas/Room' } } }
        '401': { $ref: '#/components/responses/Refused' }
        '404': { description: Not there }
    delete:
      responses:
        '204': { description: Removed }
        '401': { $ref: '#/components/responses/Refused' }
        '404': { description: Not there }
components:
  securitySchemes: { key: { type: http, scheme: bearer } }
  responses:
    Refused:
      description: Refused
      content: { application/json: { schema: { type: object, required: [message], properties: { message: { type: string } } } } }
  schemas:
    GuestWish:
      type: object
      required: [name, status, motto]
      properties:
        name: { type: string, minLength: 1, maxLength: 400 }
        status: { type: string, enum: [invited, here, gone] }
        motto: { type: string }
        description: { type: string }
        arrival: { type: string, format: date-time }
        nights: { type: integer }
        isVegetarian: { type: boolean }
    Guest:
      type: object
      required: [id, name, status, motto, createdAt]
      properties:
        id: { type: string, readOnly: true }
        createdAt: { type: string, format: date-time, readOnly: true }
        seenBy: { type: [string, 'null'], readOnly: true }
        name: { type: string }
        status: { type: string, enum: [invited, here, gone] }
        motto: { type: string }
        description: { type: string }
        arrival: { type: string, format: date-time }
        nights: { type: integer }
        isVegetarian: { type: boolean }
    RoomWish:
      type: object
      required: [name]
      properties:
        name: { type: string, minLength: 1, maxLength: 200 }
        beds: { type: integer }
    Room:
      type: object
      required: [id, name]
      properties:
        id: { type: integer, format: int64, readOnly: true }
        name: { type: string }
        beds: { type: integer }
        deletedAt: { type: string, format: date-time, readOnly: true }
`;

let guests: Interface;

beforeAll(async () => {
  const loaded = await loadFiles({ 'openapi.yaml': GUESTS });
  if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
  guests = loaded.interface;
});

const EVERY = THOROUGH ? 1 : 9;

describe('a mock that takes a freedom is not blamed, and does otherwise than usual', () => {
  test.each(freedoms.filter((_freedom, at) => at % EVERY === 0))('$name: $title', async (freedom) => {
    const run = await runAgainstMock(
      {
        document: guests,
        specDirectory: '.',
        profile: 'standard',
        seed: 1,
        signal: new AbortController().signal,
      },
      { freedom },
    );
    expect(run.mockErrors).toEqual([]);
    expect(run.footer.faults ?? []).toEqual([]);
    expect(run.results.filter(({ outcome }) => /^(?:fail|harness-error)$/.test(outcome.kind))).toEqual([]);
    expect(run.shown).toBe(true);
  });

  test('names are no two alike', () => {
    const names = freedoms.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });
});

/** What the list of a mock shows that takes a freedom. */
async function listedWith(name: string, query = ''): Promise<readonly unknown[]> {
  await using mock = await startMock({
    interface: guests,
    freedoms: freedoms.filter((freedom) => freedom.name === name),
  });
  const headers = { Authorization: `Bearer ${mock.keys[0]?.key ?? ''}` };
  const response = await fetch(`${mock.url}/guests${query}`, { headers });
  return (await response.json()) as readonly unknown[];
}

describe('a freedom begins with entries of its own', () => {
  test.each([
    ['crowded', '', 100],
    ['nothing-there', '', 0],
    ['small-pages', '', 5],
    ['small-pages', '?limit=9', 9],
  ])('%s: a list asked for by "%s" has %i', async (name, query, count) => {
    expect(await listedWith(name, query)).toHaveLength(count);
  });

  test('and with those that it is given, where there are any', async () => {
    await using mock = await startMock({
      interface: guests,
      seed: new Map(),
      freedoms: freedoms.filter(({ name }) => name === 'crowded'),
    });
    const headers = { Authorization: `Bearer ${mock.keys[0]?.key ?? ''}` };
    const response = await fetch(`${mock.url}/guests`, { headers });
    expect(await response.json()).toEqual([]);
  });

  test.each([[['entries-of-the-key']], [['entries-of-the-key', 'small-pages']]])(
    'entries of the key are hidden from the other one: %s',
    async (names) => {
      await using mock = await startMock({
        interface: guests,
        seed: new Map(),
        freedoms: freedoms.filter(({ name }) => names.includes(name)),
      });
      const [own, other] = mock.keys.map(({ key }) => ({ Authorization: `Bearer ${key}` }));
      const body = JSON.stringify({ name: 'Ada', status: 'here', motto: 'On' });
      const type = { 'Content-Type': 'application/json' };
      const made = await fetch(`${mock.url}/guests`, { method: 'POST', headers: { ...own, ...type }, body });
      const { id } = (await made.json()) as { readonly id: string };
      const read = async (headers: Record<string, string> = {}): Promise<number> =>
        (await fetch(`${mock.url}/guests/${encodeURIComponent(id)}`, { headers })).status;
      expect([made.status, await read(own), await read(other)]).toEqual([201, 200, 404]);
      const listed = async (headers: Record<string, string> = {}): Promise<unknown> =>
        (await fetch(`${mock.url}/guests`, { headers })).json();
      expect([await listed(own), await listed(other)]).toMatchObject([[{ id }], []]);
    },
  );
});

test('a repeated creation is answered as the first one, whatever name is taken', async () => {
  const loaded = await loadFiles({
    'openapi.yaml': GUESTS.replace(
      '    post:\n      requestBody:',
      '    post:\n      parameters: [{ name: Idempotency-Key, in: header, schema: { type: string } }]\n      requestBody:',
    ),
  });
  if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
  await using mock = await startMock({
    interface: loaded.interface,
    freedoms: freedoms.filter(({ name }) => name === 'names-taken'),
  });
  const headers = {
    Authorization: `Bearer ${mock.keys[0]?.key ?? ''}`,
    'Content-Type': 'application/json',
    'Idempotency-Key': 'one-and-the-same',
  };
  const body = JSON.stringify({ name: 'Ada', status: 'here', motto: 'On' });
  const send = async (): Promise<number> =>
    (await fetch(`${mock.url}/guests`, { method: 'POST', headers, body })).status;
  expect([await send(), await send()]).toEqual([201, 201]);
});
