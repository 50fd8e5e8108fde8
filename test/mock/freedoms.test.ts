import { beforeAll, describe, expect, test } from 'vitest';
import type { Interface } from '../../src/interface/model.ts';
import { freedoms } from '../../src/mock/freedoms/freedoms.ts';
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
