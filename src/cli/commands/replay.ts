import { basePathOf } from '../../http/target.ts';
import { readExchange } from '../../oracle/reading.ts';
import { join, resolve } from 'node:path';
import type { Outcome, Violation } from '../../checks/outcome.ts';
import type { Exchange } from '../../http/exchange.ts';
import { writeWholeFile } from '../../output/whole-file.ts';
import { readRecord } from '../../record/read.ts';
import type { RunRecord } from '../../record/record.ts';
import { findViolation } from '../../report/model/replay-line.ts';
import { sequenceScript } from '../../report/model/sequence-script.ts';
import { replayReport } from '../../report/text/replay.ts';
import { errnoText } from '../../system/errno.ts';
import { type CliIo, watchInterrupt } from '../io.ts';
import type { ConfigUse } from '../config/config.ts';
import { openRecorded } from '../load-document.ts';
import type { ReplayFlags, TargetFlags } from '../options.ts';
import { wantsColour } from '../output/progress.ts';
import { RECORD_NAME } from '../../record/record-place.ts';
import { type Environment, readEnvironment } from '../target/environment.ts';
import { openTarget } from '../target/open-target.ts';
import { resolveCredentials } from '../target/credentials.ts';
import { resolveTarget } from '../target/resolve-target.ts';
import { quoted, UsageFault } from '../usage-fault.ts';

async function openRecord(file: string): Promise<RunRecord> {
  const parsed = await readRecord(file);
  if (parsed.kind === 'no-record') throw new UsageFault(parsed.problem);
  return parsed.record;
}

/**
 * The recorded plan where no other is named. A run against assay's own mock gets a new mock. Every other address has to be
 * named: a record may come from anybody, and the key would go wherever it says.
 */
function addressed(flags: ReplayFlags, record: RunRecord, environment: Environment): TargetFlags {
  const { settings, ownMock } = record.header;
  const isNamed = flags.url !== undefined || environment('ASSAY_URL') !== undefined;
  if (!isNamed && !ownMock)
    throw new UsageFault(
      `cannot send the key to ${quoted(settings.url)} because a record says so: if that is the service you mean, name it, with --url ${quoted(settings.url)} or ASSAY_URL`,
    );
  const plan = flags.plan ?? environment('ASSAY_PLAN') ?? settings.plan;
  return {
    ...flags,
    ...(plan === undefined ? {} : { plan }),
    ...(isNamed ? {} : { target: 'mock' as const }),
  };
}

/** 1 while the violation is still there, 0 when the check passes, 2 when one exchange cannot tell. */
function exitCodeOf(outcome: Outcome): number {
  switch (outcome.kind) {
    case 'fail':
    case 'warn':
      return 1;
    case 'pass':
      return 0;
    case 'observed':
    case 'not-applicable':
    case 'not-testable':
    case 'blocked':
    case 'inconclusive':
    case 'harness-error':
      return 2;
  }
}

/** The exchanges by which a violation is shown: the shortest sequence, where one request alone shows nothing. */
function exchangesOf(record: RunRecord, { sequence, exchanges }: Violation): readonly Exchange[] {
  return (sequence ?? exchanges).flatMap((name) => record.exchanges.get(name) ?? []);
}

/** Writes the body of a recorded request, byte by byte, for a program that sends it. */
function saveBody(
  body: Uint8Array | undefined,
  file: string,
  { id, recordFile }: { readonly id: string; readonly recordFile: string },
): void {
  if (body === undefined) throw new UsageFault(`the recorded request of ${quoted(id)} has no body`);
  save(body, file, { recordFile, option: '--save-body' });
}

function save(
  content: Uint8Array | string,
  file: string,
  { recordFile, option }: { readonly recordFile: string; readonly option: string },
): void {
  if (file === recordFile)
    throw new UsageFault(`${quoted(file)} is the record itself; give ${option} another file`);
  try {
    writeWholeFile(file, content);
  } catch (error) {
    const cannot = `cannot write ${quoted(file)} (${errnoText(error)})`;
    throw new UsageFault(`${cannot}: give ${option} a place that can be written`);
  }
}

/** `assay replay ID`: sends the request of one violation again and shows both answers. Returns the exit code. */
export async function replayCommand(
  id: string,
  flags: ReplayFlags,
  io: CliIo,
  config?: ConfigUse,
): Promise<number> {
  const recordFile = resolve(io.cwd, flags.record ?? join('reports', RECORD_NAME));
  const record = await openRecord(recordFile);
  const found = findViolation(record, id);
  if (found.kind === 'not-found') throw new UsageFault(found.problem);
  if (flags.saveBody !== undefined) {
    saveBody(found.exchange.request.body, resolve(io.cwd, flags.saveBody), { id, recordFile });
    return 0;
  }
  const loaded = await openRecorded(record, flags, io);
  if (flags.script !== undefined) {
    const script = sequenceScript(record, loaded.document, found);
    if (script === undefined)
      throw new UsageFault(
        `${quoted(id)} is no sequence that a shell can send: it is one request, or what it names can't be taken from answers; take its line for curl from the report`,
      );
    save(script, resolve(io.cwd, flags.script), { recordFile, option: '--script' });
    return 0;
  }
  const environment = await readEnvironment(io);
  const written = loaded.document;
  const target = resolveTarget(addressed(flags, record, environment), {
    document: written,
    environment,
    cwd: io.cwd,
  });
  const { cwd, env } = io;
  const sequence = exchangesOf(record, found.violation);
  const isOfOther = sequence.some(({ request }) => request.credential.kind === 'other-key');
  const {
    document,
    secrets,
    accountIsOwn,
    registeredOther,
    heard = [],
  } = await resolveCredentials(flags, {
    target,
    document: written,
    environment,
    cwd,
    env,
    auth: config?.auth,
    beforeRequest: config?.hooks.beforeRequest,
    registers: flags.register ?? (isOfOther ? 'two' : 'one'),
  });
  const contract = { interface: document, basePath: basePathOf(target.url ?? '') };
  if (heard.some((exchange) => readExchange(contract, exchange).answer?.limited === true))
    throw new UsageFault(
      'cannot replay now: the service refused to register a user over a limit; wait as long as it says, or give a key',
    );
  const open = await openTarget(target, loaded, io.env);
  const watch = watchInterrupt(io, () => undefined);
  try {
    const { replayExchange } = await import('../../run/replay/replay.ts');
    const replayed = await replayExchange({
      document,
      url: open.url,
      key: open.key,
      otherKey: target.otherKey ?? registeredOther,
      accountIsOwn,
      secrets,
      headers: target.headers,
      tls: target.tls,
      proxy: target.proxy,
      timeoutMs: target.timeoutMs,
      exchanges: sequence,
      recorded: [...record.exchanges.values()],
      beforeRequest: config?.hooks.beforeRequest,
      telling: found.exchange.id,
      settings: record.header.settings,
      checkId: found.result.id,
      signal: watch.signal,
    });
    const colour = wantsColour({ allowed: flags.color, isTerminal: io.stdoutIsTerminal, env: io.env });
    io.stdout(replayReport(record, { ...found, id, replayed, document, colour, width: io.columns }));
    return watch.signal.aborted ? 130 : exitCodeOf(replayed.outcome);
  } finally {
    watch.stop();
    await open.close();
  }
}
