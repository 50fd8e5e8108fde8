import { isBroken, type Outcome } from '../checks/outcome.ts';
import { basePathOf } from '../http/target.ts';
import { clausesOf } from '../interface/clauses.ts';
import type { Interface } from '../interface/model.ts';
import { readExchange } from '../oracle/reading.ts';
import type { CheckResult, RunRecord, RunSettings } from '../record/record.ts';
import type { TrafficSettings } from '../record/settings.ts';
import { selectedChecks, simplestFirst } from '../run/plan.ts';
import {
  capabilitiesOf,
  combineOutcomes,
  judgedParts,
  outcomeOverParts,
  readingsByPart,
} from '../session/judge-run.ts';
import { packageManifest } from '../system/package.ts';

/** Why a check says nothing, as the run itself knew it: its probes were left out, or the target could not be tested. */
function withReason(outcome: Outcome, before: Outcome | undefined, blocked: boolean): Outcome {
  if (blocked && outcome.kind !== 'not-applicable') return before ?? outcome;
  return outcome.kind === 'inconclusive' && before?.kind === 'inconclusive' ? before : outcome;
}

function citedBy(results: readonly CheckResult[]): ReadonlySet<string> {
  return new Set(
    results.flatMap(({ outcome }) => {
      if (isBroken(outcome)) return outcome.violations.flatMap(({ exchanges }) => exchanges);
      return outcome.kind === 'observed' ? outcome.observations.flatMap(({ exchanges }) => exchanges) : [];
    }),
  );
}

/** Whether a setting is told otherwise than by its default. */
function isSaid(value: unknown): boolean {
  return value !== undefined && value !== false && (!Array.isArray(value) || value.length > 0);
}

function isDrawn(probe: string): boolean {
  return probe.startsWith('drawn/');
}

/** What drawn cases broke, as the run itself knew it; `undefined` where they broke nothing. */
function ofDrawnAlone({ exchanges }: RunRecord, outcome: Outcome): Outcome | undefined {
  if (!isBroken(outcome)) return undefined;
  const violations = outcome.violations.filter(({ exchanges: [first = ''] }) =>
    isDrawn(exchanges.get(first)?.probe ?? ''),
  );
  return violations.length === 0 ? undefined : { kind: outcome.kind, violations, evidence: {} };
}

/**
 * Judges a run of assay's own again, from its record alone, with every check of this version: the credentials are known,
 * and nothing is missing. The outcomes are new, and the exchanges that they cite are kept.
 */
export function rejudge(
  record: RunRecord,
  document: Interface,
  options: {
    /** How the record names its file. */
    readonly name: string;
    /** What is told otherwise than the run was. */
    readonly settings: Partial<TrafficSettings>;
  },
): RunRecord {
  const said = Object.entries(options.settings).filter(([, value]) => isSaid(value));
  const settings: RunSettings = { ...record.header.settings, ...Object.fromEntries(said) };
  const basePath = basePathOf(settings.url);
  const contract = { interface: document, basePath };
  // Of drawn cases the record has all, or those that tell something alone: these were judged beside others that nobody has any more.
  const isWhole = (record.footer?.drawn?.forgotten ?? 0) === 0;
  const readings = [...record.exchanges.values()]
    .filter(({ probe }) => isWhole || !isDrawn(probe))
    .map((exchange) => readExchange(contract, exchange));
  const parts = judgedParts(
    contract,
    capabilitiesOf(settings, document),
    readingsByPart(readings, record.header.resumes),
  );
  const found = record.results.flatMap(({ counterexamples }) => counterexamples);
  const blocked = record.footer?.stop.kind === 'unusable-target';
  const results = selectedChecks(settings).map((check): CheckResult => {
    const { id, suite, title, level } = check;
    const before = record.results.find((result) => result.id === id);
    const planned = withReason(outcomeOverParts(parts, check), before?.outcome, blocked);
    const drawn = isWhole || before === undefined ? undefined : ofDrawnAlone(record, before.outcome);
    const outcome = simplestFirst(drawn === undefined ? planned : combineOutcomes(planned, [drawn]), found);
    const proofs = new Set(
      outcome.kind === 'fail' ? outcome.violations.flatMap(({ exchanges }) => exchanges) : [],
    );
    return {
      id,
      suite,
      title,
      level,
      clauses: clausesOf(document, id),
      outcome,
      counterexamples: found.filter(({ exchange }) => proofs.has(exchange)),
    };
  });
  const cited = citedBy(results);
  return {
    ...record,
    header: {
      ...record.header,
      assayVersion: packageManifest().version,
      settings,
      source: { kind: 'record', files: [options.name], exchanges: 'cited' },
    },
    exchanges: new Map([...record.exchanges].filter(([id]) => cited.has(id))),
    results,
  };
}
