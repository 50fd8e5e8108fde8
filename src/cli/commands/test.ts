import { basename, dirname } from 'node:path';
import { formatDocumentNote } from '../../document/cursor.ts';
import type { Interface } from '../../interface/model.ts';
import { commonPartOf } from '../../output/gate.ts';
import type { RunEvent, RunRecord, RunRequest, RunSettings } from '../../record/record.ts';
import type { RunHooks } from '../../run/open-run.ts';
import { FaultOfAssay, RunBroken } from '../../run/run-in-process.ts';
import { settingsTold } from '../../run/setting-facts.ts';
import type { Suite } from '../../session/suite.ts';
import { givenName, OptionFault } from '../../system/option.ts';
import type { ConfigHooks, ConfigUse, RunPlace } from '../config/config.ts';
import { type CliIo, watchInterrupt } from '../io.ts';
import type { TestFlags } from '../options.ts';
import { storeBaseline } from '../output/baseline-file.ts';
import { keepFailedCases } from '../output/failed-cases-file.ts';
import { createProgress, type Progress, wantsColour, wantsLiveLine } from '../output/progress.ts';
import { shownPath } from '../../document/files.ts';
import { storeRecord } from '../../record/record-place.ts';
import { deliverReports } from '../output/reports.ts';
import { keepRun } from '../output/run-places.ts';
import { openTarget } from '../target/open-target.ts';
import type { OpenTarget } from '../../selftest/own-mock.ts';
import { resolveSettings } from '../target/resolve-settings.ts';
import { documentInputs } from '../output/files.ts';
import { onOneLine, UsageFault } from '../usage-fault.ts';
import type { TestLine, Told, WatchSurroundings } from '../watch/watch-test.ts';
import { planTest, type RunAmong, type TestPlan } from './plan-test.ts';

/** What runs the suites and returns the record of the run; the file that the request names is written beside. */
export type RunSuites = (
  request: RunRequest,
  document: Interface,
  hooks: RunHooks,
  ownSuites?: readonly Suite[],
) => Promise<RunRecord>;

/** The runner is loaded when everything that can be wrong with the arguments has been looked at. */
const runSuitesLater: RunSuites = async (request, document, hooks, ownSuites = []) => {
  const { runInProcess } = await import('../../run/run-in-process.ts');
  if (ownSuites.length === 0) return runInProcess(request, document, hooks);
  const { suitesWith } = await import('../../run/run.ts');
  return runInProcess(request, document, hooks, {}, suitesWith(ownSuites));
};

/** What surrounds a run: what runs the suites, and the configuration. */
export type TestSurroundings = {
  readonly runSuites?: RunSuites;
  readonly config?: ConfigUse | undefined;
  /** Who wants to know more than the exit code. */
  readonly told?: Told;
  readonly among?: RunAmong;
};

/** Throws a `UsageFault` where a name of somebody's own check or suite is taken, or the run is a part of one. */
async function requireOwn(flags: TestFlags, config: ConfigUse | undefined): Promise<void> {
  const { ownChecks = [], ownSuites = [] } = config ?? {};
  if (ownChecks.length + ownSuites.length === 0) return;
  const { ownOf } = await import('../../run/run.ts');
  try {
    ownOf({ ownChecks, ownSuites, shard: flags.shard });
  } catch (error) {
    if (error instanceof OptionFault) throw new UsageFault(`${error.message} (${config?.file ?? ''})`);
    throw error;
  }
}

/**
 * The settings of the run that is resumed, with the time that this part may take. Nobody can promise that the key was not
 * used in between.
 */
function resumedSettings({ header }: RunRecord, flags: TestFlags, own: RunSettings): RunSettings {
  const said = new Map<string, unknown>(Object.entries(flags));
  const again = settingsTold(own).flatMap(({ setting, row, value }) =>
    row.again === true && said.get(givenName(row)) !== undefined ? [[setting, value] as const] : [],
  );
  return { ...header.settings, ...Object.fromEntries(again), url: own.url, exclusive: false };
}

async function runRequest(given: TestFlags, plan: TestPlan, open: OpenTarget): Promise<RunRequest> {
  const { target, directory, document, baselineFile, config } = plan;
  const { concurrency } = target;
  const flags: TestFlags = concurrency === undefined ? given : { ...given, concurrency };
  const own = await resolveSettings(flags, {
    url: open.url,
    plan: open.plan,
    timeoutMs: target.timeoutMs,
    baseline: baselineFile?.baseline,
    shard: plan.shard,
    document,
  });
  const settings = plan.resumed === undefined ? own : resumedSettings(plan.resumed, flags, own);
  return {
    specDirectory: directory,
    key: open.key,
    otherKey: target.otherKey ?? plan.registeredOther,
    accountIsOwn: plan.accountIsOwn,
    heard: plan.heard,
    otherIsRegistered: target.otherKey === undefined && plan.registeredOther !== undefined,
    secrets: plan.secrets,
    settings,
    headers: target.headers,
    tls: target.tls,
    proxy: target.proxy,
    ownMock: open.ownMock,
    recordFile: plan.record.own,
    earlier: plan.resumed,
    replayFirst: plan.replayFirst?.records,
    beforeRequest: config?.hooks.beforeRequest,
  };
}

function progressFor(flags: TestFlags, io: CliIo): Progress {
  const surface = { isTerminal: io.stderrIsTerminal, env: io.env };
  const quiet = flags.quiet ?? false;
  return createProgress({
    write: quiet ? () => undefined : io.stderr,
    live: !quiet && wantsLiveLine(surface),
    colour: wantsColour({ ...surface, allowed: flags.color }),
    columns: io.columns,
    now: Date.now,
    everySecond: (tick) => {
      const timer = setInterval(tick, 1000);
      return () => clearInterval(timer);
    },
  });
}

const COULD_NOT = 2;
const INTERRUPTED = 130;
const MOST_NOTES = 5;

/** What in the document costs a part of it, before anything is sent: the first notes, and where to see all. */
function announceNotes(progress: Progress, { notes = [] }: Interface): void {
  for (const note of notes.slice(0, MOST_NOTES)) progress.note(formatDocumentNote(note));
  if (notes.length > MOST_NOTES)
    progress.note(`and ${String(notes.length - MOST_NOTES)} more; "assay explain document" lists them`);
}

function announce(progress: Progress, plan: TestPlan, request: RunRequest): void {
  announceNotes(progress, plan.document);
  for (const note of plan.credentialNotes) progress.note(note);
  if (plan.record.note !== undefined) progress.note(plan.record.note);
  if (plan.replayFirst?.note !== undefined) progress.note(plan.replayFirst.note);
  const common = commonPartOf(request.key ?? '');
  if (common !== undefined && !request.ownMock && (request.key ?? '') !== '')
    progress.note(
      `the ${common} is short or an ordinary word: reports hide it where credentials stand, and nowhere else`,
    );
  if (plan.target.url !== undefined && plan.target.namedBy === 'document')
    progress.note(`no --url: testing ${plan.target.url}, where the document says that its service is`);
  if (request.ownMock) progress.note(`no --url: testing assay's own mock at ${request.settings.url}`);
  if (plan.target.url === undefined && plan.target.starts === 'prism')
    progress.note(`testing plain Prism at ${request.settings.url}, where it leaves the base path away`);
}

/** A run that came to an end, and whether the file of its record did. */
type Ran = {
  readonly record: RunRecord;
  readonly file: 'written' | 'in memory';
  /** What went wrong in the hook after it. */
  readonly after?: string | undefined;
};

/** Throws a `UsageFault` where the hook before the run throws. */
async function beforeRun(hooks: ConfigHooks | undefined, place: RunPlace): Promise<void> {
  try {
    await hooks?.beforeRun?.(place);
  } catch (error) {
    throw new UsageFault(`the hook beforeRun failed: ${messageOf(error)}`);
  }
}

/** Why the hook after the run failed; `undefined` where it did not. */
async function afterRun(
  hooks: ConfigHooks | undefined,
  ended: RunPlace & { readonly record: RunRecord },
): Promise<string | undefined> {
  try {
    await hooks?.afterRun?.(ended);
    return undefined;
  } catch (error) {
    return `the hook afterRun failed: ${messageOf(error)}`;
  }
}

function messageOf(error: unknown): string {
  return onOneLine(error instanceof Error ? error.message : String(error), ' ');
}

async function run(flags: TestFlags, plan: TestPlan, io: CliIo, runSuites: RunSuites): Promise<Ran> {
  const open = await openTarget(plan.target, plan, io.env);
  const progress = progressFor(flags, io);
  const watch = watchInterrupt(io, () =>
    progress.note('stopping; the report follows (Ctrl-C again leaves at once)'),
  );
  const fault = new AbortController();
  const stopWatching = io.onFault((error) => fault.abort(new FaultOfAssay(error)));
  let file: Ran['file'] = 'written';
  const onEvent = (event: RunEvent): void => {
    if (event.kind === 'record-lost') file = 'in memory';
    progress.onEvent(event);
  };
  try {
    const request = await runRequest(flags, plan, open);
    announce(progress, plan, request);
    const signal = AbortSignal.any([fault.signal, watch.signal]);
    const { ownChecks = [], ownSuites, hooks } = plan.config ?? {};
    const place = { url: request.settings.url, document: plan.document };
    await beforeRun(hooks, place);
    const all = { onEvent, signal, tellChecks: true, ownChecks };
    try {
      const record = await runSuites(request, plan.document, all, ownSuites);
      return { record, file, after: await afterRun(hooks, { ...place, record }) };
    } catch (error) {
      if (error instanceof RunBroken) await afterRun(hooks, { ...place, record: error.record });
      throw error;
    }
  } finally {
    stopWatching();
    watch.stop();
    progress.close();
    await open.close();
  }
}

/** The record of the run. A fault of assay itself is told; what the run knew until then is still reported. */
async function runAnyway(flags: TestFlags, plan: TestPlan, io: CliIo, runSuites: RunSuites): Promise<Ran> {
  const tell = (text: string): void => io.stderr(`assay: internal error: ${text}\n`);
  try {
    const ran = await run(flags, plan, io, runSuites);
    const stop = ran.record.footer?.stop;
    if (stop?.kind === 'harness-error') tell(stop.reason);
    return ran;
  } catch (error) {
    if (!(error instanceof RunBroken)) throw error;
    tell(error.message);
    return { record: error.record, file: 'in memory' };
  }
}

/** With `--update-baseline`, brings the file up to date; the verdict then excuses what it lists. */
function brought(flags: TestFlags, plan: TestPlan, record: RunRecord, io: CliIo): RunRecord {
  if (flags.updateBaseline !== true || plan.baselineFile === undefined) return record;
  const { record: excused, note } = storeBaseline(record, plan.baselineFile);
  io.stderr(`${note}\n`);
  return excused;
}

/** How an interrupted run goes on. One against assay's own mock can't: the mock is gone. */
function tellHowToGoOn({ header, footer }: RunRecord, file: string, io: CliIo): void {
  if (footer?.stop.kind !== 'interrupted' || header.ownMock) return;
  io.stderr(`to go on with what had not run: assay test --resume ${shownPath(file, io.cwd)} --url ADDRESS\n`);
}

/** Waits until the target answers, where the caller wants it. Throws a `UsageFault` where it does not. */
async function awaited(flags: TestFlags, io: CliIo): Promise<'there' | 'interrupted'> {
  if (flags.waitForTarget === undefined) return 'there';
  const { waitForTarget } = await import('../target/wait-for-target.ts');
  const watch = watchInterrupt(io, () => undefined);
  try {
    await waitForTarget(flags, io, { signal: watch.signal });
    return watch.signal.aborted ? 'interrupted' : 'there';
  } finally {
    watch.stop();
  }
}

/** `assay test`: runs the suites and reports. Returns the exit code; throws a `UsageFault` for what the caller has to put right. */
export async function testCommand(
  flags: TestFlags,
  io: CliIo,
  { runSuites = runSuitesLater, config, told, among }: TestSurroundings = {},
): Promise<number> {
  await requireOwn(flags, config);
  if ((await awaited(flags, io)) === 'interrupted') return INTERRUPTED;
  const plan = await planTest(flags, io, { config, ...(among === undefined ? {} : { among }) });
  const { document, outputs, baselineFile } = plan;
  told?.onFiles([
    ...documentInputs(document).map(({ file }) => file),
    ...(baselineFile === undefined ? [] : [baselineFile.file]),
  ]);
  const ran = await runAnyway(flags, plan, io, runSuites);
  const record = brought(flags, plan, ran.record, io);
  const stored = storeRecord(record, plan.record, record === ran.record ? ran.file : 'in memory');
  if (stored.problem !== undefined) io.stderr(`${stored.problem}\n`);
  const recordFile = stored.file;
  await keepFailedCases(record, plan, io);
  told?.onRecord(record, document);
  const code = await deliverReports(record, { flags, outputs, recordFile, document }, io);
  tellHowToGoOn(record, plan.record.own, io);
  const index = await keepRun({ ...plan, record, recordFile }, io);
  if (index !== undefined && plan.kept !== undefined)
    told?.onKept?.(basename(dirname(plan.kept.record)), index);
  if (ran.after === undefined) return code;
  io.stderr(`assay: ${ran.after}\n`);
  return code === 0 ? COULD_NOT : code;
}

/** `assay test`, once or as long as the caller watches. Throws a `UsageFault` for what the caller has to put right. */
export async function testOrWatch(
  line: TestLine & { readonly reread: () => Promise<TestLine> },
  io: CliIo,
): Promise<number> {
  const { flags, config } = line;
  if (flags.targets !== undefined) {
    const { testTargets } = await import('../targets/test-targets.ts');
    return testTargets({ file: flags.targets, flags }, io, testCommand);
  }
  if (flags.parallel !== undefined)
    throw new UsageFault('cannot use --parallel without --targets: a run sends one request after another');
  if (flags.watch !== true) {
    if (flags.exec === undefined) return testCommand(flags, io, { config });
    throw new UsageFault(
      'cannot use --exec without --watch: start the service yourself, and wait with --wait-for-target',
    );
  }
  const { watchTest } = await import('../watch/watch-test.ts');
  const runOnce: WatchSurroundings['runOnce'] = async (own, told) =>
    testCommand(own.flags, io, { config: own.config, told });
  return watchTest({ ...line, runOnce }, io);
}
