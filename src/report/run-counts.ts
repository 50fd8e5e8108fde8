import type { RunRecord } from '../run/record.ts';
import { headlines } from '../run/setting-facts.ts';
import { findingCounts, findingsText } from './model/finding-words.ts';
import type { Verdict } from './verdict.ts';

/** How much a run sent, and how long it took. A run without an end counts what its record holds. */
export type RunExtent = {
  /** `undefined` where the run has no end that tells it. */
  readonly withKey: number | undefined;
  readonly all: number;
  readonly seconds: number;
};

/** `1 request`, `2 requests`. */
export function counted(count: number, noun: string): string {
  return `${String(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** What `runExtent` counts: requests that assay sent, or exchanges of others that it judged. */
export function extentNoun({ header, footer }: RunRecord): 'request' | 'exchange' {
  return header.source === undefined || footer?.traffic === undefined ? 'request' : 'exchange';
}

/** How a run was made, in a few words: nothing of that is known of traffic that assay did not send. */
export function runFacts({ header, footer }: RunRecord): readonly string[] {
  const { settings, source } = header;
  if (source !== undefined && footer?.traffic !== undefined) return [];
  return headlines(settings);
}

/** Requests and time of a run. */
export function runExtent({ footer, exchanges }: RunRecord): RunExtent {
  const requests = footer?.requests;
  const lastMs = [...exchanges.values()].reduce((last, { endMs }) => Math.max(last, endMs), 0);
  return {
    withKey: requests?.withKey,
    all: requests === undefined ? exchanges.size : requests.withKey + requests.withoutKey,
    seconds: (footer?.durationMs ?? lastMs) / 1000,
  };
}

/** `3 findings in 57 answers`, `1 warning in 2 answers`; `no violation` where there is none. */
export function foundTexts(record: RunRecord, { violations, warnings }: Verdict): readonly string[] {
  const counts = findingCounts(record);
  return [
    violations === 0 ? 'no violation' : findingsText(counts.fail.findings, 'finding', counts.fail.answers),
    ...(warnings === 0 ? [] : [findingsText(counts.warn.findings, 'warning', counts.warn.answers)]),
  ];
}

/** `2 of 2 operations in reach asked (4 documented)`; nothing where nobody counted. */
function operationCounts({ operations }: Verdict): readonly string[] {
  if (operations === undefined || operations.documented === 0) return [];
  const { asked, inReach, documented } = operations;
  return [
    `${String(asked)} of ${counted(inReach, 'operation')} in reach asked (${String(documented)} documented)`,
  ];
}

/** What every report says beside the verdict: `63 of 63 clauses proven, 2 of 2 operations in reach asked (4 documented), no violation, 82 requests in 61.1 s`. */
export function runCounts(record: RunRecord, ruling: Verdict): string {
  const { all, seconds } = runExtent(record);
  return [
    `${String(ruling.proven)} of ${counted(ruling.provable, 'clause')} proven`,
    ...operationCounts(ruling),
    ...foundTexts(record, ruling),
    ...(ruling.excused === 0 ? [] : [`${counted(ruling.excused, 'known failure')} excused`]),
    `${counted(all, extentNoun(record))} in ${seconds.toFixed(1)} s`,
  ].join(', ');
}
