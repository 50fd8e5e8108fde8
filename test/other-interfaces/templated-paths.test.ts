import { expect, test } from 'vitest';
import type { Interface } from '../../src/interface/model.ts';
import type { Fault } from '../../src/mock/faults/fault.ts';
import { loadFiles } from '../specs/load-files.ts';
import { blamed, faultsOfAssay, runAgainstMock, type MockRun } from './run-against-mock.ts';

/** Paths of every form that OpenAPI knows; all of them are served, so all of them have to be asked and judged. */
const PATHS = [
  '/plain',
  '/plain/{id}',
  '/reports/{id}.json',
  '/reports/{id}',
  '/reports/latest',
  '/maps/{x},{y}/tile-{z}.png',
  '/books/{id}:read',
  '/with space/{id}',
  '/encoded%7Btext%7D/{id}',
];

const operation = (path: string): string => `
  "${path}":
    get:
      operationId: "get ${path}"
      parameters: [${[...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => `{ name: ${name}, in: path, required: true, schema: { type: string } }`).join(', ')}]
      responses:
        '200':
          description: Words
          content: { application/json: { schema: { type: array, items: { type: string } } } }`;

async function load(): Promise<Interface> {
  const text = `openapi: 3.1.0\ninfo: { title: Paths, version: '1' }\nservers: [{ url: /v1 }]\npaths:${PATHS.map(operation).join('')}\n`;
  const loaded = await loadFiles({ 'openapi.yaml': text });
  if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
  return loaded.interface;
}

/** An operation that always fails. */
const failing = (id: string): Fault => ({
  name: 'always-500',
  family: 'robustness',
  title: 'an operation always answers 500',
  breaks: ['statuses.no-server-error'],
  apply: (stages) => ({
    ...stages,
    render: (reply, visit) => ({
      ...stages.render(reply, visit),
      ...(visit.operation?.id === id ? { status: 500 } : {}),
    }),
  }),
});

const proven = ({ record }: MockRun): readonly string[] => {
  const success = record.results.find(({ id }) => id === 'statuses.success')?.outcome;
  return success?.kind === 'pass' ? Object.keys(success.evidence) : [];
};

test('every operation that the mock serves is asked and judged, whatever its path looks like', async () => {
  const run = await runAgainstMock(await load());
  expect(blamed(run)).toEqual([]);
  expect(faultsOfAssay(run)).toEqual([]);
  expect(proven(run).toSorted()).toEqual(PATHS.map((path) => `get ${path}`).toSorted());
});

test.each(PATHS)('an operation that always fails is found at %s', async (path) => {
  const run = await runAgainstMock(await load(), [failing(`get ${path}`)]);
  expect(faultsOfAssay(run)).toEqual([]);
  expect(run.verdict.exitCode).toBe(1);
});
