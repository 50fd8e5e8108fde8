import type { Option } from 'commander';
import { exampleOption } from './example-option.ts';
import type { ReportRequest } from './parse-report-option.ts';
import { specOption } from './shared-options.ts';
import { outputOptions } from './test-flags.ts';

/** The flags of the commands that judge traffic which assay did not send, as commander gives them. */
export type TrafficFlags = {
  readonly url?: string;
  readonly key?: string;
  readonly keyEnv?: string;
  readonly plan?: string;
  readonly spec?: string;
  readonly suite?: readonly string[];
  readonly check?: readonly string[];
  readonly strict?: boolean;
  readonly baseline?: string;
  readonly report?: readonly ReportRequest[];
  readonly out?: string;
  readonly quiet?: boolean;
  readonly verbose?: boolean;
  readonly color: boolean;
};

function knowledgeOptions(): readonly Option[] {
  return [
    exampleOption({
      flags: '--key <key>',
      text: 'a key that is valid: requests with it are judged as such, of others nobody knows; it is never shown; also ASSAY_KEY',
      example: '--key "$STAGING_KEY"',
    }).conflicts('keyEnv'),
    exampleOption({
      flags: '--key-env <name>',
      text: 'name of the environment variable (or entry of .env) that holds that key',
      example: '--key-env STAGING_KEY',
    }),
    exampleOption({
      flags: '--plan <name>',
      text: "that key's plan, one of the document's; also ASSAY_PLAN",
      example: '--plan free',
    }),
  ];
}

function choiceOptions(): readonly Option[] {
  return [
    exampleOption({
      flags: '--suite <name...>',
      text: 'judge only the checks of these suites; "assay list" names them',
      example: '--suite errors',
    }),
    exampleOption({
      flags: '--check <id...>',
      text: 'judge only these checks; "assay list" names them',
      example: '--check errors.shape',
    }),
    exampleOption({
      flags: '--strict',
      text: 'warnings make the exit code 1',
      example: '--strict',
    }),
    exampleOption({
      flags: '--baseline <file>',
      text: 'known failures that are excused, as YAML or JSON',
      example: '--baseline known-failures.yaml',
    }),
  ];
}

/** The options that `assay judge` and `assay proxy` share. */
export function trafficOptions(): readonly Option[] {
  return [...knowledgeOptions(), specOption(), ...choiceOptions(), ...outputOptions()];
}
