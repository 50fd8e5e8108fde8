/** The options of `assay mock`, as rows. This file loads next to nothing: the mock has to listen at once. */
import { LIMIT_PERS } from '../mock/limit-per.ts';
import { MAX_LATENCY_MS, parseLatency, type Latency } from '../mock/latency.ts';
import { LIMITER_KINDS } from '../mock/window-counter.ts';
import {
  type Given,
  type OptionRows,
  oneWord,
  type Parses,
  someText,
  unusable,
  wholeNumber,
} from '../system/option.ts';

const GROUPS = {
  place: 'Where it listens:',
  content: 'What it serves:',
  limits: 'Limits, waits and failures:',
  output: 'Files it follows, and output:',
} as const;

const latency: Parses<Latency> = {
  parse: (text) => {
    const value = parseLatency(text);
    return value === undefined
      ? unusable(text, `give a whole number from 0 to ${String(MAX_LATENCY_MS)}, or two such as 100-800`)
      : { kind: 'value', value };
  },
};

const share: Parses<number> = {
  parse: (text) => {
    const value = /^(\d+(\.\d*)?|\.\d+)$/.test(text) ? Number(text) : Number.NaN;
    return value >= 0 && value <= 1
      ? { kind: 'value', value }
      : unusable(text, 'give a share from 0 to 1, for example 0.05');
  },
};

/** `--spec`: which interface a command is about. */
export const SPEC_ROW = {
  spec: {
    flags: '--spec <dir>',
    text: 'folder (or file) of the interface document',
    default: { told: 'the one that assay ships with' },
    example: '--spec spec/my-service',
    group: GROUPS.content,
  },
} as const satisfies OptionRows;

export const LISTEN_ROWS = {
  port: {
    flags: '--port <n>',
    text: 'port to listen on, 0 for any free one',
    default: 4010,
    example: '--port 8080',
    group: GROUPS.place,
    values: wholeNumber(0, 65_535),
  },
  host: {
    flags: '--host <address>',
    text: 'address to listen on, by default for this machine alone',
    default: '127.0.0.1',
    example: '--host 0.0.0.0',
    group: GROUPS.place,
    values: someText,
  },
} as const satisfies OptionRows;

export const MOCK = {
  ...SPEC_ROW,
  ...LISTEN_ROWS,
  keys: {
    flags: '--keys <file>',
    text: 'keys to accept: YAML or JSON, a list of {key, plan, minute?, day?, status?, expires?}',
    default: { told: 'one for each plan' },
    example: '--keys keys.yaml',
    group: GROUPS.content,
    values: someText,
  },
  plan: {
    flags: '--plan <id>',
    text: 'a key for this plan alone; may be repeated',
    example: '--plan pro',
    group: GROUPS.content,
    many: true,
  },
  empty: {
    flags: '--empty',
    text: 'start without entries',
    example: '--empty',
    group: GROUPS.content,
  },
  seedData: {
    flags: '--seed-data <file>',
    text: 'entries to start with: YAML or JSON, lists by the path of their collection',
    example: '--seed-data entries.yaml',
    group: GROUPS.content,
    values: someText,
  },
  data: {
    flags: '--data <file>',
    text: 'keep what is created in this file, and start with what it holds',
    default: { told: 'nothing is kept' },
    example: '--data mock-data.ndjson',
    group: GROUPS.content,
    values: someText,
  },
  store: {
    flags: '--store <url>',
    text: 'share entries, counts and the clock with other mocks through this Redis or Valkey',
    default: { told: 'nothing is shared' },
    example: '--store redis://127.0.0.1:6379',
    group: GROUPS.content,
    values: someText,
  },
  scenario: {
    flags: '--scenario <file>',
    text: 'answer some requests as this file says: YAML or JSON, a list of {match?, answer, times?}; read again when it changes',
    example: '--scenario outage.yaml',
    group: GROUPS.content,
    values: someText,
  },
  limiter: {
    flags: '--limiter <kind>',
    text: 'how windows are counted: fixed (from the first request), aligned, sliding or bucket',
    default: 'fixed',
    example: '--limiter sliding',
    group: GROUPS.limits,
    values: oneWord(LIMITER_KINDS),
  },
  limitPer: {
    flags: '--limit-per <what>',
    text: 'who has a count of its own: key, or address (all that comes from it, with any key or none)',
    default: 'key',
    example: '--limit-per address',
    group: GROUPS.limits,
    values: oneWord(LIMIT_PERS),
  },
  banAfter: {
    flags: '--ban-after <n>',
    text: 'ban a caller for an hour after so many requests inside one Retry-After',
    default: { told: 'never' },
    example: '--ban-after 10',
    group: GROUPS.limits,
    values: wholeNumber(1, 1_000_000),
  },
  latency: {
    flags: '--latency <ms>',
    text: 'wait before every answer, or two ends between which the wait is drawn',
    default: 0,
    example: '--latency 100-800',
    group: GROUPS.limits,
    values: latency,
  },
  errorRate: {
    flags: '--error-rate <share>',
    text: 'let this share of requests fail with an error of the server, from 0 to 1',
    default: 0,
    example: '--error-rate 0.05',
    group: GROUPS.limits,
    values: share,
  },
  seed: {
    flags: '--seed <n>',
    text: 'draw other waits and errors; the same seed draws the same ones',
    default: 0,
    example: '--seed 7',
    group: GROUPS.limits,
    values: wholeNumber(0, 999_999_999),
  },
  fault: {
    flags: '--fault <name>',
    text: 'break the document in this way; may be repeated',
    example: '--fault list-stale',
    group: GROUPS.content,
    many: true,
  },
  listFaults: {
    flags: '--list-faults',
    text: 'print the names that --fault takes, and leave',
    example: '--list-faults',
    group: GROUPS.content,
  },
  tls: {
    flags: '--tls',
    text: 'speak HTTPS, with a certificate that assay makes and keeps for the next start',
    example: '--tls',
    group: GROUPS.place,
  },
  tlsCert: {
    flags: '--tls-cert <file>',
    text: 'speak HTTPS with this certificate (PEM, with its chain)',
    example: '--tls-cert cert.pem --tls-key key.pem',
    group: GROUPS.place,
    values: someText,
  },
  tlsKey: {
    flags: '--tls-key <file>',
    text: 'key of that certificate (PEM)',
    example: '--tls-key key.pem --tls-cert cert.pem',
    group: GROUPS.place,
    values: someText,
  },
  watch: {
    flags: '--no-watch',
    text: 'do not read the document of --spec again when it changes',
    example: '--no-watch',
    group: GROUPS.output,
  },
  control: {
    flags: '--no-control',
    text: 'no console and no control endpoint at /__assay/',
    example: '--no-control',
    group: GROUPS.output,
  },
  engine: {
    flags: '--engine <name>',
    text: 'what answers: assay, or prism, the plain @stoplight/prism-cli for comparison, which takes only --spec, --port, --host and --quiet',
    default: 'assay',
    example: '--engine prism',
    group: GROUPS.content,
    values: oneWord(['assay', 'prism']),
  },
  quiet: { flags: '--quiet', text: 'do not print requests', example: '--quiet', group: GROUPS.output },
} as const satisfies OptionRows;

/** What `assay mock` was told. */
export type MockFlags = Given<typeof MOCK>;
