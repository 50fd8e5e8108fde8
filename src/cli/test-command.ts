import { randomInt } from 'node:crypto';
import { copyFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { checks } from '../checks/catalogue.ts';
import { terminalReport } from '../report/terminal.ts';
import { verdict } from '../report/verdict.ts';
import { readRecord } from '../run/read-record.ts';
import type { RunRequest } from '../run/run-request.ts';
import type { CliIo } from './cli-io.ts';
import { readEnvironment } from './environment.ts';
import { loadDocument, type LoadedDocument } from './load-document.ts';
import { openTarget, type OpenTarget } from './open-target.ts';
import { createProgress, type Progress } from './progress.ts';
import { RECORD_NAME, recordPlace } from './record-place.ts';
import { reportOutputs, type ReportOutput } from './report-outputs.ts';
import { requireWritable } from './require-writable.ts';
import { resolveSettings } from './resolve-settings.ts';
import { resolveTarget, type Target } from './resolve-target.ts';
import type { TestFlags } from './test-flags.ts';
import { UsageFault } from './usage-fault.ts';
import { wantsColour } from './wants-colour.ts';
import { wantsLiveLine } from './wants-live-line.ts';
import { watchInterrupt } from './watch-interrupt.ts';
import { writeReports } from './write-reports.ts';

/** Everything about the run that is known before anything is sent. */
type TestPlan = LoadedDocument & {
  readonly target: Target;
  readonly outputs: readonly ReportOutput[];
  readonly recordFile: string;
  readonly recordNote: string | undefined;
  readonly recordCopy: string | undefined;
};

const MAX_SEED = 2 ** 31;

async function planTest(flags: TestFlags, io: CliIo): Promise<TestPlan> {
  const environment = await readEnvironment(io);
  const loaded = await loadDocument(flags.spec, io.cwd);
  const target = resolveTarget(flags, { document: loaded.document, environment, cwd: io.cwd });
  const directory = resolve(io.cwd, flags.out ?? 'reports');
  const outputs = reportOutputs(flags.report ?? [], { directory, cwd: io.cwd });
  for (const { file } of outputs) if (file !== undefined) requireWritable(file, '--report');
  const recordCopy = flags.out === undefined ? undefined : join(directory, RECORD_NAME);
  if (recordCopy !== undefined) requireWritable(recordCopy, '--out');
  const { file, note } = recordPlace(io.cwd);
  rmSync(file, { force: true });
  return { ...loaded, target, outputs, recordFile: file, recordNote: note, recordCopy };
}

function runRequest(flags: TestFlags, plan: TestPlan, open: OpenTarget): RunRequest {
  const { target, directory, recordFile } = plan;
  const settings = resolveSettings(flags, {
    url: open.url,
    plan: open.plan,
    timeoutMs: target.timeoutMs,
    catalogue: checks,
    newSeed: () => randomInt(MAX_SEED),
  });
  return {
    specDirectory: directory,
    key: open.key,
    settings,
    headers: target.headers,
    tls: target.tls,
    proxy: target.proxy,
    ownMock: open.ownMock,
    recordFile,
  };
}

function progressFor(flags: TestFlags, io: CliIo): Progress {
  const surface = { isTerminal: io.stderrIsTerminal, env: io.env };
  return createProgress({
    write: flags.quiet === true ? () => undefined : io.stderr,
    live: flags.quiet !== true && wantsLiveLine(surface),
    colour: wantsColour({ ...surface, allowed: flags.color }),
    columns: io.columns,
    now: Date.now,
    everySecond: (tick) => {
      const timer = setInterval(tick, 1000);
      return () => clearInterval(timer);
    },
  });
}

function announce(progress: Progress, plan: TestPlan, request: RunRequest): void {
  if (plan.recordNote !== undefined) progress.note(plan.recordNote);
  if (request.ownMock) progress.note(`no --url: testing assay's own mock at ${request.settings.url}`);
  const secured = plan.document.operations.some(({ credential }) => credential !== undefined);
  if (secured && request.key === undefined) {
    progress.note('no key: only what needs none is tested; give one with --key-env or ASSAY_KEY');
  }
}

/** Runs the suites. A fault of assay itself is told, and what the record holds until then is still reported. */
async function run(flags: TestFlags, plan: TestPlan, io: CliIo): Promise<void> {
  const open = await openTarget(plan.target, plan.document);
  const progress = progressFor(flags, io);
  const watch = watchInterrupt(io, () =>
    progress.note('stopping; the report follows (Ctrl-C again leaves at once)'),
  );
  try {
    const request = runRequest(flags, plan, open);
    announce(progress, plan, request);
    const { runSuites } = await import('../run/run-suites.ts');
    await runSuites(request, { onEvent: progress.onEvent, signal: watch.signal });
  } catch (error) {
    if (error instanceof UsageFault || !existsSync(plan.recordFile)) throw error;
    progress.note(
      `assay itself failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    );
  } finally {
    watch.stop();
    progress.close();
    await open.close();
  }
}

async function report(flags: TestFlags, plan: TestPlan, io: CliIo): Promise<number> {
  const { document, recordFile, outputs } = plan;
  const parsed = await readRecord(recordFile);
  if (parsed.kind === 'no-record') throw new UsageFault(`the run left no record: ${parsed.problem}`);
  const { record } = parsed;
  if (plan.recordCopy !== undefined && plan.recordCopy !== recordFile)
    copyFileSync(recordFile, plan.recordCopy);
  const pipes = outputs.some(({ file }) => file === undefined);
  const text = terminalReport(record, {
    colour: wantsColour({
      allowed: flags.color,
      isTerminal: pipes ? io.stderrIsTerminal : io.stdoutIsTerminal,
      env: io.env,
    }),
    width: io.columns,
    verbose: flags.verbose ?? false,
    document,
    recordFile,
  });
  const shown = flags.quiet === true ? `${text.split('\n', 1).join('')}\n` : text;
  if (pipes) io.stderr(shown);
  else io.stdout(shown);
  const recordText = readFileSync(recordFile, 'utf8');
  await writeReports(outputs, { record, recordText, recordFile, document }, io);
  return verdict(record, document).exitCode;
}

/** `assay test`: runs the suites and reports. Returns the exit code; throws a `UsageFault` for what the caller has to put right. */
export async function testCommand(flags: TestFlags, io: CliIo): Promise<number> {
  const plan = await planTest(flags, io);
  await run(flags, plan, io);
  return report(flags, plan, io);
}
