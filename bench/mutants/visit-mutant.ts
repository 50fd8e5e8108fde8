import type { Interface } from '../../src/interface/model.ts';
import { allowanceFor } from '../../src/record/allowance.ts';
import { verdict } from '../../src/report/model/verdict.ts';
import type { FinishedRun } from '../../src/run/open-run.ts';
import { runInProcess } from '../../src/run/run-in-process.ts';
import { REAL_KEY } from '../../test/limiters/real-key.ts';
import { runRequestFor } from '../../test/run/run-request-for.ts';
import { movedClock, newMoves } from './moved-clock.ts';
import type { ServiceThread } from './service-thread.ts';
import type { ServiceOrder } from './service-worker.ts';
import type { MutatedService } from './services.ts';

/** What came of one service: what a standard run said of it, or that there was nothing to run against. */
export type Fate =
  | { readonly kind: 'violation' | 'warning'; readonly checks: readonly string[]; readonly said: string }
  | { readonly kind: 'could-not-tell'; readonly said: string }
  | { readonly kind: 'green' }
  | { readonly kind: 'no-start'; readonly said: string }
  /** It serves nobody: it answers nothing, refuses its key, or has nothing documented at its address. Assay says so. */
  | { readonly kind: 'unusable'; readonly said: string }
  | { readonly kind: 'timeout' };

/** One service with or without a mutant, and how it is looked at. */
export type Visit = {
  readonly service: MutatedService;
  readonly sources: ReadonlyMap<string, string>;
  readonly active: string | undefined;
  readonly document: Interface;
  readonly seed: number;
};

export type Visited = { readonly fate: Fate; readonly reached: ReadonlySet<string> };

const RUN_TIMEOUT_MS = 60_000;
const ANSWER_TIMEOUT_MS = 2_000;
/** A timer never fires at the very millisecond that was asked for. */
const LATE_MS = 7;

async function fateOf(port: number, order: ServiceOrder, { document, seed }: Visit): Promise<Fate> {
  const { nowMs, moveMs } = movedClock(order.moves, order.startedAtMs);
  const aborter = new AbortController();
  const timer = setTimeout(() => aborter.abort(), RUN_TIMEOUT_MS);
  const settings = {
    profile: 'standard',
    seed,
    maxRequests: allowanceFor('standard', document.rateLimits, 'free').total,
    maxDurationS: 400,
    timeoutMs: ANSWER_TIMEOUT_MS,
    exhaust: true,
  } as const;
  const startMs = nowMs();
  let record: FinishedRun;
  try {
    record = await runInProcess(
      runRequestFor({ url: `http://127.0.0.1:${port}/v1`, key: REAL_KEY, recordFile: undefined, settings }),
      document,
      { onEvent: () => undefined, signal: aborter.signal },
      {
        clock: {
          now: () => Math.floor(nowMs()),
          monotonicMs: () => nowMs() - startMs,
          sleep: async (ms) => moveMs(Math.max(0, ms) + LATE_MS),
        },
      },
    );
  } finally {
    clearTimeout(timer);
  }
  const ruling = verdict(record, document);
  const told = (kind: 'fail' | 'warn'): { readonly checks: readonly string[]; readonly said: string } => {
    const broken = record.results.flatMap(({ id, outcome }) =>
      outcome.kind === kind ? [{ id, outcome }] : [],
    );
    const [first] = broken.flatMap(({ outcome }) => outcome.violations);
    return {
      checks: broken.map(({ id }) => id),
      said: `expected ${first?.expected}, actual ${first?.actual}`,
    };
  };
  const servesSomebody = [...record.exchanges.values()].some(
    ({ result }) => result.kind === 'answer' && result.answer.status < 300,
  );
  const { stop } = record.footer;
  switch (ruling.kind) {
    case 'does-not-conform':
      return { kind: 'violation', ...told('fail') };
    case 'could-not-tell': {
      if (!servesSomebody && stop.kind === 'unusable-target') return { kind: 'unusable', said: stop.reason };
      const [missing] = ruling.missing;
      const reason = stop.kind === 'unusable-target' ? stop.reason : `${missing?.what}: ${missing?.why}`;
      return { kind: 'could-not-tell', said: `${ruling.text}: ${reason}` };
    }
    case 'interrupted':
      return { kind: 'timeout' };
    case 'conforms':
      return ruling.warnings > 0 ? { kind: 'warning', ...told('warn') } : { kind: 'green' };
  }
}

/** What a thread is told to start this service, with a clock of its own. */
export function orderFor({
  service: { module, start },
  sources,
  active,
}: Pick<Visit, 'service' | 'sources' | 'active'>): ServiceOrder {
  const startedAtMs = performance.timeOrigin + performance.now();
  return { module, start, sources, active, moves: newMoves(), startedAtMs };
}

/** Starts a service with one mutant and lets a standard run of assay judge it. */
export async function visitMutant(thread: ServiceThread, visit: Visit): Promise<Visited> {
  const order = orderFor(visit);
  const news = await thread.start(order);
  if (news.kind === 'broken') return { fate: { kind: 'no-start', said: news.why }, reached: new Set() };
  const fate = await fateOf(news.port, order, visit);
  return { fate, reached: await thread.end() };
}
