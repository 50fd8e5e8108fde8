/** The last test file of a run. It ends the record, whatever came of the suite files before it. */
import { test } from 'vitest';
import { currentRun } from './current-run.ts';

const ENDS_WITHIN_MS = 600_000;

test('the record is complete', { timeout: ENDS_WITHIN_MS }, async () => {
  const run = await currentRun();
  await run.finish();
});
