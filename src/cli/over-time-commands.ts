import type { Command } from 'commander';
import { REPORT_FORMATS } from '../report/report-formats.ts';
import type { DiffFlags } from './diff-command.ts';
import { exampleOption } from './example-option.ts';
import type { MergeFlags } from './merge-command.ts';
import { parseDiffFormat } from './parse-diff-format.ts';
import { parseReportOption } from './parse-report-option.ts';
import { colourOption, specOption } from './shared-options.ts';

/** What the commands on several records do once their arguments are parsed. */
export type OverTimeActions = {
  readonly diff: (files: readonly [before: string, now: string], flags: DiffFlags) => Promise<void>;
  readonly merge: (files: readonly string[], flags: MergeFlags) => Promise<void>;
};

const DIFF_EXAMPLES = `
Exit codes:
  0  nothing got worse
  1  a clause is newly broken or no longer proven, or something fails that did not
  2  bad option, or no two records of one interface

Examples:
  assay diff last-week.ndjson reports/last.ndjson
  assay diff main.ndjson reports/last.ndjson --format markdown=diff.md --format terminal`;

const MERGE_EXAMPLES = `
The exit code is that of the merged run; 2 also for a shard that is missing, there twice, or of another run.

Examples:
  assay test --shard 1/2 --seed 42 --report record=1.ndjson   (and --shard 2/2, to 2.ndjson)
  assay merge 1.ndjson 2.ndjson --report junit`;

/** `assay diff`. */
export function addDiff(program: Command, actions: OverTimeActions): void {
  const command = program
    .command('diff')
    .description('Say what changed from one run to another; exit code 1 when something got worse.')
    .argument('<old>', 'record of the older run (example: last-week.ndjson)')
    .argument('<new>', 'record of the newer run (example: reports/last.ndjson)')
    .addOption(
      exampleOption({
        flags: '--format <format[=file]>',
        text: 'terminal, markdown, html or json; without a file to standard output; may be repeated',
        example: '--format html=diff.html',
        parse: parseDiffFormat,
        many: true,
      }),
    )
    .addOption(specOption())
    .addOption(colourOption())
    .addHelpText('after', DIFF_EXAMPLES)
    .action(async (before: string, now: string) => actions.diff([before, now], command.opts<DiffFlags>()));
}

/** `assay merge`. */
export function addMerge(program: Command, actions: OverTimeActions): void {
  const command = program
    .command('merge')
    .description('Make one record of the shards of a run, and its reports.')
    .argument('<records...>', 'record of every shard, in any order (example: 1.ndjson)')
    .addOption(
      exampleOption({
        flags: '-o, --output <file>',
        text: 'file of the merged record; default reports/merged.ndjson',
        example: '--output reports/last.ndjson',
      }),
    )
    .addOption(
      exampleOption({
        flags: '--report <format[=file]>',
        text: `write a report: ${REPORT_FORMATS.join(', ')}; "-" stands for standard output; may be repeated`,
        example: '--report junit=out/junit.xml',
        parse: (text) => parseReportOption(text, '--report'),
        many: true,
      }),
    )
    .addOption(
      exampleOption({
        flags: '--out <dir>',
        text: 'directory for reports without a file name; default reports',
        example: '--out artifacts',
      }),
    )
    .addOption(specOption())
    .addOption(
      exampleOption({
        flags: '--verbose',
        text: 'whole lists, all headers and longer bodies in the report',
        example: '--verbose',
      }),
    )
    .addOption(colourOption())
    .addHelpText('after', MERGE_EXAMPLES)
    .action(async (files: readonly string[]) => actions.merge(files, command.opts<MergeFlags>()));
}
