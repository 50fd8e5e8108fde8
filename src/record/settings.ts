/**
 * What a run may be told, each setting as one row: the flag and help of the command line, the type and check of the library, the
 * record's part and its schema, what the shards of a run share, and what reports say of it.
 */
import { checks } from '../checks/catalogue.ts';
import type { Interface } from '../interface/model.ts';
import { suggestion } from '../system/nearest-name.ts';
import {
  oneWord,
  onOrOff,
  type OptionRow,
  type Parses,
  type Read,
  unusable,
  type Values,
  wholeNumber,
} from '../system/option.ts';
import { allowanceFor } from './allowance.ts';
import type { Baseline } from './baseline.ts';
import type { Profile, Shard } from './record.ts';
import { readBaseUrl, readPlan } from './target-text.ts';

export const PROFILES = ['quick', 'standard', 'thorough'] as const;

/** Which shard of how many, counted from 1. */
export type ShardRequest = { readonly index: number; readonly total: number };

/** What a default may depend on. */
type Surroundings = {
  readonly document: Interface;
  readonly profile: Profile;
  readonly plan: string | undefined;
  readonly newSeed: () => number;
};

/** What code may give, and what the record keeps of it. */
type Kept<Value> = {
  readonly check: (given: unknown, document: Interface) => Read<Value>;
  readonly schema: Values<Value>['schema'];
};

/** A setting: an option whose value the record keeps. */
export type SettingRow = OptionRow & {
  readonly values: Partial<Parses<unknown>> & Kept<unknown>;
  /** The default where the row does not hold it. Missing for both: the record has nothing of it. */
  readonly usual?: (surroundings: Surroundings) => unknown;
  /** How messages and reports call it, where that is not its flag. */
  readonly name?: string;
  /** The record has it only where somebody said it. */
  readonly optional?: true;
  /** Reports say it beside the verdict. */
  readonly headline?: true;
  /** Runs with another value of it may differ for that reason. */
  readonly compared?: true;
  /** A run that is resumed may be told it again; anything else its record says. */
  readonly again?: true;
  /** What stands in a record of traffic that assay did not send. Missing: of traffic that may be told too. */
  readonly foreign?: number | string | false;
};

/** The suites and checks that can be chosen. */
const CHOICES: { readonly suites: readonly string[]; readonly checks: readonly string[] } = {
  suites: [...new Set(checks.map(({ suite }) => suite))],
  checks: checks.map(({ id }) => id),
};

/** Names that a message lists; of more it says where they are listed. */
const LONGEST_ADVICE = 400;
const HIGHEST_SEED = 2 ** 31 - 1;

/** A seed for a run that was given none. `random` gives whole numbers from 0 to below its argument. */
export function newSeed(random: (below: number) => number): number {
  return random(HIGHEST_SEED + 1);
}

/** Reads names of known ones: each once. */
function readNames(given: unknown, known: readonly string[]): Read<readonly string[]> {
  const names: readonly unknown[] | undefined = Array.isArray(given) ? given : undefined;
  if (names === undefined) return unusable(undefined, 'give a list of names');
  const found = names.flatMap((name) => known.find((one) => one === name) ?? []);
  if (found.length === names.length) return { kind: 'value', value: [...new Set(found)] };
  const unknown = String(names.find((name) => !known.some((one) => one === name)));
  const advice = suggestion(unknown, known);
  return unusable(unknown, advice.length > LONGEST_ADVICE ? '"assay list" names them all' : advice);
}

function namesOf(known: readonly string[]): {
  readonly check: (given: unknown) => Read<readonly string[]>;
  readonly schema: Values<unknown>['schema'];
} {
  return {
    check: (given) => readNames(given, known),
    schema: { type: 'array', items: { type: 'string' } },
  };
}

function textThat(read: (text: string, document: Interface) => Read<string>): Kept<string> {
  return {
    check: (given, document) =>
      typeof given === 'string' ? read(given, document) : unusable(undefined, 'give a text'),
    schema: { type: 'string' },
  };
}

function isBaseline(given: unknown): given is Baseline {
  if (typeof given !== 'object' || given === null || !('file' in given) || !('failures' in given))
    return false;
  return typeof given.file === 'string' && Array.isArray(given.failures);
}

const baselineOfFile: Kept<Baseline> = {
  check: (given) =>
    isBaseline(given) ? { kind: 'value', value: given } : unusable(undefined, 'give what readBaseline read'),
  schema: {
    description: 'The known failures that the run was told of, and the file that they are from.',
    type: 'object',
    required: ['file', 'failures'],
    properties: {
      file: { type: 'string' },
      failures: { type: 'array', items: { $ref: '#/$defs/knownFailure' } },
    },
  },
};

/** Which checks a shard has is worked out when all else is settled. */
const partOfRun: Parses<ShardRequest> & Kept<Shard> = {
  parse: (text) => {
    const [, index, total] = (/^(\d{1,3})\/(\d{1,3})$/.exec(text) ?? []).map(Number);
    return index !== undefined && total !== undefined && index >= 1 && index <= total
      ? { kind: 'value', value: { index, total } }
      : unusable(text, 'give which shard of how many, for example --shard 1/3');
  },
  check: () => unusable(undefined, 'it is settled last'),
  schema: {
    description: 'Which part of a run it was, counted from 1, and the checks that it judged.',
    type: 'object',
    required: ['index', 'total', 'checks'],
    properties: {
      index: { type: 'integer', minimum: 1 },
      total: { type: 'integer', minimum: 1 },
      checks: { type: 'array', items: { type: 'string' } },
    },
  },
};

/** Headings of the help. */
export const GROUPS = {
  target: 'Target:',
  choice: 'What is sent and judged:',
  verdict: 'What may be done, and what passes:',
  output: 'Output:',
} as const;

/** In the order of the record. */
export const SETTINGS = {
  url: {
    flags: '--url <address>',
    text: 'base address of the service; without it assay starts its own mock; also ASSAY_URL',
    example: '--url https://api.example.com/v1',
    group: GROUPS.target,
    values: textThat(readBaseUrl),
    name: 'target',
    again: true,
  },
  plan: {
    flags: '--plan <name>',
    text: "the key's plan, one of the document's; also ASSAY_PLAN",
    example: '--plan free',
    group: GROUPS.target,
    values: textThat(readPlan),
    optional: true,
    name: 'plan',
    compared: true,
  },
  profile: {
    flags: '--profile <name>',
    text: 'how much to send: quick (20 requests at most), standard (about 82, at most 140 where a limiter needs it) or thorough (1000)',
    example: '--profile quick',
    group: GROUPS.choice,
    values: oneWord(PROFILES),
    default: 'standard',
    name: 'profile',
    headline: true,
    compared: true,
    foreign: 'standard',
  },
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
  maxRequests: {
    flags: '--max-requests <n>',
    text: 'most requests in all',
    example: '--max-requests 60',
    group: GROUPS.choice,
    values: wholeNumber(1, 1_000_000, { type: 'integer', minimum: 0 }),
    default: { told: 'as the profile says' },
    usual: ({ profile, document, plan }) => allowanceFor(profile, document.rateLimits, plan).total,
    compared: true,
    foreign: 0,
  },
  maxDurationS: {
    flags: '--max-duration <s>',
    text: 'longest run in seconds, pauses included',
    example: '--max-duration 120',
    group: GROUPS.choice,
    values: wholeNumber(1, 86_400, { type: 'number' }),
    default: 300,
    compared: true,
    again: true,
    foreign: 0,
  },
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
  allowWrites: {
    flags: '--allow-writes',
    text: 'send also what could change the credential or the account of the run: passwords, tokens, sessions, logging out',
    example: '--allow-writes',
    group: GROUPS.verdict,
    values: {
      ...onOrOff,
      schema: {
        description: 'What could change the credential or the account of the run was sent as well.',
        type: 'boolean',
      },
    },
    optional: true,
    compared: true,
  },
  strict: {
    flags: '--strict',
    text: 'warnings make the exit code 1',
    example: '--strict',
    group: GROUPS.verdict,
    values: onOrOff,
    usual: () => false,
    compared: true,
  },
  allowIncomplete: {
    flags: '--allow-incomplete',
    text: 'let a run pass that could not show everything in its reach; every report says so, and no fault of assay is excused',
    example: '--allow-incomplete',
    group: GROUPS.verdict,
    values: {
      ...onOrOff,
      schema: { description: 'A run that could not ask everything passes.', type: 'boolean' },
    },
    optional: true,
    headline: true,
    again: true,
  },
  suites: {
    flags: '--suite <name...>',
    text: 'run only these suites; "assay list" names them',
    example: '--suite authentication errors',
    group: GROUPS.choice,
    values: namesOf(CHOICES.suites),
    usual: () => [],
    compared: true,
  },
  checks: {
    flags: '--check <id...>',
    text: 'judge only these checks; "assay list" names them',
    example: '--check errors.shape',
    group: GROUPS.choice,
    values: namesOf(CHOICES.checks),
    usual: () => [],
    compared: true,
  },
  baseline: {
    flags: '--baseline <file>',
    text: 'known failures that are excused, as YAML or JSON: one that passes, or whose day is over, fails the run',
    example: '--baseline known-failures.yaml',
    group: GROUPS.verdict,
    values: baselineOfFile,
    optional: true,
    name: 'baseline',
  },
  shard: {
    flags: '--shard <i/n>',
    text: 'judge one of n even parts of the checks, with a --seed that all parts share; "assay merge" makes one record of them',
    example: '--shard 1/3 --seed 42',
    group: GROUPS.choice,
    values: partOfRun,
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

/** What a caller says of a run; everything but the address has a default. */
export type SettingsRequest = { readonly [Name in Exclude<SettingName, 'shard'>]?: unknown };

export const SETTING_ROWS: readonly (readonly [SettingName, SettingRow])[] = (
  Object.keys(SETTINGS) as SettingName[]
).map((name) => [name, SETTINGS[name]]);

type Foreign = { [Name in SettingName]: Rows[Name] extends { foreign: unknown } ? Name : never }[SettingName];
/** What may be told of traffic that assay did not send. */
export type TrafficSetting = Exclude<SettingName, Foreign | 'allowIncomplete' | 'shard'>;

/** What stands for the other settings in a record of such traffic. */
export const NOT_OF_TRAFFIC = Object.fromEntries(
  SETTING_ROWS.flatMap(([name, { foreign }]) => (foreign === undefined ? [] : [[name, foreign]])),
) as Pick<Settings, Foreign>;
