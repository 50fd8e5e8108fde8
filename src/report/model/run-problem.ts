import { counted } from '../../system/counted.ts';
import { unlistedCount } from '../../checks/outcome.ts';
import type { RunRecord, Stop } from '../../record/record.ts';
import { cutText } from './excerpt.ts';
import { adviceOn, knownFailures, nameOfKnownFailure } from './known-failures.ts';
import { damageText, type Missing, verdict, type Verdict } from './verdict.ts';

/** Why a run says less than it should. `kind` is a word for programs. */
export type RunProblem = {
  readonly kind:
    | Exclude<Stop['kind'], 'completed' | 'budget'>
    | 'cut-off'
    | 'damaged'
    | 'could-not-tell'
    | 'baseline';
  readonly message: string;
};

const MOST_MISSING = 5;
const MOST_NAMED = 4;
const MOST_REASONS = 2;

/** The reasons of a clause: why each of its checks proved nothing. */
function reasonsOf({ why }: Missing): readonly string[] {
  return why.split('; ').map((reason) => reason.replace(/^[a-z-]+\.[a-z-]+: /, ''));
}

/** One sentence for all clauses: how many and which, and the reasons that most of them have. */
function clausesText(clauses: readonly Missing[]): readonly string[] {
  if (clauses.length === 0) return [];
  const reasons = new Map<string, number>();
  for (const clause of clauses)
    for (const reason of new Set(reasonsOf(clause))) reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  const common = [...reasons].toSorted(([, left], [, right]) => right - left).map(([reason]) => reason);
  const named = clauses.slice(0, MOST_NAMED).map(({ what }) => what);
  const others = clauses.length > MOST_NAMED ? ` and ${String(clauses.length - MOST_NAMED)} more` : '';
  const rest = common.length > MOST_REASONS ? '; and other reasons, below' : '';
  return [
    `${counted(clauses.length, 'clause')} not proven (${named.join(', ')}${others}): ${common.slice(0, MOST_REASONS).join('; ')}${rest}`,
  ];
}

/** Why assay could not tell, a sentence each: what failed in it, what is missing, the first of it, and what to do. */
export function undecidedTexts({ kind, missing, faults, advice }: Verdict): readonly string[] {
  if (kind !== 'could-not-tell') return [];
  const operations = missing.filter((one) => one.kind !== 'clause');
  const more = Math.max(0, operations.length - MOST_MISSING);
  return [
    ...faults
      .slice(0, MOST_MISSING)
      .map(({ part, reason }) => `assay failed in ${part}: ${reason.split('\n', 1).join('')}`),
    ...operations.slice(0, MOST_MISSING).map(({ what, why }) => `${what}: ${why}`),
    ...(more === 0 ? [] : [`and ${counted(more, 'operation')} more`]),
    ...clausesText(missing.filter((one) => one.kind === 'clause')),
    ...(advice === undefined ? [] : [advice]),
  ];
}

function problemOfVerdict(record: RunRecord): RunProblem | undefined {
  const ruling = verdict(record);
  const hasError = record.results.some(({ outcome }) => outcome.kind === 'harness-error');
  const isOfCheck = hasError && (record.footer?.faults ?? []).length === 0;
  if (ruling.exitCode === 2 && !isOfCheck)
    return { kind: 'could-not-tell', message: [ruling.text, ...undecidedTexts(ruling)].join('. ') };
  const stale = knownFailures(record).flatMap((standing) => {
    const advice = adviceOn(record, standing);
    return advice === undefined ? [] : [`${nameOfKnownFailure(standing.entry)} ${advice}`];
  });
  return stale.length === 0 ? undefined : { kind: 'baseline', message: stale.slice(0, 10).join('; ') };
}

/**
 * What kept the run from doing its job, so that no reader takes an empty report for a good one. `undefined` for a run that
 * ended with a verdict on the service, and where a fault of a check says it already.
 */
export function runProblem(record: RunRecord): RunProblem | undefined {
  const stop = record.footer?.stop;
  const damage = damageText(record);
  if (stop === undefined) return { kind: 'cut-off', message: 'the run was cut off before its end' };
  switch (stop.kind) {
    case 'unusable-target':
      return { kind: stop.kind, message: `${stop.reason} ${stop.advice}` };
    case 'harness-error':
      return { kind: stop.kind, message: stop.reason };
    case 'interrupted':
      return { kind: stop.kind, message: 'the run was interrupted' };
    case 'completed':
    case 'budget':
      return damage === undefined
        ? problemOfVerdict(record)
        : { kind: 'damaged', message: `what the run saw is not all here: ${damage}` };
  }
}

const MAX_NOTE = 2_000;

function damageNote(record: RunRecord): string | undefined {
  const damage = damageText(record);
  const told = damage === undefined ? '' : ` ${damage.charAt(0).toUpperCase()}${damage.slice(1)}.`;
  if (record.footer === undefined)
    return `The record is partial: it has no end, as the run was cut off.${told} The report holds what it saw until then.`;
  if (record.partial) return `The record is partial.${told} The report holds what the others say.`;
  return undefined;
}

function sourceText({ header }: RunRecord): string {
  const { kind = 'record', files = [] } = header.source ?? {};
  switch (kind) {
    case 'har':
    case 'record':
      return `It was read from ${files.length > 3 ? `${String(files.length)} files` : files.join(', ')}.`;
    case 'proxy':
      return 'It passed through "assay proxy".';
  }
}

/** What a reader has to know of traffic that assay did not send. */
function trafficNotes(record: RunRecord): readonly string[] {
  const { header, footer, results } = record;
  if (header.source === undefined) return [];
  const own = footer?.traffic === undefined;
  const unlisted = results.reduce((sum, { outcome }) => sum + unlistedCount(outcome), 0);
  const skipped = (footer?.traffic?.skipped ?? [])
    .map(({ reason, count }) => `${String(count)} because ${reason}`)
    .join('; ');
  return [
    own
      ? 'This is a run of assay that was judged again.'
      : `Assay sent none of this traffic. ${sourceText(record)}`,
    ...(skipped === '' ? [] : [`Not judged: ${skipped}.`]),
    ...(unlisted === 0 ? [] : [`${counted(unlisted, 'further violation')} are counted and not listed.`]),
    ...(footer?.traffic?.notes ?? []).map((note) => `Note: ${note}.`),
  ];
}

/**
 * What every report says of a record that is not whole, or of traffic that assay did not send; `undefined` for a whole run
 * of its own.
 */
export function partialNote(record: RunRecord): string | undefined {
  const notes = [damageNote(record), ...trafficNotes(record)].filter((note) => note !== undefined);
  return notes.length === 0 ? undefined : cutText(notes.join(' '), MAX_NOTE);
}
