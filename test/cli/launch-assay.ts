import { enableCompileCache } from 'node:module';

/** `assay` from its sources, without a build: what `bin/assay.js` does. */
enableCompileCache();
const [{ main }, { processIo }] = await Promise.all([
  import('../../src/cli/main.ts'),
  import('../../src/cli/process-io.ts'),
]);
const code = await main(process.argv.slice(2), processIo());
process.exitCode = code || process.exitCode || 0;
