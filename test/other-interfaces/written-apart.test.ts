import { describe, expect, test } from 'vitest';
import { isObject } from '../../src/json/value.ts';
import { blamed, idsOf, type MockRun } from './run-against-mock.ts';
import { type Ask, type MakeService, type Reply, runAtOnce } from './run-against-service.ts';

/**
 * Notes that are made and listed inside of a task and only removed at a place of their own; files to which nothing but a link in an answer
 * leads; and a code that two tasks alone may have, which is refused from then on.
 */

const json = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;
const list = (schema: string): string =>
  json(`{ type: object, required: [items], properties: { items: { type: array, items: ${schema} } } }`);
const text = '{ type: string, minLength: 1, maxLength: 80 }';
const given = (name: string, more = ''): string =>
  `requestBody: { required: true, ${json(`{ type: object, required: [${name}], properties: { ${name}: ${text}${more} } }`)} }`;
const TASK = `{ type: object, required: [id, title], properties: { id: { type: string }, title: { type: string }, code: { type: string } } }`;
const NOTE = `{ type: object, required: [id, words], properties: { id: { type: string }, words: { type: string } } }`;
const FILE = `{ type: object, required: [id, name, _links], properties: { id: { type: string }, name: { type: string }, _links: { type: object, required: [download], properties: { download: { type: object, required: [href], properties: { href: { type: string } } } } } } }`;
const at = (name: string): string =>
  `parameters: [{ name: ${name}, in: path, required: true, schema: { type: string } }]`;
const none = `'404': { description: absent }`;
const refused = `'422': { description: not valid }`;
const DOCUMENT = `
openapi: 3.1.0
info: { title: Tasks, version: '1' }
paths:
  /tasks:
    get: { operationId: listTasks, responses: { '200': { description: All, ${list(TASK)} } } }
    post: { operationId: addTask, ${given('title', ', code: { type: string, maxLength: 40 }')}, responses: { '201': { description: Made, ${json(TASK)} }, ${refused} } }
  /tasks/{task_id}:
    ${at('task_id')}
    get: { operationId: getTask, responses: { '200': { description: One, ${json(TASK)} }, ${none} } }
    delete: { operationId: removeTask, responses: { '204': { description: Gone }, ${none} } }
  /tasks/{task_id}/notes:
    ${at('task_id')}
    get: { operationId: listNotes, responses: { '200': { description: All, ${list(NOTE)} }, ${none} } }
    post: { operationId: addNote, ${given('words')}, responses: { '201': { description: Made, ${json(NOTE)} }, ${refused}, ${none} } }
  /notes/{note_id}:
    ${at('note_id')}
    delete: { operationId: removeNote, responses: { '204': { description: Gone }, ${none} } }
  /tasks/{task_id}/files:
    ${at('task_id')}
    post: { operationId: addFile, ${given('name')}, responses: { '201': { description: Made, ${json(FILE)} }, ${refused}, ${none} } }
  /files/{file_id}/download:
    ${at('file_id')}
    get: { operationId: download, responses: { '200': { description: The file, content: { text/plain: {} } }, ${none} } }
`;

type Inside = { readonly task: string; readonly value: unknown };

const isWords = (value: unknown): boolean =>
  typeof value === 'string' && value !== '' && Array.from(value).length <= 80;

function tasks(keepsNotes: boolean): MakeService {
  return () => {
    const [all, notes, files] = [
      new Map<string, unknown>(),
      new Map<string, Inside>(),
      new Map<string, Inside>(),
    ];
    let made = 0;
    let coded = 0;
    const next = (): string => `n${String((made += 1))}x7`;
    const word = ({ json: body }: Ask, name: string): unknown =>
      isObject(body) && isWords(body[name]) ? body[name] : undefined;
    const addTask = (ask: Ask): Reply => {
      const code = isObject(ask.json) ? ask.json['code'] : undefined;
      const title = word(ask, 'title');
      if (title === undefined || (code !== undefined && typeof code !== 'string')) return { status: 422 };
      if (typeof code === 'string' && (code.length > 40 || (coded += 1) > 2)) return { status: 422 };
      const task = { id: next(), title, ...(code === undefined ? {} : { code }) };
      all.set(task.id, task);
      return { status: 201, body: task };
    };
    const inside = (ask: Ask, task: string, place: string): Reply => {
      if (!all.has(task)) return { status: 404 };
      const own = [...notes.values()].filter((one) => one.task === task).map(({ value }) => value);
      if (ask.method === 'GET') return { status: 200, body: { items: own } };
      const [id, name] = [next(), place === 'notes' ? 'words' : 'name'];
      const value = word(ask, name);
      if (value === undefined) return { status: 422 };
      const links = place === 'notes' ? {} : { _links: { download: { href: `/files/${id}/download` } } };
      const shown = { id, [name]: value, ...links };
      (place === 'notes' ? notes : files).set(id, { task, value: shown });
      return { status: 201, body: shown };
    };
    return (ask) => {
      const [, place = '', id = '', below] = ask.path.split('/');
      if (place === 'notes')
        return (keepsNotes ? notes.has(id) : notes.delete(id)) ? { status: 204 } : { status: 404 };
      if (place === 'files')
        return files.has(id)
          ? { status: 200, body: 'file', headers: { 'Content-Type': 'text/plain' } }
          : { status: 404 };
      if (id === '')
        return ask.method === 'GET' ? { status: 200, body: { items: [...all.values()] } } : addTask(ask);
      if (below !== undefined) return inside(ask, id, below);
      if (ask.method === 'DELETE') return all.delete(id) ? { status: 204 } : { status: 404 };
      return all.has(id) ? { status: 200, body: all.get(id) } : { status: 404 };
    };
  };
}

const unserved = ({ record }: MockRun): readonly string[] =>
  (record.footer?.coverage?.operations ?? []).filter(({ served }) => served === 0).map(({ id }) => id);

describe('what stands apart from where it is made', () => {
  test('is removed there, and read where a link leads to it', async () => {
    const run = await runAtOnce(DOCUMENT, tasks(false));
    expect(blamed(run)).toEqual([]);
    expect(unserved(run)).toEqual([]);
    expect(run.verdict.exitCode).toBe(0);
  });

  test('is told where it is not removed', async () => {
    const failed = idsOf(await runAtOnce(DOCUMENT, tasks(true)), 'fail');
    expect(failed).toContain('resources.removed-is-gone');
  });

  test('is made of the least where more is refused', async () => {
    const { record } = await runAtOnce(DOCUMENT, tasks(false));
    const bare = [...record.exchanges.values()].filter(({ probe }) => probe.endsWith('-bare'));
    expect(bare.length).toBeGreaterThan(0);
  });
});
