import { parseArgs, type ParseArgsConfig } from 'node:util';

/**
 * The options of `assay mock`, as data: the parser and the help read it. They are parsed with what Node brings, since a
 * command that has to listen at once can't wait for a library.
 */
export type MockOption = {
  readonly name: string;
  /** How help names the argument; `undefined` for a switch. */
  readonly argument: string | undefined;
  readonly text: string;
  readonly example: string;
  /** Bounds of a whole number, both included. */
  readonly bounds?: readonly [from: number, to: number];
  readonly many?: true;
};

export const MOCK_OPTIONS: readonly MockOption[] = [
  {
    name: 'spec',
    argument: 'dir',
    text: 'folder (or file) of the interface document; default: the one that assay ships with',
    example: '--spec spec/my-service',
  },
  {
    name: 'port',
    argument: 'n',
    text: 'port to listen on, 0 for any free one; default 4010',
    example: '--port 8080',
    bounds: [0, 65_535],
  },
  {
    name: 'host',
    argument: 'address',
    text: 'address to listen on; default 127.0.0.1, this machine alone',
    example: '--host 0.0.0.0',
  },
  {
    name: 'keys',
    argument: 'file',
    text: 'keys to accept: YAML or JSON, a list of {key, plan, minute?, day?, status?, expires?}; default: one for each plan',
    example: '--keys keys.yaml',
  },
  {
    name: 'plan',
    argument: 'id',
    text: 'a key for this plan alone; may be repeated',
    example: '--plan pro',
    many: true,
  },
  { name: 'empty', argument: undefined, text: 'start without entries', example: '--empty' },
  {
    name: 'seed-data',
    argument: 'file',
    text: 'entries to start with: YAML or JSON, lists by the path of their collection',
    example: '--seed-data entries.yaml',
  },
  {
    name: 'data',
    argument: 'file',
    text: 'keep what is created in this file, and start with what it holds; default: nothing is kept',
    example: '--data mock-data.ndjson',
  },
  {
    name: 'store',
    argument: 'url',
    text: 'share entries, counts and the clock with other mocks through this Redis or Valkey; default: nothing is shared',
    example: '--store redis://127.0.0.1:6379',
  },
  {
    name: 'scenario',
    argument: 'file',
    text: 'answer some requests as this file says: YAML or JSON, a list of {match?, answer, times?}; read again when it changes',
    example: '--scenario outage.yaml',
  },
  {
    name: 'limiter',
    argument: 'kind',
    text: 'how windows are counted: fixed (default; from the first request), aligned, sliding or bucket',
    example: '--limiter sliding',
  },
  {
    name: 'limit-per',
    argument: 'what',
    text: 'who has a count of its own: key (default) or address (all that comes from it, with any key or none)',
    example: '--limit-per address',
  },
  {
    name: 'ban-after',
    argument: 'n',
    text: 'ban a caller for an hour after so many requests inside one Retry-After; default: never',
    example: '--ban-after 10',
    bounds: [1, 1_000_000],
  },
  {
    name: 'latency',
    argument: 'ms',
    text: 'wait before every answer, or two ends between which the wait is drawn; default 0',
    example: '--latency 100-800',
  },
  {
    name: 'error-rate',
    argument: 'share',
    text: 'let this share of requests fail with an error of the server, from 0 to 1; default 0',
    example: '--error-rate 0.05',
  },
  {
    name: 'seed',
    argument: 'n',
    text: 'draw other waits and errors; the same seed draws the same ones; default 0',
    example: '--seed 7',
    bounds: [0, 999_999_999],
  },
  {
    name: 'fault',
    argument: 'name',
    text: 'break the document in this way; may be repeated',
    example: '--fault list-stale',
    many: true,
  },
  {
    name: 'list-faults',
    argument: undefined,
    text: 'print the names that --fault takes, and leave',
    example: '--list-faults',
  },
  {
    name: 'tls',
    argument: undefined,
    text: 'speak HTTPS, with a certificate that assay makes and keeps for the next start',
    example: '--tls',
  },
  {
    name: 'tls-cert',
    argument: 'file',
    text: 'speak HTTPS with this certificate (PEM, with its chain)',
    example: '--tls-cert cert.pem --tls-key key.pem',
  },
  {
    name: 'tls-key',
    argument: 'file',
    text: 'key of that certificate (PEM)',
    example: '--tls-cert cert.pem --tls-key key.pem',
  },
  {
    name: 'no-watch',
    argument: undefined,
    text: 'do not read the document of --spec again when it changes',
    example: '--no-watch',
  },
  {
    name: 'no-control',
    argument: undefined,
    text: 'no console and no control endpoint at /__assay/',
    example: '--no-control',
  },
  {
    name: 'engine',
    argument: 'name',
    text: 'what answers: assay (default), or prism, the plain @stoplight/prism-cli for comparison, which takes only --spec, --port, --host and --quiet',
    example: '--engine prism',
  },
  { name: 'quiet', argument: undefined, text: 'do not print requests', example: '--quiet' },
  { name: 'help', argument: undefined, text: 'print this, and leave', example: '--help' },
];

/** What `assay mock` was told. Values stand under the names of their options, unread but for numbers. */
export type MockArguments = {
  readonly switches: ReadonlySet<string>;
  readonly texts: ReadonlyMap<string, string>;
  readonly numbers: ReadonlyMap<string, number>;
  readonly lists: ReadonlyMap<string, readonly string[]>;
};

export type ParsedArguments =
  | { readonly kind: 'parsed'; readonly arguments: MockArguments }
  /** An option that doesn't exist, without its hyphens. */
  | { readonly kind: 'unknown'; readonly option: string }
  | { readonly kind: 'not-a-number'; readonly option: MockOption; readonly given: string }
  | { readonly kind: 'wrong'; readonly problem: string };

function parserOptions(): NonNullable<ParseArgsConfig['options']> {
  return Object.fromEntries(
    MOCK_OPTIONS.map(({ name, argument, many }) => [
      name,
      {
        type: argument === undefined ? 'boolean' : 'string',
        multiple: many === true,
        ...(name === 'help' ? { short: 'h' } : {}),
      },
    ]),
  );
}

/** Reads a command line without the name of the command. Never throws. */
export function parseMockArguments(argv: readonly string[]): ParsedArguments {
  const switches = new Set<string>();
  const texts = new Map<string, string>();
  const numbers = new Map<string, number>();
  const lists = new Map<string, readonly string[]>();
  const parsed = parseArgs({
    args: [...argv],
    options: parserOptions(),
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  for (const token of parsed.tokens) {
    if (token.kind === 'option-terminator') continue;
    if (token.kind === 'positional')
      return { kind: 'wrong', problem: `cannot use ${JSON.stringify(token.value)}: every option has a name` };
    const option = MOCK_OPTIONS.find(({ name }) => name === token.name);
    if (option === undefined) return { kind: 'unknown', option: token.name };
    const { name, argument, bounds, many } = option;
    if (argument === undefined) {
      if (token.value !== undefined) return { kind: 'wrong', problem: `--${name} takes no value` };
      switches.add(name);
    } else if (token.value === undefined || token.value === '') {
      return { kind: 'wrong', problem: `--${name} needs a value, for example ${option.example}` };
    } else if (bounds !== undefined) {
      const number = /^\d{1,9}$/.test(token.value) ? Number(token.value) : Number.NaN;
      if (!(number >= bounds[0] && number <= bounds[1]))
        return { kind: 'not-a-number', option, given: token.value };
      numbers.set(name, number);
    } else if (many === true) lists.set(name, [...(lists.get(name) ?? []), token.value]);
    else texts.set(name, token.value);
  }
  return { kind: 'parsed', arguments: { switches, texts, numbers, lists } };
}
