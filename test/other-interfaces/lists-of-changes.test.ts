import { expect, test } from 'vitest';
import { alarms } from '../lives/run-lives.ts';
import { loadOnce } from '../specs/load-files.ts';
import { idsOf, runAgainstMock } from './run-against-mock.ts';
import { type MakeService, runAtOnce } from './run-against-service.ts';
import { behindKey, type Entry, isObject, isText, Shelf } from './shelf.ts';

/** A PATCH that takes lists of changes alone (RFC 6902), beside a PUT that says what an entry may have. */

const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;
const ref = (name: string): string => `{$ref: '#/components/schemas/${name}'}`;
const REFUSALS = `'400': {description: no}, '401': {description: who}, '404': {description: none}, '409': {description: in conflict}, '422': {description: not valid}`;
const STEPS =
  '{type: array, minItems: 1, items: {type: object, required: [op, path], properties: {op: {type: string, enum: [add, remove, replace, move, copy, test]}, path: {type: string}, from: {type: string}, value: {}}}}';

const DOCUMENT = `
openapi: 3.0.3
info: {title: Notes, version: '1'}
security: [{key: []}]
paths:
  /notes:
    get: {operationId: list, responses: {'200': {description: all, ${json(`{type: array, items: ${ref('Note')}}`)}}, '401': {description: who}}}
    post: {operationId: make, requestBody: {required: true, ${json(ref('Sent'))}}, responses: {'201': {description: made, ${json(ref('Note'))}}, ${REFUSALS}}}
  /notes/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
    get: {operationId: read, responses: {'200': {description: it, ${json(ref('Note'))}}, ${REFUSALS}}}
    put: {operationId: replace, requestBody: {required: true, ${json(ref('Sent'))}}, responses: {'200': {description: changed, ${json(ref('Note'))}}, ${REFUSALS}}}
    patch: {operationId: change, requestBody: {required: true, content: {application/json-patch+json: {schema: ${STEPS}}}}, responses: {'200': {description: changed, ${json(ref('Note'))}}, ${REFUSALS}}}
    delete: {operationId: remove, responses: {'204': {description: gone}, ${REFUSALS}}}
components:
  securitySchemes: {key: {type: http, scheme: bearer}}
  schemas:
    Sent: {type: object, required: [title], properties: {title: {type: string, minLength: 1, maxLength: 80}, text: {type: string, maxLength: 200, default: ''}, rank: {type: integer, minimum: 1, maximum: 9, default: 1}, kind: {type: string, enum: [plain, loud], default: plain}}}
    Note: {type: object, required: [id, title, text, rank, kind], properties: {id: {type: integer}, title: {type: string}, text: {type: string}, rank: {type: integer}, kind: {type: string, enum: [plain, loud]}}}
`;

type Step = { readonly op: string; readonly path: string; readonly value?: unknown };
/** What becomes of a note, where the list fails after so many steps: the status of the refusal, and the note. */
type Ways = {
  readonly does?: (step: Step) => boolean;
  readonly keepsHalf?: boolean;
  readonly refuses?: (step: Step) => boolean;
  readonly onTest?: number;
  readonly knows?: (kind: unknown) => boolean;
};

const own = ({ title, text = '', rank = 1, kind = 'plain' }: Entry): Entry => ({ title, text, rank, kind });
const isKind = (kind: unknown): boolean => kind === 'plain' || kind === 'loud';

function isFine(value: unknown, knows = isKind): value is Entry {
  if (!isObject(value)) return false;
  const { title, text = '', rank = 1, kind = 'plain' } = value;
  const isRank = typeof rank === 'number' && Number.isInteger(rank) && rank > 0 && rank < 10;
  return isText(title) && isText(text, 0, 200) && isRank && knows(kind);
}

function isStep(value: unknown): value is Step {
  return (
    isObject(value) &&
    ['add', 'remove', 'replace', 'test'].includes(String(value['op'])) &&
    ['/title', '/text', '/rank', '/kind'].includes(String(value['path']))
  );
}

function notes({
  does = () => true,
  keepsHalf = false,
  refuses = () => false,
  onTest = 409,
  knows = isKind,
}: Ways): MakeService {
  return behindKey(() => {
    const shelf = new Shelf();
    const patch = (note: Entry, steps: readonly Step[]): Entry | number => {
      let now = note;
      for (const step of steps) {
        const name = step.path.slice(1);
        if (refuses(step)) return 422;
        if (step.op === 'test' && now[name] !== step.value) {
          if (keepsHalf) shelf.put(now);
          return onTest;
        }
        if (step.op === 'test' || !does(step)) continue;
        now = { ...now, [name]: step.op === 'remove' ? undefined : step.value };
      }
      return { id: note['id'], ...own(now) };
    };
    return ({ method, json: body }, [, id]) => {
      const note = id === undefined ? undefined : shelf.at(id);
      if (id !== undefined && note === undefined) return { status: 404 };
      if (method === 'GET') return { status: 200, body: note ?? shelf.all };
      if (note === undefined)
        return isFine(body) ? { status: 201, body: shelf.add(own(body)) } : { status: 422 };
      if (method === 'DELETE') {
        shelf.take(note);
        return { status: 204 };
      }
      if (method === 'PUT')
        return isFine(body) ? { status: 200, body: shelf.put({ ...note, ...own(body) }) } : { status: 422 };
      if (!Array.isArray(body) || body.length === 0 || !body.every(isStep)) return { status: 422 };
      const now = patch(note, body);
      if (typeof now === 'number') return { status: now };
      return isFine(now, knows) ? { status: 200, body: shelf.put(now) } : { status: 422 };
    };
  });
}

test.each<readonly [string, Ways]>([
  ['makes all of a list, or none', {}],
  ['refuses a failed test with 422', { onTest: 422 }],
  ['takes nothing away', { refuses: ({ op }) => op === 'remove' }],
  ['changes titles alone', { refuses: ({ path }) => path !== '/title' }],
  ['takes no test', { refuses: ({ op }) => op === 'test' }],
])('nobody is blamed who %s', async (_name, ways) => {
  const run = await runAtOnce(DOCUMENT, notes(ways));
  expect(alarms(run)).toEqual([]);
  expect(run.verdict.exitCode).toBe(0);
});

test.each<readonly [string, Ways, string]>([
  ['makes half of a list', { keepsHalf: true }, 'resources.refused-changes-nothing'],
  ['passes over the tests', { onTest: 200 }, 'resources.refused-changes-nothing'],
  [
    'takes nothing away, and says so nowhere',
    { does: ({ op }) => op !== 'remove' },
    'resources.update-stored',
  ],
  ['stores kinds that there are not', { knows: () => true }, 'bodies.schema'],
  ['stores no number', { does: ({ path }) => path !== '/rank' }, 'resources.update-stored'],
])('a service that %s is blamed', async (_name, ways, finds) => {
  const run = await runAtOnce(DOCUMENT, notes(ways));
  expect(idsOf(run, 'fail')).toContain(finds);
});

test("assay's own mock makes all of a list", async () => {
  const loaded = await loadOnce({ 'openapi.yaml': DOCUMENT });
  if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
  expect(alarms(await runAgainstMock(loaded.interface))).toEqual([]);
});
