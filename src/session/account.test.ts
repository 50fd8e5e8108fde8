import { expect, test } from 'vitest';
import { loadOnce } from '../../test/specs/load-files.ts';
import { touchesAccount } from './account.ts';

const SHOP = `content: { application/json: { schema: { type: object, properties: { id: { type: integer }, name: { type: string } } } } }`;
const SHOWS = `responses: { '200': { description: It, ${SHOP} } }`;
const NAMED = `parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]`;

const DOCUMENT = `
openapi: 3.1.0
info: { title: Shops, version: '1' }
security: [{ access: [] }]
components: { securitySchemes: { access: { type: http, scheme: bearer } } }
paths:
  /shops:
    post: { operationId: create, requestBody: { ${SHOP} }, responses: { '201': { description: Made, ${SHOP} } } }
  /shops/{id}: { ${NAMED}, get: { operationId: read, ${SHOWS} } }
  /shops/{id}/suspend: { ${NAMED}, post: { operationId: ownDeed, ${SHOWS} } }
  /shops/{id}/api-keys: { ${NAMED}, post: { operationId: keyOfOne, ${SHOWS} } }
  /users/{id}: { ${NAMED}, get: { operationId: user, ${SHOWS} } }
  /users/{id}/suspend: { ${NAMED}, post: { operationId: deedOnOthers, ${SHOWS} } }
  /me/deactivate: { post: { operationId: ownAccount, ${SHOWS} } }
`;

test.each([
  ['ownDeed', false],
  ['keyOfOne', true],
  ['deedOnOthers', true],
  ['ownAccount', true],
])('touchesAccount() tells deeds on entries of the run from others: %s', async (id, isTouched) => {
  const loaded = await loadOnce({ 'openapi.yaml': DOCUMENT });
  if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
  const operation = loaded.interface.operations.find((one) => one.id === id);
  if (operation === undefined) throw new Error(`no ${id}`);
  expect(touchesAccount(loaded.interface, operation) !== undefined).toBe(isTouched);
});
