import { describe, expect, test } from 'vitest';
import { loadOnce } from '../specs/load-files.ts';
import { idsOf, runAgainstMock } from './run-against-mock.ts';
import { type MakeService, runAtOnce } from './run-against-service.ts';

const ID = '{name: id, in: path, required: true, schema: {type: integer}}';
const TASK =
  '{type: object, required: [title, reward], properties: {title: {type: string, minLength: 1}, reward: {type: integer, minimum: 1}, isDone: {type: boolean}}}';
const BODY = `requestBody: {required: true, content: {application/json: {schema: ${TASK}}}}`;

/** Tasks whose answers nothing describes. `shown`: what stands beside the description of each success; `absent`: of what is not there. */
function documentOf(shown: string, absent: string): string {
  return `
openapi: 3.0.3
info: {title: Tasks, version: '1'}
paths:
  /tasks:
    get: {responses: {'200': {description: all}}}
    post: {${BODY}, responses: {'200': {description: made${shown}}, '400': {description: no}}}
  /tasks/{id}:
    get: {parameters: [${ID}], responses: {'200': {description: one${shown}}${absent}}}
    put: {parameters: [${ID}], ${BODY}, responses: {'200': {description: now${shown}}, '400': {description: no}${absent}}}
    patch: {parameters: [${ID}], requestBody: {content: {application/json: {schema: ${TASK.replace('required: [title, reward], ', '')}}}}, responses: {'200': {description: now${shown}}, '400': {description: no}${absent}}}
    delete: {parameters: [${ID}], responses: {'200': {description: gone}${absent}}}
`;
}

const EMPTY_SCHEMA = ', content: {application/json: {schema: {}}}';
const ANY_OBJECT = ', content: {application/json: {schema: {type: object}}}';
const NOT_FOUND = ", '404': {description: no}";

type Task = { readonly title: string; readonly reward: number; readonly isDone?: boolean };
type Kept = Task & { readonly id: number; readonly deleted?: true };
type Way =
  | 'plain'
  | 'slugs'
  | 'messages'
  | 'what was sent'
  | 'wrapped'
  | 'rows'
  | 'a message in a message'
  | 'kept as deleted'
  | 'nothing for what is absent'
  | 'refused with 200'
  | 'lists the newest three'
  | 'lists in an envelope'
  | 'lists names alone'
  | 'lists beginnings';
type Fault =
  | 'update forgets'
  | 'update forgets a member'
  | 'another is changed'
  | 'removal does nothing'
  | 'removed is listed'
  | 'list shows another reward'
  | 'change resets';

/** What frameworks put around each answer. */
function inMessage(data: unknown): object {
  return { url: '/tasks', method: 'GET', data };
}

function isTask(value: unknown): value is Partial<Task> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const { title, reward, isDone } = Object(value);
  const isText = title === undefined || (typeof title === 'string' && title !== '');
  const isNumber = reward === undefined || (Number.isInteger(reward) && reward >= 1);
  return isText && isNumber && (isDone === undefined || typeof isDone === 'boolean');
}

function isWhole(value: unknown): value is Task {
  return isTask(value) && value.title !== undefined && value.reward !== undefined;
}

const tasksWith =
  (way: Way, fault?: Fault): MakeService =>
  () => {
    const tasks = new Map<number, Kept>();
    let last = 0;
    const told = (task: Kept, message: string, sent: Partial<Task>): unknown => {
      if (way === 'what was sent') return { id: task.id, ...sent };
      if (way === 'a message in a message') return inMessage({ message, data: task });
      return way === 'messages' ? { message } : way === 'rows' ? { ok: true, response: [task] } : task;
    };
    const shown = (task: Kept): unknown => {
      if (way === 'slugs') return { ...task, title: task.title.toLowerCase().replaceAll(' ', '-') };
      if (way === 'rows') return { ok: true, tasks: [task] };
      if (way === 'a message in a message') return inMessage(task);
      return way === 'wrapped' ? { ok: true, data: task } : task;
    };
    const madeBy = (task: Kept): unknown => {
      if (way === 'a message in a message') return inMessage({ message: 'made', data: task });
      return way === 'messages' ? { message: 'made', id: task.id } : shown(task);
    };
    const removed: Kept[] = [];
    const listOf = (all: readonly Kept[]): unknown => {
      const there = all.filter(({ deleted }) => deleted !== true);
      const kept = fault === 'removed is listed' ? [...there, ...removed] : there;
      const listed =
        fault === 'list shows another reward' ? kept.map((task) => ({ ...task, reward: 1 })) : kept;
      if (way === 'a message in a message') return inMessage(listed);
      if (way === 'lists names alone') return listed.map(({ id, title }) => ({ id, title }));
      if (way === 'lists beginnings')
        return listed.map((task) => ({ ...task, title: `${task.title.slice(0, 9)}...` }));
      if (way === 'lists the newest three') return listed.slice(-3).toReversed();
      return way === 'lists in an envelope'
        ? { items: listed, count: listed.length }
        : way === 'rows'
          ? { tasks: listed }
          : listed.map(shown);
    };
    const absent = way === 'nothing for what is absent' ? { status: 200, body: null } : { status: 404 };
    const updated = (id: number, next: Kept, sent: Partial<Task>): { status: number; body: unknown } => {
      const changed = fault === 'another is changed' ? (tasks.keys().next().value ?? id) : id;
      if (fault !== 'update forgets') tasks.set(changed, { ...next, id: changed });
      return { status: 200, body: told(next, 'updated', sent) };
    };
    return ({ method, path, json }) => {
      const id = Number(/\/(\d+)$/.exec(path)?.[1] ?? Number.NaN);
      const task = tasks.get(id);
      if (path === '/tasks' && method === 'GET') return { status: 200, body: listOf([...tasks.values()]) };
      if (path === '/tasks' && method === 'POST') {
        if (!isWhole(json)) return { status: 400 };
        last += 1;
        const { title, reward, isDone = false } = json;
        const made: Kept = { id: last, title, reward, isDone };
        tasks.set(last, made);
        return { status: 200, body: madeBy(made) };
      }
      if (task === undefined) return absent;
      const isValid =
        method === 'DELETE' || (method === 'PATCH' ? isTask(json) : method === 'PUT' && isWhole(json));
      if (way === 'refused with 200' && isValid && id % 2 === 1)
        return { status: 200, body: { success: false, message: 'locked' } };
      switch (method) {
        case 'GET':
          return { status: 200, body: shown(task) };
        case 'PUT': {
          if (!isWhole(json)) return { status: 400 };
          const { title, reward, isDone = false } = json;
          const next: Kept = { id, title, reward, isDone };
          return updated(
            id,
            fault === 'update forgets a member' ? { ...next, reward: task.reward } : next,
            json,
          );
        }
        case 'PATCH': {
          if (!isTask(json)) return { status: 400 };
          const { title = task.title, reward = task.reward, isDone = task.isDone ?? false } = json;
          const kept = fault === 'change resets' && json.reward === undefined ? 1 : reward;
          return updated(id, { id, title, reward: kept, isDone }, json);
        }
        case 'DELETE':
          removed.push(task);
          if (way === 'kept as deleted') tasks.set(id, { ...task, deleted: true });
          else if (fault !== 'removal does nothing') tasks.delete(id);
          return { status: 200, body: { message: 'removed' } };
        default:
          return { status: 404 };
      }
    };
  };

describe('entries of which no answer is described', () => {
  test.for([
    'plain',
    'slugs',
    'messages',
    'what was sent',
    'wrapped',
    'rows',
    'a message in a message',
    'kept as deleted',
    'nothing for what is absent',
    'refused with 200',
    'lists the newest three',
    'lists in an envelope',
    'lists names alone',
    'lists beginnings',
  ] as const)('are not blamed: %s', async (way) => {
    const absent = way === 'nothing for what is absent' ? '' : NOT_FOUND;
    const run = await runAtOnce(documentOf(EMPTY_SCHEMA, absent), tasksWith(way), { seed: 1 });
    expect(idsOf(run, 'fail')).toEqual([]);
    if (way !== 'slugs' && way !== 'refused with 200')
      expect(idsOf(run, 'pass')).toContain('resources.update-stored');
  });

  test.for([
    ['update forgets', 'resources.update-stored', EMPTY_SCHEMA],
    ['update forgets a member', 'resources.update-stored', ''],
    ['another is changed', 'resources.update-stored', ''],
    ['removal does nothing', 'resources.removed-is-gone', EMPTY_SCHEMA],
    ['removed is listed', 'resources.removed-is-gone', EMPTY_SCHEMA],
    ['list shows another reward', 'resources.listed-as-read', ''],
    ['change resets', 'resources.change-keeps-rest', ANY_OBJECT],
  ] as const)('%s', async ([fault, check, shown]) => {
    for (const way of ['plain', 'messages', 'what was sent', 'rows', 'a message in a message'] as const) {
      if ((way === 'rows' || way === 'a message in a message') && shown === ANY_OBJECT) continue;
      const run = await runAtOnce(documentOf(shown, NOT_FOUND), tasksWith(way, fault), { seed: 1 });
      expect(idsOf(run, 'fail'), way).toEqual([check]);
    }
  });

  test.for([EMPTY_SCHEMA, ''])(
    'are kept by the mock as their creation describes them (%s)',
    async (shown) => {
      const loaded = await loadOnce({ 'openapi.yaml': documentOf(shown, NOT_FOUND) });
      if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
      const run = await runAgainstMock(loaded.interface);
      expect(idsOf(run, 'fail')).toEqual([]);
      expect(idsOf(run, 'pass')).toContain('resources.update-stored');
      expect(idsOf(run, 'pass')).toContain('resources.removed-is-gone');
      const operations = run.record.footer?.coverage?.operations ?? [];
      expect(operations.filter(({ served }) => (served ?? 0) > 0)).toHaveLength(6);
    },
  );

  test('are looked for in their list where nothing else shows them', async () => {
    const listed = documentOf(EMPTY_SCHEMA, NOT_FOUND).replace(/^ {4}get: \{parameters.*\n/m, '');
    for (const way of [
      'plain',
      'lists the newest three',
      'lists in an envelope',
      'lists names alone',
    ] as const) {
      const run = await runAtOnce(listed, tasksWith(way), { seed: 1 });
      expect(idsOf(run, 'fail'), way).toEqual([]);
    }
    const faulty = await runAtOnce(listed, tasksWith('plain', 'update forgets'), { seed: 1 });
    expect(idsOf(faulty, 'fail')).toEqual(['resources.update-stored']);
  });
});
