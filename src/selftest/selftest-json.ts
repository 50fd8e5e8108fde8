import { percentOf } from './score.ts';
import type { SelftestReport } from './selftest-text.ts';

/** The report of a selftest as JSON; what is unknown is `null`. */
export function selftestJson(report: SelftestReport): string {
  const { title, profile, seed, score, trials, freedoms, inapplicable, requests, seconds } = report;
  const members = {
    interface: title,
    profile,
    seed,
    percent: percentOf(score),
    noticed: score.noticed,
    shown: score.shown,
    requests,
    seconds: Math.round(seconds * 10) / 10,
    clauses: score.clauses.map(({ clause, noticed, shown, survivors, unjudged }) => ({
      id: clause.id,
      section: clause.section,
      text: clause.text,
      noticed,
      shown,
      survivors,
      unjudged: unjudged ?? null,
    })),
    faults: trials.map(({ fault, outcome }) => ({
      name: fault,
      outcome: outcome.kind,
      checks: 'checks' in outcome ? outcome.checks : [],
      reason: 'reason' in outcome ? outcome.reason : null,
    })),
    freedoms: freedoms.map(({ freedom, shown, blaming, failure }) => ({
      name: freedom,
      shown,
      blaming,
      failure: failure ?? null,
    })),
    inapplicable: [...inapplicable].map(([reason, faults]) => ({ reason, faults })),
  };
  return `${JSON.stringify(members, undefined, 2)}\n`;
}
