import { expect, test } from 'vitest';
import { isObject } from '../../src/json/value.ts';
import { alarms, blames } from '../lives/run-lives.ts';
import { type MakeService, runAtOnce } from './run-against-service.ts';

/** Bodies that are lists of names: who plays in a film is put there and taken away, and nobody twice. */

const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;
const of = (name: string): string => `{$ref: '#/components/schemas/${name}'}`;
const NO = `'400': {description: no}, '404': {description: none}`;
const ID = 'parameters: [{name: id, in: path, required: true, schema: {type: integer}}]';

const DOCUMENT = `
openapi: 3.0.3
info: {title: Films, version: '1'}
paths:
  /actors:
    get: {responses: {'200': {description: all, ${json(`{type: array, items: ${of('Actor')}}`)}}}}
    post: {requestBody: {required: true, ${json(of('New'))}}, responses: {'201': {description: made, ${json(of('Actor'))}}, '400': {description: no}}}
  /actors/{id}:
    ${ID}
    get: {responses: {'200': {description: one, ${json(of('Actor'))}}, ${NO}}}
  /films:
    post: {requestBody: {required: true, ${json(of('NewFilm'))}}, responses: {'201': {description: made, ${json(of('Film'))}}, ${NO}}}
  /films/{id}:
    ${ID}
    get: {responses: {'200': {description: one, ${json(of('Film'))}}, ${NO}}}
  /films/{id}/actors:
    ${ID}
    get: {responses: {'200': {description: all, ${json(`{type: array, items: ${of('Actor')}}`)}}, ${NO}}}
    put: {summary: add actors, requestBody: {required: true, ${json('{type: array, items: {type: integer}}')}}, responses: {'200': {description: all, ${json(`{type: array, items: ${of('Actor')}}`)}}, ${NO}}}
    delete: {summary: remove actors, requestBody: {required: true, ${json('{type: array, items: {type: integer}}')}}, responses: {'200': {description: all, ${json(`{type: array, items: ${of('Actor')}}`)}}, ${NO}}}
components:
  schemas:
    New: {type: object, required: [name], properties: {name: {type: string, minLength: 1, maxLength: 80}}}
    Actor: {type: object, required: [id, name], properties: {id: {type: integer}, name: {type: string}}}
    NewFilm: {type: object, required: [name, actorIds], properties: {name: {type: string, minLength: 1, maxLength: 80}, rating: {type: integer, minimum: 0, maximum: 13}, actorIds: {type: array, minItems: 1, items: {type: integer}}}}
    Film: {type: object, required: [id, name], properties: {id: {type: integer}, name: {type: string}, rating: {type: integer}}}
`;

type Named = { readonly id: number; readonly name: string };

const isText = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && Array.from(value).length <= 80;

/** `takesText`: takes whatever stands in a list for a name. `refusesMost`: the highest rating is none. */
const films =
  ({ takesText = false, refusesMost = false } = {}): MakeService =>
  () => {
    const actors = [10, 11, 12].map((id): Named => ({ id, name: `Actor ${String(id)}` }));
    const all: (Named & { readonly cast: Set<number> })[] = [];
    const isKnown = (id: unknown): id is number => actors.some((one) => one.id === id);
    return ({ method, path, json: sent }) => {
      const [, list, id, inside] = path.split('/');
      if (list === 'actors') {
        const one = actors.find((each) => String(each.id) === id);
        if (method === 'GET' && id === undefined) return { status: 200, body: actors };
        if (method === 'GET') return one === undefined ? { status: 404 } : { status: 200, body: one };
        if (!isObject(sent) || !isText(sent['name'])) return { status: 400 };
        actors.push({ id: actors.length + 10, name: sent['name'] });
        return { status: 201, body: actors.at(-1) };
      }
      if (id === undefined) {
        if (!isObject(sent) || !isText(sent['name'])) return { status: 400 };
        const cast: unknown = sent['actorIds'];
        if (!Array.isArray(cast) || cast.length === 0 || !cast.every(isKnown)) return { status: 400 };
        const { rating } = sent;
        const isRating =
          Number.isInteger(rating) && Number(rating) >= 0 && Number(rating) <= (refusesMost ? 12 : 13);
        if (rating !== undefined && !isRating) return { status: 400 };
        const made = { id: all.length + 1, name: sent['name'], ...(rating === undefined ? {} : { rating }) };
        all.push({ ...made, cast: new Set(cast) });
        return { status: 201, body: made };
      }
      const film = all.find((each) => String(each.id) === id);
      if (film === undefined) return { status: 404 };
      const { cast, ...shown } = film;
      if (inside === undefined) return { status: 200, body: shown };
      if (method !== 'GET') {
        if (!Array.isArray(sent) || sent.length === 0) return { status: 400 };
        const names: readonly unknown[] = sent;
        const fits = (one: unknown): boolean => isKnown(one) && cast.has(one) === (method === 'DELETE');
        if (!names.every((one) => fits(one) || (takesText && !Number.isInteger(one)))) return { status: 400 };
        for (const one of names.filter(isKnown)) {
          if (method === 'PUT') cast.add(one);
          else cast.delete(one);
        }
      }
      return { status: 200, body: actors.filter((one) => cast.has(one.id)) };
    };
  };

test('a body that is a list of names has those of what is there, and is served', async () => {
  expect(alarms(await runAtOnce(DOCUMENT, films()))).toEqual([]);
});

test('such a list with other things in it is told where it is taken', async () => {
  expect(blames(await runAtOnce(DOCUMENT, films({ takesText: true })))).toContain('validation.');
});

test('a number that is refused at its bound is told, whatever number names something beside it', async () => {
  expect(blames(await runAtOnce(DOCUMENT, films({ refusesMost: true })))).toContain(
    'validation.bounds-taken',
  );
});
