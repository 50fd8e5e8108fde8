import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { sampleFooter, sampleHeader } from '../../test/samples/sample-record.ts';
import { readRecord } from './read-record.ts';
import { recordLine } from './record-line.ts';

const directory = mkdtempSync(join(tmpdir(), 'assay-read-record-'));
afterAll(() => rmSync(directory, { recursive: true }));

describe('readRecord()', () => {
  test('readRecord() gives the record, when the file holds one', async () => {
    const file = join(directory, 'whole.ndjson');
    writeFileSync(file, recordLine(sampleHeader()) + recordLine(sampleFooter()));
    expect(await readRecord(file)).toMatchObject({ kind: 'record', record: { partial: false } });
  });

  test('readRecord() names the file and what would be right, when it is missing or a directory', async () => {
    const missing = join(directory, 'none.ndjson');
    expect(await readRecord(missing)).toEqual({
      kind: 'no-record',
      problem: `there is no file "${missing}"; run "assay test" first, or give the record's path`,
    });
    expect(await readRecord(directory)).toMatchObject({
      problem: expect.stringMatching(/is a directory; give/),
    });
  });
});
