import type { ClauseDemand, Coverage, OperationStanding, RunRecord } from '../run/record.ts';
import { cutText } from './exchange-excerpt.ts';

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
  switch (outcome?.kind) {
    case undefined:
      return isSelection ? undefined : 'it did not run';
    case 'not-applicable':
    case 'not-testable':
    case 'observed':
    // A violation is told as one, and a fault of assay too.
    case 'fail':
    case 'harness-error':
      return undefined;
    case 'blocked':
    case 'inconclusive':
      return outcome.reason;
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
export function missingOf(record: RunRecord): readonly Missing[] {
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
