import { expect, test } from 'vitest';
import { isObject } from '../../src/json/value.ts';
import { blamed, faultsOfAssay } from './run-against-mock.ts';
import { type MakeService, runAtOnce } from './run-against-service.ts';

/** Required members with a documented default: a service may fill them in, or refuse a body without them. */

const DOCUMENT = `
openapi: 3.0.3
info: { title: Notes, version: '1' }
paths:
  /notes:
    post:
      requestBody:
        required: true
        content:
          application/json:
            schema: { type: object, required: [text, pinned], properties: { text: { type: string }, pinned: { type: boolean, default: true } } }
      responses: { '204': { description: Kept }, '400': { description: not valid } }
`;

const notes =
  (usual: unknown): MakeService =>
  () =>
  ({ json }) => {
    const { text, pinned = usual } = isObject(json) ? json : {};
    return { status: typeof text === 'string' && typeof pinned === 'boolean' ? 204 : 400 };
  };

test.each([true, undefined])('a body without its default is not asked for: %j', async (usual) => {
  const run = await runAtOnce(DOCUMENT, notes(usual));
  expect([blamed(run), faultsOfAssay(run), run.verdict.exitCode]).toEqual([[], [], 0]);
  const reasons = run.record.footer?.leftOut.map(({ reason }) => reason) ?? [];
  expect(reasons.filter((reason) => reason.includes('default'))).toEqual([]);
});
