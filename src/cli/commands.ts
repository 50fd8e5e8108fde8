/** The commands: what each is for, takes and prints below its options. Each loads its own code when it is asked for. */
import { command, type CommandOf } from './command-line.ts';
import { mockCommandWith } from './mock/command.ts';
import * as options from './options.ts';
import * as reportOptions from './report-options.ts';
import { JUDGE, MERGE, PROXY } from './traffic-options.ts';

const RECORD_WORD = {
  name: '[record]',
  text: 'file of the record (example: out/last.ndjson); default reports/last.ndjson',
};

/** In the order of the help. */
export const COMMANDS: readonly CommandOf[] = [
  command({
    name: 'test',
    text: 'Run the suites against a service and say whether it does what its document says.',
    options: options.TEST,
    after: `
Exit codes:
  0    no violation, and something was proven
  1    at least one violation (with --strict also a warning)
  2    assay could not do its job: bad option, bad document, bad key, unreachable target, nothing proven
  130  interrupted`,
    run: async (flags, _words, io, config, reread) =>
      (await import('./commands/test.ts')).testOrWatch({ flags, config, reread }, io),
  }),
  command({
    name: 'init',
    text: 'Write a configuration, .env.example, a list of known failures and a CI workflow. Nothing is overwritten.',
    words: [
      {
        name: '[document]',
        text: 'interface document: a file, a folder or an address (example: openapi.yaml); default: the one that lies here',
      },
    ],
    options: options.INIT,
    run: async (flags, [document], io) =>
      (await import('./commands/init.ts')).initCommand(document, flags, io),
  }),
  command({
    name: 'config',
    text: 'Show each setting of "assay test" with these options, and where it comes from. No secret is shown.',
    options: options.CONFIG_COMMAND,
    after: `
Flags win over the environment, that over .env, that over the configuration, and all over defaults. What a target or a profile
says that a flag named counts as said by that flag.

Examples:
  assay config
  assay config --target staging --profile nightly`,
    run: async (flags, _words, io, config) =>
      (await import('./commands/config.ts')).configCommand(flags, io, config),
  }),
  mockCommandWith(async (flags, io) => (await import('./mock.ts')).runMock(flags, io)),
  command({
    name: 'selftest',
    text: 'Break a mock of the document in every known way and say what the suites notice.',
    options: options.SELFTEST,
    after: `
Exit codes:
  0    the suites notice enough of the faults that showed: all, or --min-score percent
  1    they notice fewer
  2    nothing could be said: bad option or document, suites that blame an honest mock, no fault that showed
  130  interrupted

Examples:
  assay selftest                                   the interface that assay ships with
  assay selftest --spec spec/my-service            what assay can judge of yours, before it meets a server
  assay selftest --fault error-wrapped
  assay selftest --fault 'rate-limit*' --profile thorough`,
    run: async (flags, _words, io) => (await import('./commands/selftest.ts')).selftestCommand(flags, io),
  }),
  command({
    name: 'list',
    text: 'List the suites and their checks.',
    options: options.LIST,
    run: async (flags, _words, io) => (await import('./commands/list.ts')).listCommand(flags, io),
  }),
  command({
    name: 'explain',
    text: 'Say what a check sends, asks and proves, what a clause says, what of the document is out of reach, or which resources it has.',
    words: [
      {
        name: '[id]',
        text: 'id of a check, a clause or an operation, or "document" (example: errors.shape)',
      },
    ],
    options: options.EXPLAIN,
    run: async (flags, [id], io) => (await import('./commands/explain.ts')).explainCommand(id, flags, io),
  }),
  command({
    name: 'lint',
    text: 'Say what in a document makes its service untestable, or its clients unhappy.',
    words: [
      {
        name: '[document]',
        text: 'file, folder, http(s) address, or "-" (example: openapi.yaml); default: that of --spec',
      },
    ],
    options: options.LINT,
    after: `
Exit codes:
  0  no error, and no more warnings than --max-warnings
  1  errors, or too many warnings
  2  bad option, or a document that cannot be read at all

Examples:
  assay lint openapi.yaml
  assay lint https://api.example.com/openapi.json --format sarif=lint.sarif --max-warnings 0`,
    run: async (flags, [document], io) =>
      (await import('./commands/lint.ts')).lintCommand(document, flags, io),
  }),
  command({
    name: 'replay',
    text: 'Send the request of one violation again and show what comes back.',
    words: [{ name: '<id>', text: 'id from the report: check and number (example: errors.shape/1)' }],
    options: options.REPLAY,
    run: async (flags, [id = ''], io, config) =>
      (await import('./commands/replay.ts')).replayCommand(id, flags, io, config),
  }),
  command({
    name: 'report',
    text: 'Make reports from the record of an earlier run; the exit code is that of the run.',
    words: [RECORD_WORD],
    options: reportOptions.REPORTS,
    run: async (flags, [record], io) =>
      (await import('./commands/report.ts')).reportCommand(record, flags, io),
  }),
  command({
    name: 'judge',
    text: 'Judge traffic that is already there: HAR files, or a record.',
    words: [{ name: '<files...>', text: 'HAR files, or a record (example: session.har)' }],
    options: JUDGE,
    after: `
Examples:
  assay judge session.har                             from a browser's developer tools, Playwright or mitmproxy
  assay judge flows.har --url https://api.example.com/v1 --key-env API_KEY
  assay judge reports/last.ndjson                     a run again, by this version of assay
  assay judge monday/*.har --partial monday.ledger    a part of the traffic, for "assay merge"

The exit codes are those of "assay test"; with --partial 0 says that the ledger is written, whatever it holds.`,
    run: async (flags, files, io) => (await import('./commands/judge.ts')).judgeCommand(files, flags, io),
  }),
  command({
    name: 'proxy',
    text: 'Forward traffic to a service as it is, and judge it as it passes.',
    options: PROXY,
    after: `
Examples:
  assay proxy --url https://api.example.com/v1        clients use http://127.0.0.1:4020/v1 meanwhile
  assay proxy --url http://127.0.0.1:4010/v1 --port 0 --report html

It judges until Ctrl-C or SIGTERM, then reports. The exit codes are those of "assay test".`,
    run: async (flags, _words, io) => (await import('./commands/proxy.ts')).proxyCommand(flags, io),
  }),
  command({
    name: 'diff',
    text: 'Say what changed from one run to another; exit code 1 when something got worse.',
    words: [
      { name: '<old>', text: 'record of the older run (example: last-week.ndjson)' },
      { name: '<new>', text: 'record of the newer run (example: reports/last.ndjson)' },
    ],
    options: reportOptions.DIFF,
    after: `
Exit codes:
  0  nothing got worse
  1  a clause is newly broken or no longer proven, or something fails that did not
  2  bad option, or no two records of one interface

Examples:
  assay diff last-week.ndjson reports/last.ndjson
  assay diff main.ndjson reports/last.ndjson --format markdown=diff.md --format terminal`,
    run: async (flags, [before = '', now = ''], io) =>
      (await import('./commands/diff.ts')).diffCommand([before, now], flags, io),
  }),
  command({
    name: 'merge',
    text: 'Make one record of the shards of a run, or of ledgers of judged traffic, and its reports.',
    words: [
      {
        name: '<files...>',
        text: 'record of every shard, or ledgers, in any order; "-" stands for ledgers on standard input (example: 1.ndjson)',
      },
    ],
    options: MERGE,
    after: `
The exit code is that of the merged run; 2 also for a shard that is missing, there twice, or of another run, and for ledgers that
were judged otherwise or share a file.

Examples:
  assay test --shard 1/2 --seed 42 --report record=1.ndjson   (and --shard 2/2, to 2.ndjson)
  assay merge 1.ndjson 2.ndjson --report junit
  assay judge monday/*.har --partial 1.ledger         (and tuesday/*.har, to 2.ledger)
  assay merge 1.ledger 2.ledger --parts 2 --report html`,
    run: async (flags, files, io) => (await import('./commands/merge.ts')).mergeCommand(files, flags, io),
  }),
  command({
    name: 'completions',
    text: 'Print a script that completes command lines of assay in a shell.',
    words: [{ name: '<shell>', text: 'bash, zsh or fish (example: bash)' }],
    options: {},
    after: `
Examples:
  source <(assay completions bash)          in ~/.bashrc
  source <(assay completions zsh)           in ~/.zshrc, behind compinit
  assay completions fish | source           in ~/.config/fish/config.fish`,
    run: async (_flags, [shell = ''], io) => {
      const [{ completionsCommand }, { createProgram }] = await Promise.all([
        import('./commands/completions.ts'),
        import('./main.ts'),
      ]);
      return completionsCommand(
        shell,
        createProgram(() => Promise.resolve()),
        io,
      );
    },
  }),
];
