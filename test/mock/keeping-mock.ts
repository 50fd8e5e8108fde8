import { startMock } from '../../src/mock/server/start-mock.ts';
import { loadLibrary } from './load-library.ts';

/** A mock in a process of its own that keeps what is created in the named file, without a limit. Prints its address. */
const limits = new Map([
  ['minute', 1_000_000],
  ['day', 1_000_000],
]);
const mock = await startMock({
  interface: await loadLibrary(),
  keys: [{ key: 'scholar-plan-key', plan: 'scholar', limits }],
  data: process.argv[2] ?? '',
});
process.stdout.write(`${mock.url}\n`);
