/** Runs in front of every suite file: opens the run, and lets suites declare themselves to Vitest. */
import { registerBinder } from '../bind.ts';
import { currentRun } from './current-run.ts';
import { declareSuite } from './declare-suite.ts';

const run = await currentRun();
registerBinder((suite) => declareSuite(run, suite));
