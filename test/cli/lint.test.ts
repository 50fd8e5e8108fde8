import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { callAssay } from './call-assay.ts';

const cwd = mkdtempSync(join(tmpdir(), 'assay-lint-'));
afterAll(() => rmSync(cwd, { recursive: true }));
const FAULTY = `openapi: 3.0.3
info: {title: T, version: '1'}
paths:
  /a:
    get:
      responses: {200: {description: d, content: {application/json: {schema: {type: string, default: 7}}}}}
`;
writeFileSync(join(cwd, 'faulty.yaml'), FAULTY);
writeFileSync(
  join(cwd, 'warned.yaml'),
  FAULTY.replace(', default: 7', '').replace('type: string', 'minLength: 1'),
);

test.each([
  [['lint', 'faulty.yaml'], 1, /examples\.default.*\n.*faulty\.yaml:6: the default breaks its schema/],
  [
    ['lint', '--spec', 'faulty.yaml', '--ignore', 'examples.default'],
    0,
    /0 errors, 0 warnings, 1 note in 1 operation/,
  ],
  [['lint', 'warned.yaml'], 0, /schemas\.type/],
  [['lint', 'warned.yaml', '--max-warnings', '0'], 1, /1 warning/],
  [['lint', resolve('test/specs/minimal')], 0, /0 errors, 0 warnings, 0 notes/],
])('assay %j exits with %i', async (args, code, told) => {
  const called = await callAssay(args, { cwd });
  expect(called).toMatchObject({ code, stdout: expect.stringMatching(told) });
});

test('assay lint writes each format where it is told to', async () => {
  const args = [
    'lint',
    'faulty.yaml',
    '--format',
    'sarif=l.sarif',
    '--format',
    'junit=l.xml',
    '--format',
    'github',
  ];
  const { code, stdout } = await callAssay(args, { cwd });
  expect(code).toBe(1);
  expect(stdout).toMatch(/^::error file=[^,]*faulty\.yaml,line=6,title=examples\.default/);
  const { runs } = JSON.parse(readFileSync(join(cwd, 'l.sarif'), 'utf8'));
  expect(runs[0].results[0]).toMatchObject({ ruleId: expect.any(String), locations: [expect.anything()] });
  expect(readFileSync(join(cwd, 'l.xml'), 'utf8')).toContain('failures="1"');
});

test('assay lint reads standard input, and takes overlays', async () => {
  writeFileSync(
    join(cwd, 'o.yaml'),
    `overlay: 1.0.0\ninfo: {title: O, version: '1'}\nactions: [{target: $..default, remove: true}]\n`,
  );
  const stdin = async function* chunks(): AsyncIterable<Uint8Array> {
    yield await Promise.resolve(Buffer.from(FAULTY));
  };
  expect(await callAssay(['lint', '-', '--overlay', 'o.yaml'], { cwd, stdin })).toMatchObject({ code: 0 });
});

test.each([
  [['lint', 'none.yaml'], 'there is no such file'],
  [['lint', 'faulty.yaml', '--ignore', 'schemas.typ'], 'did you mean "schemas.type"'],
  [['lint', 'faulty.yaml', '--format', 'json=faulty.yaml'], 'which would be lost'],
])('assay %j says what would be right', async (args, told) => {
  const { code, stderr } = await callAssay(args, { cwd });
  expect(code).toBe(2);
  expect(stderr).toContain(told);
});
