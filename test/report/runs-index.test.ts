import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { readRuns, writeRunsIndex } from '../../src/cli/output/runs-index.ts';
import type { RunRecord } from '../../src/record/record.ts';
import { sampleExchange, sampleHeader } from '../samples/sample-record.ts';
import { recordOfStranger } from './hostile-record.ts';
import { hostileTexts } from './hostile-texts.ts';
import { library, libraryRecord } from './library-record.ts';
import { recordText } from './record-text.ts';
import { validators } from './validators.ts';

const root = mkdtempSync(join(tmpdir(), 'assay-runs-'));
afterAll(() => rmSync(root, { recursive: true }));
let directory = root;
beforeEach(() => {
  directory = mkdtempSync(join(root, 'runs-'));
});

function put(folder: string, text: string, files: readonly string[] = []): void {
  mkdirSync(join(directory, folder));
  writeFileSync(join(directory, folder, 'record.ndjson'), text);
  for (const name of files) writeFileSync(join(directory, folder, name), '');
}

function startedAt(time: string): RunRecord {
  return { ...libraryRecord, header: sampleHeader({ startedAt: time }) };
}

async function page(): Promise<string> {
  await writeRunsIndex(directory, library);
  return readFileSync(join(directory, 'index.html'), 'utf8');
}

describe('the page over all runs', () => {
  test('lists them, the newest first, with verdict, counts and links to the files that are there', async () => {
    put('a', recordText(startedAt('2030-01-02T03:04:05.000Z')), ['report.html', 'junit.xml']);
    put('b', recordText(startedAt('2030-02-02T03:04:05.000Z')));
    const text = await page();
    validators.html(text);
    expect([...text.matchAll(/href="\.\/([^"]+)"/g)].map(([, link]) => link)).toEqual([
      'b/record.ndjson',
      'a/report.html',
      'a/junit.xml',
      'a/record.ndjson',
    ]);
    expect(text).toContain('does not conform');
    expect(text).toContain('1 of 3');
    expect(text).toContain('12.4 s');
  });

  test('says which folders are no runs, and why', async () => {
    put('good', recordText(libraryRecord));
    put('broken', 'hello\n');
    put('empty', '');
    mkdirSync(join(directory, 'nothing'));
    mkdirSync(join(directory, 'folder/record.ndjson'), { recursive: true });
    mkdirSync(join(directory, 'link'));
    symlinkSync(join(directory, 'good/record.ndjson'), join(directory, 'link/record.ndjson'));
    const { runs, skipped } = await readRuns(directory, library);
    expect(runs.map(({ folder }) => folder)).toEqual(['good']);
    expect(Object.fromEntries(skipped.map(({ folder, reason }) => [folder, reason]))).toEqual({
      broken: expect.stringContaining('no record header'),
      empty: expect.stringContaining('is empty'),
      nothing: 'it holds no record.ndjson',
      folder: 'its record is no file',
      link: 'its record is no file',
    });
    expect(await page()).toContain('5 folders without a record that can be read');
  });

  test('reads only the ends of a long record, and still counts its checks', async () => {
    const exchanges = new Map(
      Array.from({ length: 60 }, (_, at) => [
        `x${String(at)}`,
        sampleExchange({ id: `x${String(at)}`, answer: 'y'.repeat(60_000) }),
      ]),
    );
    const text = recordText({ ...libraryRecord, exchanges });
    expect(text.length).toBeGreaterThan(3_000_000);
    put('long', text);
    const { runs } = await readRuns(directory, library);
    expect(runs[0]?.ruling).toMatchObject({ kind: 'does-not-conform', violations: 3, proven: 1 });
    expect(runs[0]?.record.exchanges.size).toBeLessThan(40);
  });

  test('counts nothing, when even the checks of a record are too long', async () => {
    const [one, ...results] = libraryRecord.results;
    const long = { kind: 'inconclusive', reason: 'z'.repeat(3_000_000) } as const;
    if (one === undefined) throw new Error('there is no result');
    put('long', recordText({ ...libraryRecord, results: [{ ...one, outcome: long }, ...results] }));
    const { runs } = await readRuns(directory, library);
    expect(runs[0]).toMatchObject({ folder: 'long', ruling: undefined });
    expect(await page()).toContain('too long to be counted');
  });

  test.each(Object.entries(hostileTexts))('stays what it is, when a record holds %s', async (_name, text) => {
    put('run', recordText(recordOfStranger(text)));
    validators.html(await page());
  });

  test('stays what it is, when folders and files have hostile names', async () => {
    const name = '"><script>alert(1)<\u2044script> #?%41&\n..';
    put(name, recordText(libraryRecord), ['javascript:alert(1).html', '<img src=x onerror=alert(1)>']);
    put('<img src=x>', 'no record');
    const text = await page();
    validators.html(text);
    const links = [...text.matchAll(/href="(\.\/[^"]+)"/g)].map(
      ([, link = '']) => new URL(link, 'file:///runs/'),
    );
    expect(links.map(({ pathname }) => decodeURIComponent(pathname))).toEqual([
      `/runs/${name}/javascript:alert(1).html`,
      `/runs/${name}/<img src=x onerror=alert(1)>`,
      `/runs/${name}/record.ndjson`,
    ]);
  });

  test('is there for a directory without runs', async () => {
    expect(await page()).toContain('There is no run here yet.');
  });
});
