import type { Command } from 'commander';
import { exampleOption } from './example-option.ts';
import type { JudgeFlags } from './judge-command.ts';
import { trafficOptions } from './traffic-options.ts';

/** What the commands that judge traffic of others do once their arguments are parsed. */
export type TrafficActions = {
  readonly judge: (files: readonly string[], flags: JudgeFlags) => Promise<void>;
};

const JUDGE_EXAMPLES = `
Examples:
  assay judge session.har                             from a browser's developer tools, Playwright or mitmproxy
  assay judge flows.har --url https://api.example.com/v1 --key-env API_KEY
  assay judge reports/last.ndjson                     a run again, by this version of assay

The exit codes are those of "assay test".`;

/** Adds `assay judge`. */
export function addJudge(program: Command, actions: TrafficActions): void {
  const command = program
    .command('judge')
    .description('Judge traffic that is already there: HAR files, or a record.')
    .argument('<files...>', 'HAR files, or a record (example: session.har)')
    .addOption(
      exampleOption({
        flags: '--url <address>',
        text: 'base address of the service: only requests to it count; default: every documented path under the base path of the document',
        example: '--url https://api.example.com/v1',
      }),
    )
    .addOption(
      exampleOption({
        flags: '--complete',
        text: 'nothing was taken out of the files: a request without a credential was sent without one',
        example: '--complete',
      }),
    )
    .addHelpText('after', JUDGE_EXAMPLES)
    .action(async (files: readonly string[]) => actions.judge(files, command.opts<JudgeFlags>()));
  for (const option of trafficOptions()) command.addOption(option);
}
