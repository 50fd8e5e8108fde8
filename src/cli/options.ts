/** The options of the commands, as rows; those of traffic, of reports and of the mock are in files of their own. What a run is told has its rows in `SETTINGS`. */
import { LINT_FORMATS } from '../lint/rules.ts';
import { GROUPS, PROFILES, SETTING_ROWS, SETTINGS } from '../record/settings.ts';
import { REPORT_FORMATS } from '../report/formats.ts';
import { type Given, givenName, oneWord, type OptionRows, someText, wholeNumber } from '../system/option.ts';
import { KEYS } from './key-options.ts';
import { SPEC_ROW } from './mock/options.ts';
import { TARGETS } from './targets/options.ts';
import { formatAndFile, reportFormat } from './output/report-outputs.ts';

/** What assay starts to be tested, where no address is given. */
export const OWN_TARGETS = ['mock', 'prism'] as const;
export type OwnTarget = (typeof OWN_TARGETS)[number];

const { target, choice, verdict, output } = GROUPS;

export const COLOUR = {
  color: {
    flags: '--no-color',
    text: 'no colours; NO_COLOR and FORCE_COLOR are respected too',
    example: '--no-color',
    group: output,
  },
} as const satisfies OptionRows;

export const SPEC = {
  spec: { ...SPEC_ROW.spec, group: target },
  overlay: { ...SPEC_ROW.overlay, group: target },
  allowRemoteRefs: { ...SPEC_ROW.allowRemoteRefs, group: target },
} as const satisfies OptionRows;

export const STRICT_DOCUMENT = {
  strictDocument: {
    flags: '--strict-document',
    text: 'refuse a document that is broken anywhere, instead of leaving out what a fault costs',
    example: '--strict-document',
    group: target,
  },
} as const satisfies OptionRows;

/** Where settings are kept. */
export const CONFIG = {
  config: {
    flags: '--config <file>',
    refusal: 'read no configuration',
    text: 'configuration to read (assay.config.ts, .mjs, .js, .yaml or .json)',
    default: { told: 'the one in this folder, or above it in the same repository' },
    example: '--config ci/assay.config.ts',
    group: target,
    values: someText,
  },
} as const satisfies OptionRows;

const NAMED_TARGET = {
  target: {
    flags: '--target <name>',
    text: 'a target of the configuration; or what to start and test in place of an address: mock (as without --url), or prism, the plain @stoplight/prism-cli',
    example: '--target prism',
    group: target,
    values: someText,
  },
} as const satisfies OptionRows;

export const VERBOSE = {
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

export const TLS = {
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
    file: true,
  },
} as const satisfies OptionRows;

/** Where the target is and how to reach it. */
export const TARGET = {
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

export const REPORT = {
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
export const OUTPUT = {
  ...REPORT,
  out: {
    flags: '--out <dir>',
    text: 'directory of runs: reports without a file name and the record go to <time>-<target> in it, and index.html lists all; without it they go to reports',
    example: '--out artifacts',
    group: output,
    file: true,
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
  ...NAMED_TARGET,
  ...SPEC,
  ...STRICT_DOCUMENT,
  ...SETTINGS,
  // Whether there is one of that name is known when the configuration is.
  profile: {
    ...SETTINGS.profile,
    text: `${SETTINGS.profile.text}, or a profile of the configuration`,
    values: someText,
  },
  parameter: {
    flags: '--parameter <name=value>',
    text: 'value that is right at the service for every parameter of this name, such as the account of the key: what can be made inside of what it names is made there; may be repeated',
    example: '--parameter account_id=acme',
    group: target,
    many: true,
  },
  waitForTarget: {
    flags: '--wait-for-target <s>',
    text: 'wait this many seconds at most until the target answers at all',
    example: '--wait-for-target 60',
    group: target,
    values: wholeNumber(1, 3600),
  },
  watch: {
    flags: '--watch',
    text: 'run again when the document, the configuration or the list of known failures changes: what was broken first, a line for each check that changed',
    example: '--watch',
    group: output,
    conflicts: ['resume', 'updateBaseline', 'verbose'],
  },
  exec: {
    flags: '--exec <command>',
    text: 'with --watch: start the service with this command, and again when a file below this folder changes',
    example: "--exec 'npm start' --watch --url http://127.0.0.1:8080",
    group: output,
    values: someText,
  },
  resume: {
    flags: '--resume <record>',
    text: 'go on with a run that was cut off: its settings and what it saw are in the record; --url has to confirm its address',
    example: '--resume reports/runs/20300102T030405Z-0a1b2c3d.ndjson --url https://api.example.com/v1',
    group: choice,
    conflicts: FIXED_BY_RECORD,
  },
  ...TARGETS,
  replayFirst: {
    flags: '--replay-first <path>',
    text: 'send failed cases of earlier runs first: a file as reports/failed-cases.ndjson, which a run that fails writes, or a folder of such files',
    example: '--replay-first reports/failed-cases.ndjson',
    group: choice,
    values: someText,
    file: true,
    conflicts: ['resume'],
  },
  updateBaseline: {
    flags: '--update-baseline',
    text: 'write what fails now to the file of --baseline, and take out what passes',
    example: '--update-baseline --baseline known-failures.yaml',
    group: verdict,
  },
  ...OUTPUT,
  ...CONFIG,
} as const satisfies OptionRows;

export const CONFIG_COMMAND = {
  ...TEST,
  targets: {
    ...TEST.targets,
    refused:
      'it shows the settings of one service; name the file with --config, and the service with --target',
  },
  parallel: { ...TEST.parallel, refused: 'it belongs to --targets' },
  json: {
    flags: '--json',
    text: 'print JSON',
    example: '--json',
    group: output,
  },
} as const satisfies OptionRows;

export const INIT = {
  ci: {
    flags: '--ci <system>',
    text: 'whose workflow to write: github, gitlab or none',
    default: 'github',
    example: '--ci gitlab',
    group: output,
    values: oneWord(['github', 'gitlab', 'none']),
  },
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
  ...CONFIG,
} as const satisfies OptionRows;

export const LIST = {
  suites: { ...SETTINGS.suites, text: 'only these suites', example: '--suite errors' },
  ...COLOUR,
} as const satisfies OptionRows;

export const EXPLAIN = {
  resources: {
    flags: '--resources',
    text: 'show the resources of the document: which operations make, read, change and remove what, and what was guessed',
    example: '--resources',
    group: output,
  },
  ...SPEC,
  ...STRICT_DOCUMENT,
  ...COLOUR,
  ...CONFIG,
} as const satisfies OptionRows;

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
  ...CONFIG,
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
  ...NAMED_TARGET,
  ...CONFIG,
} as const satisfies OptionRows;

/** What a command line gives for them. */
export type TargetFlags = Given<typeof TARGET> & { readonly target?: string; readonly concurrency?: number };
export type TestFlags = Given<typeof TEST>;
export type InitFlags = Given<typeof INIT>;
export type SelftestFlags = Given<typeof SELFTEST>;
export type ListFlags = Given<typeof LIST>;
export type ExplainFlags = Given<typeof EXPLAIN>;
export type LintFlags = Given<typeof LINT>;
export type ReplayFlags = Given<typeof REPLAY>;
