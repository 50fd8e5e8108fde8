import { expect, test } from 'vitest';
import { isObject } from '../../src/json/value.ts';
import { alarms, blames } from '../lives/run-lives.ts';
import { loadOnce } from '../specs/load-files.ts';
import { runAgainstMock } from './run-against-mock.ts';
import { type MakeService, type Reply, runAtOnce } from './run-against-service.ts';

/** Entries that show in one object what requests send plainly: `{"id": 7, "info": {"name": "…"}}`, of `{"name": "…"}`. */

const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;
const of = (name: string): string => `{$ref: '#/components/schemas/${name}'}`;
const NO = `'400': {description: no}, '404': {description: none}`;

const DOCUMENT = `
openapi: 3.0.3
info: {title: Actors, version: '1'}
paths:
  /actors:
    get: {parameters: [{name: sort, in: query, schema: {type: string, pattern: '^(name|born):(asc|desc)$'}}], responses: {'200': {description: all, ${json(`{type: array, items: ${of('Actor')}}`)}}}}
    post: {requestBody: {required: true, ${json(of('Info'))}}, responses: {'200': {description: made, ${json(of('Actor'))}}, '400': {description: no}}}
  /actors/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
    get: {responses: {'200': {description: one, ${json(of('Actor'))}}, ${NO}}}
    put: {requestBody: {required: true, ${json(of('Info'))}}, responses: {'200': {description: changed, ${json(of('Actor'))}}, ${NO}}}
    patch: {requestBody: {required: true, ${json(of('Part'))}}, responses: {'200': {description: changed, ${json(of('Actor'))}}, ${NO}}}
    delete: {responses: {'204': {description: gone}, ${NO}}}
components:
  schemas:
    Info: {type: object, required: [name, born], properties: {name: {type: string, minLength: 1, maxLength: 80}, born: {type: string, format: date}, country: {type: string, maxLength: 80}}}
    Part: {type: object, properties: {name: {type: string, minLength: 1, maxLength: 80}, born: {type: string, format: date}, country: {type: string, maxLength: 80}}}
    Actor: {type: object, required: [id, info], properties: {id: {type: integer}, info: ${of('Info')}, films: {type: array, items: {type: string}}}}
`;

type Members = Readonly<Record<string, unknown>>;

const isText = (value: unknown): boolean => typeof value === 'string' && Array.from(value).length <= 80;
const isDay = (value: unknown): boolean => {
  const day = typeof value === 'string' ? new Date(`${value}T00:00:00Z`) : new Date(Number.NaN);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(String(value));
};

type Actor = { readonly id: number; readonly info: Members; readonly films: [] };

type Fault =
  | 'forgets at first'
  | 'drops a change'
  | 'keeps on replacing'
  | 'resets the rest'
  | 'sorts one way';

function isInfo({ name, born, country }: Members, isPart: boolean): boolean {
  const isNamed = name === undefined ? isPart : isText(name) && name !== '';
  const isBorn = born === undefined ? isPart : isDay(born);
  return isNamed && isBorn && (country === undefined || isText(country));
}

const actors =
  (fault?: Fault): MakeService =>
  () => {
    const kept = new Map<string, Actor>();
    let last = 0;
    const inOrder = (all: readonly Actor[], sort: string | null): readonly Actor[] => {
      const [name = '', way] = sort?.split(':') ?? [];
      if (name === '') return all;
      const isFalling = way === 'desc' && fault !== 'sorts one way';
      const texts = (actor: Actor): string => String(actor.info[name]);
      const rising = all.toSorted((a, b) => (texts(a) < texts(b) ? -1 : texts(a) > texts(b) ? 1 : 0));
      return isFalling ? rising.toReversed() : rising;
    };
    const keep = (id: number, sent: Members): Reply => {
      const known = Object.entries(sent).filter(([name]) => ['name', 'born', 'country'].includes(name));
      const actor = { id, info: Object.fromEntries(known), films: [] as [] };
      kept.set(String(id), actor);
      return { status: 200, body: actor };
    };
    return ({ method, path, query, json: sent }) => {
      const id = path.split('/')[2];
      if (id === undefined && method === 'GET')
        return { status: 200, body: inOrder([...kept.values()], query.get('sort')) };
      const actor = kept.get(id ?? '');
      if (id !== undefined && actor === undefined) return { status: 404 };
      if (method === 'GET') return { status: 200, body: actor };
      if (method === 'DELETE') {
        kept.delete(id ?? '');
        return { status: 204 };
      }
      if (!isObject(sent) || !isInfo(sent, method === 'PATCH')) return { status: 400 };
      if (actor === undefined) {
        const { country: _country, ...rest } = sent;
        return keep((last += 1), fault === 'forgets at first' ? rest : sent);
      }
      if (method === 'PATCH' && fault === 'resets the rest')
        return keep(actor.id, { ...actor.info, country: '', ...sent });
      if (method === 'PATCH') return keep(actor.id, { ...actor.info, ...sent });
      const { born } = actor.info;
      if (fault === 'drops a change' && born !== undefined) return keep(actor.id, { ...sent, born });
      return keep(actor.id, fault === 'keeps on replacing' ? { ...actor.info, ...sent } : sent);
    };
  };

test('entries that show in one object what is sent plainly are read so', async () => {
  expect(alarms(await runAtOnce(DOCUMENT, actors()))).toEqual([]);
});

test.each<readonly [Fault, string]>([
  ['forgets at first', 'resources.made-as-asked'],
  ['drops a change', 'resources.update-stored'],
  ['keeps on replacing', 'resources.replacement-is-whole'],
  ['resets the rest', 'resources.change-keeps-rest'],
  ['sorts one way', 'resources.order-holds'],
])('a service that %s is told', async (fault, check) => {
  expect(blames(await runAtOnce(DOCUMENT, actors(fault)))).toContain(check);
});

test('the mock of such a document conforms', async () => {
  const result = await loadOnce({ 'openapi.yaml': DOCUMENT });
  if (result.kind === 'broken') throw new Error(result.problem.problem);
  expect(alarms(await runAgainstMock(result.interface))).toEqual([]);
});
