import { expect, test } from 'vitest';
import { alarms, blames } from '../lives/run-lives.ts';
import { type MakeService, type Reply, runAtOnce } from './run-against-service.ts';
import { behindKey, type Entry, isObject, Shelf } from './shelf.ts';

/**
 * Banners on an object mapper: the company of one stands whole in its schema and is known by its `id` alone, and an update that names
 * nothing that is there makes something new.
 */

const json = (name: string): string =>
  `content: {application/json: {schema: {$ref: '#/components/schemas/${name}'}}}`;
const all = (name: string): string =>
  `content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/${name}'}}}}`;
const NO = `'400': {description: no}, '404': {description: none}`;

const kind = (path: string, name: string, update: string): string => `
  /${path}:
    get: {responses: {'200': {description: all, ${all(name)}}}}
    post: {requestBody: {required: true, ${json(name)}}, responses: {'201': {description: made, ${json(name)}}, ${NO}}}
    put: {requestBody: {required: true, ${json(name)}}, responses: {'200': {description: saved, ${json(name)}}, ${update}${NO}}}
  /${path}/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
    get: {responses: {'200': {description: it, ${json(name)}}, '404': {description: none}}}
    delete: {responses: {'204': {description: gone}, '404': {description: none}}}`;

/** `update`: what the document says of updates that make something. */
const documentOf = (update: string): string => `
openapi: 3.0.3
info: {title: Banners, version: '1'}
security: [{key: []}]
paths:${kind('banners', 'Banner', update)}${kind('companies', 'Company', update)}
components:
  securitySchemes: {key: {type: http, scheme: bearer}}
  schemas:
    Company: {type: object, required: [name], properties: {id: {type: integer}, name: {type: string}, town: {type: string}}}
    Banner: {type: object, required: [text], properties: {id: {type: integer}, text: {type: string}, place: {type: string}, company: {$ref: '#/components/schemas/Company'}}}
`;
const MAKES = `'201': {description: made, ${json('Banner')}}, `;

type Fault = 'loses places';

const isText = (value: unknown): boolean => value === undefined || typeof value === 'string';
const isId = (value: unknown): boolean => value === undefined || Number.isInteger(value);

const at = (shelf: Shelf, { id }: Entry): Entry | undefined => shelf.all.find((one) => one['id'] === id);

function banners(shelves: readonly Shelf[], fault?: Fault): MakeService {
  return behindKey(() => {
    const [own, companies] = shelves;
    if (own === undefined || companies === undefined) throw new Error('no shelves');
    const company = (sent: Entry): Entry | undefined => {
      const { id, name, town } = sent;
      if (!isId(id) || typeof name !== 'string' || !isText(town)) return undefined;
      return { name, ...(town === undefined ? {} : { town }) };
    };
    const banner = (sent: Entry, known: Entry | undefined): Entry | undefined => {
      const { id, text, place, company: given } = sent;
      if (!isId(id) || typeof text !== 'string' || !isText(place)) return undefined;
      const shown = isObject(given) ? at(companies, given) : undefined;
      if (given !== undefined && (shown === undefined || !isObject(given) || company(given) === undefined))
        return undefined;
      const kept = fault === 'loses places' && known !== undefined ? known['place'] : place;
      return {
        text,
        ...(kept === undefined ? {} : { place: kept }),
        ...(shown === undefined ? {} : { company: shown }),
      };
    };
    return ({ method, json: sent }, [path, id]): Reply => {
      const shelf = path === 'banners' ? own : companies;
      if (id === undefined && method === 'GET') return { status: 200, body: shelf.all };
      if (id !== undefined) {
        const known = shelf.at(id);
        if (known === undefined) return { status: 404 };
        if (method === 'GET') return { status: 200, body: known };
        shelf.take(known);
        return { status: 204 };
      }
      if (!isObject(sent)) return { status: 400 };
      const known = method === 'PUT' && sent['id'] !== undefined ? at(shelf, sent) : undefined;
      const entry = shelf === own ? banner(sent, known) : company(sent);
      if (entry === undefined || (method === 'PUT' && sent['id'] === undefined)) return { status: 400 };
      if (known !== undefined) return { status: 200, body: shelf.put({ id: known['id'], ...entry }) };
      return { status: method === 'POST' ? 201 : 200, body: shelf.add(entry) };
    };
  });
}

test('what is named by its identity, and made where it is gone, is no fault, and is taken away', async () => {
  const shelves = [new Shelf(), new Shelf()];
  const run = await runAtOnce(documentOf(MAKES), banners(shelves));
  expect([alarms(run), run.verdict.exitCode]).toEqual([[], 0]);
  expect(shelves.map(({ all: left }) => left)).toEqual([[], []]);
});

test('what is made where it is gone is one, where the document has a 404 alone for that', async () => {
  const run = await runAtOnce(documentOf(''), banners([new Shelf(), new Shelf()]));
  expect(blames(run)).toBe('resources.removed-is-gone');
});

test('a text beside such a name that an update loses is told', async () => {
  const run = await runAtOnce(documentOf(MAKES), banners([new Shelf(), new Shelf()], 'loses places'));
  expect(blames(run)).toContain('resources.update-stored');
});
