import { describe, expect, test } from 'vitest';
import { idsOf, runAgainstMock } from './run-against-mock.ts';
import { type MakeService, runAtOnce } from './run-against-service.ts';
import { loadOnce } from '../specs/load-files.ts';

const ID = '{name: id, in: path, required: true, schema: {type: integer}}';
const TITLE = '{name: title, in: query, required: true, schema: {type: string, minLength: 1}}';
const REWARD = '{name: reward, in: query, required: true, schema: {type: integer, minimum: 1}}';
const MAIL = '{name: mail, in: query, required: true, schema: {type: string, format: email}}';
const NOTE = '{name: note, in: query, schema: {type: string}}';
const TASK = 'content: {application/json: {schema: {$ref: "#/components/schemas/Task"}}}';
const TASKS =
  'content: {application/json: {schema: {type: array, items: {$ref: "#/components/schemas/Task"}}}}';

/** Tasks that are made and changed by what stands in the query: there are no bodies. */
const DOCUMENT = `
openapi: 3.0.3
info: {title: Tasks, version: '1'}
paths:
  /tasks:
    get: {responses: {'200': {description: all, ${TASKS}}}}
    post: {parameters: [${TITLE}, ${REWARD}, ${MAIL}, ${NOTE}], responses: {'200': {description: made, ${TASK}}, '400': {description: no}, '409': {description: the mail is taken}}}
  /tasks/{id}:
    get: {parameters: [${ID}], responses: {'200': {description: one, ${TASK}}, '404': {description: no}}}
    put: {parameters: [${ID}, ${TITLE}, ${REWARD}, ${NOTE}], responses: {'200': {description: now, ${TASK}}, '400': {description: no}, '404': {description: no}}}
    delete: {parameters: [${ID}], responses: {'204': {description: gone}, '404': {description: no}}}
components:
  schemas:
    Task: {type: object, required: [id, title, reward, mail], properties: {id: {type: integer}, title: {type: string}, reward: {type: integer}, mail: {type: string}, note: {type: string}}}
`;

type Task = {
  readonly id: number;
  readonly title: string;
  readonly reward: number;
  readonly mail: string;
  readonly note?: string;
};
type Fault = 'creation forgets' | 'update forgets' | 'another is changed' | 'keeps what is left out';

function isFit(query: URLSearchParams, needsMail: boolean): boolean {
  const isMail = /^[^@\s]+@[^@\s]+$/.test(query.get('mail') ?? '');
  return (
    (query.get('title') ?? '') !== '' &&
    /^[1-9]\d{0,14}$/.test(query.get('reward') ?? '') &&
    (!needsMail || isMail)
  );
}

const tasksWith =
  (fault?: Fault): MakeService =>
  () => {
    const tasks = new Map<number, Task>();
    const mails = new Set<string>();
    let last = 0;
    const given = (query: URLSearchParams): Omit<Task, 'id' | 'mail'> => ({
      title: query.get('title') ?? '',
      reward: Number(query.get('reward')),
      ...(query.has('note') ? { note: query.get('note') ?? '' } : {}),
    });
    return ({ method, path, query }) => {
      const id = Number(/\/(\d+)$/.exec(path)?.[1] ?? Number.NaN);
      const task = tasks.get(id);
      switch (`${method} ${path.replace(/\d+$/, '#')}`) {
        case 'GET /tasks':
          return { status: 200, body: [...tasks.values()] };
        case 'POST /tasks': {
          if (!isFit(query, true)) return { status: 400 };
          const mail = query.get('mail') ?? '';
          if (mails.has(mail)) return { status: 409 };
          mails.add(mail);
          last += 1;
          const made: Task = { id: last, mail, ...given(query) };
          tasks.set(last, fault === 'creation forgets' ? { ...made, reward: 1 } : made);
          return { status: 200, body: made };
        }
        case 'GET /tasks/#':
          return task === undefined ? { status: 404 } : { status: 200, body: task };
        case 'PUT /tasks/#': {
          if (task === undefined) return { status: 404 };
          if (!isFit(query, false)) return { status: 400 };
          const kept = fault === 'keeps what is left out' ? task : { id, mail: task.mail };
          const next: Task = { ...kept, ...given(query) };
          const changed = fault === 'another is changed' ? (tasks.keys().next().value ?? id) : id;
          if (fault !== 'update forgets') tasks.set(changed, { ...next, id: changed });
          return { status: 200, body: next };
        }
        case 'DELETE /tasks/#':
          return { status: tasks.delete(id) ? 204 : 404 };
        default:
          return { status: 404 };
      }
    };
  };

describe('what is written in a query', () => {
  test.for([undefined, 'keeps what is left out'] as const)('is believed and read again (%s)', async (way) => {
    const run = await runAtOnce(DOCUMENT, tasksWith(way), { seed: 1 });
    expect(idsOf(run, 'fail')).toEqual([]);
    expect(run.verdict.exitCode).toBe(0);
    const operations = run.record.footer?.coverage?.operations ?? [];
    expect(operations.filter(({ served }) => (served ?? 0) > 0)).toHaveLength(5);
    expect(idsOf(run, 'pass')).toContain('collections.read-back');
    expect(idsOf(run, 'pass')).toContain('resources.update-stored');
    expect(idsOf(run, 'pass')).toContain('resources.removed-is-gone');
  });

  test('is believed also where nothing is said of the answers', async () => {
    const open = DOCUMENT.replaceAll(
      /schema: \{(?:\$ref: "[^"]*"|type: array, items: \{[^}]*\})\}/g,
      'schema: {}',
    );
    const run = await runAtOnce(open, tasksWith(), { seed: 1 });
    expect(idsOf(run, 'fail')).toEqual([]);
    const operations = run.record.footer?.coverage?.operations ?? [];
    expect(operations.filter(({ served }) => (served ?? 0) > 0)).toHaveLength(5);
    const faulty = await runAtOnce(open, tasksWith('update forgets'), { seed: 1 });
    expect(idsOf(faulty, 'fail')).toContain('resources.update-stored');
  });

  test('is kept by the mock', async () => {
    const loaded = await loadOnce({ 'openapi.yaml': DOCUMENT });
    if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
    const run = await runAgainstMock(loaded.interface);
    expect(idsOf(run, 'fail')).toEqual([]);
    expect(idsOf(run, 'pass')).toContain('resources.update-stored');
  });

  test.for([
    ['creation forgets', 'resources.made-as-asked'],
    ['update forgets', 'resources.update-stored'],
    ['another is changed', 'resources.update-stored'],
  ] as const)('%s', async ([fault, check]) => {
    const run = await runAtOnce(DOCUMENT, tasksWith(fault), { seed: 1 });
    expect(idsOf(run, 'fail')).toContain(check);
  });
});
