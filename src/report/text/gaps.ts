import { counted } from '../../system/counted.ts';
import { gapSize, gapsOf, gapText } from '../model/gaps.ts';
import { clauseStandings } from '../model/standings.ts';
import { bounded, prose, type TerminalContext } from './context.ts';

const MOST_REASONS = 12;

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
  const list = gapsOf(context.record, context.verbose);
  const clauses = clauseGap(context);
  if (list.length === 0 && clauses.length === 0) return [];
  return [
    context.ink.strong('Not tested'),
    '',
    ...bounded(context, list, {
      most: MOST_REASONS,
      indent: '   ',
      show: (gap) => [
        ...prose(context, `${gapSize(gap)}: ${gapText(gap)}`, { indent: '   ' }),
        ...idLines(context, gap.names),
      ],
    }),
    ...clauses,
    '',
  ];
}
