import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { makeRunFolder } from './run-places.ts';

const root = mkdtempSync(join(tmpdir(), 'assay-run-folder-'));
afterAll(() => rmSync(root, { recursive: true }));
const time = new Date('2030-01-02T03:04:05.678Z');

describe('makeRunFolder()', () => {
  test.each([
    ['https://api.example.com/v1', '20300102T030405Z-api.example.com'],
    ['http://127.0.0.1:4010/v1', '20300102T030405Z-127.0.0.1-4010'],
    ['http://[::1]:80/v1', '20300102T030405Z-1'],
    ['http://xn--bcher-kva.example/v1', '20300102T030405Z-xn-bcher-kva.example'],
    [`http://${'long.'.repeat(40)}example/v1`, `20300102T030405Z-${'long.'.repeat(12)}`],
    [undefined, '20300102T030405Z-mock'],
  ])('makeRunFolder() names the folder by time and target, when the target is %s', (url, name) => {
    expect(basename(makeRunFolder(join(root, 'a'), { url, time }))).toBe(name);
  });

  test('makeRunFolder() adds a number, when the name is taken', () => {
    const made = [1, 2, 3].map(() => makeRunFolder(join(root, 'b'), { url: undefined, time }));
    expect(made.map((folder) => basename(folder))).toEqual([
      '20300102T030405Z-mock',
      '20300102T030405Z-mock-2',
      '20300102T030405Z-mock-3',
    ]);
  });

  test('makeRunFolder() says what to give instead, when the directory cannot be made', () => {
    writeFileSync(join(root, 'file'), '');
    expect(() => makeRunFolder(join(root, 'file'), { url: undefined, time })).toThrow(
      /cannot make a folder in ".*file" \(EEXIST\): give --out a place that can be written/,
    );
  });
});
