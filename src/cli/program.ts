import { Command } from 'commander';
import { REPORT_FORMATS } from '../report/report-formats.ts';
import { packageManifest } from '../run/package-manifest.ts';
import { exampleOption } from './example-option.ts';
import type { ExplainFlags } from './explain-command.ts';
import type { ListFlags } from './list-command.ts';
import { addDiff, addMerge, type OverTimeActions } from './over-time-commands.ts';
import { parseReportOption } from './parse-report-option.ts';
import type { ReplayFlags } from './replay-command.ts';
import type { ReportFlags } from './report-command.ts';
import { SELFTEST_EXAMPLES, selftestOptions, type SelftestFlags } from './selftest-options.ts';
import { colourOption, recordOption, specOption } from './shared-options.ts';
import { targetOptions } from './target-options.ts';
import { testOptions, type TestFlags } from './test-flags.ts';
import { addJudge, addProxy, type TrafficActions } from './traffic-commands.ts';

/** What the commands do once their arguments are parsed. */
export type Actions = OverTimeActions &
  TrafficActions & {
    readonly test: (flags: TestFlags) => Promise<void>;
    readonly mock: (argv: readonly string[]) => Promise<void>;
    readonly selftest: (flags: SelftestFlags) => Promise<void>;
    readonly list: (flags: ListFlags) => Promise<void>;
    readonly explain: (id: string, flags: ExplainFlags) => Promise<void>;
    readonly replay: (id: string, flags: ReplayFlags) => Promise<void>;
    readonly report: (record: string | undefined, flags: ReportFlags) => Promise<void>;
  };

const EXIT_CODES = `
Exit codes:
  0    no violation, and something was proven
  1    at least one violation (with --strict also a warning)
  2    assay could not do its job: bad option, bad document, bad key, unreachable target, nothing proven
  130  interrupted`;

const EXAMPLES = `
Examples:
  assay test                                          against assay's own mock
  assay test --url https://api.example.com/v1 --key-env API_KEY --plan free
  assay mock --port 4010
  assay explain errors.shape`;

function addTest(program: Command, actions: Actions): void {
  const command = program
    .command('test')
    .description('Run the suites against a service and say whether it does what its document says.')
    .addHelpText('after', EXIT_CODES)
    .action(async () => actions.test(command.opts<TestFlags>()));
  for (const option of testOptions()) command.addOption(option);
}

function addMock(program: Command, actions: Actions): void {
  program
    .command('mock')
    .description('Stand in for the service; "assay mock --help" lists the options.')
    .helpOption(false)
    .allowUnknownOption()
    .argument('[options...]')
    .action(async (argv: readonly string[]) => actions.mock(argv));
}

function addSelftest(program: Command, actions: Actions): void {
  const command = program
    .command('selftest')
    .description('Break a mock of the document in every known way and say what the suites notice.')
    .addHelpText('after', SELFTEST_EXAMPLES)
    .action(async () => actions.selftest(command.opts<SelftestFlags>()));
  for (const option of selftestOptions()) command.addOption(option);
}

function addList(program: Command, actions: Actions): void {
  const command = program
    .command('list')
    .description('List the suites and their checks.')
    .addOption(
      exampleOption({ flags: '--suite <name...>', text: 'only these suites', example: '--suite errors' }),
    )
    .addOption(colourOption())
    .action(async () => actions.list(command.opts<ListFlags>()));
}

function addExplain(program: Command, actions: Actions): void {
  const command = program
    .command('explain')
    .description('Say what a check sends, asks and proves, or what a clause says.')
    .argument('<id>', 'id of a check or a clause (example: errors.shape)')
    .addOption(specOption())
    .addOption(colourOption())
    .action(async (id: string) => actions.explain(id, command.opts<ExplainFlags>()));
}

function addReplay(program: Command, actions: Actions): void {
  const command = program
    .command('replay')
    .description('Send the request of one violation again and show what comes back.')
    .argument('<id>', 'id from the report: check and number (example: errors.shape/1)')
    .action(async (id: string) => actions.replay(id, command.opts<ReplayFlags>()));
  for (const option of [...targetOptions(), recordOption(), specOption(), colourOption()])
    command.addOption(option);
}

function addReport(program: Command, actions: Actions): void {
  const command = program
    .command('report')
    .description('Make reports from the record of an earlier run; the exit code is that of the run.')
    .argument('[record]', 'file of the record (example: out/last.ndjson); default reports/last.ndjson')
    .addOption(
      exampleOption({
        flags: '--format <format[=file]>',
        text: `${REPORT_FORMATS.join(', ')}; without a file to standard output; may be repeated`,
        example: '--format junit=out/junit.xml',
        parse: (text) => parseReportOption(text, '--format'),
        many: true,
      }),
    )
    .addOption(
      exampleOption({
        flags: '--out <dir>',
        text: 'directory for formats without a file name',
        example: '--out artifacts',
      }),
    )
    .addOption(specOption())
    .addOption(
      exampleOption({
        flags: '--verbose',
        text: 'whole lists, all headers and longer bodies',
        example: '--verbose',
      }),
    )
    .addOption(colourOption())
    .action(async (record: string | undefined) => actions.report(record, command.opts<ReportFlags>()));
}

/** The command line of assay. It never exits and prints help alone; faults are thrown. */
export function createProgram(actions: Actions): Command {
  const program = new Command('assay')
    .description('Tells whether an HTTP service does what its interface document says, and stands in for it.')
    .version(packageManifest().version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .addHelpText('after', EXAMPLES)
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput({ writeErr: () => undefined });
  for (const add of [
    addTest,
    addMock,
    addSelftest,
    addList,
    addExplain,
    addReplay,
    addReport,
    addJudge,
    addProxy,
    addDiff,
    addMerge,
  ])
    add(program, actions);
  return program;
}
