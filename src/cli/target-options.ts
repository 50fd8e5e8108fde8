import { exampleOption } from './example-option.ts';
import { parseWholeNumber } from './parse-whole-number.ts';
import type { Option } from 'commander';
import { BOUNDS } from '../run/settings.ts';

/** What assay starts to be tested, where no address is given. */
export const OWN_TARGETS = ['mock', 'prism'] as const;
export type OwnTarget = (typeof OWN_TARGETS)[number];

/** Flags that say where the target is and how to reach it, as commander gives them. */
export type TargetFlags = {
  readonly url?: string;
  readonly target?: OwnTarget;
  readonly key?: string;
  readonly keyEnv?: string;
  readonly plan?: string;
  readonly timeout?: number;
  readonly header?: readonly string[];
  readonly insecure?: boolean;
  readonly ca?: string;
};

/** The options of every command that sends requests. */
export function targetOptions(): readonly Option[] {
  return [
    exampleOption({
      flags: '--url <address>',
      text: 'base address of the service; without it assay starts its own mock; also ASSAY_URL',
      example: '--url https://api.example.com/v1',
    }),
    exampleOption({
      flags: '--key <key>',
      text: 'API key; better kept in a variable, see --key-env; also ASSAY_KEY',
      example: '--key "$STAGING_KEY"',
    }).conflicts('keyEnv'),
    exampleOption({
      flags: '--key-env <name>',
      text: 'name of the environment variable (or entry of .env) that holds the key',
      example: '--key-env STAGING_KEY',
    }),
    exampleOption({
      flags: '--plan <name>',
      text: "the key's plan, one of the document's; also ASSAY_PLAN",
      example: '--plan free',
    }),
    exampleOption({
      flags: '--timeout <ms>',
      text: 'wait for one answer, in milliseconds; default 10000',
      example: '--timeout 5000',
      parse: parseWholeNumber({ option: '--timeout', ...BOUNDS.timeoutMs, example: 5000 }),
    }),
    exampleOption({
      flags: '--header <line>',
      text: 'header to send with every request; may be repeated',
      example: "--header 'X-Environment: staging'",
      many: true,
    }),
    exampleOption({
      flags: '--insecure',
      text: 'accept any TLS certificate',
      example: '--insecure',
    }),
    exampleOption({
      flags: '--ca <file>',
      text: 'trust the certificates in this PEM file besides the usual ones',
      example: '--ca staging-ca.pem',
    }),
  ];
}
