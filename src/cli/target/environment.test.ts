import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { readEnvironment } from './environment.ts';

const cwd = mkdtempSync(join(tmpdir(), 'assay-environment-'));
afterAll(() => rmSync(cwd, { recursive: true }));

describe('readEnvironment()', () => {
  test.each<readonly [what: string, text: string, value: string | undefined]>([
    ['a plain value', 'KEY=a-b=c==', 'a-b=c=='],
    ['a value that a shell would export', 'export KEY=value', 'value'],
    ['a quoted value with a comment', 'KEY="a # b" # comment', 'a # b'],
    ['a value with line ends of Windows', 'OTHER=1\r\nKEY=value\r\n', 'value'],
    ['the last of two', 'KEY=first\nKEY=last', 'last'],
    ['the first entry of a file with a byte order mark', '\ufeffKEY=value', 'value'],
    ['no dollar sign as a reference', 'OTHER=1\nKEY=a$OTHER', 'a$OTHER'],
    ['nothing from an empty entry', 'KEY=', undefined],
    ['nothing from a line that is no entry', 'KEY', undefined],
  ])('readEnvironment() takes %s from .env', async (_what, text, value) => {
    writeFileSync(join(cwd, '.env'), text);
    expect((await readEnvironment({ cwd, env: {} }))('KEY')).toBe(value);
  });

  test('readEnvironment() prefers the environment, unless it is empty, and changes neither', async () => {
    writeFileSync(join(cwd, '.env'), 'KEY=file\nONLY_IN_FILE=secret\nconstructor=x');
    const env = { KEY: 'environment' };
    expect((await readEnvironment({ cwd, env }))('KEY')).toBe('environment');
    expect((await readEnvironment({ cwd, env: { KEY: '' } }))('KEY')).toBe('file');
    expect(env).toEqual({ KEY: 'environment' });
    expect(process.env['ONLY_IN_FILE']).toBeUndefined();
  });

  test('readEnvironment() finds no variable in what every object has', async () => {
    writeFileSync(join(cwd, '.env'), 'KEY=file');
    expect((await readEnvironment({ cwd, env: {} }))('toString')).toBeUndefined();
  });
});
