import { expect, test } from 'vitest';
import { alarms, blames } from '../lives/run-lives.ts';
import { type MakeService, type Reply, runAtOnce } from './run-against-service.ts';
import { behindKey, type Entry, isObject, Shelf } from './shelf.ts';

/** Entries with one schema for requests and answers, of which the service itself knows who made and changed them. */

const NOTE = `content: {application/json: {schema: {$ref: '#/components/schemas/Note'}}}`;
const DOCUMENT = `
openapi: 3.0.3
info: {title: Notes, version: '1'}
security: [{key: []}]
paths:
  /notes:
    get: {responses: {'200': {description: all, content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Note'}}}}}}}
    post: {requestBody: {required: true, ${NOTE}}, responses: {'201': {description: made, ${NOTE}}, '400': {description: no}}}
  /notes/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
    get: {responses: {'200': {description: it, ${NOTE}}, '404': {description: none}}}
    put: {requestBody: {required: true, ${NOTE}}, responses: {'200': {description: it, ${NOTE}}, '400': {description: no}, '404': {description: none}}}
    delete: {responses: {'204': {description: gone}, '404': {description: none}}}
components:
  securitySchemes: {key: {type: http, scheme: bearer}}
  schemas:
    Note:
      type: object
      required: [text]
      properties: {id: {type: integer}, text: {type: string}, about: {type: string}, createdBy: {type: string}, updated_by: {type: string}, ownerId: {type: integer}}
`;

const TEXTS = ['text', 'about', 'createdBy', 'updated_by'];

type Options = { readonly by: Entry; readonly about?: boolean; readonly owner?: Owner };
/** Whose a note is: who asks, whom a creation names, or whom each request names. */
type Owner = 'who asks' | 'as made' | 'as told';

function notes({ by, about = true, owner = 'as told' }: Options): MakeService {
  return behindKey(() => {
    const shelf = new Shelf();
    const taken = (json: unknown): Entry | undefined => {
      if (!isObject(json) || typeof json['text'] !== 'string') return undefined;
      if (json['id'] !== undefined && !Number.isInteger(json['id'])) return undefined;
      if (TEXTS.some((name) => !['undefined', 'string'].includes(typeof json[name]))) return undefined;
      if (json['ownerId'] !== undefined && !Number.isInteger(json['ownerId'])) return undefined;
      const told = { text: json['text'], ...(about ? { about: json['about'] } : {}), ...by };
      return { ...told, ownerId: owner === 'who asks' ? 7 : json['ownerId'] };
    };
    const keptOf = ({ id, ownerId }: Entry): Entry => (owner === 'as made' ? { id, ownerId } : { id });
    return ({ method, json }, [, id]): Reply => {
      if (id === undefined && method === 'GET') return { status: 200, body: shelf.all };
      const known = shelf.at(id);
      if (id !== undefined && known === undefined) return { status: 404 };
      if (method === 'GET') return { status: 200, body: known };
      if (method === 'DELETE') {
        if (known !== undefined) shelf.take(known);
        return { status: 204 };
      }
      const entry = taken(json);
      if (entry === undefined) return { status: 400 };
      return known === undefined
        ? { status: 201, body: shelf.add(entry) }
        : { status: 200, body: shelf.put({ ...entry, ...keptOf(known) }) };
    };
  });
}

test.each([
  ['shows nobody', {}],
  ['shows who asked', { createdBy: 'ada', updated_by: 'ada' }],
])('a service that %s as who did it conforms', async (_name, by) => {
  const run = await runAtOnce(DOCUMENT, notes({ by }));
  expect(alarms(run)).toEqual([]);
  expect(run.verdict.exitCode).toBe(0);
});

test('a service that knows whose something is by who asks conforms', async () => {
  const run = await runAtOnce(DOCUMENT, notes({ by: {}, owner: 'who asks' }));
  expect(alarms(run)).toEqual([]);
  expect(run.verdict.exitCode).toBe(0);
});

test('an owner whom creations take from the request, and updates do not, is told', async () => {
  const run = await runAtOnce(DOCUMENT, notes({ by: {}, owner: 'as made' }));
  expect(blames(run)).toContain('resources.update-stored');
});

test('a text beside them that is lost is told', async () => {
  const run = await runAtOnce(DOCUMENT, notes({ by: {}, about: false }));
  expect(blames(run)).toContain('resources.made-as-asked');
});

/** Changes as generators write them, each member a choice of one, with the moment of the last change among them. */
const CHANGED = DOCUMENT.replace(
  '    put: {requestBody: {required: true,',
  `    patch:
      requestBody:
        required: true
        content: {application/json: {schema: {type: object, properties: {text: {oneOf: [{type: string}]}, about: {anyOf: [{type: string}]}, updated_at: {oneOf: [{type: string, format: date-time}]}}}}}
      responses: {'200': {description: it, ${NOTE}}, '400': {description: no}, '404': {description: none}}
    put: {requestBody: {required: true,`,
)
  .replace(/^ {4}put: .*\n/m, '')
  .replace(
    'properties: {id: {type: integer},',
    'properties: {updated_at: {type: string, format: date-time}, id: {type: integer},',
  );

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/i;

function isMoment(value: unknown): boolean {
  const [day = ''] = typeof value === 'string' && MOMENT.test(value) ? value.split(/t/i, 1) : [];
  const at = new Date(`${day}T00:00:00Z`);
  const isDay = !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day);
  return day !== '' && isDay && !Number.isNaN(Date.parse(String(value)));
}

/** `changes`: the members that a change of these stores. */
function changedNotes(changes: (sent: Entry) => Entry): MakeService {
  return behindKey(() => {
    const shelf = new Shelf();
    let time = Date.UTC(2030, 0, 1);
    const now = (): string => new Date((time += 1_000)).toISOString();
    const isFine = (json: unknown): json is Entry =>
      isObject(json) &&
      TEXTS.every((name) => ['undefined', 'string'].includes(typeof json[name])) &&
      [json['id'], json['ownerId']].every((value) => value === undefined || Number.isInteger(value)) &&
      (json['updated_at'] === undefined || isMoment(json['updated_at']));
    return ({ method, json }, [, id]): Reply => {
      if (id === undefined && method === 'GET') return { status: 200, body: shelf.all };
      const known = shelf.at(id);
      if (id !== undefined && known === undefined) return { status: 404 };
      if (method === 'GET') return { status: 200, body: known };
      if (method === 'DELETE') {
        if (known !== undefined) shelf.take(known);
        return { status: 204 };
      }
      if (!isFine(json) || (known === undefined && json['text'] === undefined)) return { status: 400 };
      const { id: _id, ...sent } = json;
      return known === undefined
        ? { status: 201, body: shelf.add({ updated_at: now(), ...sent }) }
        : { status: 200, body: shelf.put({ ...known, updated_at: now(), ...changes(sent) }) };
    };
  });
}

test('a service that writes down each change by itself, and what a client says of that, conforms', async () => {
  const run = await runAtOnce(
    CHANGED,
    changedNotes((sent) => sent),
  );
  expect(alarms(run)).toEqual([]);
});

test('a change is held to members that are a choice of one', async () => {
  const run = await runAtOnce(
    CHANGED,
    changedNotes(({ text: _lost, ...others }) => others),
  );
  expect(blames(run)).toContain('resources.update-stored');
});
