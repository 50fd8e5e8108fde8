import { closeSync, ftruncateSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { type LineDisk, LineFile } from './line-file.ts';

const root = mkdtempSync(join(tmpdir(), 'assay-line-file-'));
afterAll(() => rmSync(root, { recursive: true }));
const path = join(root, 'lines');

function fullAfter(bytes: number): LineDisk {
  let room = bytes;
  return {
    open: openSync,
    write(file, content) {
      const part = content.subarray(0, Math.min(room, 5));
      if (part.length === 0) throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
      room -= part.length;
      return writeSync(file, part);
    },
    truncate: ftruncateSync,
    close: closeSync,
  };
}

describe('LineFile', () => {
  test('holds whole lines alone, whenever the disk is full, and says so', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 12 })), fc.nat({ max: 80 }), (texts, bytes) => {
        const lines = texts.map((text) => `${JSON.stringify(text)}\n`);
        const file = new LineFile(path, { disk: fullAfter(bytes) });
        for (const line of lines) file.append(line);
        file.close();
        const held = readFileSync(path, 'utf8');
        expect(lines.join('').startsWith(held)).toBe(true);
        expect(held === '' || held.endsWith('\n')).toBe(true);
        expect(file.problem).toBe(held === lines.join('') ? undefined : 'ENOSPC');
      }),
    );
  });

  test('never throws where there is no place for it', () => {
    new LineFile(path).close();
    const file = new LineFile(join(path, 'below'));
    file.append('a\n');
    file.close();
    expect(file.problem).toMatch(/^(ENOTDIR|EEXIST)$/);
  });

  test('takes no file of another, when it has to be fresh', () => {
    new LineFile(path).close();
    expect(new LineFile(path, { fresh: true }).problem).toBe('EEXIST');
  });
});
