/** The options of the commands that judge traffic which assay did not send, or make one of what was judged in parts, as rows. */
import { MOCK_SETTINGS } from '../mock/server/mock-settings.ts';
import { GROUPS, SETTINGS } from '../record/settings.ts';
import { type Given, type OptionRows, wholeNumber } from '../system/option.ts';
import { COLOUR, CONFIG, OUTPUT, REPORT, SPEC, STRICT_DOCUMENT, TARGET, TLS, VERBOSE } from './options.ts';

const { target, output, verdict } = GROUPS;

const ASKS_FOR_NO_TOKEN =
  'the traffic brings its own credentials, and no token is asked for; give those that are valid in it with --auth, for example --auth bearerAuth="$TOKEN"';

/** What the commands share that judge traffic which assay did not send. */
const TRAFFIC = {
  key: {
    ...TARGET.key,
    text: 'a key that is valid: requests with it are judged as such, of others nobody knows; it is never shown; also ASSAY_KEY',
  },
  keyEnv: {
    ...TARGET.keyEnv,
    text: 'name of the environment variable (or entry of .env) that holds that key',
  },
  auth: { ...TARGET.auth, text: 'the same for one scheme; may be repeated; also ASSAY_AUTH_<SCHEME>' },
  oauthClientEnv: { ...TARGET.oauthClientEnv, refused: ASKS_FOR_NO_TOKEN },
  tokenCommand: { ...TARGET.tokenCommand, refused: ASKS_FOR_NO_TOKEN },
  plan: { ...SETTINGS.plan, text: "that key's plan, one of the document's; also ASSAY_PLAN" },
  ...SPEC,
  ...STRICT_DOCUMENT,
  suites: {
    ...SETTINGS.suites,
    text: 'judge only the checks of these suites; "assay list" names them',
    example: '--suite errors',
  },
  checks: SETTINGS.checks,
  include: { ...SETTINGS.include, text: SETTINGS.include.text.replace('ask', 'judge') },
  exclude: SETTINGS.exclude,
  strict: SETTINGS.strict,
  baseline: { ...SETTINGS.baseline, text: 'known failures that are excused, as YAML or JSON' },
  ...OUTPUT,
  ...CONFIG,
} as const satisfies OptionRows;

/** What goes on to be added up says nothing by itself: reports are of the whole. */
const PARTIAL = {
  flags: '--partial <ledger>',
  example: '--partial parts/1.ledger',
  group: output,
  conflicts: ['report', 'out'],
} as const;

export const JUDGE = {
  url: {
    ...SETTINGS.url,
    text: 'base address of the service: only requests to it count',
    default: { told: 'every documented path under the base path of the document' },
  },
  complete: {
    flags: '--complete',
    text: 'nothing was taken out of the files: a request without a credential was sent without one',
    example: '--complete',
    group: target,
  },
  partial: {
    ...PARTIAL,
    text: 'these files are a part of the traffic: write what they come to for "assay merge", and no report; "-" stands for standard output',
  },
  ...TRAFFIC,
} as const satisfies OptionRows;

export const PROXY = {
  url: { ...SETTINGS.url, text: 'base address of the service; also ASSAY_URL' },
  port: { ...MOCK_SETTINGS.port, group: target, default: 4020 },
  host: { ...MOCK_SETTINGS.host, group: target },
  origin: {
    flags: '--origin <address>',
    text: 'origin of pages elsewhere that may read through it; may be repeated',
    example: '--origin https://app.example.com',
    group: target,
    many: true,
  },
  record: {
    flags: '--record <file>',
    text: 'write every exchange that is judged to this record, as it passes',
    example: '--record out/session.ndjson',
    group: output,
  },
  ...TLS,
  ...TRAFFIC,
} as const satisfies OptionRows;

export const MERGE = {
  output: {
    flags: '-o, --output <file>',
    text: 'file of the merged record',
    default: 'reports/merged.ndjson',
    example: '--output reports/last.ndjson',
    group: output,
  },
  partial: {
    ...PARTIAL,
    text: 'these ledgers are a part of the traffic: write one ledger of them, and no report; "-" stands for standard output',
    conflicts: [...PARTIAL.conflicts, 'output'],
  },
  parts: {
    flags: '--parts <n>',
    text: 'how many ledgers "assay judge --partial" wrote in all: where some are missing, nobody can tell',
    default: { told: 'as many as there are' },
    example: '--parts 8',
    group: verdict,
    values: wholeNumber(1, 1_000_000),
  },
  ...REPORT,
  out: { ...OUTPUT.out, text: 'directory for reports without a file name', default: 'reports' },
  ...SPEC,
  ...VERBOSE,
  ...COLOUR,
} as const satisfies OptionRows;

/** What a command line gives for them. */
export type TrafficFlags = Given<typeof TRAFFIC>;
export type JudgeFlags = Given<typeof JUDGE>;
export type ProxyFlags = Given<typeof PROXY>;
export type MergeFlags = Given<typeof MERGE>;
