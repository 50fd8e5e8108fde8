import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { REPORT_FILE_NAMES, REPORT_FORMATS } from '../src/report/formats.ts';
import { findingsOf, withFollowing } from '../src/report/model/findings.ts';
import { verdict } from '../src/report/model/verdict.ts';
import { packageRoot } from '../src/system/package.ts';
import { keptSampleRecord, newSampleRecord, readSample, samples, samplesFolder } from './samples.ts';

describe('reports/samples (npm run samples writes it anew)', async () => {
  const now = await samples(keptSampleRecord());

  test('has one report of each format', () => {
    expect(readdirSync(samplesFolder).toSorted()).toEqual(Object.values(REPORT_FILE_NAMES).toSorted());
    expect(now.size).toBe(REPORT_FORMATS.length);
  });

  test.each(Object.values(REPORT_FILE_NAMES))('%s is what is made of the record today', (name) => {
    // A Git that changes line ends on its way out changes them in texts alone.
    const kept = readFileSync(join(samplesFolder, name), 'utf8');
    expect(kept.replaceAll('\r\n', '\n')).toBe(now.get(name)?.replaceAll('\r\n', '\n'));
  });

  test('names no machine', () => {
    for (const text of now.values()) expect(text).not.toContain(packageRoot());
  });
});

/** What a run came to, without what differs from run to run: times, numbers of requests, names of what was created. */
async function cameTo(text: string): Promise<unknown> {
  const { record, document } = await readSample(text);
  const findings = findingsOf(record, document).flatMap(withFollowing);
  return {
    digest: record.header.interface.digest,
    verdict: verdict(record, document).text,
    outcomes: record.results.map(({ id, title, outcome }) => [id, title, outcome.kind]),
    findings: findings.map(({ result, deviation, operations, kind }) => [
      result.id,
      kind,
      deviation,
      operations,
    ]),
  };
}

test('a run comes to the same today as in the samples (npm run samples -- --run makes a new one)', async () => {
  const kept = await cameTo(keptSampleRecord());
  expect(kept).toMatchObject({ verdict: 'does not conform' });
  expect(await cameTo(await newSampleRecord())).toEqual(kept);
});
