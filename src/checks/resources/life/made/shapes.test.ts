import { expect, test } from 'vitest';
import { loadOnce } from '../../../../../test/specs/load-files.ts';
import type { JsonObject } from '../../../../json/value.ts';
import { resourcesOf, type Resource } from '../../../../interface/resources/resources.ts';
import { isOtherName, isToldNull, showsIdentity } from './shapes.ts';

const FILE = `{ type: object, properties: { path: { type: string }, name: { type: string }, note: { type: string, description: 'Words, if requested (otherwise null)' } } }`;
const SHOWS = `{ '200': { description: it, content: { application/json: { schema: ${FILE} } } } }`;

async function files(): Promise<Resource> {
  const loaded = await loadOnce({
    'openapi.yaml': `
openapi: 3.1.0
info: { title: Files, version: '1' }
paths:
  /files/{path}:
    parameters: [{ name: path, in: path, required: true, schema: { type: string } }]
    get: { operationId: read, responses: ${SHOWS} }
    put: { operationId: save, requestBody: { content: { application/json: { schema: ${FILE} } } }, responses: ${SHOWS} }
`,
  });
  if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
  const [resource] = resourcesOf(loaded.interface);
  if (resource === undefined) throw new Error('no resource');
  return resource;
}

test.each<readonly [shown: JsonObject, shows: boolean]>([
  [{ path: 'a1b2c3d4-e5', name: 'a1b2c3d4-e5' }, true],
  [{ path: 'a1b2c3d4-e5', name: 'another name' }, false],
  [{ path: 'a1', name: 'a1' }, false],
  [{ path: '1234567890', name: '1234567890' }, false],
])('showsIdentity() of the name in %j is %s', async (shown, shows) => {
  const resource = await files();
  expect(showsIdentity(resource, 'name', shown)).toBe(shows);
  expect(isOtherName({ resource }, 'name', shown, shown['name'])).toBe(shows);
  expect(isOtherName({ resource }, 'name', shown, 'what it was')).toBe(false);
});

test('isToldNull() takes null for what a description has, and for nothing else', async () => {
  const resource = await files();
  expect(isToldNull(resource, 'note', null)).toBe(true);
  expect(isToldNull(resource, 'note', 'words')).toBe(false);
  expect(isToldNull(resource, 'name', null)).toBe(false);
});
