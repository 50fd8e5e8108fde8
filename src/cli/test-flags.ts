import type { Option } from 'commander';
import { REPORT_FORMATS } from '../report/report-formats.ts';
import type { Profile } from '../run/record.ts';
import { BOUNDS, PROFILES } from '../run/settings.ts';
import { exampleOption } from './example-option.ts';
import { parseReportOption, type ReportRequest } from './parse-report-option.ts';
import { parseShardOption, type ShardRequest } from './parse-shard-option.ts';
import { parseWholeNumber } from './parse-whole-number.ts';
import { quoted } from './quoted.ts';
import { colourOption, specOption } from './shared-options.ts';
import { suggestion } from '../interface/nearest-name.ts';
import { OWN_TARGETS, type OwnTarget, targetOptions, type TargetFlags } from './target-options.ts';
import { UsageFault } from './usage-fault.ts';

/** The flags of `assay test` as commander gives them: each is well formed, none is compared with a document yet. */
export type TestFlags = TargetFlags & {
  readonly spec?: string;
  readonly suite?: readonly string[];
  readonly check?: readonly string[];
  readonly profile?: Profile;
  readonly seed?: number;
  readonly maxRequests?: number;
  readonly maxDuration?: number;
  /** Neither flag leaves it `undefined`. */
  readonly exhaust?: boolean;
  readonly exclusive?: boolean;
  readonly readOnly?: boolean;
  readonly strict?: boolean;
  readonly allowIncomplete?: boolean;
  readonly baseline?: string;
  readonly updateBaseline?: boolean;
  readonly shard?: ShardRequest;
  readonly resume?: string;
  readonly report?: readonly ReportRequest[];
  readonly out?: string;
  readonly quiet?: boolean;
  readonly verbose?: boolean;
  readonly color: boolean;
};

/** Reads the name of a profile. Throws a `UsageFault` for any other. */
export function parseProfile(text: string): Profile {
  const profile = PROFILES.find((name) => name === text);
  if (profile !== undefined) return profile;
  throw new UsageFault(`cannot use --profile ${quoted(text)}: ${suggestion(text, PROFILES)}`);
}

function parseOwnTarget(text: string): OwnTarget {
  const found = OWN_TARGETS.find((name) => name === text);
  if (found !== undefined) return found;
  throw new UsageFault(`cannot use --target ${quoted(text)}: ${suggestion(text, OWN_TARGETS)}`);
}

function ownTargetOption(): Option {
  return exampleOption({
    flags: '--target <name>',
    text: 'what to start and test in place of an address: mock (as without --url), or prism, the plain @stoplight/prism-cli',
    example: '--target prism',
    parse: parseOwnTarget,
  }).conflicts(['url', 'key', 'keyEnv']);
}

/** What a run that is resumed takes from its record. */
const FIXED_BY_RECORD = [
  'suite',
  'check',
  'profile',
  'seed',
  'maxRequests',
  'shard',
  'plan',
  'target',
  'exhaust',
  'exclusive',
  'readOnly',
  'strict',
  'baseline',
  'updateBaseline',
] as const;

function choiceOptions(): readonly Option[] {
  return [
    exampleOption({
      flags: '--suite <name...>',
      text: 'run only these suites; "assay list" names them',
      example: '--suite authentication errors',
    }),
    exampleOption({
      flags: '--check <id...>',
      text: 'judge only these checks; "assay list" names them',
      example: '--check errors.shape',
    }),
    exampleOption({
      flags: '--profile <name>',
      text: 'how much to send: quick (20 requests at most), standard (about 82, at most 140 where a limiter needs it) or thorough (1000); default standard',
      example: '--profile quick',
      parse: parseProfile,
    }),
    exampleOption({
      flags: '--seed <n>',
      text: 'seed of everything random; default: a new one, which the report prints',
      example: '--seed 42',
      parse: parseWholeNumber({ option: '--seed', ...BOUNDS.seed, example: 42 }),
    }),
    exampleOption({
      flags: '--max-requests <n>',
      text: 'most requests in all; default: as the profile says',
      example: '--max-requests 60',
      parse: parseWholeNumber({ option: '--max-requests', ...BOUNDS.maxRequests, example: 60 }),
    }),
    exampleOption({
      flags: '--max-duration <s>',
      text: 'longest run in seconds, pauses included; default 300',
      example: '--max-duration 120',
      parse: parseWholeNumber({ option: '--max-duration', ...BOUNDS.maxDurationS, example: 120 }),
    }),
    exampleOption({
      flags: '--shard <i/n>',
      text: 'judge one of n even parts of the checks, with a --seed that all parts share; "assay merge" makes one record of them',
      example: '--shard 1/3 --seed 42',
      parse: parseShardOption,
    }),
    exampleOption({
      flags: '--resume <record>',
      text: 'go on with a run that was cut off: its settings and what it saw are in the record; --url has to confirm its address',
      example: '--resume reports/runs/20300102T030405Z-0a1b2c3d.ndjson --url https://api.example.com/v1',
    }).conflicts([...FIXED_BY_RECORD]),
  ];
}

function consentOptions(): readonly Option[] {
  return [
    exampleOption({
      flags: '--exhaust',
      text: 'use the rate limit up on purpose, once; default: only for loopback addresses',
      example: '--exhaust',
    }),
    exampleOption({
      flags: '--no-exhaust',
      text: 'never use the rate limit up on purpose',
      example: '--no-exhaust',
    }),
    exampleOption({
      flags: '--exclusive',
      text: 'nobody else uses the key, and it rested for a window before the run: counters are judged exactly',
      example: '--exclusive',
    }),
    exampleOption({
      flags: '--read-only',
      text: 'send only what should create nothing',
      example: '--read-only',
    }),
    exampleOption({
      flags: '--strict',
      text: 'warnings make the exit code 1',
      example: '--strict',
    }),
    exampleOption({
      flags: '--allow-incomplete',
      text: 'let a run pass that could not show everything in its reach; every report says so, and no fault of assay is excused',
      example: '--allow-incomplete',
    }),
    exampleOption({
      flags: '--baseline <file>',
      text: 'known failures that are excused, as YAML or JSON: one that passes, or whose day is over, fails the run',
      example: '--baseline known-failures.yaml',
    }),
    exampleOption({
      flags: '--update-baseline',
      text: 'write what fails now to the file of --baseline, and take out what passes',
      example: '--update-baseline --baseline known-failures.yaml',
    }),
  ];
}

/** The options of every command that reports: where to, and how much. */
export function outputOptions(): readonly Option[] {
  return [
    exampleOption({
      flags: '--report <format[=file]>',
      text: `write a report: ${REPORT_FORMATS.join(', ')}; "-" stands for standard output; may be repeated`,
      example: '--report junit=out/junit.xml',
      parse: (text) => parseReportOption(text, '--report'),
      many: true,
    }),
    exampleOption({
      flags: '--out <dir>',
      text: 'directory of runs: reports without a file name and the record go to <time>-<target> in it, and index.html lists all; without it they go to reports',
      example: '--out artifacts',
    }),
    exampleOption({
      flags: '--quiet',
      text: 'no progress, and the verdict line alone',
      example: '--quiet',
    }).conflicts('verbose'),
    exampleOption({
      flags: '--verbose',
      text: 'whole lists, all headers and longer bodies in the report',
      example: '--verbose',
    }),
    colourOption(),
  ];
}

/** All options of `assay test`, in the order of its help. */
export function testOptions(): readonly Option[] {
  return [
    ...targetOptions(),
    ownTargetOption(),
    specOption(),
    ...choiceOptions(),
    ...consentOptions(),
    ...outputOptions(),
  ];
}
