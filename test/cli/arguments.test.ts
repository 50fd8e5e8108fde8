import { CommanderError } from 'commander';
import { describe, expect, test } from 'vitest';
import { usageText } from '../../src/cli/command-line.ts';
import { createProgram } from '../../src/cli/main.ts';
import { UsageFault } from '../../src/cli/usage-fault.ts';
import { REPORT_FORMATS } from '../../src/report/formats.ts';

type Parsed = { readonly command: string; readonly values: readonly unknown[] } | { readonly error: string };

/** What a command line becomes: the command with its flags, or the one line that the user sees. */
async function parse(argv: readonly string[]): Promise<Parsed> {
  let parsed: Parsed = { error: 'no command ran' };
  const program = createProgram(({ name, flags, words }) => {
    parsed = { command: name, values: [...words, flags] };
    return Promise.resolve();
  });
  for (const each of program.commands) each.exitOverride().configureOutput({ writeErr: () => undefined });
  try {
    await program.parseAsync([...argv], { from: 'user' });
    return parsed;
  } catch (error) {
    if (error instanceof CommanderError) return { error: usageText(error, argv, program) };
    if (error instanceof UsageFault) return { error: error.message };
    throw error;
  }
}

const color = true;

describe('the command line', () => {
  test.each<readonly [string, string, unknown]>([
    ['nothing but the command', 'test', { color }],
    ['an address', 'test --url https://h/v1', { color, url: 'https://h/v1' }],
    ['a key', 'test --key k', { color, key: 'k' }],
    ['a key that looks like an option', 'test --key=-k', { color, key: '-k' }],
    ['a key variable', 'test --key-env K', { color, keyEnv: 'K' }],
    ['suites after one another', 'test --suite a b --plan free', { color, suite: ['a', 'b'], plan: 'free' }],
    ['suites repeated', 'test --suite a --suite b', { color, suite: ['a', 'b'] }],
    ['checks', 'test --check a.b c.d', { color, check: ['a.b', 'c.d'] }],
    ['a profile', 'test --profile quick', { color, profile: 'quick' }],
    [
      'numbers',
      'test --seed 0 --max-requests 1 --max-duration 86400 --timeout 5',
      { color, seed: 0, maxRequests: 1, maxDuration: 86_400, timeout: 5 },
    ],
    ['headers', 'test --header A:1 --header B:2', { color, header: ['A:1', 'B:2'] }],
    ['consent', 'test --exhaust', { color, exhaust: true }],
    ['refusal', 'test --no-exhaust', { color, exhaust: false }],
    [
      'promises',
      'test --exclusive --read-only --strict',
      { color, exclusive: true, readOnly: true, strict: true },
    ],
    [
      'reports',
      'test --report junit=a=b.xml --report json --report record=-',
      {
        color,
        report: [
          { format: 'junit', file: 'a=b.xml' },
          { format: 'json', file: undefined },
          { format: 'record', file: '-' },
        ],
      },
    ],
    ['places', 'test --out d --ca c.pem --insecure', { color, out: 'd', ca: 'c.pem', insecure: true }],
    ['silence', 'test --quiet', { color, quiet: true }],
    ['detail without colour', 'test --verbose --no-color', { color: false, verbose: true }],
  ])('takes %s', async (_name, line, flags) => {
    expect(await parse(line.split(' '))).toEqual({ command: 'test', values: [flags] });
  });

  test.each<readonly [string, string, readonly unknown[]]>([
    ['list', 'list --suite a', [{ color, suite: ['a'] }]],
    ['explain', 'explain a.b --spec d', ['a.b', { color, spec: 'd' }]],
    ['explain', 'explain --resources', [{ color, resources: true }]],
    ['replay', 'replay a.b/1 --record r --url http://h', ['a.b/1', { color, record: 'r', url: 'http://h' }]],
    [
      'report',
      'report r --format json --verbose',
      ['r', { color, format: [{ format: 'json', file: undefined }], verbose: true }],
    ],
    [
      'mock',
      'mock --port 1 --plan a --plan b --latency 5-9 --no-watch',
      [{ control: true, watch: false, port: 1, plan: ['a', 'b'], latency: [5, 9] }],
    ],
  ])('takes the command %s', async (command, line, values) => {
    expect(await parse(line.split(' '))).toEqual({ command, values });
  });

  test.each<readonly [string, readonly string[], string]>([
    [
      'a typo in an option',
      ['test', '--ulr', 'x'],
      `unknown option '--ulr' (Did you mean --url?); see "assay test --help"`,
    ],
    [
      'a typo with a value glued to it',
      ['test', '--kye=SECRET'],
      `unknown option '--kye'; see "assay test --help"`,
    ],
    [
      'a short option with a value glued to it',
      ['test', '-kSECRET'],
      `unknown option '-k'; see "assay test --help"`,
    ],
    ['a typo in a command', ['tset'], `unknown command 'tset' (Did you mean test?); see "assay --help"`],
    [
      'an option of another command',
      ['list', '--port', '1'],
      `unknown option '--port'; see "assay list --help"`,
    ],
    [
      'a missing value',
      ['test', '--url'],
      `--url needs a value, for example --url https://api.example.com/v1; see "assay test --help"`,
    ],
    ['a switch with a value', ['test', '--strict=yes'], `--strict takes no value; see "assay test --help"`],
    ['a missing argument', ['replay'], `missing required argument 'id'; see "assay replay --help"`],
    [
      'an address without its option',
      ['test', 'http://h/v1'],
      `unexpected argument "http://h/v1"; give the address with --url; see "assay test --help"`,
    ],
    [
      'half a key',
      ['test', '--key', 'SEC', 'RET'],
      `too many arguments; values with spaces need quotes; see "assay test --help"`,
    ],
    [
      'two keys',
      ['test', '--key', 'k', '--key-env', 'K'],
      `option '--key <key>' cannot be used with option '--key-env <name>'; see "assay test --help"`,
    ],
    [
      'silence and detail',
      ['test', '--quiet', '--verbose'],
      `option '--quiet' cannot be used with option '--verbose'; see "assay test --help"`,
    ],
    [
      'a number that is none',
      ['test', '--seed', 'x'],
      'cannot use --seed "x": give a whole number from 0 to 2147483647, for example --seed 42',
    ],
    [
      'a number that is negative',
      ['test', '--max-requests', '-5'],
      'cannot use --max-requests "-5": give a whole number from 1 to 1000000, for example --max-requests 60',
    ],
    [
      'a number that is too small',
      ['test', '--max-requests', '0'],
      'cannot use --max-requests "0": give a whole number from 1 to 1000000, for example --max-requests 60',
    ],
    [
      'a number with a fraction',
      ['test', '--timeout', '1.5'],
      'cannot use --timeout "1.5": give a whole number from 1 to 600000, for example --timeout 5000',
    ],
    [
      'a number in hex',
      ['test', '--max-duration', '0x10'],
      'cannot use --max-duration "0x10": give a whole number from 1 to 86400, for example --max-duration 120',
    ],
    [
      'a number with control characters',
      ['test', '--seed', '\u001b[31m1'],
      'cannot use --seed "\\u{1b}[31m1": give a whole number from 0 to 2147483647, for example --seed 42',
    ],
    [
      'an empty number',
      ['test', '--seed', ''],
      'cannot use --seed "": give a whole number from 0 to 2147483647, for example --seed 42',
    ],
    [
      'an unknown format',
      ['test', '--report', 'junti=x'],
      'cannot use --report "junti=x": there is no format "junti"; did you mean "junit"?',
    ],
    [
      'a format that is far off',
      ['report', '--format', 'pdf'],
      `cannot use --format "pdf": there is no format "pdf"; choose one of: ${REPORT_FORMATS.join(', ')}`,
    ],
    [
      'a report without a name',
      ['test', '--report', 'json='],
      'cannot use --report "json=": the file has no name; write json=FILE',
    ],
  ])('refuses %s', async (_name, argv, error) => {
    const parsed = await parse(argv);
    expect(parsed).toEqual({ error });
    expect(error).not.toContain('\n');
  });
});

describe('the help', () => {
  const program = createProgram(() => Promise.resolve());

  test('has an example for every option and argument, and the example is right', () => {
    let seen = 0;
    for (const command of program.commands) {
      expect(command.description(), command.name()).not.toBe('');
      for (const option of command.options) {
        expect(option.description, option.flags).toMatch(/\(example: .+\)$/);
        expect(option.description, option.flags).toContain(`(example: ${option.long ?? ''}`);
        seen += 1;
      }
      for (const argument of command.registeredArguments) {
        expect(argument.description, argument.name()).toContain('(example: ');
      }
    }
    expect(seen).toBeGreaterThan(120);
  });

  test('has every option that the interface of the command promises', () => {
    const testCommand = program.commands.find((command) => command.name() === 'test');
    const promised =
      'parameter concurrency config no-config wait-for-target watch exec url target key key-env auth oauth-client-env other-key other-key-env register token-command plan spec allow-remote-refs overlay strict-document suite check include exclude shared profile seed max-requests max-duration timeout header exhaust no-exhaust ' +
      'targets parallel exclusive read-only strict allow-writes allow-incomplete baseline update-baseline shard resume replay-first report out insecure ca quiet verbose no-color';
    expect(testCommand?.options.map(({ long }) => long?.slice(2)).sort()).toEqual(promised.split(' ').sort());
  });
});
