import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import {
  faults,
  jsonReport,
  junitReport,
  loadInterface,
  readRecord,
  run,
  startMock,
  terminalReport,
  verdict,
  type Interface,
  type RunRecord,
} from '../../src/index.ts';

const SPEC = 'spec/pet-catalogue';
const folder = mkdtempSync(join(tmpdir(), 'assay-api-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function shipped(): Promise<Interface> {
  const loaded = await loadInterface(SPEC);
  if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
  return loaded.interface;
}

async function runAgainstMock(
  faultName: string | undefined,
  recordFile?: string,
): Promise<{ readonly record: RunRecord; readonly document: Interface; readonly key: string }> {
  const document = await shipped();
  const planted = faults.filter(({ name }) => name === faultName);
  expect(planted).toHaveLength(faultName === undefined ? 0 : 1);
  await using mock = await startMock({ interface: document, faults: planted });
  const [{ key, plan } = { key: '', plan: '' }] = mock.keys;
  const record = await run({
    document,
    url: mock.url,
    key,
    plan,
    profile: 'quick',
    seed: 1,
    ownMock: true,
    ...(recordFile === undefined ? {} : { recordFile }),
  });
  return { record, document, key };
}

test('run() returns the record of a run, of which every report is made', async () => {
  const { record, document, key } = await runAgainstMock(undefined);
  expect(record.footer?.stop).toEqual({ kind: 'completed' });
  expect(verdict(record, document)).toMatchObject({ kind: 'conforms', exitCode: 0, violations: 0 });
  const options = { colour: false, width: 100, verbose: true, document, recordFile: undefined };
  const reports = [terminalReport(record, options), jsonReport(record, document), junitReport(record)];
  for (const text of reports) {
    expect(text).toContain(record.header.settings.url);
    expect(text).not.toContain(key);
  }
});

test('run() finds what is wrong and keeps the record, when it is given a file', async () => {
  const recordFile = join(folder, 'record.ndjson');
  const { record } = await runAgainstMock('any-key-accepted', recordFile);
  expect(verdict(record).kind).toBe('does-not-conform');
  expect(await readRecord(recordFile)).toMatchObject({ kind: 'record', record });
});
