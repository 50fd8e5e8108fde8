import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { readTestCounts } from './read-test-counts.ts';

const folder = mkdtempSync(join(tmpdir(), 'assay-counts-'));
afterAll(() => rmSync(folder, { recursive: true }));

function fileOf(status: string, statuses: readonly string[]): unknown {
  return { status, assertionResults: statuses.map((each) => ({ status: each })) };
}

describe('readTestCounts()', () => {
  test.each([
    [
      'counts tests of all files',
      { testResults: [fileOf('passed', ['passed', 'passed']), fileOf('failed', ['passed', 'failed'])] },
      3,
      1,
    ],
    [
      'leaves out skipped tests',
      { testResults: [fileOf('passed', ['passed', 'skipped', 'pending', 'todo'])] },
      1,
      0,
    ],
    [
      'counts a file that cannot be loaded',
      { testResults: [fileOf('failed', []), fileOf('passed', ['passed'])] },
      1,
      1,
    ],
    ['takes a report without files for a failure', { testResults: [] }, 0, 1],
    ['takes something else for a failure', { results: [1] }, 0, 1],
    ['takes null for a failure', null, 0, 1],
  ])('%s', (name, report, passed, failed) => {
    const file = join(folder, `${name}.json`);
    writeFileSync(file, JSON.stringify(report));
    expect(readTestCounts(file)).toEqual({ passed, failed });
  });

  test('takes broken JSON for a failure', () => {
    const file = join(folder, 'broken.json');
    writeFileSync(file, '{"testResults": [');
    expect(readTestCounts(file)).toEqual({ passed: 0, failed: 1 });
  });

  test('takes a missing file for a failure', () => {
    expect(readTestCounts(join(folder, 'missing.json'))).toEqual({ passed: 0, failed: 1 });
  });
});
