import { adviceOn, knownFailures, nameOfKnownFailure, type KnownFailureStanding } from './known-failures.ts';
import { counted } from './run-counts.ts';
import { bounded, prose, type TerminalContext } from './terminal-context.ts';

const MOST = 20;

/** Whether the entry is as it should be, what to do where it is not, and its reason. */
function entryLines(context: TerminalContext, standing: KnownFailureStanding): readonly string[] {
  const { entry, state } = standing;
  const { ink } = context;
  const advice = adviceOn(context.record, standing);
  const until = entry.expires === undefined ? '' : `, until ${entry.expires}`;
  const said = ((): string => {
    switch (state.kind) {
      case 'excuses':
        return `${counted(state.violations, 'violation')}${until}`;
      case 'not-reached':
        return `not shown: ${state.reason}${until}`;
      case 'passes':
      case 'expired':
        return advice ?? '';
    }
  })();
  const mark = advice === undefined ? ink.faint('·') : ink.bad('✖');
  return [
    ...prose(context, `${nameOfKnownFailure(entry)}: ${said}`, { indent: '   ', first: `${mark}  ` }),
    ...prose(context, entry.reason, { indent: '   ', pen: ink.faint }),
  ];
}

/** The known failures of the run's baseline, those that have to be put right first. Without a baseline, nothing. */
export function terminalKnownFailures(context: TerminalContext): readonly string[] {
  const { record, ink } = context;
  const standings = knownFailures(record);
  if (standings.length === 0) return [];
  const isWrong = (standing: KnownFailureStanding): boolean => adviceOn(record, standing) !== undefined;
  const ordered = [...standings.filter((one) => isWrong(one)), ...standings.filter((one) => !isWrong(one))];
  return [
    ink.strong(`Known failures, from ${record.header.settings.baseline?.file ?? ''}`),
    '',
    ...bounded(context, ordered, { most: MOST, indent: '   ', show: (one) => entryLines(context, one) }),
    '',
  ];
}
