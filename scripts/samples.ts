/** The sample reports in `reports/samples`: one of each format, made of the record of one run that is kept beside them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadDocument } from '../src/cli/load-document.ts';
import type { Interface } from '../src/interface/model.ts';
import { faults } from '../src/mock/faults/faults.ts';
import { startMock } from '../src/mock/server/start-mock.ts';
import { parseRecord } from '../src/record/read.ts';
import type { RunRecord } from '../src/record/record.ts';
import { recordText } from '../src/record/write.ts';
import { renderReport, REPORT_FILE_NAMES, REPORT_FORMATS } from '../src/report/formats.ts';
import { run } from '../src/run/run.ts';
import { packageRoot } from '../src/system/package.ts';

const SPEC = 'spec/pet-catalogue';
const KEY = 'a-key-of-the-samples';
/** What the mock does wrong, so that the reports have something to tell. */
const FAULTS: ReadonlySet<string> = new Set(['error-status-differs', 'text-lower-cased']);
/** The mock listens on any free port, and the samples say that it was this one. */
const PORT = '4010';

/**
 * A clock of which a run begins ten seconds into a minute, and so of a window: which of the limit's checks can tell something
 * depends on that.
 */
function clockOfSamples(): () => number {
  const behindMs = (Date.now() % 60_000) - 10_000;
  return () => Date.now() - behindMs;
}

/** Where the samples are. */
export const samplesFolder: string = join(packageRoot(), 'reports/samples');

/** The record of a new run against a mock with faults. */
export async function newSampleRecord(): Promise<string> {
  const { document } = await loadDocument(SPEC, packageRoot());
  const keys = [{ key: KEY, plan: 'free', limits: new Map<string, number>() }];
  await using mock = await startMock({
    interface: document,
    keys,
    now: clockOfSamples(),
    faults: faults.filter(({ name }) => FAULTS.has(name)),
  });
  const record = await run({
    interface: document,
    specDirectory: SPEC,
    url: mock.url,
    key: KEY,
    plan: 'free',
    profile: 'quick',
    seed: 1,
    exhaust: true,
    ownMock: true,
  });
  return recordText(record).replaceAll(`127.0.0.1:${String(mock.port)}`, `127.0.0.1:${PORT}`);
}

/** The record that the samples are made of, as its file has it. */
export function keptSampleRecord(): string {
  return readFileSync(join(samplesFolder, REPORT_FILE_NAMES.record), 'utf8');
}

/** A record and the interface that it is about. Throws where the text is no whole record. */
export async function readSample(
  text: string,
): Promise<{ readonly record: RunRecord; readonly document: Interface }> {
  const parsed = parseRecord(text, REPORT_FILE_NAMES.record);
  if (parsed.kind !== 'record') throw new Error(parsed.problem);
  const { document } = await loadDocument(SPEC, packageRoot());
  return { record: parsed.record, document };
}

/** The samples: a text for each name of a file. */
export async function samples(text: string): Promise<ReadonlyMap<string, string>> {
  const source = { ...(await readSample(text)), recordText: text, recordFile: 'reports/last.ndjson' };
  const rendered = new Map<string, string>();
  for (const format of REPORT_FORMATS) {
    rendered.set(REPORT_FILE_NAMES[format], await renderReport(format, source));
  }
  return rendered;
}
