import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { canariesOf, watched } from './canary.ts';
import { WRITINGS } from './drawn-echoes.ts';

const KEY = 'Canary-4711-of-a-test';
const cwd = mkdtempSync(join(tmpdir(), 'assay-canary-'));
afterAll(() => rmSync(cwd, { recursive: true }));

function run(stdout: string, file: string): Promise<unknown> {
  return watched(canariesOf(['test', '--key', KEY], {}), cwd, () => {
    if (file !== '') writeFileSync(join(cwd, 'written.txt'), file);
    return Promise.resolve({ stdout, stderr: '' });
  });
}

describe('watched()', () => {
  test.each(['as it is', 'in capitals', 'reversed', 'in hexadecimal', 'in base64'])(
    'finds a key %s in a stream and in a file that was written',
    async (writing) => {
      const told = `told ${WRITINGS.get(writing)?.(KEY) ?? ''} again`;
      await expect(run(told, '')).rejects.toThrow('a key is in standard output');
      await expect(run('', told)).rejects.toThrow('a key is in');
      await expect(run('$ASSAY_KEY', `nothing, ${writing}`)).resolves.toBeDefined();
    },
  );

  test('leaves files alone that were there before', async () => {
    writeFileSync(join(cwd, 'input.har'), KEY);
    await expect(run('', 'clean')).resolves.toBeDefined();
  });
});
