import { main } from '../../src/cli/main.ts';
import { processIo } from '../../src/cli/process-io.ts';

/** `assay` from its sources, without a build: what `bin/assay.js` does. */
process.exitCode = await main(process.argv.slice(2), processIo());
