import type { Server } from 'node:http';
import type { Interface } from '../../src/interface/model.ts';
import { allowanceFor } from '../../src/record/allowance.ts';
import { readRecord } from '../../src/record/read.ts';
import type { CheckResult, RecordFooter } from '../../src/record/record.ts';
import { verdict, type Verdict } from '../../src/report/model/verdict.ts';
import { runApart } from '../run/run-apart.ts';
import { runRequestFor } from '../run/run-request-for.ts';
import { listen, type Manners } from './listen.ts';
import { REAL_KEY } from './real-key.ts';
import type { SharedClock } from './shared-clock.ts';

/** What a standard run said of a service, and how it treated it. */
export type Visited = {
  readonly results: readonly CheckResult[];
  readonly footer: RecordFooter;
  readonly verdict: Verdict;
  readonly manners: Manners;
};

/** Node writes the Date of the machine into answers; the limiters ask the `Date` of the test file. */
function tellTheTime(server: Server): Server {
  return server.prependListener('request', (_request, response) => {
    response.setHeader('Date', new Date().toUTCString());
  });
}

/** Runs assay with the Free key against a service; both live by the shared clock, so that nothing waits. */
export async function visitService(
  start: () => Server | Promise<Server>,
  {
    document,
    shared,
    recordFile,
  }: { readonly document: Interface; readonly shared: SharedClock; readonly recordFile: string },
): Promise<Visited> {
  const { clock, leave } = shared.join();
  const server = await listen(tellTheTime(await start()), () => shared.monotonicMs);
  try {
    const settings = {
      profile: 'standard',
      maxRequests: allowanceFor('standard', document.rateLimits, 'free').total,
      maxDurationS: 400,
      timeoutMs: 5_000,
      exhaust: true,
    } as const;
    const { results, footer } = await runApart(
      runRequestFor({ url: server.url, key: REAL_KEY, recordFile, settings }),
      document,
      { onEvent: () => undefined, signal: new AbortController().signal },
      { clock },
    );
    const parsed = await readRecord(recordFile);
    if (parsed.kind === 'no-record') throw new Error(parsed.problem);
    return { results, footer, verdict: verdict(parsed.record, document), manners: server.manners };
  } finally {
    leave();
    await server.close();
  }
}
