import { readFileSync } from 'node:fs';

export type TestCounts = { readonly passed: number; readonly failed: number };

function listAt(value: unknown, name: string): readonly unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  const list: unknown = new Map<string, unknown>(Object.entries(value)).get(name);
  return Array.isArray(list) ? list : [];
}

function statusOf(value: unknown): string {
  if (typeof value !== 'object' || value === null || !('status' in value)) return '';
  return typeof value.status === 'string' ? value.status : '';
}

/** Tests of one file. A file that fails without a failed test, because it cannot be loaded, counts as one. */
function fileCounts(file: unknown): TestCounts {
  const statuses = listAt(file, 'assertionResults').map(statusOf);
  const failed = statuses.filter((status) => status === 'failed').length;
  const passed = statuses.filter((status) => status === 'passed').length;
  return { passed, failed: failed === 0 && statusOf(file) === 'failed' ? 1 : failed };
}

function parsed(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/** Counts the tests in the JSON report of a test run. No report at all, or one without a test file, is one failure. */
export function readTestCounts(file: string): TestCounts {
  const counts = listAt(parsed(file), 'testResults').map(fileCounts);
  if (counts.length === 0) return { passed: 0, failed: 1 };
  return {
    passed: counts.reduce((sum, { passed }) => sum + passed, 0),
    failed: counts.reduce((sum, { failed }) => sum + failed, 0),
  };
}
