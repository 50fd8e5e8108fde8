/** The options of every command but the mock's, as rows. What a run is told has its rows in `SETTINGS`. */
import { LINT_FORMATS } from '../lint/rules.ts';
import { MOCK_SETTINGS } from '../mock/server/mock-settings.ts';
import { GROUPS, PROFILES, SETTING_ROWS, SETTINGS } from '../record/settings.ts';
import { DIFF_FORMATS } from '../report/diff/formats.ts';
import { REPORT_FORMATS } from '../report/formats.ts';
import { type Given, givenName, oneWord, type OptionRows, wholeNumber } from '../system/option.ts';
import { KEYS } from './key-options.ts';
import { SPEC_ROW } from './mock/options.ts';
import { formatAndFile, reportFormat } from './output/report-outputs.ts';

/** What assay starts to be tested, where no address is given. */
const OWN_TARGETS = ['mock', 'prism'] as const;
export type OwnTarget = (typeof OWN_TARGETS)[number];

const { target, choice, verdict, output } = GROUPS;

const COLOUR = {
  color: {
    flags: '--no-color',
    text: 'no colours; NO_COLOR and FORCE_COLOR are respected too',
    example: '--no-color',
    group: output,
  },
} as const satisfies OptionRows;

const SPEC = {
  spec: { ...SPEC_ROW.spec, group: target },
  overlay: { ...SPEC_ROW.overlay, group: target },
  allowRemoteRefs: { ...SPEC_ROW.allowRemoteRefs, group: target },
} as const satisfies OptionRows;

const STRICT_DOCUMENT = {
  strictDocument: {
    flags: '--strict-document',
    text: 'refuse a document that is broken anywhere, instead of leaving out what a fault costs',
    example: '--strict-document',
    group: target,
  },
} as const satisfies OptionRows;

const VERBOSE = {
  verbose: {
    flags: '--verbose',
    text: 'whole lists, all headers and longer bodies in the report',
    example: '--verbose',
    group: output,
  },
} as const satisfies OptionRows;

const RECORD = {
  record: {
    flags: '--record <file>',
    text: 'record of the run',
    default: 'reports/last.ndjson',
    example: '--record out/last.ndjson',
    group: choice,
  },
} as const satisfies OptionRows;

const TLS = {
  insecure: {
    flags: '--insecure',
    text: 'accept any TLS certificate',
    example: '--insecure',
    group: target,
  },
  ca: {
    flags: '--ca <file>',
    text: 'trust the certificates in this PEM file besides the usual ones',
    example: '--ca staging-ca.pem',
    group: target,
  },
} as const satisfies OptionRows;

/** Where the target is and how to reach it. */
const TARGET = {
  url: SETTINGS.url,
  ...KEYS,
  plan: SETTINGS.plan,
  timeoutMs: SETTINGS.timeoutMs,
  header: {
    flags: '--header <line>',
    text: 'header to send with every request; may be repeated',
    example: "--header 'X-Environment: staging'",
    group: target,
    many: true,
  },
  ...TLS,
} as const satisfies OptionRows;

const REPORT = {
  report: {
    flags: '--report <format[=file]>',
    text: `write a report: ${REPORT_FORMATS.join(', ')}; "-" stands for standard output; may be repeated`,
    example: '--report junit=out/junit.xml',
    group: output,
    values: reportFormat,
    many: true,
  },
} as const satisfies OptionRows;

/** Where a command reports to, and how much. */
const OUTPUT = {
  ...REPORT,
  out: {
    flags: '--out <dir>',
    text: 'directory of runs: reports without a file name and the record go to <time>-<target> in it, and index.html lists all; without it they go to reports',
    example: '--out artifacts',
    group: output,
  },
  quiet: {
    flags: '--quiet',
    text: 'no progress, and the verdict line alone',
    example: '--quiet',
    group: output,
    conflicts: ['verbose'],
  },
  ...VERBOSE,
  ...COLOUR,
} as const satisfies OptionRows;

/** What a run that is resumed takes from its record. */
const FIXED_BY_RECORD: readonly string[] = [
  ...SETTING_ROWS.flatMap(([, row]) => (row.again === true ? [] : [givenName(row)])),
  'target',
  'updateBaseline',
];

export const TEST = {
  ...TARGET,
  target: {
    flags: '--target <name>',
    text: 'what to start and test in place of an address: mock (as without --url), or prism, the plain @stoplight/prism-cli',
    example: '--target prism',
    group: target,
    values: oneWord(OWN_TARGETS),
    conflicts: ['url', 'key', 'keyEnv', 'otherKey', 'otherKeyEnv'],
  },
  ...SPEC,
  ...STRICT_DOCUMENT,
  ...SETTINGS,
  resume: {
    flags: '--resume <record>',
    text: 'go on with a run that was cut off: its settings and what it saw are in the record; --url has to confirm its address',
    example: '--resume reports/runs/20300102T030405Z-0a1b2c3d.ndjson --url https://api.example.com/v1',
    group: choice,
    conflicts: FIXED_BY_RECORD,
  },
  updateBaseline: {
    flags: '--update-baseline',
    text: 'write what fails now to the file of --baseline, and take out what passes',
    example: '--update-baseline --baseline known-failures.yaml',
    group: verdict,
  },
  ...OUTPUT,
} as const satisfies OptionRows;

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
} as const satisfies OptionRows;

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

export const SELFTEST = {
  ...SPEC,
  ...STRICT_DOCUMENT,
  fault: {
    flags: '--fault <name>',
    text: 'only this fault, or with a star at the end those whose names begin so; may be repeated',
    example: "--fault 'error-*'",
    group: choice,
    many: true,
  },
  include: { ...SETTINGS.include, text: SETTINGS.include.text.replace('ask', 'try') },
  exclude: SETTINGS.exclude,
  profile: {
    ...SETTINGS.profile,
    text: `whose requests notice the faults: ${PROFILES.join(', ')}`,
  },
  seed: { ...SETTINGS.seed, text: 'seed of everything random in the runs', default: 1 },
  minScore: {
    flags: '--min-score <percent>',
    text: 'lowest mutation score that exits with 0',
    default: 100,
    example: '--min-score 95',
    group: verdict,
    values: wholeNumber(0, 100),
  },
  json: {
    flags: '--json',
    text: 'print JSON, with every fault and clause',
    example: '--json',
    group: output,
  },
  verbose: { ...VERBOSE.verbose, text: 'whole lists' },
  ...COLOUR,
} as const satisfies OptionRows;

export const LIST = {
  suites: { ...SETTINGS.suites, text: 'only these suites', example: '--suite errors' },
  ...COLOUR,
} as const satisfies OptionRows;

export const EXPLAIN = { ...SPEC, ...STRICT_DOCUMENT, ...COLOUR } as const satisfies OptionRows;

export const LINT = {
  format: {
    flags: '--format <format[=file]>',
    text: `${LINT_FORMATS.join(', ')}; without a file to standard output; may be repeated`,
    example: '--format sarif=lint.sarif',
    group: output,
    values: formatAndFile(LINT_FORMATS),
    many: true,
  },
  maxWarnings: {
    flags: '--max-warnings <n>',
    text: 'exit with 1 for more warnings than these',
    default: { told: 'any number passes' },
    example: '--max-warnings 0',
    group: verdict,
    values: wholeNumber(0, 1_000_000),
  },
  ignore: {
    flags: '--ignore <rule>',
    text: 'leave out what this rule finds; may be repeated',
    example: '--ignore operations.id',
    group: choice,
    many: true,
  },
  ...SPEC,
  header: TARGET.header,
  ...TLS,
  ...VERBOSE,
  ...COLOUR,
} as const satisfies OptionRows;

export const REPLAY = {
  ...TARGET,
  ...RECORD,
  saveBody: {
    flags: '--save-body <file>',
    text: 'write the body of the recorded request to this file, and send nothing',
    example: '--save-body body.bin',
    group: output,
  },
  script: {
    flags: '--script <file>',
    text: 'write the sequence of requests as a script for a shell with curl to this file, and send nothing',
    example: '--script sequence.sh',
    group: output,
  },
  ...SPEC,
  ...COLOUR,
} as const satisfies OptionRows;

const FORMAT = { flags: '--format <format[=file]>', group: output, many: true } as const;

export const REPORTS = {
  format: {
    ...FORMAT,
    text: `${REPORT_FORMATS.join(', ')}; without a file to standard output; may be repeated`,
    example: '--format junit=out/junit.xml',
    values: reportFormat,
  },
  out: { ...OUTPUT.out, text: 'directory for formats without a file name' },
  ...SPEC,
  ...VERBOSE,
  ...COLOUR,
} as const satisfies OptionRows;

export const DIFF = {
  format: {
    ...FORMAT,
    text: 'terminal, markdown, html or json; without a file to standard output; may be repeated',
    example: '--format html=diff.html',
    values: formatAndFile(DIFF_FORMATS),
  },
  ...SPEC,
  ...COLOUR,
} as const satisfies OptionRows;

export const MERGE = {
  output: {
    flags: '-o, --output <file>',
    text: 'file of the merged record',
    default: 'reports/merged.ndjson',
    example: '--output reports/last.ndjson',
    group: output,
  },
  ...REPORT,
  out: { ...OUTPUT.out, text: 'directory for reports without a file name', default: 'reports' },
  ...SPEC,
  ...VERBOSE,
  ...COLOUR,
} as const satisfies OptionRows;

/** What a command line gives for them. */
export type TargetFlags = Given<typeof TARGET> & { readonly target?: OwnTarget };
export type TestFlags = Given<typeof TEST>;
export type TrafficFlags = Given<typeof TRAFFIC>;
export type JudgeFlags = Given<typeof JUDGE>;
export type ProxyFlags = Given<typeof PROXY>;
export type SelftestFlags = Given<typeof SELFTEST>;
export type ListFlags = Given<typeof LIST>;
export type ExplainFlags = Given<typeof EXPLAIN>;
export type LintFlags = Given<typeof LINT>;
export type ReplayFlags = Given<typeof REPLAY>;
export type ReportFlags = Given<typeof REPORTS>;
export type DiffFlags = Given<typeof DIFF>;
export type MergeFlags = Given<typeof MERGE>;
