/** What a mock may be told by a command line and by a program alike, each setting as one row, under its name in `MockOptions`. */
import {
  oneWord,
  type OptionRow,
  type Read,
  someText,
  unusable,
  type Values,
  wholeNumber,
} from '../../system/option.ts';
import { LIMIT_PERS, LIMITER_KINDS } from '../limits/window-counter.ts';
import { latencyBetween, MAX_LATENCY_MS, parseLatency } from './latency.ts';

const ENTRIES_OF = ['all', 'key'] as const;

/** A setting that code may give too. */
type MockSettingRow = OptionRow & {
  readonly values: Pick<Values<unknown>, 'parse' | 'check'>;
  /** A file, which a command line names as seen from where it is given. */
  readonly isPath?: true;
};

/** Two ends of a wait, in ms. */
type Wait = number | readonly [minMs: number, maxMs: number];

/** Headings of the help. */
export const MOCK_GROUPS = {
  place: 'Where it listens:',
  content: 'What it serves:',
  limits: 'Limits, waits and failures:',
  output: 'Files it follows, and output:',
} as const;

function isWait(given: unknown): given is Wait {
  if (typeof given === 'number') return true;
  return Array.isArray(given) && given.length === 2 && given.every((end) => typeof end === 'number');
}

const wait: Pick<Values<Wait>, 'parse' | 'check'> = {
  parse: (text) => {
    const value = parseLatency(text);
    return value === undefined
      ? unusable(text, `give a whole number from 0 to ${String(MAX_LATENCY_MS)}, or two such as 100-800`)
      : { kind: 'value', value: [value.minMs, value.maxMs] };
  },
  check: (given) => {
    if (!isWait(given)) return unusable(String(given), 'give ms, or two ends such as [100, 800]');
    try {
      latencyBetween(given);
      return { kind: 'value', value: given };
    } catch (error) {
      return unusable(String(given), error instanceof Error ? error.message : String(error));
    }
  },
};

function readShare(given: unknown, shown: string): Read<number> {
  return typeof given === 'number' && given >= 0 && given <= 1
    ? { kind: 'value', value: given }
    : unusable(shown, 'give a share from 0 to 1, for example 0.05');
}

const share: Pick<Values<number>, 'parse' | 'check'> = {
  parse: (text) => readShare(/^(\d+(\.\d*)?|\.\d+)$/.test(text) ? Number(text) : undefined, text),
  check: (given) => readShare(given, String(given)),
};

export const MOCK_SETTINGS = {
  /** Default 0: any free one; for the command line 4010. */
  port: {
    flags: '--port <n>',
    text: 'port to listen on, 0 for any free one',
    default: 4010,
    example: '--port 8080',
    group: MOCK_GROUPS.place,
    values: wholeNumber(0, 65_535),
  },
  /** Default `127.0.0.1`. */
  host: {
    flags: '--host <address>',
    text: 'address to listen on, by default for this machine alone',
    default: '127.0.0.1',
    example: '--host 0.0.0.0',
    group: MOCK_GROUPS.place,
    values: someText,
  },
  /** Path of a file that keeps what is created, from one start to the next. */
  data: {
    flags: '--data <file>',
    text: 'keep what is created in this file, and start with what it holds',
    default: { told: 'nothing is kept' },
    example: '--data mock-data.ndjson',
    isPath: true,
    group: MOCK_GROUPS.content,
    values: someText,
  },
  /**
   * Address of a Redis or Valkey server, `redis://host:6379`, through which several mocks share entries, counts and the clock;
   * `?prefix=` keeps groups of mocks apart that have the same document. Not with `data`.
   */
  store: {
    flags: '--store <url>',
    text: 'share entries, counts and the clock with other mocks through this Redis or Valkey',
    default: { told: 'nothing is shared' },
    example: '--store redis://127.0.0.1:6379',
    group: MOCK_GROUPS.content,
    values: someText,
  },
  /** Whose entries are that a key makes: of all keys, or of that one alone. Default `all`. */
  entriesOf: {
    flags: '--entries-of <whom>',
    text: 'whose entries are that a key makes: all (every key sees and changes them), or key (that one alone; there is a second key then)',
    default: 'all',
    example: '--entries-of key',
    group: MOCK_GROUPS.content,
    values: oneWord(ENTRIES_OF),
  },
  /** Path of a scenario: what some requests are answered. Read again when it changes. */
  scenario: {
    flags: '--scenario <file>',
    text: 'answer some requests as this file says: YAML or JSON, a list of {match?, answer, times?}; read again when it changes',
    example: '--scenario outage.yaml',
    isPath: true,
    group: MOCK_GROUPS.content,
    values: someText,
  },
  /** Default `fixed`. */
  limiter: {
    flags: '--limiter <kind>',
    text: 'how windows are counted: fixed (from the first request), aligned, sliding or bucket',
    default: 'fixed',
    example: '--limiter sliding',
    group: MOCK_GROUPS.limits,
    values: oneWord(LIMITER_KINDS),
  },
  /** Who has a count of its own. Default `key`. */
  limitPer: {
    flags: '--limit-per <what>',
    text: 'who has a count of its own: key, or address (all that comes from it, with any key or none)',
    default: 'key',
    example: '--limit-per address',
    group: MOCK_GROUPS.limits,
    values: oneWord(LIMIT_PERS),
  },
  /** So many requests inside one `Retry-After` get the caller banned. Default: never. */
  banAfter: {
    flags: '--ban-after <n>',
    text: 'ban a caller for an hour after so many requests inside one Retry-After',
    default: { told: 'never' },
    example: '--ban-after 10',
    group: MOCK_GROUPS.limits,
    values: wholeNumber(1, 1_000_000),
  },
  /** Wait before every answer, or the two ends between which it is drawn. Default 0. */
  latencyMs: {
    flags: '--latency <ms>',
    text: 'wait before every answer, or two ends between which the wait is drawn',
    default: 0,
    example: '--latency 100-800',
    group: MOCK_GROUPS.limits,
    values: wait,
  },
  /** The share of requests, from 0 to 1, that fail with an error of the server. Default 0. */
  errorRate: {
    flags: '--error-rate <share>',
    text: 'let this share of requests fail with an error of the server, from 0 to 1',
    default: 0,
    example: '--error-rate 0.05',
    group: MOCK_GROUPS.limits,
    values: share,
  },
  /** The same seed draws the same waits and errors. Default 0. */
  randomSeed: {
    flags: '--seed <n>',
    text: 'draw other waits and errors; the same seed draws the same ones',
    default: 0,
    example: '--seed 7',
    group: MOCK_GROUPS.limits,
    values: wholeNumber(0, 999_999_999),
  },
} as const satisfies { readonly [name: string]: MockSettingRow };

type Rows = typeof MOCK_SETTINGS;

/** What a program may give a mock of them. */
export type MockSettings = {
  readonly [Name in keyof Rows]?: Rows[Name]['values'] extends Pick<Values<infer Value>, 'check'>
    ? Value
    : never;
};

export const MOCK_SETTING_ROWS: readonly (readonly [name: string, row: MockSettingRow])[] =
  Object.entries(MOCK_SETTINGS);
