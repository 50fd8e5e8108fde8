/**
 * What a run may be told, each setting as one row: the flag and help of the command line, the type and check of the library, the
 * record's part and its schema, what the shards of a run share, and what reports say of it.
 */
import { CHECK_NAMES } from '../checks/check-names.ts';
import { oneWord, onOrOff, wholeNumber } from '../system/option.ts';
import {
  baselineOfFile,
  filters,
  type Kept,
  namesOf,
  partOfRun,
  type SettingRow,
  type ShardRequest,
  textThat,
} from './setting-row.ts';
import { readBaseUrl, readPlan } from './target-text.ts';

export const PROFILES = ['quick', 'standard', 'thorough', 'deep'] as const;

/** The suites and checks that can be chosen. */
const CHOICES: { readonly suites: readonly string[]; readonly checks: readonly string[] } = {
  suites: [...new Set(CHECK_NAMES.map(({ suite }) => suite))],
  checks: CHECK_NAMES.map(({ id }) => id),
};

const HIGHEST_SEED = 2 ** 31 - 1;

/** A seed for a run that was given none. `random` gives whole numbers from 0 to below its argument. */
export function newSeed(random: (below: number) => number): number {
  return random(HIGHEST_SEED + 1);
}

/** Headings of the help. */
export const GROUPS = {
  target: 'Target:',
  choice: 'What is sent and judged:',
  verdict: 'What may be done, and what passes:',
  output: 'Output:',
} as const;

/** In the order of the record. What stands above a row is what the option of that name is for the library. */
export const SETTINGS = {
  /** Base address of the service, without a trailing slash. */
  url: {
    flags: '--url <address>',
    text: 'base address of the service; without it assay starts its own mock; also ASSAY_URL',
    example: '--url https://api.example.com/v1',
    group: GROUPS.target,
    values: textThat(readBaseUrl),
    variable: 'ASSAY_URL',
    name: 'target',
    again: true,
  },
  /** Id of the key's plan in the document. Default: any of its plans conforms. */
  plan: {
    flags: '--plan <name>',
    text: "the key's plan, one of the document's; also ASSAY_PLAN",
    example: '--plan free',
    group: GROUPS.target,
    values: textThat(readPlan),
    variable: 'ASSAY_PLAN',
    optional: true,
    name: 'plan',
    compared: true,
  },
  /** Default `standard`. */
  profile: {
    flags: '--profile <name>',
    text: 'how much to send: quick (20 requests at most, and one life of an entry), standard (about 82, at most 140 where a limiter needs it), thorough (1000, drawn cases among them) or deep (drawn cases for an hour, a million at most)',
    example: '--profile quick',
    group: GROUPS.choice,
    values: oneWord(PROFILES),
    default: 'standard',
    name: 'profile',
    headline: true,
    compared: true,
    foreign: 'standard',
  },
  /** Default: a random one; the record has it. */
  seed: {
    flags: '--seed <n>',
    text: 'seed of everything random',
    example: '--seed 42',
    group: GROUPS.choice,
    values: wholeNumber(0, HIGHEST_SEED),
    default: { told: 'a new one, which the report prints' },
    usual: (given) => given.newSeed(),
    name: 'seed',
    headline: true,
    foreign: 0,
  },
  /** Default: what the profile allows for the documented limits. */
  maxRequests: {
    flags: '--max-requests <n>',
    text: 'most requests in all',
    example: '--max-requests 60',
    group: GROUPS.choice,
    values: wholeNumber(1, 1_000_000, { type: 'integer', minimum: 0 }),
    default: { told: 'as the profile says' },
    usual: ({ mostRequests }) => mostRequests(),
    compared: true,
    foreign: 0,
  },
  /** Default 300; 3,600 for `deep`. */
  maxDurationS: {
    flags: '--max-duration <s>',
    text: 'longest run in seconds, pauses included',
    example: '--max-duration 120',
    group: GROUPS.choice,
    values: wholeNumber(1, 86_400, { type: 'number' }),
    default: { told: '300; 3600 for deep' },
    usual: ({ profile }) => (profile === 'deep' ? 3_600 : 300),
    compared: true,
    again: true,
    foreign: 0,
  },
  /** Drawn cases that change nothing go out so many side by side, where no rate limit is documented or shows. Default 1. */
  concurrency: {
    flags: '--concurrency <n>',
    text: 'send so many drawn cases side by side that change nothing, where no rate limit is documented or shows; also ASSAY_CONCURRENCY',
    example: '--concurrency 8 --profile deep',
    group: GROUPS.target,
    variable: 'ASSAY_CONCURRENCY',
    values: wholeNumber(1, 64, { type: 'integer', minimum: 1 }),
    default: { told: '1' },
    foreign: null,
    optional: true,
    again: true,
  },
  /** For each request. Default 10,000. */
  timeoutMs: {
    flags: '--timeout <ms>',
    text: 'wait for one answer, in milliseconds',
    example: '--timeout 5000',
    group: GROUPS.target,
    values: wholeNumber(1, 600_000, { type: 'number' }),
    default: 10_000,
    again: true,
    foreign: 0,
  },
  /** Consent to use the rate limit up on purpose. Default: none. */
  exhaust: {
    flags: '--exhaust',
    refusal: 'never use the rate limit up on purpose',
    text: 'use the rate limit up on purpose, once',
    example: '--exhaust',
    group: GROUPS.verdict,
    values: onOrOff,
    default: { told: 'only for loopback addresses' },
    usual: () => false,
    compared: true,
    foreign: false,
  },
  /** Nobody else uses the key meanwhile. Default false. */
  exclusive: {
    flags: '--exclusive',
    text: 'nobody else uses the key, and it rested for a window before the run: counters are judged exactly',
    example: '--exclusive',
    group: GROUPS.verdict,
    values: onOrOff,
    usual: () => false,
    compared: true,
    foreign: false,
  },
  /** Send nothing that should create something. Default false. */
  readOnly: {
    flags: '--read-only',
    text: 'send only what should create nothing',
    example: '--read-only',
    group: GROUPS.verdict,
    values: onOrOff,
    usual: () => false,
    compared: true,
    foreign: false,
  },
  /** Send also what could change the credential or the account of the run, or stop or empty the service, and change what all share. Default false. */
  allowWrites: {
    flags: '--allow-writes',
    text: 'send also what could change the credential or the account of the run (passwords, tokens, sessions, logging out), or stop or empty the service; settings that all share are changed and put back',
    example: '--allow-writes',
    group: GROUPS.verdict,
    values: {
      ...onOrOff,
      schema: {
        description:
          'What could change the credential or the account of the run, or stop or empty the service, was sent as well.',
        type: 'boolean',
      },
    },
    foreign: null,
    optional: true,
    compared: true,
  },
  /** Warnings count as violations in the verdict. Default false. */
  strict: {
    flags: '--strict',
    text: 'warnings make the exit code 1',
    example: '--strict',
    group: GROUPS.verdict,
    values: onOrOff,
    usual: () => false,
    compared: true,
  },
  /** A run passes that could not show everything; no fault of assay is excused. Default false. */
  allowIncomplete: {
    flags: '--allow-incomplete',
    text: 'let a run pass that could not show everything in its reach; every report says so, and no fault of assay is excused',
    example: '--allow-incomplete',
    group: GROUPS.verdict,
    values: {
      ...onOrOff,
      schema: { description: 'A run that could not ask everything passes.', type: 'boolean' },
    },
    foreign: null,
    optional: true,
    headline: true,
    again: true,
  },
  /** Names of suites. Default: every one. */
  suites: {
    flags: '--suite <name...>',
    text: 'run only these suites; "assay list" names them',
    example: '--suite authentication errors',
    group: GROUPS.choice,
    values: namesOf(CHOICES.suites),
    usual: () => [],
    compared: true,
  },
  /** Ids of checks. Default: every one. */
  checks: {
    flags: '--check <id...>',
    text: 'judge only these checks; "assay list" names them',
    example: '--check errors.shape',
    group: GROUPS.choice,
    values: namesOf(CHOICES.checks),
    usual: () => [],
    compared: true,
  },
  /** Operations to ask, as `--include` names them. Default: every one. */
  include: {
    flags: '--include <operation>',
    text: 'ask only these operations: an id, a path, a method, both ("GET /things/*") or a tag; may be repeated',
    example: "--include 'GET /things/**'",
    group: GROUPS.choice,
    values: filters,
    many: true,
    optional: true,
    headline: true,
    compared: true,
  },
  /** Operations to leave out, named in the same way. Default: none. */
  exclude: {
    flags: '--exclude <operation>',
    text: 'leave out these operations, named as for --include; may be repeated',
    example: '--exclude DELETE --exclude tag:admin',
    group: GROUPS.choice,
    values: filters,
    many: true,
    optional: true,
    headline: true,
    compared: true,
  },
  /** Failures that the verdict excuses. Default: none. */
  baseline: {
    flags: '--baseline <file>',
    text: 'known failures that are excused, as YAML or JSON: one that passes, or whose day is over, fails the run',
    example: '--baseline known-failures.yaml',
    group: GROUPS.verdict,
    values: baselineOfFile,
    file: true,
    optional: true,
    name: 'baseline',
  },
  /** What all users of the service share, as `--include` names operations: what another one does with it is no finding. Default: nothing. */
  shared: {
    flags: '--shared <operation>',
    text: 'what all users of the service share, named as for --include: with --other-key what another user does there is no finding; may be repeated',
    example: "--shared 'GET /posts/**'",
    group: GROUPS.verdict,
    values: filters,
    foreign: null,
    many: true,
    optional: true,
    headline: true,
    compared: true,
  },
  /** Which part of the run this is, counted from 1. All parts need the same seed. Default: the whole. */
  shard: {
    flags: '--shard <i/n>',
    text: 'judge one of n even parts of the checks, with a --seed that all parts share; "assay merge" makes one record of them; auto takes it from CI_NODE_INDEX and CI_NODE_TOTAL, or from JOB_COMPLETION_INDEX (from 0) and JOB_COMPLETION_COUNT',
    example: '--shard 1/3 --seed 42',
    group: GROUPS.choice,
    values: partOfRun,
    foreign: null,
    optional: true,
    name: 'number of shards',
  },
} as const satisfies { readonly [name: string]: SettingRow };

type Rows = typeof SETTINGS;
/** Everything that a run may be told. */
export type SettingName = keyof Rows;
type Optional = { [Name in SettingName]: Rows[Name] extends { optional: true } ? Name : never }[SettingName];
type ValueOf<Name extends SettingName> = Rows[Name]['values'] extends Kept<infer Value> ? Value : never;

/** What a run was told, as its record has it. */
export type Settings = {
  readonly [Name in Exclude<SettingName, Optional>]: ValueOf<Name>;
} & { readonly [Name in Optional]?: ValueOf<Name> | undefined };

/** What code says of a run; everything but the address has a default. */
export type SettingOptions = {
  readonly [Name in keyof Rows as Name extends 'url' ? Name : never]: ValueOf<Name>;
} & {
  readonly [Name in keyof Rows as Name extends 'url' ? never : Name]?:
    | (Name extends 'shard' ? ShardRequest : ValueOf<Name>)
    | undefined;
};

/** What somebody says of a run, unchecked. */
export type SettingsRequest = { readonly [Name in Exclude<SettingName, 'shard'>]?: unknown };

export const SETTING_ROWS: readonly (readonly [SettingName, SettingRow])[] = (
  Object.keys(SETTINGS) as SettingName[]
).map((name) => [name, SETTINGS[name]]);

type Foreign = { [Name in SettingName]: Rows[Name] extends { foreign: unknown } ? Name : never }[SettingName];
/** What may be told of traffic that assay did not send, besides the address of its service. */
export type TrafficSettings = Omit<Settings, Foreign | 'url'>;

/** Names of all that may be told of such traffic. */
export const TRAFFIC_SETTINGS: readonly SettingName[] = SETTING_ROWS.flatMap(([name, { foreign }]) =>
  foreign === undefined && name !== 'url' ? [name] : [],
);

/** The part of some settings that may be told of such traffic. */
export function trafficSettings(settings: TrafficSettings): TrafficSettings {
  const told = Object.entries(settings).filter(([name]) => TRAFFIC_SETTINGS.some((one) => one === name));
  return Object.fromEntries(told) as TrafficSettings;
}

/** What stands for the other settings in a record of such traffic. */
export const NOT_OF_TRAFFIC = Object.fromEntries(
  SETTING_ROWS.flatMap(([name, { foreign }]) =>
    foreign === undefined || foreign === null ? [] : [[name, foreign]],
  ),
) as Omit<Pick<Settings, Foreign>, Optional>;
