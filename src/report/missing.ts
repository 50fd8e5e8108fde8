import type { ClauseDemand, OperationStanding, RunRecord } from '../run/record.ts';
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

function missingOperation({
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

/** Why a check does not prove a clause for an operation, or for any; `undefined` where it does, or is out of reach. */
function gapOf(
  { record, operations, isSelection }: Context,
  { check, operation }: ClauseDemand['checks'][number],
): string | undefined {
  const outcome = record.results.find(({ id }) => id === check)?.outcome;
  switch (outcome?.kind) {
    case undefined:
      return isSelection ? undefined : `${check}: it did not run`;
    case 'not-applicable':
    case 'not-testable':
    case 'observed':
    // A violation is told as one, and a fault of assay too.
    case 'fail':
    case 'harness-error':
      return undefined;
    case 'blocked':
    case 'inconclusive':
      return `${check}: ${outcome.reason}`;
    case 'pass':
    case 'warn': {
      const shown = Object.entries(outcome.evidence).some(
        ([name, count]) => count > 0 && (operation === undefined || name === operation),
      );
      const isWarned = outcome.kind === 'warn' && operation === undefined;
      if (shown || isWarned) return undefined;
      const standing = operation === undefined ? undefined : operations.get(operation);
      if (standing?.outOfReach !== undefined && standing.askedWithoutKey !== true) return undefined;
      return `${check}: no answer of ${standing?.name ?? 'an operation'} shows it`;
    }
  }
}

function missingClause(context: Context, { clause, checks }: ClauseDemand): readonly Missing[] {
  const gaps = checks.flatMap((demand) => gapOf(context, demand) ?? []);
  return gaps.length === 0
    ? []
    : [{ what: clause, kind: 'clause', why: cutText([...new Set(gaps)].join('; '), MOST_WORDS) }];
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
  const { suites, checks, shard } = header.settings;
  const context: Context = {
    record,
    operations: new Map(coverage.operations.map((standing) => [standing.id, standing])),
    isSelection: suites.length > 0 || checks.length > 0 || shard !== undefined,
  };
  return [
    ...coverage.operations.flatMap(missingOperation),
    ...coverage.clauses.flatMap((demand) => missingClause(context, demand)),
  ];
}
