import { counted } from '../../system/counted.ts';
import {
  isBroken,
  isSilent,
  type Outcome,
  OUTCOME_KINDS,
  unlistedCount,
  type Violation,
} from '../../checks/outcome.ts';
import { hasStatements } from '../../interface/clauses.ts';
import type { Interface } from '../../interface/model.ts';
import type {
  AssayFault,
  ClauseDemand,
  Coverage,
  OperationStanding,
  RunRecord,
  Tally,
} from '../../record/record.ts';
import { onceForEither } from '../../system/once-for.ts';
import { cutText } from './excerpt.ts';
import { adviceOn, knownFailures, unexcused } from './known-failures.ts';
import { clauseStandings } from './standings.ts';

/** What of a record, or of the traffic that it was made of, could not be read, in a few words; `undefined` for nothing. */
export function damageText({ damage, footer, partial }: RunRecord): string | undefined {
  const faults = footer?.traffic?.faults ?? 0;
  if (damage !== undefined) {
    const more = damage.first.length < damage.lines ? ' and more' : '';
    const which = `${damage.lines === 1 ? 'line' : 'lines'} ${damage.first.join(', ')}${more}`;
    return `${counted(damage.lines, 'line')} of the record cannot be read (${which})`;
  }
  if (faults > 0) return `${counted(faults, 'part')} of the traffic cannot be read`;
  return partial && footer !== undefined ? 'lines of the record cannot be read' : undefined;
}

const MOST_WORDS = 600;

/** Something that a run had to show and did not. */
export type Missing = {
  /** An operation's method and path, the id of a clause, or what else it is. */
  readonly what: string;
  readonly kind: 'operation' | 'clause' | 'record';
  readonly why: string;
};

function times(count: number): string {
  return count === 1 ? 'once' : `${String(count)} times`;
}

/** Why an operation in reach was not served and judged, where it was not. */
export function missingOperation({
  name,
  outOfReach,
  asked,
  served,
  judged,
  cut,
}: OperationStanding): readonly Missing[] {
  const missing = (why: string): readonly Missing[] => [{ what: name, kind: 'operation', why }];
  if (outOfReach === undefined && asked === 0) return missing('it was not asked');
  if (outOfReach === undefined && served === 0)
    return missing(`it was asked ${times(asked)} and never answered with its documented success`);
  if (outOfReach === undefined && judged === 0)
    return missing('none of its answers could be judged: they are too long to be read to their end');
  if (cut === 0) return [];
  return missing(`${String(cut)} of its answers could not be judged: too long to be read to the end`);
}

type Context = {
  readonly record: RunRecord;
  readonly operations: ReadonlyMap<string, OperationStanding>;
  /** True when the caller chose among the checks: the others are out of reach. */
  readonly isSelection: boolean;
};

/** A `must` clause in reach that a check has to prove and does not, with the reason. */
export type CheckGap = { readonly clause: string; readonly check: string; readonly why: string };

/** Why a check does not prove a clause for an operation, or for any; `undefined` where it does, or is out of reach. */
function gapOf(
  { record, operations, isSelection }: Context,
  { check, operation }: ClauseDemand['checks'][number],
): string | undefined {
  const outcome = record.results.find(({ id }) => id === check)?.outcome;
  if (outcome === undefined) return isSelection ? undefined : 'it did not run';
  // A fault of assay is told as one, and so is a violation.
  if (isSilent(outcome)) return OUTCOME_KINDS[outcome.kind].lacks === 'a proof' ? outcome.reason : undefined;
  switch (outcome.kind) {
    case 'observed':
    case 'fail':
      return undefined;
    case 'pass':
    case 'warn': {
      const shown = Object.entries(outcome.evidence).some(
        ([name, count]) => count > 0 && (operation === undefined || name === operation),
      );
      const isWarned = outcome.kind === 'warn' && operation === undefined;
      if (shown || isWarned) return undefined;
      const standing = operation === undefined ? undefined : operations.get(operation);
      if (standing?.outOfReach !== undefined && standing.askedWithoutKey !== true) return undefined;
      return `no answer of ${standing?.name ?? 'an operation'} shows it`;
    }
  }
}

function gapsIn(context: Context, { clause, checks }: ClauseDemand): readonly CheckGap[] {
  return checks.flatMap((demand) => {
    const why = gapOf(context, demand);
    return why === undefined ? [] : [{ clause, check: demand.check, why }];
  });
}

function missingClause(context: Context, demand: ClauseDemand): readonly Missing[] {
  const gaps = gapsIn(context, demand).map(({ check, why }) => `${check}: ${why}`);
  return gaps.length === 0
    ? []
    : [{ what: demand.clause, kind: 'clause', why: cutText([...new Set(gaps)].join('; '), MOST_WORDS) }];
}

function contextOf(record: RunRecord, { operations }: Coverage): Context {
  const { suites, checks, shard } = record.header.settings;
  return {
    record,
    operations: new Map(operations.map((standing) => [standing.id, standing])),
    isSelection: suites.length > 0 || checks.length > 0 || shard !== undefined,
  };
}

/** The clauses that `missingOf` tells of, check by check. */
export function checkGaps(record: RunRecord): readonly CheckGap[] {
  const coverage = record.header.source === undefined ? record.footer?.coverage : undefined;
  if (coverage === undefined) return [];
  const context = contextOf(record, coverage);
  return coverage.clauses.flatMap((demand) => gapsIn(context, demand));
}

/**
 * What a run had to show and did not: operations in reach that were not served and judged, `must` clauses in reach that
 * were not proven. Empty for traffic that assay did not send: nobody could ask there.
 */
function missingOf(record: RunRecord): readonly Missing[] {
  const { header, footer } = record;
  if (header.source !== undefined || footer === undefined) return [];
  const { coverage } = footer;
  if (coverage === undefined)
    return [
      {
        what: 'the record',
        kind: 'record',
        why: 'it does not say what was asked: an older version of assay wrote it',
      },
    ];
  const context = contextOf(record, coverage);
  return [
    ...coverage.operations.flatMap(missingOperation),
    ...coverage.clauses.flatMap((demand) => missingClause(context, demand)),
  ];
}

/** What a run came to. Every report says the same, because all of them ask here. */
export type Verdict = {
  readonly kind: 'conforms' | 'does-not-conform' | 'could-not-tell' | 'interrupted';
  /** As in the design: 0 conforms, 1 does not, 2 could not tell, 130 interrupted. */
  readonly exitCode: 0 | 1 | 2 | 130;
  /** A few words; why, where the verdict alone does not say it, and how many known failures it leaves out. */
  readonly text: string;
  /** Checks per outcome. */
  readonly counts: Tally;
  /** Clauses proven, and clauses that some check can prove. */
  readonly proven: number;
  readonly provable: number;
  /** Those that are out of reach too, where the document has no statements but what it says by itself. */
  readonly documentedClauses?: number;
  /** Violations of the document, and warnings, each counted one by one, without those that are excused. */
  readonly violations: number;
  readonly warnings: number;
  /** What would have failed the run and is a known failure: violations, and in a strict run warnings. */
  readonly excused: number;
  /** Operations that were asked, of those that the run had to have served, of those of the document; missing where nobody counted. */
  readonly operations?: OperationCounts;
  /** What the run had to show and did not. A run is green only where there is nothing of it. */
  readonly missing: readonly Missing[];
  /** Parts of assay that failed: probes, checks, the generator. */
  readonly faults: readonly AssayFault[];
  /** What to do, where assay could not tell. */
  readonly advice?: string;
};

export type OperationCounts = {
  readonly asked: number;
  readonly inReach: number;
  readonly documented: number;
};

function tally({ results }: RunRecord): Tally {
  const counts = Object.keys(OUTCOME_KINDS).map((kind) => [
    kind,
    results.filter(({ outcome }) => outcome.kind === kind).length,
  ]);
  return Object.fromEntries(counts) as Tally;
}

type Sum = { readonly counted: number; readonly excused: number };

/** Violations that are counted and not listed, of operations whose listed ones are not all excused. */
function openUnlisted(outcome: Outcome, open: readonly Violation[]): number {
  if (!isBroken(outcome)) return 0;
  return Object.entries(outcome.unlisted ?? {})
    .filter(([name]) => open.some(({ operation }) => (operation ?? '*') === name))
    .reduce((sum, [, count]) => sum + count, 0);
}

function violationsOf(record: RunRecord, kind: 'fail' | 'warn'): Sum {
  const broken = record.results.filter(({ outcome }) => outcome.kind === kind);
  return broken.reduce(
    (sum: Sum, result) => {
      const all = 'violations' in result.outcome ? result.outcome.violations.length : 0;
      const open = unexcused(record, result);
      const unlisted = openUnlisted(result.outcome, open);
      return {
        counted: sum.counted + (all === 0 ? 1 : open.length) + unlisted,
        excused: sum.excused + all - open.length + unlistedCount(result.outcome) - unlisted,
      };
    },
    { counted: 0, excused: 0 },
  );
}

function provedSomething(record: RunRecord): boolean {
  return record.results.some(
    ({ outcome }) => outcome.kind === 'pass' && Object.values(outcome.evidence).some((count) => count > 0),
  );
}

type Ruled = Pick<Verdict, 'violations' | 'warnings' | 'excused' | 'missing' | 'faults'>;
type Ruling = Pick<Verdict, 'kind' | 'exitCode' | 'text' | 'advice'>;
const RUN_AGAIN =
  'see to what is named, and run again; --max-duration and --max-requests give a run more room, and --allow-incomplete lets one pass that could not show everything';
const QUICK_AGAIN =
  'see to what is named, and run again; --profile standard sends more, and does first what has to be done to what requests name, and --allow-incomplete lets a run pass that could not show everything';
const NOTHING_IN_REACH = 'no operation of the document was in reach';
const WHOLE_DOCUMENT = 'see that --spec names the whole document, with its `paths`, and not a part of it';
const REACH =
  'the report names for each operation what keeps it out of reach: a credential (--key, --auth), consent (--allow-writes), a choice (--include, --exclude), or the document';
const OWN_FAULT =
  'this is a fault of assay and says nothing about the service: report it, with the record of the run';

function couldNotTell(why: string, advice: string): Ruling {
  return { kind: 'could-not-tell', exitCode: 2, text: `could not tell: ${why}`, advice };
}

function doesNotConform(why: string): Ruling {
  return { kind: 'does-not-conform', exitCode: 1, text: `does not conform${why}` };
}

function conforms(excused: number, missing: readonly Missing[], allowed: boolean): Ruling {
  const but = excused === 0 ? '' : ` but for ${excused} known failure${excused === 1 ? '' : 's'}`;
  const far = missing.length === 0 ? '' : ' as far as it was shown';
  return {
    kind: 'conforms',
    exitCode: 0,
    text: `conforms${far}${but}${allowed ? ' (--allow-incomplete)' : ''}`,
  };
}

function operationsOf({ footer }: RunRecord): OperationCounts | undefined {
  const operations = footer?.coverage?.operations;
  if (operations === undefined) return undefined;
  const inReach = operations.filter(({ outOfReach }) => outOfReach === undefined);
  return {
    asked: inReach.filter(({ asked }) => asked > 0).length,
    inReach: inReach.length,
    documented: operations.length,
  };
}

/** Why a run without a violation has no verdict, whatever was proven. */
function withoutVerdict(record: RunRecord, { faults }: Ruled): Ruling | undefined {
  const { footer } = record;
  if (footer === undefined) return couldNotTell('the run was cut off before its end', RUN_AGAIN);
  const { stop } = footer;
  if (stop.kind === 'unusable-target')
    return couldNotTell('the target cannot be tested', cutText(stop.advice, MOST_WORDS));
  if (stop.kind === 'harness-error' || faults.length > 0)
    return couldNotTell('assay itself failed', OWN_FAULT);
  const damage = damageText(record);
  if (damage !== undefined) return couldNotTell(damage, RUN_AGAIN);
  const { documented = 0, inReach = 0 } = operationsOf(record) ?? {};
  if (documented > 0 && inReach === 0) return couldNotTell(NOTHING_IN_REACH, REACH);
  if (provedSomething(record)) return undefined;
  const isEmpty = documented === 0 && record.exchanges.size === 0 && record.results.length > 0;
  return isEmpty
    ? couldNotTell('the document describes no operation', WHOLE_DOCUMENT)
    : couldNotTell('nothing was proven', RUN_AGAIN);
}

/**
 * The rule of the exit code, in this one place. An interruption wins over all, then a violation, whatever else happened;
 * then everything that keeps a run from telling. Green is what is left: each operation in reach was served and judged,
 * each `must` clause in reach was proven, no part of assay failed and nothing was cut off. What is out of reach is so by
 * declaration alone. A baseline that has to be put right comes last: it says nothing about the service.
 */
function rule(record: RunRecord, ruled: Ruled): Ruling {
  const { violations, warnings, excused, missing } = ruled;
  const { strict, allowIncomplete = false } = record.header.settings;
  const stop = record.footer?.stop;
  if (stop?.kind === 'interrupted') return { kind: 'interrupted', exitCode: 130, text: 'interrupted' };
  if (violations > 0) return doesNotConform('');
  if (strict && warnings > 0) return doesNotConform(': warnings count (--strict)');
  const without = withoutVerdict(record, ruled);
  if (without !== undefined) return without;
  const isQuick = record.header.settings.profile === 'quick';
  if (missing.length > 0 && !allowIncomplete)
    return couldNotTell('not everything that has to be shown was shown', isQuick ? QUICK_AGAIN : RUN_AGAIN);
  if (knownFailures(record).some((standing) => adviceOn(record, standing) !== undefined))
    return { kind: 'does-not-conform', exitCode: 1, text: 'the baseline of known failures is out of date' };
  return conforms(excused, missing, allowIncomplete);
}

function faultsOf({ results, footer }: RunRecord): readonly AssayFault[] {
  const ofChecks = results.flatMap(({ id, outcome }) =>
    outcome.kind === 'harness-error' ? [{ part: id, reason: outcome.reason }] : [],
  );
  const stop = footer?.stop.kind === 'harness-error' ? [{ part: 'run', reason: footer.stop.reason }] : [];
  return [...stop, ...(footer?.faults ?? []), ...ofChecks].map(({ part, reason }) => ({
    part: cutText(part, MOST_WORDS),
    reason: cutText(reason, MOST_WORDS),
  }));
}

const ruled = onceForEither(ruledOver);

/**
 * Judges a record, once for all reports of it. With its interface, clauses that a check proves for one operation alone are counted exactly;
 * without it, a clause is proven when all of its checks passed. The ruling does not depend on the interface.
 */
export function verdict(record: RunRecord, document?: Interface): Verdict {
  return ruled(record, document);
}

function documentedClauses(document: Interface | undefined): Pick<Verdict, 'documentedClauses'> {
  if (document === undefined || document.clauses.length === 0 || hasStatements(document)) return {};
  return { documentedClauses: document.clauses.filter(({ level }) => level !== 'observe').length };
}

function ruledOver(record: RunRecord, document: Interface | undefined): Verdict {
  const standings = [...clauseStandings(record, document).values()];
  const [failures, warnings] = [violationsOf(record, 'fail'), violationsOf(record, 'warn')];
  const operations = operationsOf(record);
  const facts = {
    violations: failures.counted,
    warnings: warnings.counted,
    excused: failures.excused + (record.header.settings.strict ? warnings.excused : 0),
    missing: missingOf(record),
    faults: faultsOf(record),
  };
  return {
    ...rule(record, facts),
    counts: tally(record),
    proven: standings.filter((standing) => standing === 'proven').length,
    provable: standings.length,
    ...documentedClauses(document),
    ...facts,
    ...(operations === undefined ? {} : { operations }),
  };
}
