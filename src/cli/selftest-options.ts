import type { Option } from 'commander';
import type { Profile } from '../run/record.ts';
import { exampleOption } from './example-option.ts';
import { parseWholeNumber } from './parse-whole-number.ts';
import { colourOption, specOption } from './shared-options.ts';
import { parseProfile } from './test-flags.ts';

export type SelftestFlags = {
  readonly spec?: string;
  readonly fault?: readonly string[];
  readonly profile?: Profile;
  readonly seed?: number;
  readonly minScore?: number;
  readonly json?: true;
  readonly verbose?: true;
  readonly color: boolean;
};

export const SELFTEST_EXAMPLES = `
Exit codes:
  0    the suites notice enough of the faults that showed: all, or --min-score percent
  1    they notice fewer
  2    nothing could be said: bad option or document, suites that blame an honest mock, no fault that showed
  130  interrupted

Examples:
  assay selftest                                   the interface that assay ships with
  assay selftest --spec spec/my-service            what assay can judge of yours, before it meets a server
  assay selftest --fault error-wrapped
  assay selftest --fault 'rate-limit*' --profile thorough`;

/** The options of `assay selftest`. */
export function selftestOptions(): readonly Option[] {
  return [
    specOption(),
    exampleOption({
      flags: '--fault <name>',
      text: 'only this fault, or with a star at the end those whose names begin so; may be repeated',
      example: "--fault 'error-*'",
      many: true,
    }),
    exampleOption({
      flags: '--profile <name>',
      text: 'whose requests notice the faults: quick, standard or thorough; default standard',
      example: '--profile quick',
      parse: parseProfile,
    }),
    exampleOption({
      flags: '--seed <n>',
      text: 'seed of everything random in the runs; default 1',
      example: '--seed 42',
      parse: parseWholeNumber({ option: '--seed', from: 0, to: 2_147_483_647, example: 42 }),
    }),
    exampleOption({
      flags: '--min-score <percent>',
      text: 'lowest mutation score that exits with 0; default 100',
      example: '--min-score 95',
      parse: parseWholeNumber({ option: '--min-score', from: 0, to: 100, example: 95 }),
    }),
    exampleOption({ flags: '--json', text: 'print JSON, with every fault and clause', example: '--json' }),
    exampleOption({ flags: '--verbose', text: 'whole lists', example: '--verbose' }),
    colourOption(),
  ];
}
