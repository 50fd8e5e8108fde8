import { describe, expect, test } from 'vitest';
import { alarms, blames } from '../lives/run-lives.ts';
import { type MakeService, runAtOnce } from './run-against-service.ts';
import { behindKey, type Entry, isObject, isText, Shelf } from './shelf.ts';

/** Updates that say in their body which version of an entry they are about, and have to be about the current one by the words of the document. */

const CHECK = 'resources.stale-tag-refused';
const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;
const ref = (name: string): string => `{$ref: '#/components/schemas/${name}'}`;
const REFUSALS = `'400': {description: no}, '401': {description: who}, '404': {description: none}`;

type Said = {
  readonly status?: string;
  readonly refusal?: string;
  readonly member?: string;
  readonly of?: string;
  readonly isNeeded?: boolean;
};

function documentOf({
  status = '409',
  refusal = 'The version is stale.',
  member = 'version',
  of = 'What was read.',
  isNeeded = true,
}: Said = {}): string {
  const version = `${member}: {type: ${member === 'version' ? 'integer' : 'string'}, description: ${of}}`;
  return `
openapi: 3.0.3
info: {title: Notes, version: '1'}
security: [{key: []}]
paths:
  /notes:
    get: {operationId: list, responses: {'200': {description: all, ${json(`{type: array, items: ${ref('Note')}}`)}}, '401': {description: who}}}
    post: {operationId: make, requestBody: {required: true, ${json(ref('Made'))}}, responses: {'201': {description: made, ${json(ref('Note'))}}, ${REFUSALS}}}
  /notes/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
    get: {operationId: read, responses: {'200': {description: it, ${json(ref('Note'))}}, ${REFUSALS}}}
    put: {operationId: replace, requestBody: {required: true, ${json(ref('Changed'))}}, responses: {'200': {description: changed, ${json(ref('Note'))}}, '${status}': {description: ${refusal}}, ${REFUSALS}}}
    delete: {operationId: remove, responses: {'204': {description: gone}, ${REFUSALS}}}
components:
  securitySchemes: {key: {type: http, scheme: bearer}}
  schemas:
    Made: {type: object, required: [title], properties: {title: {type: string, minLength: 1, maxLength: 80}, text: {type: string, maxLength: 200}}}
    Changed: {type: object, required: [title${isNeeded ? `, ${member}` : ''}], properties: {title: {type: string, minLength: 1, maxLength: 80}, text: {type: string, maxLength: 200}, ${version}}}
    Note: {type: object, required: [id, title, ${member}], properties: {id: {type: integer}, title: {type: string}, text: {type: string}, ${version}}}
`;
}

type Ways = {
  readonly member?: string;
  readonly nextOf?: (version: unknown) => unknown;
  readonly refuses?: number | undefined;
  readonly isNeeded?: boolean;
  /** A refused update is made all the same. */
  readonly makesRefused?: boolean;
};

function notes({
  member = 'version',
  nextOf = (version) => Number(version) + 1,
  refuses = 409,
  isNeeded = true,
  makesRefused = false,
}: Ways = {}): MakeService {
  return behindKey(() => {
    const shelf = new Shelf();
    const given = ({ title, text }: Entry): Entry => ({ title, ...(text === undefined ? {} : { text }) });
    return ({ method, json: body }, [, id]) => {
      const isFine =
        isObject(body) &&
        isText(body['title']) &&
        (body['text'] === undefined || isText(body['text'], 0, 200));
      if (id === undefined && method === 'GET') return { status: 200, body: shelf.all };
      if (id === undefined)
        return isFine
          ? { status: 201, body: shelf.add({ ...given(body), [member]: nextOf(0) }) }
          : { status: 400 };
      const note = shelf.at(id);
      if (note === undefined) return { status: 404 };
      if (method === 'GET') return { status: 200, body: note };
      if (method === 'DELETE') {
        shelf.take(note);
        return { status: 204 };
      }
      const wanted = isObject(body) ? body[member] : undefined;
      if (!isFine || (wanted === undefined && isNeeded)) return { status: 400 };
      const isOdd =
        typeof wanted !== typeof note[member] || (typeof wanted === 'number' && !Number.isInteger(wanted));
      if (wanted !== undefined && isOdd) return { status: 400 };
      const isStale = wanted !== undefined && wanted !== note[member];
      const next = { id: note['id'], ...given(body), [member]: nextOf(note[member]) };
      if (isStale && makesRefused) shelf.put(next);
      if (isStale && refuses > 0) return { status: refuses };
      return { status: 200, body: shelf.put(next) };
    };
  });
}

const PLAIN = documentOf();
const TAGGED = documentOf({
  member: 'etag',
  status: '412',
  refusal: 'Somebody else was faster.',
  of: 'Has to be the current one.',
});
const tag: Ways = {
  member: 'etag',
  nextOf: (version) => `e${String(Number(String(version).slice(1)) + 1)}`,
  refuses: 412,
};

describe('the version in the body of an update', () => {
  test.each<readonly [name: string, document: string, ways: Ways]>([
    ['has to be the current one', PLAIN, {}],
    ['has to be the current one, as a tag', TAGGED, tag],
    ['may be left out', documentOf({ isNeeded: false }), { isNeeded: false }],
    [
      'is not looked at, and the document says nothing of it',
      documentOf({ refusal: 'In conflict.' }),
      { refuses: 0 },
    ],
    [
      'is not looked at, and the document leaves it open',
      documentOf({ refusal: 'The version may be stale.' }),
      { refuses: 0 },
    ],
    ['never changes', PLAIN, { nextOf: () => 7 }],
  ])('%s: no fault', async (_name, document, ways) => {
    const run = await runAtOnce(document, notes(ways));
    expect(alarms(run)).toEqual([]);
    expect(run.verdict.exitCode).toBe(0);
  });

  test.each(['quick', 'thorough'] as const)('a %s run: no fault', async (profile) => {
    const run = await runAtOnce(PLAIN, notes(), { profile });
    expect(alarms(run)).toEqual([]);
    expect(run.verdict.exitCode).toBe(0);
  });

  test.each<readonly [name: string, document: string, ways: Ways, check: string]>([
    ['is not looked at', PLAIN, { refuses: 0 }, CHECK],
    ['is not looked at, as a tag', TAGGED, { ...tag, refuses: 0 }, CHECK],
    [
      'is not looked at where it may be left out',
      documentOf({ isNeeded: false, refusal: 'The note has been changed since it was read.' }),
      { refuses: 0, isNeeded: false },
      CHECK,
    ],
    ['is refused, and the update made', PLAIN, { makesRefused: true }, 'resources.refused-changes-nothing'],
  ])('%s: found', async (_name, document, ways, check) => {
    expect(blames(await runAtOnce(document, notes(ways)))).toContain(check);
  });
});
