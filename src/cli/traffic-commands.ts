import type { Command } from 'commander';
import { exampleOption } from './example-option.ts';
import type { JudgeFlags } from './judge-command.ts';
import { parseWholeNumber } from './parse-whole-number.ts';
import type { ProxyFlags } from './proxy-command.ts';
import { trafficOptions } from './traffic-options.ts';

/** What the commands that judge traffic of others do once their arguments are parsed. */
export type TrafficActions = {
  readonly judge: (files: readonly string[], flags: JudgeFlags) => Promise<void>;
  readonly proxy: (flags: ProxyFlags) => Promise<void>;
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

const PROXY_EXAMPLES = `
Examples:
  assay proxy --url https://api.example.com/v1        clients use http://127.0.0.1:4020/v1 meanwhile
  assay proxy --url http://127.0.0.1:4010/v1 --port 0 --report html

It judges until Ctrl-C or SIGTERM, then reports. The exit codes are those of "assay test".`;

/** Adds `assay proxy`. */
export function addProxy(program: Command, actions: TrafficActions): void {
  const command = program
    .command('proxy')
    .description('Forward traffic to a service as it is, and judge it as it passes.')
    .addOption(
      exampleOption({
        flags: '--url <address>',
        text: 'base address of the service; also ASSAY_URL',
        example: '--url https://api.example.com/v1',
      }),
    )
    .addOption(
      exampleOption({
        flags: '--port <n>',
        text: 'port to listen on, 0 for a free one; default 4020',
        example: '--port 8080',
        parse: parseWholeNumber({ option: '--port', from: 0, to: 65_535, example: 8080 }),
      }),
    )
    .addOption(
      exampleOption({
        flags: '--host <address>',
        text: 'address to listen on; default 127.0.0.1',
        example: '--host 0.0.0.0',
      }),
    )
    .addOption(
      exampleOption({
        flags: '--origin <address>',
        text: 'origin of pages elsewhere that may read through it; may be repeated',
        example: '--origin https://app.example.com',
        many: true,
      }),
    )
    .addOption(
      exampleOption({
        flags: '--record <file>',
        text: 'write every exchange that is judged to this record, as it passes',
        example: '--record out/session.ndjson',
      }),
    )
    .addOption(
      exampleOption({ flags: '--insecure', text: 'accept any TLS certificate', example: '--insecure' }),
    )
    .addOption(
      exampleOption({
        flags: '--ca <file>',
        text: 'trust the certificates in this PEM file besides the usual ones',
        example: '--ca staging-ca.pem',
      }),
    )
    .addHelpText('after', PROXY_EXAMPLES)
    .action(async () => actions.proxy(command.opts<ProxyFlags>()));
  for (const option of trafficOptions()) command.addOption(option);
}
