import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DataFault, DataFile } from './data-file.ts';

const HEADER = '{"assay":"mock data","version":1}\n';
const line = (n: number): string => `{"collection":"/books","entry":{"id":${n}}}\n`;

let folder: string;
let path: string;
let count = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-data-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function holding(text?: string | Uint8Array): Promise<DataFile> {
  path = join(folder, `data-${(count += 1)}.ndjson`);
  if (text !== undefined) await writeFile(path, text);
  return DataFile.open(path);
}

describe('DataFile', () => {
  test('has what was noted, in order, when it is opened again', async () => {
    const file = await holding();
    expect(file.kept).toBeUndefined();
    for (let n = 0; n < 5; n += 1) {
      file.add('/books', { id: n });
      void file.durable();
    }
    file.add('/shelves', { name: 'a\nb', big: 9_223_372_036_854_775_807n });
    await file.close();
    expect(await readFile(path, 'utf8')).toContain('9223372036854775807');
    const again = await DataFile.open(path);
    expect(again.kept).toEqual(
      new Map<string, unknown>([
        ['/books', [0, 1, 2, 3, 4].map((id) => ({ id }))],
        ['/shelves', [{ name: 'a\nb', big: 9_223_372_036_854_775_807n }]],
      ]),
    );
    await again.close();
    expect(await readdir(folder)).toEqual([`data-${count}.ndjson`]);
  });

  test('goes on after the last whole line, when a write was killed', async () => {
    const file = await holding(`${HEADER}${line(1)}${line(2).slice(0, -5)}`);
    expect(file.kept?.get('/books')).toEqual([{ id: 1 }]);
    file.add('/books', { id: 3 });
    await file.close();
    expect(await readFile(path, 'utf8')).toBe(`${HEADER}${line(1)}${line(3)}`);
  });

  test.each([
    ['it is empty', ''],
    ['its first write was killed', HEADER.slice(0, 9)],
  ])('is a new one, when %s', async (_name, text) => {
    const file = await holding(text);
    expect(file.kept).toBeUndefined();
    await file.close();
    expect(await readFile(path, 'utf8')).toBe(HEADER);
  });

  test('holds what replaced it and what came after, when it starts anew', async () => {
    const file = await holding(`${HEADER}${line(1)}`);
    file.add('/books', { id: 2 });
    const first = file.durable();
    file.add('/books', { id: 3 });
    file.replace(new Map([['/books', [{ id: 10 }]]]));
    file.add('/books', { id: 11 });
    await Promise.all([first, file.durable()]);
    expect(await readFile(path, 'utf8')).toBe(`${HEADER}${line(10)}${line(11)}`);
    file.add('/books', { id: 12 });
    await file.close();
    expect(await readFile(path, 'utf8')).toBe(`${HEADER}${line(10)}${line(11)}${line(12)}`);
  });

  test('tells that it could not write, and writes it with what follows', async () => {
    const file = await holding(`${HEADER}${line(1)}`);
    await rm(path);
    file.add('/books', { id: 2 });
    await expect(file.durable()).rejects.toThrow(/cannot write the data file ".*" \(ENOENT\)/);
    await writeFile(path, `${HEADER}${line(1)}`);
    file.add('/books', { id: 3 });
    await file.close();
    expect(await readFile(path, 'utf8')).toBe(`${HEADER}${line(1)}${line(2)}${line(3)}`);
  });

  test.each<readonly [string, string | Uint8Array, RegExp]>([
    ['something else', 'categories:\n  - a\n', /:1: .*not written by.*\n.*--seed-data/],
    ['a later version', '{"assay":"mock data","version":2}\n', /:1: /],
    ['a broken line', `${HEADER}${line(1)}{"collection"\n${line(2)}`, /:3: .*no entry.*\n.*Repair/],
    ['an entry that is none', `${HEADER}{"collection":"/books","entry":7}\n`, /:2: /],
    ['no UTF-8', new Uint8Array([0xff, 0xfe, 0x0a]), /cannot read/],
  ])('is left alone and said to be broken, when it holds %s', async (_name, text, message) => {
    const opening = holding(text);
    await expect(opening).rejects.toThrow(message);
    await expect(opening).rejects.toBeInstanceOf(DataFault);
    expect(await readFile(path)).toEqual(Buffer.from(text));
  });

  test('rejects, when it is a folder', async () => {
    await expect(DataFile.open(folder)).rejects.toThrow(/cannot read the data file .*EISDIR/);
  });
});
