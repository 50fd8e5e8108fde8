import { command, type CommandOf } from '../command-line.ts';
import type { CliIo } from '../io.ts';
import { MOCK, type MockFlags } from './options.ts';

/** `assay mock`. What runs it comes from outside: the quick start of `mock.ts` has it at hand, the program loads it then. */
export function mockCommandWith(run: (flags: MockFlags, io: CliIo) => Promise<number>): CommandOf {
  return command({
    name: 'mock',
    text: 'Stand in for the service: keys, plans, state, rate limits and errors as the document has them.',
    options: MOCK,
    after: `
What a request may wish for, of what the document has:
  Prefer: code=429            this status (or ?__code=429)
  Prefer: example=empty       the example of this name (or ?__example=empty)
  Prefer: dynamic=true        a random body (or ?__dynamic=true), the same again with seed=7

While it runs, on this machine:
  GET  /__assay/                             a page that shows requests live and changes what is below
  POST /__assay/clock {"advanceMs": 60000}   moves its clock; {"freeze": true} stops it
  POST /__assay/latency {"minMs": 800}       sets the wait before answers
  POST /__assay/faults {"names": ["…"]}      sets the faults
  GET  /__assay/state                        shows the clock, quotas and sizes
  POST /__assay/reset                        takes it back to the start`,
    run: async (flags, _words, io) => run(flags, io),
  });
}
