import { resolve } from 'node:path';
import type { Interface } from '../../interface/model.ts';
import { gate } from '../../output/gate.ts';
import { LineFile } from '../../output/line-file.ts';
import type { RecordEntry, RunRecord } from '../../record/record.ts';
import { recordLine } from '../../record/write.ts';
import { escapeTerminal } from '../../report/escape.ts';
import { createInk } from '../../report/text/ink.ts';
import { errnoOf } from '../../system/errno.ts';
import { type JudgingProxy, startJudgingProxy } from '../../traffic/judging-proxy.ts';
import type { Judged } from '../../traffic/traffic-judge.ts';
import { type CliIo, watchInterrupt } from '../io.ts';
import { type LoadedDocument, openDocument } from '../load-document.ts';
import type { ProxyFlags } from '../traffic-options.ts';
import { documentInputs, type InputFile, type OutputFile, requireWritable } from '../output/files.ts';
import { wantsColour, wantsLiveLine } from '../output/progress.ts';
import { readEnvironment } from '../target/environment.ts';
import { caOf, urlOf } from '../target/resolve-target.ts';
import { serverOf } from '../target/server-of-document.ts';
import { quoted, UsageFault } from '../usage-fault.ts';
import { reportTraffic, trafficChoice, trafficOutputs } from './traffic.ts';

/** Lines for what breaks the document as it happens: the first of each check and operation, then its 10th, 100th, … */
type ViolationLines = {
  readonly onJudged: (broke: Judged['broke'], judged: number) => void;
  /** Writes a note without disturbing the live line. */
  readonly note: (text: string) => void;
  readonly close: () => void;
};

const CLEAR_LINE = '\r\u001b[2K';
const LONGEST = 300;

function isPowerOfTen(count: number): boolean {
  return /^10*$/.test(String(count));
}

/** Shows violations as they pass, one line each, and at a terminal a live count behind them. */
function violationLines(options: {
  readonly write: (text: string) => void;
  readonly live: boolean;
  readonly colour: boolean;
}): ViolationLines {
  const { write, live } = options;
  const ink = createInk(options.colour);
  let broken = 0;
  let closed = false;
  const print = (line: string): void => write(live ? `${CLEAR_LINE}${line}\n` : `${line}\n`);
  return {
    onJudged: (broke, judged) => {
      for (const { check, entry } of broke) {
        if (check.level === 'must') broken += 1;
        if (!isPowerOfTen(entry.nth)) continue;
        const { violation } = entry;
        const mark = check.level === 'must' ? ink.bad('✖') : ink.doubtful('!');
        const times = entry.nth === 1 ? '' : ink.faint(` (${String(entry.nth)} times)`);
        const text = `${violation.operation ?? 'no documented operation'}: expected ${violation.expected}, got ${violation.actual}`;
        print(`${mark} ${ink.strong(check.id)}${times} ${escapeTerminal(text, LONGEST)}`);
      }
      if (live && !closed)
        write(
          `${CLEAR_LINE}${ink.faint(`… ${String(judged)} exchanges judged, ${String(broken)} violations; Ctrl-C for the report`)}`,
        );
    },
    note: (text) => print(ink.plain(text)),
    close: () => {
      if (live && !closed) write(CLEAR_LINE);
      closed = true;
    },
  };
}

const COULD_NOT = 2;
const DEFAULT_PORT = 4020;
const DEFAULT_HOST = '127.0.0.1';
const LONGEST_WAIT_MS = 2 ** 31 - 1;

/** The record of every exchange, written as they pass. */
type Log = { readonly append: (entry: RecordEntry) => void; readonly close: () => void };

/** What can't be written, as on a full disk, costs the record alone: traffic goes on, and `onLoss` is told once. */
function logTo(file: LineFile, onLoss: (problem: string) => void): Log {
  let told = false;
  const tell = (): void => {
    if (told || file.problem === undefined) return;
    told = true;
    onLoss(file.problem);
  };
  return {
    append: (entry) => {
      file.append(recordLine(gate().value(entry)));
      tell();
    },
    close: () => {
      file.close();
      tell();
    },
  };
}

function openLogFile(file: string | undefined, cwd: string): LineFile | undefined {
  if (file === undefined) return undefined;
  const path = resolve(cwd, file);
  requireWritable(path, '--record');
  return new LineFile(path);
}

function placesOf(
  { record, ca }: ProxyFlags,
  { document }: LoadedDocument,
  cwd: string,
): { readonly inputs: readonly InputFile[]; readonly others: readonly OutputFile[] } {
  const trusted = ca === undefined ? [] : [{ file: resolve(cwd, ca), what: 'the certificate of --ca' }];
  return {
    inputs: [...documentInputs(document), ...trusted],
    others: record === undefined ? [] : [{ file: resolve(cwd, record), option: '--record' }],
  };
}

async function targetUrl(flags: ProxyFlags, document: Interface, io: CliIo): Promise<string> {
  // The proxy sends on what its clients send: no key of its own.
  const url = urlOf(flags, await readEnvironment(io)) ?? serverOf(document, false);
  if (url !== undefined) return url;
  throw new UsageFault(
    'cannot forward without an address: give the base address of the service with --url, for example --url https://api.example.com/v1',
  );
}

function startFault(error: unknown, flags: ProxyFlags): unknown {
  const code = errnoOf(error);
  const { port = DEFAULT_PORT, host = DEFAULT_HOST } = flags;
  if (code === 'EADDRINUSE')
    return new UsageFault(`cannot listen on port ${String(port)}: it is in use; choose another with --port`);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EACCES')
    return new UsageFault(
      `cannot listen on ${quoted(host)} port ${String(port)} (${code}); choose others with --host and --port`,
    );
  return error;
}

/** Resolves at the first Ctrl-C or SIGTERM. */
async function untilInterrupted(io: CliIo, lines: ViolationLines): Promise<() => void> {
  return new Promise((done) => {
    const awake = setInterval(() => undefined, LONGEST_WAIT_MS);
    const watch = watchInterrupt(io, () => {
      clearInterval(awake);
      lines.note('stopping; the report follows (Ctrl-C again leaves at once)');
      done(watch.stop);
    });
  });
}

function endLog(log: Log, record: RunRecord): void {
  for (const result of record.results) log.append({ type: 'check', result });
  if (record.footer !== undefined) log.append(record.footer);
}

async function start(
  { directory, document }: LoadedDocument,
  flags: ProxyFlags,
  io: CliIo,
  {
    log,
    lines,
    url,
  }: { readonly log: Log | undefined; readonly lines: ViolationLines; readonly url: string },
): Promise<JudgingProxy> {
  const { choice, keyOf } = await trafficChoice(flags, document, io);
  const told = new Set<string>();
  try {
    return await startJudgingProxy({
      document,
      specDirectory: directory,
      url,
      trust: { insecure: flags.insecure ?? false, ca: caOf(flags.ca, io.cwd) },
      host: flags.host ?? DEFAULT_HOST,
      port: flags.port ?? DEFAULT_PORT,
      keyOf,
      origins: flags.origin ?? [],
      settings: choice,
      onJudged: lines.onJudged,
      ...(log === undefined ? {} : { onExchange: (exchange) => log.append({ type: 'exchange', exchange }) }),
      onTargetFault: (text) => {
        if (!told.has(text)) lines.note(`no answer from ${text}`);
        told.add(text);
      },
    });
  } catch (error) {
    throw startFault(error, flags);
  }
}

/** `assay proxy`: forwards and judges until it is interrupted, then reports. Returns the exit code. */
export async function proxyCommand(flags: ProxyFlags, io: CliIo): Promise<number> {
  const loaded = await openDocument(flags, io);
  const url = await targetUrl(flags, loaded.document, io);
  const places = trafficOutputs(flags, { url, ...placesOf(flags, loaded, io.cwd) }, io);
  const quiet = flags.quiet ?? false;
  const surface = { isTerminal: io.stderrIsTerminal, env: io.env };
  const lines = violationLines({
    write: quiet ? () => undefined : io.stderr,
    live: !quiet && wantsLiveLine(surface),
    colour: wantsColour({ ...surface, allowed: flags.color }),
  });
  const logFile = openLogFile(flags.record, io.cwd);
  const log =
    logFile === undefined
      ? undefined
      : logTo(logFile, (problem) =>
          lines.note(
            `cannot write ${quoted(logFile.path)} any more (${problem}): traffic goes on and is judged, and this record ends here`,
          ),
        );
  const proxy = await start(loaded, flags, io, { log, lines, url });
  log?.append(proxy.header);
  lines.note(`forwarding ${proxy.url} to ${url}; Ctrl-C ends it and reports`);
  const stopWatching = await untilInterrupted(io, lines);
  try {
    const record = await proxy.finish();
    lines.close();
    if (log !== undefined) endLog(log, record);
    const code = await reportTraffic(record, loaded.document, { flags, places, io });
    if (logFile?.problem === undefined) return code;
    io.stderr(`assay: ${quoted(logFile.path)} is not whole (${logFile.problem})\n`);
    return code === 0 ? COULD_NOT : code;
  } finally {
    stopWatching();
    log?.close();
  }
}
