import { closeSync, ftruncateSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { createGate } from './gate.ts';
import { type LineDisk, LineFile } from './line-file.ts';
import { THOROUGH } from '../../test/sampled.ts';

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

test('a line with a secret loses it as any output does, in whichever of its texts it stands', () => {
  const KEY = 'Secret-of-a-line-0123456789';
  const forms = fc.constantFrom(
    KEY,
    KEY.toUpperCase(),
    Buffer.from(KEY).toString('base64'),
    Buffer.from(KEY).toString('hex'),
    Array.from(KEY).join('\n'),
    JSON.stringify(JSON.stringify(KEY)),
    encodeURIComponent(`"${KEY}`),
    'none',
  );
  const filler = fc
    .constantFrom('', 'x', '"', '\\', '{"a":"b"}')
    .chain((one) => fc.nat({ max: 900 }).map((times) => one.repeat(times)));
  const text = fc.tuple(filler, forms, filler).map((parts) => parts.join(''));
  const gate = createGate();
  gate.add(KEY);
  fc.assert(
    fc.property(fc.array(fc.tuple(text, fc.array(text, { maxLength: 2 })), { maxLength: 3 }), (pairs) => {
      const line = JSON.stringify(pairs.map(([name, texts]) => ({ [name]: texts, n: 1 })));
      expect(gate.json(line)).toBe(gate.output(line));
    }),
    { seed: 3, numRuns: THOROUGH ? 60 : 20 },
  );
});
