import { counted } from '../../system/counted.ts';
import { isSilent } from '../../checks/outcome.ts';
import type { CheckResult } from '../../record/record.ts';
import { gapIn, gapText } from '../model/gaps.ts';
import { clauseStandings } from '../model/standings.ts';
import { bounded, prose, type TerminalContext } from './context.ts';

const MOST_REASONS = 12;

type Gap = { readonly reason: string; readonly ids: readonly string[]; readonly noun: string };

/** Why the check said nothing; `undefined` when it did. */
function reasonOf({ verbose }: TerminalContext, { outcome }: CheckResult): string | undefined {
  const gap = gapIn(outcome);
  if (gap !== undefined) return gapText(gap);
  return verbose && isSilent(outcome) ? `does not apply: ${outcome.reason}` : undefined;
}

function gaps(context: TerminalContext): readonly Gap[] {
  const { record } = context;
  const checks = Object.entries(Object.groupBy(record.results, (result) => reasonOf(context, result) ?? ''))
    .filter(([reason]) => reason !== '')
    .map(([reason, results = []]) => ({ reason, ids: results.map(({ id }) => id), noun: 'check' }));
  const probes = Object.entries(Object.groupBy(record.footer?.leftOut ?? [], ({ reason }) => reason)).map(
    ([reason, list = []]) => ({ reason, ids: list.map(({ probe }) => probe), noun: 'probe' }),
  );
  return [...checks, ...probes].toSorted((a, b) => b.ids.length - a.ids.length);
}

const MOST_IDS = 12;

function idLines(context: TerminalContext, ids: readonly string[]): readonly string[] {
  const shown = context.verbose ? ids : ids.slice(0, MOST_IDS);
  const more =
    ids.length > shown.length ? `, and ${String(ids.length - shown.length)} more (see --verbose)` : '';
  return prose(context, `${shown.join(', ')}${more}`, { indent: '     ', pen: context.ink.faint });
}

function clauseGap(context: TerminalContext): readonly string[] {
  const open = [...clauseStandings(context.record, context.document)]
    .filter(([, standing]) => standing === 'open' || standing === 'partly')
    .map(([id]) => id);
  if (open.length === 0) return [];
  return [
    `   ${context.ink.plain(`${counted(open.length, 'clause')} therefore not proven:`)}`,
    ...idLines(context, open),
  ];
}

/** What was not tested and why, the option that would allow it, and the clauses that are open because of it. */
export function terminalGaps(context: TerminalContext): readonly string[] {
  const list = gaps(context);
  const clauses = clauseGap(context);
  if (list.length === 0 && clauses.length === 0) return [];
  return [
    context.ink.strong('Not tested'),
    '',
    ...bounded(context, list, {
      most: MOST_REASONS,
      indent: '   ',
      show: ({ reason, ids, noun }) => [
        ...prose(context, `${counted(ids.length, noun)}: ${reason}`, { indent: '   ' }),
        ...idLines(context, ids),
      ],
    }),
    ...clauses,
    '',
  ];
}
