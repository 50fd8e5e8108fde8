/** The options that test many services at once. */
import { GROUPS, SETTINGS } from '../../record/settings.ts';
import { givenName, type OptionRow, type OptionRows, someText, wholeNumber } from '../../system/option.ts';
import { KEYS } from '../key-options.ts';

/** What is of one service: given to all, a key would go to strangers. */
const OF_ONE: readonly string[] = Object.values<OptionRow>({ url: SETTINGS.url, ...KEYS }).map((row) =>
  givenName(row),
);
const OF_ONE_RUN: readonly string[] = [
  'target',
  'config',
  'baseline',
  'updateBaseline',
  'shard',
  'resume',
  'watch',
  'exec',
];

export const TARGETS = {
  targets: {
    flags: '--targets <file>',
    text: 'test every service of a table side by side: a file like a configuration, whose targets are the services; --out (default reports/targets) gets a folder for each, and a page over all',
    example: '--targets services.yaml',
    group: GROUPS.target,
    values: someText,
    conflicts: [...OF_ONE, ...OF_ONE_RUN],
  },
  parallel: {
    flags: '--parallel <n>',
    text: 'with --targets: how many services at most are tested at the same time, never two at one origin',
    default: { told: '4' },
    example: '--parallel 16',
    group: GROUPS.target,
    values: wholeNumber(1, 256),
  },
} as const satisfies OptionRows;
