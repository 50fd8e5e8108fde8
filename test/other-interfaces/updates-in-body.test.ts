import { describe, expect, test } from 'vitest';
import { loadOnce } from '../specs/load-files.ts';
import { blamed, faultsOfAssay, idsOf, runAgainstMock } from './run-against-mock.ts';
import { type Ask, type MakeService, runAtOnce } from './run-against-service.ts';

/** Updates that name the entry in their body: `PUT /pet {id, name}` beside `POST /pet` and `GET /pet/{id}`. */

type Method = 'put' | 'patch';

const json = (schema: string): string =>
  `content: {application/json: {schema: {$ref: '#/components/schemas/${schema}'}}}`;
const REFUSALS = `'400': {description: no}, '404': {description: no such pet}`;

const documentOf = (method: Method, required: string): string => `
openapi: 3.0.3
info: {title: Pets, version: '1'}
paths:
  /pet:
    post:
      requestBody: {required: true, ${json('NewPet')}}
      responses: {'201': {description: made, ${json('Pet')}}, ${REFUSALS}}
    ${method}:
      requestBody: {required: true, ${json('Update')}}
      responses: {'200': {description: updated, ${json('Pet')}}, ${REFUSALS}}
  /pet/status:
    put:
      requestBody: {required: true, ${json('Mood')}}
      responses: {'204': {description: noted}, ${REFUSALS}}
  /pet/{petId}:
    parameters: [{name: petId, in: path, required: true, schema: {type: integer}}]
    get: {responses: {'200': {description: one, ${json('Pet')}}, ${REFUSALS}}}
    delete: {responses: {'204': {description: gone}, ${REFUSALS}}}
  /owner:
    put:
      requestBody: {required: true, ${json('Owner')}}
      responses: {'204': {description: noted}, ${REFUSALS}}
components:
  schemas:
    NewPet: {type: object, required: [name], properties: {name: {type: string, maxLength: 200}, note: {type: string, maxLength: 200}}}
    Update: {type: object, required: [${required}], properties: {id: {type: integer}, name: {type: string, maxLength: 200}, note: {type: string, maxLength: 200}}}
    Mood: {type: object, required: [id, mood], properties: {id: {type: integer}, mood: {type: string, enum: [calm, wild]}}}
    Owner: {type: object, required: [id, name], properties: {id: {type: integer}, name: {type: string}}}
    Pet:
      type: object
      required: [id, name]
      properties: {id: {type: integer}, name: {type: string}, note: {type: string}, mood: {type: string, enum: [calm, wild]}}
`;

type Pet = { readonly id: number; name: string; note?: string; mood: 'calm' | 'wild' };
type Ways = {
  readonly fault?: 'loses updates' | 'updates all' | 'mixes up' | 'forgets what is left out';
  /** What a PUT leaves out goes. */
  readonly isWhole?: boolean;
};

const FOREIGN = 1;
const NO = { status: 400 };

function textIn(sent: Record<string, unknown>, name: string): string | undefined {
  const value = sent[name];
  if (value === undefined) return undefined;
  return typeof value === 'string' && Array.from(value).length <= 200 ? value : 'none';
}

const pets =
  ({ fault, isWhole = false }: Ways = {}, asked: Ask[] = []): MakeService =>
  () => {
    const kept = new Map<number, Pet>([[FOREIGN, { id: FOREIGN, name: 'theirs', mood: 'calm' }]]);
    let made = 6;
    const update = (pet: Pet, name: string | undefined, note: string | undefined): void => {
      const isLeftOut = isWhole || fault === 'forgets what is left out';
      if (name !== undefined) pet.name = fault === 'mixes up' ? (note ?? name) : name;
      if (note !== undefined) pet.note = note;
      else if (isLeftOut) delete pet.note;
    };
    return (ask) => {
      const { method, path, json: body } = ask;
      asked.push(ask);
      const sent: Record<string, unknown> =
        typeof body === 'object' && body !== null && !Array.isArray(body) ? { ...body } : {};
      const [, , key = ''] = path.split('/');
      const id = typeof sent['id'] === 'number' ? sent['id'] : undefined;
      if (path === '/owner')
        return typeof sent['name'] === 'string' && id !== undefined ? { status: 204 } : NO;
      if (path === '/pet/status' && method === 'PUT') {
        const { mood } = sent;
        if (id === undefined || !Number.isInteger(id) || (mood !== 'calm' && mood !== 'wild')) return NO;
        const pet = kept.get(id);
        if (pet === undefined) return { status: 404 };
        pet.mood = mood;
        return { status: 204 };
      }
      if (key !== '') {
        const pet = kept.get(Number(key));
        if (!/^-?\d+$/.test(key)) return NO;
        if (pet === undefined) return { status: 404 };
        if (method !== 'DELETE') return { status: 200, body: pet };
        kept.delete(pet.id);
        return { status: 204 };
      }
      const [name, note] = [textIn(sent, 'name'), textIn(sent, 'note')];
      if (path !== '/pet' || name === 'none' || note === 'none') return NO;
      if (method === 'POST') {
        if (name === undefined) return NO;
        const pet: Pet = { id: (made += 1), name, mood: 'calm', ...(note === undefined ? {} : { note }) };
        kept.set(pet.id, pet);
        return { status: 201, body: pet };
      }
      if (id === undefined || !Number.isInteger(id) || (method === 'PUT' && name === undefined)) return NO;
      const pet = kept.get(id);
      if (pet === undefined) return { status: 404 };
      for (const one of fault === 'updates all' ? kept.values() : [pet])
        if (fault !== 'loses updates') update(one, name, note);
      return { status: 200, body: { ...pet, ...(name === undefined ? {} : { name }) } };
    };
  };

const DOCUMENTS = [
  ['put', 'id, name'],
  ['put', 'name'],
  ['patch', 'id'],
] as const;

describe.each(DOCUMENTS)('a %s that names the entry in its body, with %s', (method, required) => {
  test.each([{ isWhole: false }, { isWhole: true }])('is honest: %j', async (ways) => {
    if (method === 'patch' && ways.isWhole) return;
    const asked: Ask[] = [];
    const run = await runAtOnce(documentOf(method, required), pets(ways, asked));
    expect([blamed(run), idsOf(run, 'warn'), faultsOfAssay(run)]).toEqual([[], [], []]);
    // It may leave the name out, by the document, and can't do without.
    if (required !== 'name') expect(run.verdict.exitCode).toBe(0);
    expect(idsOf(run, 'pass')).toContain('resources.update-stored');
    const updates = asked.filter((one) => one.method === 'PUT' || one.method === 'PATCH');
    expect(updates.some(({ path }) => path === '/pet')).toBe(true);
    expect(updates.some(({ path }) => path === '/pet/status')).toBe(true);
    expect(updates.filter(({ text }) => /"id":1\b/.test(text))).toEqual([]);
    expect(asked.some(({ path }) => path === '/owner')).toBe(false);
  });

  test('is blamed where it loses what it is given', async () => {
    const run = await runAtOnce(documentOf(method, required), pets({ fault: 'loses updates' }));
    expect(idsOf(run, 'fail')).toContain('resources.update-stored');
  });

  test('is kept by the mock', async () => {
    const loaded = await loadOnce({ 'openapi.yaml': documentOf(method, required) });
    if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
    const run = await runAgainstMock(loaded.interface);
    expect([blamed(run), faultsOfAssay(run), run.verdict.exitCode]).toEqual([[], [], 0]);
    expect(idsOf(run, 'pass')).toContain('resources.update-stored');
  });
});

test.each([
  ['mixes up', 'update-stored'],
  ['updates all', 'others-unchanged'],
] as const)('a PUT that names the entry in its body %s', async (fault, law) => {
  const run = await runAtOnce(documentOf('put', 'id, name'), pets({ fault }));
  expect(idsOf(run, 'fail')).toContain(`resources.${law}`);
});

test('a PATCH that names the entry in its body keeps what it does not name', async () => {
  const run = await runAtOnce(documentOf('patch', 'id'), pets({ fault: 'forgets what is left out' }));
  expect(idsOf(run, 'fail')).toContain('resources.change-keeps-rest');
});
