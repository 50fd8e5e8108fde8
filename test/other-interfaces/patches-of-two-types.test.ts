import { describe, expect, test } from 'vitest';
import { alarms, blames } from '../lives/run-lives.ts';
import { loadOnce } from '../specs/load-files.ts';
import { runAgainstMock } from './run-against-mock.ts';
import { type Ask, isKnown, type MakeService, type Reply, runAtOnce } from './run-against-service.ts';

/** A PATCH that takes a merge patch (RFC 7396) and a list of changes (RFC 6902), as its media type says. */

const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;
const ref = (name: string): string => `{$ref: '#/components/schemas/${name}'}`;
const REFUSALS = `'400': {description: no}, '401': {description: who}, '404': {description: none}, '409': {description: in conflict}`;
const MERGE = `application/merge-patch+json: {schema: ${ref('Changed')}}`;
const STEPS = `application/json-patch+json: {schema: ${ref('Steps')}}`;

const documentOf = (types: readonly string[]): string => `
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
    patch: {operationId: change, requestBody: {required: true, content: {${types.join(', ')}}}, responses: {'200': {description: changed, ${json(ref('Note'))}}, ${REFUSALS}}}
    delete: {operationId: remove, responses: {'204': {description: gone}, ${REFUSALS}}}
components:
  securitySchemes: {key: {type: http, scheme: bearer}}
  schemas:
    Made: {type: object, required: [title, text], properties: {title: {type: string, minLength: 1, maxLength: 80}, text: {type: string, maxLength: 200}, rank: {type: integer, minimum: 1, maximum: 9}}}
    Changed: {type: object, properties: {title: {type: string, minLength: 1, maxLength: 80}, text: {type: string, maxLength: 200}, rank: {type: integer, minimum: 1, maximum: 9}}}
    Note: {type: object, required: [id, title, text], properties: {id: {type: integer}, title: {type: string}, text: {type: string}, rank: {type: integer}}}
    Steps: {type: array, minItems: 1, items: {type: object, required: [op, path], properties: {op: {type: string, enum: [add, remove, replace, move, copy, test]}, path: {type: string}, from: {type: string}, value: {}}}}
`;

type Note = { readonly [member: string]: unknown };
type Step = { readonly op: string; readonly path: string; readonly value?: unknown };

/** How a service does the list of changes: the entry afterwards, or the status of its refusal. */
type Steps = (note: Note, steps: readonly Step[]) => Note | number;

const MEMBERS = ['title', 'text', 'rank'];
const nameIn = ({ path }: Step): string => path.slice(1);
const isPlain = (step: Step): boolean => MEMBERS.includes(nameIn(step));

/** One step after the other, until one fails. */
const inOrder =
  (onTest: number): Steps =>
  (note, steps) => {
    let now = note;
    for (const step of steps) {
      if (!isPlain(step) || step.op === 'move' || step.op === 'copy') return 400;
      const name = nameIn(step);
      if (step.op === 'test' && now[name] !== step.value) return onTest;
      if (step.op === 'replace' && now[name] === undefined) return 409;
      if (step.op === 'replace' || step.op === 'add') now = { ...now, [name]: step.value };
      if (step.op === 'remove') {
        if (name !== 'rank') return 400;
        now = Object.fromEntries(Object.entries(now).filter(([each]) => each !== name));
      }
    }
    return now;
  };

function isNote(value: unknown, isWhole: boolean): value is Note {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const { title, text, rank } = value as Note;
  const isText = (one: unknown, least: number, most: number): boolean =>
    (one === undefined && !isWhole) ||
    (typeof one === 'string' && one.length >= least && Array.from(one).length <= most);
  const isRank =
    rank === undefined || (typeof rank === 'number' && Number.isInteger(rank) && rank > 0 && rank < 10);
  return isText(title, 1, 80) && isText(text, 0, 200) && isRank;
}

function isStep(value: unknown): value is Step {
  if (typeof value !== 'object' || value === null) return false;
  const { op, path } = value as Step;
  return ['add', 'remove', 'replace', 'move', 'copy', 'test'].includes(op) && typeof path === 'string';
}

function own({ title, text, rank }: Note): Note {
  return { title, text, ...(rank === undefined ? {} : { rank }) };
}

function notes(doSteps: Steps): MakeService {
  return () => {
    const all = new Map<number, Note>();
    let last = 0;
    const change = (note: Note, { headers, json: body }: Ask): Note | number => {
      if (headers['content-type']?.startsWith('application/json-patch+json') === true) {
        if (!Array.isArray(body) || body.length === 0 || !body.every(isStep)) return 400;
        const now = doSteps(note, body);
        return typeof now === 'number' || isNote(now, true) ? now : 400;
      }
      if (!isNote(body, false)) return 400;
      return {
        ...note,
        ...Object.fromEntries(Object.entries(body).filter(([name]) => MEMBERS.includes(name))),
      };
    };
    return (ask): Reply => {
      if (!isKnown(ask)) return { status: 401, headers: { 'WWW-Authenticate': 'Bearer' } };
      const [, , id] = ask.path.split('/');
      if (id === undefined && ask.method === 'GET') return { status: 200, body: [...all.values()] };
      if (id === undefined) {
        if (!isNote(ask.json, true)) return { status: 400 };
        last += 1;
        const made = { id: last, ...own(ask.json) };
        all.set(last, made);
        return { status: 201, body: made };
      }
      const note = all.get(Number(id));
      if (note === undefined) return { status: 404 };
      if (ask.method === 'DELETE') {
        all.delete(Number(id));
        return { status: 204 };
      }
      if (ask.method === 'GET') return { status: 200, body: note };
      const now = change(note, ask);
      if (typeof now === 'number') return { status: now };
      all.set(Number(id), now);
      return { status: 200, body: now };
    };
  };
}

const BOTH = documentOf([MERGE, STEPS]);
const OTHER_WAY = documentOf([STEPS, MERGE]);
const honest = inOrder(409);

describe('a PATCH of two media types', () => {
  test.each<readonly [name: string, document: string, steps: Steps]>([
    ['refuses a failed test with 409', BOTH, honest],
    ['refuses a failed test with 400', BOTH, inOrder(400)],
    [
      'takes no test at all',
      BOTH,
      (note, steps) => (steps.some(({ op }) => op === 'test') ? 400 : honest(note, steps)),
    ],
    ['is told the other way about', OTHER_WAY, honest],
    ['is of lists alone', documentOf([STEPS]), honest],
  ])('%s: no fault', async (_name, document, steps) => {
    const run = await runAtOnce(document, notes(steps));
    expect(alarms(run)).toEqual([]);
    expect(run.verdict.exitCode).toBe(0);
  });

  test('the mock keeps it', async () => {
    const loaded = await loadOnce({ 'openapi.yaml': BOTH });
    if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
    const run = await runAgainstMock(loaded.interface);
    expect(alarms(run)).toEqual([]);
    const tested = [...run.record.exchanges.values()].filter(({ probe }) =>
      /\/list-(?:one|tested)$/.test(probe),
    );
    expect(tested.map(({ result }) => (result.kind === 'answer' ? result.answer.status : 0))).toEqual([
      200, 409,
    ]);
  });

  test.each(['quick', 'thorough'] as const)('a %s run: no fault', async (profile) => {
    const run = await runAtOnce(BOTH, notes(honest), { profile });
    expect(alarms(run)).toEqual([]);
    expect(run.verdict.exitCode).toBe(0);
  });

  test.each<readonly [name: string, document: string, steps: Steps, check: string]>([
    ['stores nothing of a list', BOTH, (note) => note, 'resources.update-stored'],
    [
      'stores nothing of a list, told the other way about',
      OTHER_WAY,
      (note) => note,
      'resources.update-stored',
    ],
    [
      'loses what a list does not name',
      BOTH,
      (note, steps) => {
        const now = honest(note, steps);
        return typeof now === 'number'
          ? now
          : {
              ...now,
              ...(steps.some(({ path }) => path === '/text') ? {} : { text: 'lost' }),
              ...(steps.some(({ path }) => path === '/title') ? {} : { title: 'lost' }),
            };
      },
      'resources.change-keeps-rest',
    ],
    [
      'does what stands behind a failed test',
      BOTH,
      (note, steps) =>
        honest(
          note,
          steps.filter(({ op }) => op !== 'test'),
        ),
      'resources.refused-changes-nothing',
    ],
    [
      'serves a failed test and does nothing',
      BOTH,
      (note, steps) => {
        const now = honest(note, steps);
        return typeof now === 'number' ? note : now;
      },
      'resources.refused-changes-nothing',
    ],
    [
      'does a failed test of a list alone',
      documentOf([STEPS]),
      (note, steps) =>
        honest(
          note,
          steps.filter(({ op }) => op !== 'test'),
        ),
      'resources.refused-changes-nothing',
    ],
  ])('%s: found', async (_name, document, steps, check) => {
    expect(blames(await runAtOnce(document, notes(steps)))).toContain(check);
  });
});
