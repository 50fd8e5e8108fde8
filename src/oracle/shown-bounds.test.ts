import { expect, test } from 'vitest';
import { loadOnce } from '../../test/specs/load-files.ts';
import type { Json } from '../json/value.ts';
import { validatorOf } from './contract.ts';
import { sentAndShown } from './shown-bounds.ts';

const LISTED = '{ type: string, enum: [lent, there] }';

async function fits(sent: string, shown: string, values: readonly Json[]): Promise<readonly Json[]> {
  const bodies = (status: string): string =>
    `application/json: { schema: { type: object, properties: { title: { type: string }, status: ${status} } } }`;
  const result = await loadOnce({
    'openapi.yaml': `
openapi: 3.1.0
info: { title: Shelves, version: '1' }
paths:
  /books:
    post:
      requestBody: { content: { ${bodies(sent)} } }
      responses: { '201': { description: Made, content: { ${bodies(shown)} } } }
`,
  });
  if (result.kind === 'broken') throw new Error(result.problem.problem);
  const [create] = result.interface.operations;
  const both = create === undefined ? undefined : sentAndShown(create);
  return both === undefined ? values : values.filter((status) => validatorOf(both)({ status }).length === 0);
}

test.each<readonly [sent: string, shown: string, fitting: readonly Json[]]>([
  ['{ type: string }', LISTED, ['lent']],
  ['{ type: [string, "null"] }', LISTED, ['lent']],
  ['{ anyOf: [{ type: string }, { type: "null" }] }', LISTED, ['lent']],
  ['{ type: [string, "null"] }', '{ type: [string, "null"], enum: [lent, there, null] }', ['lent', null]],
  ['{ type: string }', `{ anyOf: [${LISTED}, { type: "null" }] }`, ['lent']],
  ['{ type: [string, "null"] }', `{ anyOf: [${LISTED}, { type: "null" }] }`, ['lent', null]],
  ['{ type: [string, "null"] }', '{ type: string }', ['lent', 'else', null]],
])('sentAndShown() narrows %s to what %s shows', async (sent, shown, fitting) => {
  expect(await fits(sent, shown, ['lent', 'else', null])).toEqual(fitting);
});
