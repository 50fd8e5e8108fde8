import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { callAssay } from './call-assay.ts';

const cwd = mkdtempSync(join(tmpdir(), 'assay-parameter-'));
afterAll(() => rmSync(cwd, { recursive: true }));

writeFileSync(
  join(cwd, 'openapi.yaml'),
  `
openapi: 3.1.0
info: { title: Notes, version: '1' }
paths:
  /teams/{team}/notes:
    parameters: [{ name: team, in: path, required: true, schema: { type: string } }]
    get: { operationId: notes, responses: { '200': { description: all, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Note' } } } } } } }
    post:
      operationId: addNote
      requestBody: { required: true, content: { application/json: { schema: { type: object, required: [text], properties: { text: { type: string } } } } } }
      responses: { '201': { description: made, content: { application/json: { schema: { $ref: '#/components/schemas/Note' } } } }, '400': { description: no } }
components:
  schemas:
    Note: { type: object, required: [id, text], properties: { id: { type: integer }, text: { type: string } } }
`,
);

function targets(): readonly string[] {
  const lines = readFileSync(join(cwd, 'reports/last.ndjson'), 'utf8').split('\n');
  return lines.flatMap((line): string[] => {
    if (!line.includes('"exchange"')) return [];
    const { exchange } = JSON.parse(line) as {
      readonly exchange: { readonly request: { readonly method: string; readonly target: string } };
    };
    return [`${exchange.request.method} ${exchange.request.target}`];
  });
}

test('assay test --parameter names what is there: entries are made inside of it', async () => {
  const args = ['test', '--spec', 'openapi.yaml', '--profile', 'quick'];
  const without = await callAssay(args, { cwd });
  expect(without.stdout).toContain('--parameter team=VALUE');
  expect(targets().some((target) => target.startsWith('POST'))).toBe(false);
  const { code } = await callAssay([...args, '--parameter', 'team=red'], { cwd });
  expect(code).toBe(0);
  expect(targets()).toContain('POST /teams/red/notes');
});

test.each([
  ['team', 'cannot use --parameter "team": write NAME=VALUE, for example --parameter account_id=acme'],
  ['team=', 'cannot use --parameter "team=": write NAME=VALUE'],
  ['tea=red', 'cannot use --parameter "tea=red": no operation has a parameter "tea"; did you mean "team"?'],
])('assay test --parameter %s says what would be right', async (given, told) => {
  const { code, stderr } = await callAssay(['test', '--spec', 'openapi.yaml', '--parameter', given], { cwd });
  expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining(told) });
});
