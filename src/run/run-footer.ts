import type { JudgedRun } from '../checks/check.ts';
import { basePathOf } from '../http/target.ts';
import type { RecordFooter, ReplayedTally, Stop } from '../record/record.ts';
import { leftoversOf } from '../session/judge-run.ts';
import { changedLeftovers } from '../session/entries/left-changed.ts';
import type { ProbeLedger } from '../session/probe-ledger.ts';
import type { Session } from '../session/session.ts';
import type { Drawing } from './drawn/drawing.ts';
import type { EngineOptions } from './engine-options.ts';
import { coverageOf } from './operation-standings.ts';

/** The end of a record: how the run ended, what it asked for, and what it left. */
export function footerOf(
  { document, settings, clock }: Pick<EngineOptions, 'document' | 'settings' | 'clock'>,
  run: {
    /** Monotonic ms. */
    readonly startedMs: number;
    readonly stop: Stop;
    /** Requests of earlier parts of the run. */
    readonly before: RecordFooter['requests'];
    readonly ledger: ProbeLedger;
    readonly drawing: Drawing | undefined;
    readonly replayed: ReplayedTally | undefined;
    readonly session: Session;
    /** The parts of the run, the latest last. */
    readonly parts: readonly JudgedRun[];
  },
): RecordFooter {
  const { startedMs, stop, before, ledger, drawing, replayed, parts, session } = run;
  const { withKey, withoutKey } = session.budget.spent;
  return {
    type: 'footer',
    stop,
    endedAt: new Date(clock.now()).toISOString(),
    durationMs: Math.round(clock.monotonicMs() - startedMs),
    requests: { withKey: withKey + before.withKey, withoutKey: withoutKey + before.withoutKey },
    leftovers: [
      ...parts.flatMap((part) => leftoversOf(part)),
      ...(drawing?.leftovers ?? []),
      ...changedLeftovers(session),
    ],
    leftOut: ledger.leftOut,
    ...(drawing === undefined ? {} : { drawn: drawing.tally }),
    ...(replayed === undefined ? {} : { replayed }),
    ...(ledger.faults.length === 0 ? {} : { faults: ledger.faults }),
    coverage: coverageOf(
      {
        contract: { interface: document, basePath: basePathOf(settings.url) },
        told: settings,
        unmade: ledger.unmade,
        requestsSpent: ledger.whyRequestsSpent,
      },
      parts.flatMap((part) => part.readings),
    ),
    peakMemoryBytes: process.resourceUsage().maxRSS * 1024,
  };
}
