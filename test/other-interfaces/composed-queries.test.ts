import { describe, expect, test } from 'vitest';
import { wholeInCi } from '../sampled.ts';
import { loadOnce } from '../specs/load-files.ts';
import { blamed, faultsOfAssay, idsOf, runAgainstMock } from './run-against-mock.ts';
import { type Ask, type MakeService, type Reply, runAtOnce } from './run-against-service.ts';

/** Lists that are chosen from, and put in order, by parameters whose names are put together: `where.height.gte`, `order[name]`. */

const PLANT =
  'type: object, required: [id, code, name, height], properties: { id: { type: integer, readOnly: true }, code: { type: string, readOnly: true }, name: { type: string, minLength: 1, maxLength: 60 }, height: { type: integer, minimum: 0, maximum: 900 } }';
const PROBLEM =
  'description: A problem, content: { application/json: { schema: { type: object, required: [title], properties: { title: { type: string } } } } }';
const TEXT = 'in: query, schema: { type: string, minLength: 1, maxLength: 60 }';
const NUMBER = 'in: query, schema: { type: integer, minimum: 0, maximum: 900 }';
const WAY = 'in: query, schema: { type: string, enum: [asc, desc] }';
const LISTED = `
    get:
      operationId: listPlants
      parameters: [{ name: where.name.eq, ${TEXT} }, { name: 'height[gte]', ${NUMBER} }, { name: where.height.lte, ${NUMBER} }, { name: 'order[code]', ${WAY} }, { name: 'order[height]', ${WAY} }]
      responses:
        '200': { description: Plants, content: { application/json: { schema: { type: array, items: { ${PLANT} } } } } }
        '400': { ${PROBLEM} }`;
const DOCUMENT = `
openapi: 3.0.3
info: { title: Plants, version: '1' }
paths:
  /plants:${LISTED}
    post:
      operationId: addPlant
      requestBody: { required: true, content: { application/json: { schema: { ${PLANT}, additionalProperties: false } } } }
      responses:
        '201': { description: Made, content: { application/json: { schema: { ${PLANT} } } } }
        '400': { ${PROBLEM} }
  /plants/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    get:
      operationId: readPlant
      responses:
        '200': { description: One, content: { application/json: { schema: { ${PLANT} } } } }
        '400': { ${PROBLEM} }
        '404': { ${PROBLEM} }
    delete:
      operationId: removePlant
      responses: { '204': { description: Gone }, '400': { ${PROBLEM} }, '404': { ${PROBLEM} } }
`;

type Plant = { readonly id: number; readonly code: string; readonly name: string; readonly height: number };
type Ways = {
  readonly isNamed?: (plant: Plant, asked: string) => boolean;
  readonly least?: (plant: Plant, asked: number) => boolean;
  readonly most?: (plant: Plant, asked: number) => boolean;
  readonly byCode?: (one: Plant, other: Plant) => number;
  readonly byHeight?: (one: Plant, other: Plant) => number;
};

const BAD: Reply = { status: 400, body: { title: 'not valid' } };
const ABSENT: Reply = { status: 404, body: { title: 'not there' } };
const KNOWN = ['where.name.eq', 'height[gte]', 'where.height.lte', 'order[code]', 'order[height]'] as const;

function sentIn({ json }: Ask): Pick<Plant, 'name' | 'height'> | undefined {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return undefined;
  const { name, height, ...others } = { name: undefined, height: undefined, ...json };
  if (typeof name !== 'string' || [...name].length < 1 || [...name].length > 60) return undefined;
  if (typeof height !== 'number' || !Number.isInteger(height) || height < 0 || height > 900) return undefined;
  return Object.keys(others).every((one) => ['id', 'code'].includes(one)) ? { name, height } : undefined;
}

function plants({
  isNamed = ({ name }, asked) => name === asked,
  least = ({ height }, asked) => height >= asked,
  most = ({ height }, asked) => height <= asked,
  byCode = (one, other) => Number(one.code) - Number(other.code),
  byHeight = (one, other) => one.height - other.height,
}: Ways = {}): MakeService {
  return () => {
    let all: readonly Plant[] = [];
    let made = 0;
    const list = (query: URLSearchParams): Reply => {
      const [name, low, high, code, height] = KNOWN.map((one) => query.get(one));
      const isNumber = (text: string | null | undefined): boolean =>
        typeof text !== 'string' || (/^\d{1,3}$/.test(text) && Number(text) <= 900);
      const isWay = (text: string | null | undefined): boolean =>
        typeof text !== 'string' || text === 'asc' || text === 'desc';
      if (name === '' || Array.from(name ?? '').length > 60 || ![low, high].every(isNumber)) return BAD;
      if (![code, height].every(isWay)) return BAD;
      const shown = all.filter(
        (plant) =>
          (typeof name !== 'string' || isNamed(plant, name)) &&
          (typeof low !== 'string' || least(plant, Number(low))) &&
          (typeof high !== 'string' || most(plant, Number(high))),
      );
      const by = typeof code === 'string' ? byCode : typeof height === 'string' ? byHeight : undefined;
      const sign = (code ?? height) === 'desc' ? -1 : 1;
      return {
        status: 200,
        body: by === undefined ? shown : shown.toSorted((a, b) => sign * by(a, b)),
      };
    };
    return (ask) => {
      const { method, path, query } = ask;
      if (path === '/plants' && method === 'GET') return list(query);
      if (path === '/plants' && method === 'POST') {
        const sent = sentIn(ask);
        if (sent === undefined) return BAD;
        made += 1;
        const plant = { id: made, code: String((made * 7_919) % 1_300), ...sent };
        all = [...all, plant];
        return { status: 201, body: plant };
      }
      const [, id] = /^\/plants\/(\d+)$/.exec(path) ?? [];
      if (id === undefined) return path.startsWith('/plants/') ? BAD : ABSENT;
      const plant = all.find((one) => one.id === Number(id));
      if (plant === undefined) return ABSENT;
      if (method === 'GET') return { status: 200, body: plant };
      if (method !== 'DELETE') return { status: 405, body: { title: 'not so' } };
      all = all.filter((one) => one !== plant);
      return { status: 204 };
    };
  };
}

describe('parameters whose names are put together', () => {
  test.each(
    wholeInCi<readonly [name: string, ways: Ways]>(
      [
        ['puts numbers in texts in order as numbers', {}],
        [
          'puts numbers in texts in order as texts',
          { byCode: (one, other) => (one.code < other.code ? -1 : Number(one.code > other.code)) },
        ],
        [
          'finds a name in any letters',
          { isNamed: ({ name }, asked) => name.toLowerCase() === asked.toLowerCase() },
        ],
      ],
      3,
    ),
  )('honest: a service that %s', async (_name, ways) => {
    const run = await runAtOnce(DOCUMENT, plants(ways));
    expect([...blamed(run), ...idsOf(run, 'warn'), ...faultsOfAssay(run)]).toEqual([]);
  });

  test.each(
    wholeInCi<readonly [name: string, finds: string, ways: Ways]>(
      [
        ['finds any name', 'resources.filter-holds', { isNamed: () => true }],
        [
          'finds parts of names',
          'resources.filter-holds',
          { isNamed: ({ name }, asked) => name.toLowerCase().includes(asked.toLowerCase().slice(0, 4)) },
        ],
        ['ignores the least', 'resources.filter-holds', { least: () => true }],
        [
          'takes the most for the least',
          'resources.filter-holds',
          { most: ({ height }, asked) => height >= asked },
        ],
        ['puts nothing in order', 'resources.order-holds', { byCode: () => 0, byHeight: () => 0 }],
        [
          'puts heights in order the other way',
          'resources.order-holds',
          { byHeight: (a, b) => b.height - a.height },
        ],
      ],
      3,
    ),
  )('faulty: a service that %s', async (_name, finds, ways) => {
    const run = await runAtOnce(DOCUMENT, plants(ways));
    expect(idsOf(run, 'fail')).toContain(finds);
    expect(faultsOfAssay(run)).toEqual([]);
  });

  test("are served by assay's own mock", async () => {
    const loaded = await loadOnce({ 'openapi.yaml': DOCUMENT });
    if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
    const run = await runAgainstMock(loaded.interface);
    expect([...blamed(run), ...faultsOfAssay(run)]).toEqual([]);
  });
});
