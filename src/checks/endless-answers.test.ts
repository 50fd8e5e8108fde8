import { expect, test } from 'vitest';
import { loadOnce } from '../../test/specs/load-files.ts';
import type { Contract } from '../oracle/contract.ts';
import { runOf } from './exchange.test-data.ts';
import { statusChecks } from './statuses.ts';

const SHOWN = `responses: { '200': { description: It, content: { application/json: { schema: {} } } } }`;
const DOCUMENT = `
openapi: 3.1.0
info: { title: Notices, version: '1' }
paths:
  /notices: { get: { operationId: all, description: All notices, ${SHOWN} } }
  /notices/events: { get: { operationId: events, description: As they come., responses: { '200': { description: It, content: { text/event-stream: {} } } } } }
  /notices/live: { get: { operationId: live, description: Receives notices from an HTTP stream., ${SHOWN} } }
`;

async function contract(): Promise<Contract> {
  const loaded = await loadOnce({ 'openapi.yaml': DOCUMENT });
  if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
  return { interface: loaded.interface, basePath: loaded.interface.basePath };
}

test.each([
  ['a stream that goes on', '/notices/live', 900, 'pass'],
  ['a list that goes on', '/notices', 900, 'fail'],
  ['a stream that never begins', '/notices/live', 0, 'fail'],
  ['a stream of events that waits for the first', '/notices/events', 0, 'pass'],
])('statuses.answered judges %s', async (_name, path, goesOn, kind) => {
  const answered = statusChecks.find(({ id }) => id === 'statuses.answered');
  const run = runOf(await contract(), [
    { path, goesOn },
    { path, goesOn, repeats: 'x1' },
    { path: '/notices', body: '[]' },
  ]);
  expect(answered?.judge(run)).toMatchObject({ kind });
});
