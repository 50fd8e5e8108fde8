import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { lockFile, type LockedFile } from './file-lock.ts';

const root = mkdtempSync(join(tmpdir(), 'assay-lock-'));
let folder = '';
let count = 0;
beforeEach(() => {
  count += 1;
  folder = join(root, String(count));
  mkdirSync(folder);
});
afterAll(() => rmSync(root, { recursive: true }));

function release(locked: LockedFile): void {
  if (locked.kind === 'held') throw new Error('it is held');
  locked.lock.release();
}

/** A number that no process has: that of one that has ended. */
function goneProcess(): number {
  return spawnSync(process.execPath, ['-e', '']).pid;
}

describe('lockFile()', () => {
  test('locks a file once, and again when it was released; nothing is left behind', () => {
    const path = join(folder, 'data');
    const first = lockFile(path);
    expect(first.kind).toBe('locked');
    expect(lockFile(path)).toEqual({
      kind: 'held',
      by: { pid: process.pid, host: hostname() },
      lock: expect.stringMatching(/data\.lock$/),
    });
    release(first);
    release(lockFile(path));
    expect(readdirSync(folder)).toEqual([]);
  });

  test('takes the names of one file for one file', () => {
    writeFileSync(join(folder, 'data'), '');
    symlinkSync(join(folder, 'data'), join(folder, 'other'));
    const first = lockFile(join(folder, 'other'));
    expect(lockFile(join(folder, 'data')).kind).toBe('held');
    release(first);
  });

  test.each([
    ['by a process that is gone', () => `${String(goneProcess())} ${hostname()} x\n`, 'locked'],
    [
      'by a process of the same number before a restart',
      () => `${String(process.pid)} ${hostname()} x\n`,
      'locked',
    ],
    ['by a process that runs', () => `${String(process.ppid)} ${hostname()} x\n`, 'held'],
    ['by a process of another machine', () => `${String(goneProcess())} elsewhere.example x\n`, 'held'],
    ['by nobody knows whom', () => 'hello', 'held'],
  ])('a lock that was written %s', (_name, text, kind) => {
    const path = join(folder, 'data');
    writeFileSync(`${path}.lock`, text());
    const locked = lockFile(path);
    expect(locked.kind).toBe(kind);
    if (locked.kind === 'locked') release(locked);
    expect(readdirSync(folder)).toEqual(kind === 'locked' ? [] : ['data.lock']);
  });

  test('lets one of many processes have what a killed one left', async () => {
    const path = join(folder, 'data');
    writeFileSync(`${path}.lock`, `${String(goneProcess())} ${hostname()} x\n`);
    const script = `
      import { lockFile } from ${JSON.stringify(join(import.meta.dirname, 'file-lock.ts'))};
      process.stdin.once('data', () => {
        process.stdout.write(lockFile(${JSON.stringify(path)}).kind + '\\n');
        process.stdin.once('end', () => process.exit());
      });
      process.stdout.write('ready\\n');`;
    const children = Array.from({ length: 4 }, () =>
      spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['pipe', 'pipe', 'inherit'] }),
    );
    const nextLine = (child: (typeof children)[number]): Promise<string> =>
      new Promise((resolve) => child.stdout.once('data', (data: Buffer) => resolve(String(data).trim())));
    expect(await Promise.all(children.map(nextLine))).toEqual(children.map(() => 'ready'));
    const kinds = children.map(nextLine);
    for (const child of children) child.stdin.write('go\n');
    expect((await Promise.all(kinds)).toSorted()).toEqual(['held', 'held', 'held', 'locked']);
    await Promise.all(
      children.map(async (child) => {
        const ended = new Promise((resolve) => child.once('exit', resolve));
        child.stdin.end();
        await ended;
      }),
    );
    expect(readdirSync(folder)).toEqual([]);
  });
});
