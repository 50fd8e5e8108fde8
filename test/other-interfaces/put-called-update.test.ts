import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { isObject, type JsonObject } from '../../src/json/value.ts';
import { blamed, faultsOfAssay, idsOf } from './run-against-mock.ts';
import { isKnown, type MakeService, type Reply, runAtOnce } from './run-against-service.ts';

/** Documents as tools write them from programs: a PUT called update and a PATCH called partial update have the same members. */

const DOCUMENT = await readFile('test/specs/notes/openapi.yaml', 'utf8');
const AS_REPLACEMENT = DOCUMENT.replace('notes_update', 'notes_replace');
const WITH_DEFAULT = DOCUMENT.replaceAll('maxLength: 200', "maxLength: 200, default: ''");

const notes: MakeService = () => {
  const all = new Map<string, JsonObject>();
  let last = 0;
  return (ask): Reply => {
    if (!isKnown(ask)) return { status: 401, headers: { 'WWW-Authenticate': 'Bearer' } };
    const [, , id = ''] = ask.path.split('/');
    const old = all.get(id);
    if (id !== '' && old === undefined) return { status: 404, body: { detail: 'Not found.' } };
    if (ask.method === 'GET') return { status: 200, body: old ?? [...all.values()] };
    if (ask.method === 'DELETE') {
      all.delete(id);
      return { status: 204 };
    }
    if (!isObject(ask.json)) return { status: 400, body: { detail: 'Invalid data.' } };
    const { title = ask.method === 'PATCH' ? old?.['title'] : undefined, note = old?.['note'] ?? '' } =
      ask.json;
    const isFine = typeof title === 'string' && title.length <= 60 && title !== '';
    if (!isFine || typeof note !== 'string' || note.length > 200)
      return { status: 400, body: { detail: 'Invalid data.' } };
    if (old === undefined) last += 1;
    const made = { id: Number(old?.['id'] ?? last), title, note };
    all.set(String(made.id), made);
    return { status: old === undefined ? 201 : 200, body: made };
  };
};

test('a PUT that is called an update and keeps what it leaves out is a warning', async () => {
  const run = await runAtOnce(DOCUMENT, notes, { seed: 1 });
  expect([...blamed(run), ...faultsOfAssay(run)]).toEqual([]);
  expect(run.verdict.exitCode).toBe(0);
  expect(idsOf(run, 'warn')).toContain('resources.update-is-whole');
});

test.each([
  ['is called a replacement', AS_REPLACEMENT],
  ['leaves out what has a documented default', WITH_DEFAULT],
])('a PUT that keeps what it leaves out and %s is found', async (_name, document) => {
  const run = await runAtOnce(document, notes, { seed: 1, suites: ['resources'] });
  expect(idsOf(run, 'fail')).toContain('resources.replacement-is-whole');
});
