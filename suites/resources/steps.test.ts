import { expect, test } from 'vitest';
import type { ProbeContext } from '../../src/session/probe.ts';
import type { SendSpec } from '../../src/session/pace/sending.ts';
import { loadOnce } from '../../test/specs/load-files.ts';
import { sendAs } from './steps.ts';

const DOCUMENT = `
openapi: 3.0.3
info: {title: Notes, version: '1'}
security: [{user: []}]
paths:
  /notes/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: string}}]
    delete: {operationId: remove, responses: {'204': {description: gone}, '401': {description: who}}}
components: {securitySchemes: {user: {type: http, scheme: bearer}}}
`;

test('what may be sent no more without a valid key is left out alone', async () => {
  const loaded = await loadOnce({ 'openapi.yaml': DOCUMENT });
  if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
  const [operation] = loaded.interface.operations;
  const leftOut: string[] = [];
  const context = {
    session: { contract: { interface: loaded.interface, basePath: '' }, budget: { left: () => 0 } },
    leaveOut: (probe: string) => leftOut.push(probe),
    spent: (reason: string) => ({ cause: 'declared', reason }),
  } as unknown as ProbeContext;
  const spec = {
    probe: 'resources/life-1/stranger-remove',
    method: 'DELETE',
    path: '/notes/7',
    headers: [],
    body: undefined,
    credential: { kind: 'unknown' },
    scheme: operation?.credential,
    intent: 'ordinary',
  } as unknown as SendSpec;
  await expect(sendAs(context, spec, ['unknown-key'])).resolves.toBeUndefined();
  expect(leftOut).toEqual(['resources/life-1/stranger-remove']);
});
