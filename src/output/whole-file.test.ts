import {
  chmodSync,
  closeSync,
  copyFileSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { gate, withOwnGate } from './gate.ts';
import {
  appendWhole,
  copyWholeFile,
  type DraftDisk,
  sweepDrafts,
  unwritable,
  writeWholeFile,
} from './whole-file.ts';

const root = mkdtempSync(join(tmpdir(), 'assay-whole-file-'));
afterAll(() => rmSync(root, { recursive: true }));
let directory = root;
beforeEach(() => {
  directory = mkdtempSync(join(root, 'case-'));
});

/** A disk that takes so many bytes and calls. `dies`: nothing works afterwards, as for a process that was killed. */
function failingDisk({ bytes, calls, dies }: { bytes: number; calls: number; dies: boolean }): DraftDisk {
  let room = bytes;
  let left = calls;
  let dead = false;
  const step = <T>(action: () => T): T => {
    left -= 1;
    if (left < 0 || (dies && dead)) {
      dead = true;
      throw Object.assign(new Error('EIO'), { code: 'EIO' });
    }
    return action();
  };
  return {
    create: (draft, mode) => step(() => openSync(draft, 'wx', mode)),
    write: (file, content) =>
      step(() => {
        const part = content.subarray(0, Math.min(room, 7));
        if (part.length === 0) {
          dead = true;
          throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
        }
        room -= part.length;
        return writeSync(file, part);
      }),
    sync: (file) => step(() => fsyncSync(file)),
    close: (file) => {
      closeSync(file);
      step(() => undefined);
    },
    copy: (from, draft) =>
      step(() => {
        const content = readFileSync(from);
        if (content.length <= room) return copyFileSync(from, draft);
        dead = true;
        writeFileSync(draft, content.subarray(0, room));
        throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
      }),
    rename: (draft, file) => step(() => renameSync(draft, file)),
    remove: (draft) => {
      if (dies && dead) throw new Error('killed');
      rmSync(draft, { force: true });
    },
  };
}

const trouble = fc.record({
  bytes: fc.nat({ max: 60 }),
  calls: fc.nat({ max: 14 }),
  dies: fc.boolean(),
});
const texts = fc.string({ maxLength: 50, unit: 'grapheme' });

describe('writeWholeFile()', () => {
  test('leaves the old text or the new one, whatever fails and wherever it is killed', () => {
    const ways = fc.record({ copies: fc.boolean(), inLines: fc.boolean() });
    let cut = 0;
    fc.assert(
      fc.property(fc.option(texts), texts, trouble, ways, (before, after, at, { copies, inLines }) => {
        const folder = mkdtempSync(join(directory, 'p-'));
        const file = join(folder, 'file');
        const source = join(directory, 'source');
        writeFileSync(source, after);
        if (before !== null) writeFileSync(file, before);
        const disk = failingDisk(at);
        let failed = false;
        try {
          if (copies) copyWholeFile(source, file, { disk });
          else writeWholeFile(file, inLines ? after.split(/(?<=\n)/) : after, { durable: true, disk });
        } catch {
          failed = true;
        }
        const [names, found] = [readdirSync(folder), statSync(file, { throwIfNoEntry: false })];
        const text = found === undefined ? null : readFileSync(file, 'utf8');
        expect(text).toBe(failed ? before : after);
        if (!at.dies) expect(names).toEqual(text === null ? [] : ['file']);
        if (failed) cut += 1;
        rmSync(folder, { recursive: true });
      }),
      { numRuns: 120 },
    );
    expect(cut).toBeGreaterThan(20);
  });

  test('makes the directory, and gives a new file its mode', () => {
    const file = join(directory, 'a/b/key');
    writeWholeFile(file, 'x', { mode: 0o600 });
    expect(readFileSync(file, 'utf8')).toBe('x');
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test('lets each line pass the gate of the process', () => {
    const file = join(directory, 'lines');
    withOwnGate(() => {
      gate().add('s3cret-Key-0123456789', '$ASSAY_KEY');
      writeWholeFile(file, ['{"a":"s3cret-Key-0123456789"}\n', '{"b":1}\n']);
    });
    expect(readFileSync(file, 'utf8')).toBe('{"a":"$ASSAY_KEY"}\n{"b":1}\n');
  });

  test('keeps the mode of an old file, and a link to it', () => {
    const [file, link] = [join(directory, 'file'), join(directory, 'link')];
    writeFileSync(file, 'old');
    chmodSync(file, 0o640);
    symlinkSync(file, link);
    writeWholeFile(link, 'new');
    expect(readFileSync(file, 'utf8')).toBe('new');
    expect(statSync(file).mode & 0o777).toBe(0o640);
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
  });

  test('takes no device for a file', () => {
    writeWholeFile('/dev/null', 'x');
    expect(lstatSync('/dev/null').isCharacterDevice()).toBe(true);
    expect(() => writeWholeFile('/dev/full', 'x')).toThrow('ENOSPC');
    expect(() => writeWholeFile(directory, 'x')).toThrow('EISDIR');
  });
});

describe('appendWhole()', () => {
  test('adds to what is there, and makes what is not', () => {
    const file = join(directory, 'summary.md');
    appendWhole(file, 'a');
    appendWhole(file, 'b');
    expect(readFileSync(file, 'utf8')).toBe('ab');
  });
});

describe('unwritable()', () => {
  test('says why, before anything is written, and leaves nothing behind', () => {
    const file = join(directory, 'file');
    expect(unwritable(join(directory, 'new/one/file'))).toBeUndefined();
    expect(unwritable(file)).toBeUndefined();
    expect(readdirSync(directory)).toEqual([]);
    expect(unwritable(directory)).toBe('EISDIR');
    writeFileSync(file, '');
    expect(unwritable(join(file, 'below/below'))).toBe('ENOTDIR');
    expect(readFileSync(file, 'utf8')).toBe('');
    expect(unwritable('/dev/null')).toBeUndefined();
  });

  test.skipIf(process.getuid?.() === 0)('knows that a rename needs the directory', () => {
    const closed = join(directory, 'closed');
    mkdirSync(closed);
    writeFileSync(join(closed, 'file'), '');
    chmodSync(closed, 0o500);
    expect(unwritable(join(closed, 'file'))).toBe('EACCES');
    chmodSync(closed, 0o700);
  });
});

describe('sweepDrafts()', () => {
  test('takes out what killed processes left an hour ago, and nothing else', () => {
    const [old, young, other] = ['.assay-00000000000000aa.draft', '.assay-00000000000000bb.draft', 'mine'];
    const now = Date.now();
    for (const name of [old, young, other]) writeFileSync(join(directory, name), '');
    for (const name of [old, other])
      utimesSync(join(directory, name), (now - 4e6) / 1000, (now - 4e6) / 1000);
    sweepDrafts(directory, now);
    expect(readdirSync(directory).toSorted()).toEqual([young, other].toSorted());
  });
});
