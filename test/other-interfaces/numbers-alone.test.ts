import { describe, expect, test } from 'vitest';
import { alarms, blames } from '../lives/run-lives.ts';
import { isKnown, type MakeService, type Reply, runAtOnce } from './run-against-service.ts';

/** Entries of numbers and listed values alone, whose creation is documented with 200: no text of a run can stand in them. */

const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;
const MEMBERS = 'stars: {type: integer, minimum: 1, maximum: 5}, shelf: {type: string, enum: [upper, lower]}';
const SENT = `requestBody: {required: true, ${json(`{type: object, required: [stars, shelf], properties: {${MEMBERS}}}`)}}`;
const REFUSED = "'400': {description: no}";
const SHOWN = `'200': {description: it, ${json('{$ref: "#/components/schemas/Rating"}')}}`;
const DOCUMENT = `
openapi: 3.0.3
info: {title: Ratings, version: '1'}
security: [{key: []}]
paths:
  /ratings:
    get: {operationId: list, responses: {'200': {description: all, ${json('{type: array, items: {$ref: "#/components/schemas/Rating"}}')}}}}
    post: {operationId: make, ${SENT}, responses: {${SHOWN}, ${REFUSED}}}
  /ratings/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
    get: {operationId: read, responses: {${SHOWN}, '404': {description: none}}}
    put: {operationId: replace, ${SENT}, responses: {${SHOWN}, ${REFUSED}, '404': {description: none}}}
    delete: {operationId: remove, responses: {'204': {description: gone}, '404': {description: none}}}
components:
  securitySchemes: {key: {type: http, scheme: bearer}}
  schemas:
    Rating: {type: object, required: [id, stars, shelf], properties: {id: {type: integer}, ${MEMBERS}}}
`;

type Rating = { readonly id: number; readonly stars: number; readonly shelf: string };
type Ways = {
  readonly fault?: 'removes-nothing' | 'replaces-nothing';
  /** Hands out what is there instead of making something. */
  readonly handsOut?: boolean;
};

const OTHERS: readonly Rating[] = Array.from({ length: 12 }, (_, at) => ({
  id: at + 1,
  stars: (at % 5) + 1,
  shelf: at % 2 === 0 ? 'upper' : 'lower',
}));

function isRating(body: unknown): body is Rating {
  const { stars, shelf } = (body ?? {}) as Partial<Rating>;
  const isShelf = shelf === 'upper' || shelf === 'lower';
  return isShelf && Number.isInteger(stars) && Number(stars) >= 1 && Number(stars) <= 5;
}

/** `kept`: where the entries of others stand, to be looked at afterwards. */
function ratings({ fault, handsOut = false }: Ways = {}, kept: Map<number, Rating> = new Map()): MakeService {
  return () => {
    kept.clear();
    for (const one of OTHERS) kept.set(one.id, one);
    let last = OTHERS.length;
    let handed = 0;
    return (ask): Reply => {
      const { method, path, json: body } = ask;
      if (!isKnown(ask)) return { status: 401, headers: { 'WWW-Authenticate': 'Bearer' } };
      const id = Number(path.split('/')[2] ?? '0');
      if (id === 0 && method === 'GET')
        return { status: 200, body: [...kept.values()].slice(0, handsOut ? 3 : kept.size) };
      if (id !== 0 && !kept.has(id)) return { status: 404 };
      if (method === 'GET') return { status: 200, body: kept.get(id) };
      if (method === 'DELETE') {
        if (fault !== 'removes-nothing') kept.delete(id);
        return { status: 204 };
      }
      if (!isRating(body)) return { status: 400 };
      const { stars, shelf } = body;
      if (handsOut && method === 'POST') {
        handed += 1;
        return { status: 200, body: kept.get(3 + (handed % 9) + 1) };
      }
      if (method === 'POST') last += 1;
      const written = { id: method === 'POST' ? last : id, stars, shelf };
      if (method === 'POST' || fault !== 'replaces-nothing') kept.set(written.id, written);
      return { status: 200, body: written };
    };
  };
}

describe('entries of numbers and listed values alone', () => {
  test('are the run’s own where the list shows them behind their creation and not before', async () => {
    const kept = new Map<number, Rating>();
    const run = await runAtOnce(DOCUMENT, ratings({}, kept), { seed: 1 });
    expect(alarms(run)).toEqual([]);
    expect(run.verdict).toMatchObject({ exitCode: 0, missing: [] });
    expect(run.asked.map(({ method }) => method)).toEqual(expect.arrayContaining(['PUT', 'DELETE']));
    expect([...kept.values()]).toEqual(OTHERS);
  });

  test.each(['removes-nothing', 'replaces-nothing'] as const)('tell of a service that %s', async (fault) => {
    const run = await runAtOnce(DOCUMENT, ratings({ fault }), { seed: 1 });
    expect(blames(run)).toMatch(/resources\./u);
  });

  test('are left as they are where an answer names what was there', async () => {
    const kept = new Map<number, Rating>();
    const run = await runAtOnce(DOCUMENT, ratings({ handsOut: true }, kept), { seed: 1 });
    const touched = run.asked.filter(({ method, path }) => method !== 'GET' && /\d/u.test(path));
    expect(touched).toEqual([]);
    expect([...kept.values()]).toEqual(OTHERS);
  });
});
