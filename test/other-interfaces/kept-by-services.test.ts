import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { alarms, blames } from '../lives/run-lives.ts';
import { type MakeService, type Reply, runAgainstService, runAtOnce } from './run-against-service.ts';
import { behindKey, type Entry, isObject, isText } from './shelf.ts';

/**
 * Halls, and stands inside of them that clients name: what the service keeps of them by itself (when they were made and changed, how many
 * there are), and what is set for good.
 */

const json = (schema: string): string =>
  `content: {application/json: {schema: {$ref: '#/components/schemas/${schema}'}}}`;
const no = (...statuses: readonly string[]): string =>
  statuses.map((status) => `'${status}': {description: no}`).join(', ');
const OWN = `
        uid: {type: string, format: uuid, readOnly: true, description: Never given again}
        created_at: {type: string, format: date-time, readOnly: true}
        updated_at: {type: string, format: date-time, readOnly: true, description: When it was last changed}
        version: {type: integer, readOnly: true, description: Raised with each change}`;
const LISTED = `{name: limit, in: query, schema: {type: integer, minimum: 1, maximum: 50, default: 50}}, {name: offset, in: query, schema: {type: integer, minimum: 0, default: 0}}, {name: with_count, in: query, description: Whether the total is told, schema: {type: boolean, default: false}}`;

const DOCUMENT = `
openapi: 3.0.3
info: {title: Fair, version: '1'}
security: [{key: []}]
paths:
  /halls:
    get: {parameters: [${LISTED}], responses: {'200': {description: all, ${json('Halls')}}, ${no('400', '401')}}}
  /halls/{hall}:
    parameters: [{name: hall, in: path, required: true, schema: {type: string, pattern: '^[a-z0-9-]{3,40}$'}}]
    get: {responses: {'200': {description: it, ${json('Hall')}}, ${no('400', '401', '404')}}}
    put: {requestBody: {required: true, ${json('Hall')}}, responses: {'200': {description: it, ${json('Hall')}}, '201': {description: it, ${json('Hall')}}, ${no('400', '401')}}}
    patch: {requestBody: {required: true, content: {application/merge-patch+json: {schema: {$ref: '#/components/schemas/Change'}}}}, responses: {'200': {description: it, ${json('Hall')}}, ${no('400', '401', '404')}}}
    delete: {responses: {'204': {description: gone}, ${no('400', '401', '404')}}}
  /halls/{hall}/stands:
    parameters: [{name: hall, in: path, required: true, schema: {type: string}}]
    get: {responses: {'200': {description: all, ${json('Stands')}}, ${no('401', '404')}}}
  /halls/{hall}/stands/{stand}:
    parameters: [{name: hall, in: path, required: true, schema: {type: string}}, {name: stand, in: path, required: true, schema: {type: string, pattern: '^[a-z0-9-]{3,40}$'}}]
    get: {responses: {'200': {description: it, ${json('Stand')}}, ${no('400', '401', '404')}}}
    put: {requestBody: {required: true, ${json('Stand')}}, responses: {'200': {description: it, ${json('Stand')}}, '201': {description: it, ${json('Stand')}}, ${no('400', '401', '404')}}}
    delete: {responses: {'204': {description: gone}, ${no('400', '401', '404')}}}
components:
  securitySchemes: {key: {type: http, scheme: bearer}}
  schemas:
    Hall:
      type: object
      required: [title, plan]
      properties:
        name: {type: string, readOnly: true}
        title: {type: string, minLength: 1, maxLength: 80}
        plan: {type: string, pattern: '^[A-Z]{4,12}$', description: Immutable. The plan that it was built from.}${OWN}
    Change: {type: object, properties: {title: {type: string, minLength: 1, maxLength: 80}, plan: {type: string, pattern: '^[A-Z]{4,12}$', description: Cannot be changed later.}}}
    Stand: {type: object, required: [owner], properties: {name: {type: string, readOnly: true}, owner: {type: string, minLength: 1, maxLength: 80}}}
    Halls: {type: object, required: [items], properties: {items: {type: array, items: {$ref: '#/components/schemas/Hall'}}, total: {type: integer, description: How many there are in all}}}
    Stands: {type: object, required: [items], properties: {items: {type: array, items: {$ref: '#/components/schemas/Stand'}}}}
`;

type Ways = {
  readonly isInSeconds?: boolean;
  readonly refusesPlan?: boolean;
  readonly takesPlan?: boolean;
  readonly isMadeAnew?: boolean;
  readonly isNamedAnew?: boolean;
  readonly forgetsChange?: boolean;
  readonly forgetsVersion?: boolean;
  readonly hidesNew?: boolean;
  readonly listsAllStands?: boolean;
  readonly emptiesHalls?: boolean;
  readonly countsRemoved?: boolean;
};

type Hall = { entry: Entry; readonly stands: Map<string, Entry> };

const isName = (segment: string): boolean => /^[a-z0-9-]{3,40}$/.test(segment);

function fair(ways: Ways = {}): MakeService {
  return behindKey(() => {
    const halls = new Map<string, Hall>();
    let removed = 0;
    const now = (): string =>
      ways.isInSeconds === true ? new Date().toISOString().replace(/\.\d+/, '') : new Date().toISOString();
    const later = (): string => new Date(Date.now() + 60_000).toISOString();
    const shown = (entry: Entry): Entry =>
      ways.isNamedAnew === true ? { ...entry, uid: randomUUID() } : entry;

    const written = (hall: Hall | undefined, name: string, body: Entry): Reply => {
      const old = hall?.entry;
      const isOther = old !== undefined && body['plan'] !== undefined && body['plan'] !== old['plan'];
      if (isOther && ways.refusesPlan === true) return { status: 400 };
      const plan =
        ways.takesPlan === true ? (body['plan'] ?? old?.['plan']) : (old?.['plan'] ?? body['plan']);
      const version = Number(old?.['version'] ?? 0);
      const entry: Entry = {
        name,
        title: body['title'] ?? old?.['title'],
        plan,
        uid: old?.['uid'] ?? randomUUID(),
        created_at: old === undefined ? now() : ways.isMadeAnew === true ? later() : old['created_at'],
        updated_at: ways.forgetsChange === true ? (old?.['updated_at'] ?? now()) : now(),
        version: ways.forgetsVersion === true ? Math.max(1, version) : version + 1,
      };
      halls.set(name, { entry, stands: hall?.stands ?? new Map<string, Entry>() });
      return { status: old === undefined ? 201 : 200, body: shown(entry) };
    };

    const list = (query: URLSearchParams): Reply => {
      const asked = query;
      const [limit, offset] = [asked.get('limit') ?? '50', asked.get('offset') ?? '0'].map(Number);
      if (
        limit === undefined ||
        offset === undefined ||
        !Number.isInteger(limit) ||
        !Number.isInteger(offset)
      )
        return { status: 400 };
      if (limit < 1 || limit > 50 || offset < 0) return { status: 400 };
      const told = asked.get('with_count');
      if (told !== null && told !== 'true' && told !== 'false') return { status: 400 };
      const all = ways.hidesNew === true ? [] : [...halls.values()].map(({ entry }) => shown(entry));
      const total = all.length + (ways.countsRemoved === true ? removed : 0);
      const items = all.slice(offset, offset + limit);
      return { status: 200, body: { items, total } };
    };

    const stands = (method: string, hall: Hall, name: string, body: unknown): Reply => {
      if (name === '') {
        const shelves = ways.listsAllStands === true ? [...halls.values()] : [hall];
        return { status: 200, body: { items: shelves.flatMap((one) => [...one.stands.values()]) } };
      }
      if (!isName(name)) return { status: 400 };
      const there = hall.stands.get(name);
      if (method === 'PUT') {
        if (!isObject(body) || !isText(body['owner'])) return { status: 400 };
        const entry = { name, owner: body['owner'] };
        hall.stands.set(name, entry);
        return { status: there === undefined ? 201 : 200, body: entry };
      }
      if (there === undefined) return { status: 404 };
      if (method === 'GET') return { status: 200, body: there };
      hall.stands.delete(name);
      return { status: 204 };
    };

    return ({ method, query, json: body }, [first, name = '', inner, stand = '', ...more]) => {
      if (first !== 'halls' || more.length > 0) return { status: 404 };
      if (name === '') return list(query);
      if (!isName(name)) return { status: inner === undefined ? 400 : 404 };
      const hall = halls.get(name);
      if (inner !== undefined)
        return hall === undefined || inner !== 'stands' ? { status: 404 } : stands(method, hall, stand, body);
      if (method === 'PUT' || method === 'PATCH') {
        if (method === 'PATCH' && hall === undefined) return { status: 404 };
        if (!isObject(body)) return { status: 400 };
        const { title, plan } = body;
        const isFine = (value: unknown, fits: (text: unknown) => boolean): boolean =>
          value === undefined ? method === 'PATCH' : fits(value);
        const isPlan = (text: unknown): boolean => typeof text === 'string' && /^[A-Z]{4,12}$/.test(text);
        if (!isFine(title, (text) => isText(text)) || !isFine(plan, isPlan)) return { status: 400 };
        if (method === 'PUT' && ways.emptiesHalls === true) hall?.stands.clear();
        return written(hall, name, body);
      }
      if (hall === undefined) return { status: 404 };
      if (method === 'GET') return { status: 200, body: shown(hall.entry) };
      halls.delete(name);
      removed += 1;
      return { status: 204 };
    };
  });
}

describe('what a service keeps by itself', () => {
  test.each<readonly [name: string, ways: Ways]>([
    ['as the document has it', {}],
    ['tells whole seconds', { isInSeconds: true }],
    ['refuses another plan', { refusesPlan: true }],
  ])('%s: no fault, and everything is asked', async (_name, ways) => {
    const run = await runAgainstService(DOCUMENT, fair(ways));
    expect(alarms(run)).toEqual([]);
    expect(run.verdict).toMatchObject({ exitCode: 0, missing: [] });
  });

  test.each<readonly [name: string, ways: Ways, check: string]>([
    ['takes another plan', { takesPlan: true }, 'resources.read-only-kept'],
    ['is made anew with each change', { isMadeAnew: true }, 'resources.upkeep'],
    ['has another uid in each answer', { isNamedAnew: true }, 'resources.upkeep'],
    ['forgets when it was changed', { forgetsChange: true }, 'resources.upkeep'],
    ['keeps its version', { forgetsVersion: true }, 'resources.upkeep'],
    ['lists nothing', { hidesNew: true }, 'resources.pages-complete'],
    ['lists the stands of all halls', { listsAllStands: true }, 'resources.inside-one-alone'],
    ['empties a hall that is replaced', { emptiesHalls: true }, 'resources.others-unchanged'],
    ['counts what was removed', { countsRemoved: true }, 'resources.pages-end'],
  ])('%s: found', async (_name, ways, check) => {
    // A list that lags is given time, which nobody has to wait for here; moments take their time.
    const run = ways.forgetsChange === true ? runAgainstService : runAtOnce;
    expect(blames(await run(DOCUMENT, fair(ways)))).toContain(check);
  });
});
