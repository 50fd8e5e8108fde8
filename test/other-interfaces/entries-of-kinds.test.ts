import { expect, test } from 'vitest';
import { alarms, blames } from '../lives/run-lives.ts';
import { loadOnce } from '../specs/load-files.ts';
import { blamed, runAgainstMock } from './run-against-mock.ts';
import { type MakeService, runAtOnce } from './run-against-service.ts';
import { behindKey, type Entry, isObject, isText, Shelf } from './shelf.ts';

/** Claims of one of two kinds (`oneOf` with a discriminator), which no update changes. */

const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;
const of = (schema: string): string => `{$ref: '#/components/schemas/${schema}'}`;
const no = (...statuses: readonly string[]): string =>
  statuses.map((status) => `'${status}': {description: no}`).join(', ');
const kindOf = (kind: string, members: string, needed: string): string =>
  `{allOf: [${of('Base')}, {type: object, required: [${needed}], properties: {kind: {type: string, enum: [${kind}]}, ${members}}}]}`;

const DOCUMENT = `
openapi: 3.0.3
info: {title: Claims, version: '1'}
security: [{key: []}]
paths:
  /claims:
    get:
      parameters: [{name: kind, in: query, description: Only claims of this kind., schema: {type: string, enum: [vehicle, property]}}]
      responses: {'200': {description: all, ${json(`{type: array, items: ${of('Claim')}}`)}}, ${no('400', '401')}}
    post: {requestBody: {required: true, ${json(of('NewClaim'))}}, responses: {'201': {description: made, ${json(of('Claim'))}}, ${no('400', '401')}}}
  /claims/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
    get: {responses: {'200': {description: it, ${json(of('Claim'))}}, ${no('401', '404')}}}
    put:
      operationId: replaceClaim
      description: The kind of a claim cannot be changed (422). What is left out is removed.
      requestBody: {required: true, ${json(of('NewClaim'))}}
      responses: {'200': {description: it, ${json(of('Claim'))}}, ${no('400', '401', '404', '422')}}
    delete: {responses: {'204': {description: gone}, ${no('401', '404')}}}
components:
  securitySchemes: {key: {type: http, scheme: bearer}}
  schemas:
    Base: {type: object, required: [kind, title], properties: {kind: {type: string, enum: [vehicle, property]}, title: {type: string, minLength: 1, maxLength: 80}, note: {type: string, maxLength: 80}}}
    Vehicle: ${kindOf('vehicle', 'mileage: {type: integer, minimum: 0, maximum: 90000}', 'mileage')}
    Property: ${kindOf('property', 'street: {type: string, minLength: 1, maxLength: 80}', 'street')}
    NewClaim: {oneOf: [${of('Vehicle')}, ${of('Property')}], discriminator: {propertyName: kind, mapping: {vehicle: '#/components/schemas/Vehicle', property: '#/components/schemas/Property'}}}
    Claim: {allOf: [${of('NewClaim')}, {type: object, required: [id], properties: {id: {type: integer, readOnly: true}}}]}
`;

type Ways = {
  readonly stores?: (sent: Entry) => Entry;
  readonly replaces?: (old: Entry, next: Entry) => Entry;
  readonly chooses?: boolean;
};

function read(body: unknown): Entry | undefined {
  if (!isObject(body)) return undefined;
  const { kind, title, note, mileage, street } = body;
  if (!isText(title) || (note !== undefined && !isText(note, 0))) return undefined;
  const base = { kind, title, ...(note === undefined ? {} : { note }) };
  if (kind === 'property') return isText(street) ? { ...base, street } : undefined;
  const isCount =
    typeof mileage === 'number' && Number.isInteger(mileage) && mileage >= 0 && mileage <= 90_000;
  return kind === 'vehicle' && isCount ? { ...base, mileage } : undefined;
}

const claims = ({
  stores = (sent) => sent,
  replaces = (_old, next) => next,
  chooses = true,
}: Ways = {}): MakeService =>
  behindKey(() => {
    const all = new Shelf();
    return ({ method, query, json: body }, [first, id, ...more]) => {
      if (first !== 'claims' || more.length > 0) return { status: 404 };
      const claim = all.at(id);
      if (id !== undefined && claim === undefined) return { status: 404 };
      const kind = query.get('kind');
      if (claim === undefined && method === 'GET') {
        if (kind !== null && kind !== 'vehicle' && kind !== 'property') return { status: 400 };
        return {
          status: 200,
          body: all.all.filter((one) => !chooses || kind === null || one['kind'] === kind),
        };
      }
      if (method === 'GET') return { status: 200, body: claim };
      if (claim !== undefined && method === 'DELETE') {
        all.take(claim);
        return { status: 204 };
      }
      const sent = read(body);
      if (sent === undefined) return { status: 400 };
      if (claim === undefined) return { status: 201, body: all.add(stores(sent)) };
      if (sent['kind'] !== claim['kind']) return { status: 422 };
      const { id: own, ...old } = claim;
      return { status: 200, body: all.put({ id: own, ...replaces(old, stores(sent)) }) };
    };
  });

test('claims that stay of their kind, and the mock: no fault', async () => {
  const run = await runAtOnce(DOCUMENT, claims());
  expect(alarms(run)).toEqual([]);
  expect(run.verdict.exitCode).toBe(0);
  const loaded = await loadOnce({ 'openapi.yaml': DOCUMENT });
  expect(loaded.kind === 'broken' ? loaded : blamed(await runAgainstMock(loaded.interface))).toEqual([]);
});

test.each<readonly [string, Ways, string]>([
  ['updates that are not stored', { replaces: (old) => old }, 'resources.update-stored'],
  [
    'what a replacement left out',
    { replaces: (old, next) => ({ ...old, ...next }) },
    'resources.replacement-is-whole',
  ],
  ['notes that are lost', { stores: ({ note: _note, ...sent }) => sent }, 'resources.made-as-asked'],
  ['a kind that is not asked for', { chooses: false }, 'resources.filter-holds'],
])('%s: found', async (_name, ways, check) => {
  expect(blames(await runAtOnce(DOCUMENT, claims(ways)))).toContain(check);
});
