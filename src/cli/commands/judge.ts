import { resolve } from 'node:path';
import type { Interface } from '../../interface/model.ts';
import { readRecord } from '../../record/read.ts';
import type { RunRecord } from '../../record/record.ts';
import {
  effortSince,
  type JudgedFile,
  judgeFiles,
  type JudgeOptions,
  type JudgeProgress,
  ledgerOfFiles,
  nameOfTwo,
  termsOf,
} from '../../traffic/judge-files.ts';
import { trafficFile } from '../../traffic/read-traffic.ts';
import { rejudge } from '../../traffic/rejudge.ts';
import { type CliIo, INTERRUPTED, watchInterrupt } from '../io.ts';
import { type LoadedDocument, loadRecordedDocument, openDocument } from '../load-document.ts';
import type { JudgeFlags } from '../traffic-options.ts';
import { documentInputs, type InputFile } from '../output/files.ts';
import { wantsLiveLine } from '../output/progress.ts';
import { parseTargetUrl } from '../target/resolve-target.ts';
import { quoted, UsageFault } from '../usage-fault.ts';
import { type PartialOutput, partialOutput, writePart } from './partial.ts';
import { reportTraffic, trafficChoice, type TrafficOutputs, trafficOutputs } from './traffic.ts';

const CLEAR_LINE = '\r\u001b[2K';
const LIVE_EVERY_MS = 200;
const LOGGED_EVERY_MS = 10_000;

/** Shows how far a long file has been judged: one line that is written over, or one every ten seconds. */
function judgeProgress(
  io: Pick<CliIo, 'stderr' | 'stderrIsTerminal' | 'env'>,
  quiet: boolean,
  now: () => number,
): { readonly onProgress: (progress: JudgeProgress) => void; readonly close: () => void } {
  const live = !quiet && wantsLiveLine({ isTerminal: io.stderrIsTerminal, env: io.env });
  const everyMs = live ? LIVE_EVERY_MS : LOGGED_EVERY_MS;
  let shownMs = now();
  let shown = false;
  return {
    onProgress: ({ bytesRead, bytes, judged }) => {
      if (quiet || now() - shownMs < everyMs) return;
      shownMs = now();
      shown = true;
      const part = bytes === 0 ? 100 : Math.floor((bytesRead / bytes) * 100);
      const line = `… ${String(Math.min(100, part))}% read, ${String(judged)} exchanges judged`;
      io.stderr(live ? `${CLEAR_LINE}${line}` : `${line}\n`);
    },
    close: () => {
      if (live && shown) io.stderr(CLEAR_LINE);
    },
  };
}

/** What stands for the service in the name of a run's folder where nobody named it. */
const TRAFFIC_URL = 'http://traffic';

async function openFiles(names: readonly string[], cwd: string): Promise<readonly JudgedFile[]> {
  const files: JudgedFile[] = [];
  for (const name of names) {
    const path = resolve(cwd, name);
    const file = await trafficFile(path, name);
    if (file.kind === 'unusable') throw new UsageFault(file.problem);
    if (file.kind === 'record' && file.header.source?.exchanges === 'cited') {
      const { files: original } = file.header.source;
      throw new UsageFault(
        `cannot judge ${quoted(name)}: it holds only the exchanges that its findings cite; judge what it was made of: ${original.map(quoted).join(', ')}`,
      );
    }
    files.push({ ...file, path, name });
  }
  const twice = nameOfTwo(files);
  if (twice !== undefined)
    throw new UsageFault(
      `cannot judge ${quoted(twice)} twice: its exchanges would count twice; give each file once`,
    );
  return files;
}

/** The one record of a run of assay's own among the files; `undefined` where there is none. */
function ownRun(files: readonly JudgedFile[]): JudgedFile | undefined {
  const own = files.find((file) => file.kind === 'record' && file.header.source === undefined);
  if (own === undefined || files.length === 1) return own;
  throw new UsageFault(
    `cannot judge ${quoted(own.name)} together with other files: it is the record of a run; judge it alone`,
  );
}

async function documentOf(record: RunRecord, flags: JudgeFlags, io: CliIo): Promise<Interface> {
  const document = await loadRecordedDocument(record, flags, io);
  if (document !== undefined) return document;
  throw new UsageFault('cannot judge a run without its document; name its folder with --spec');
}

function inputsOf(files: readonly JudgedFile[], document: Interface): readonly InputFile[] {
  return [...files.map(({ path }) => ({ file: path, what: 'what is judged' })), ...documentInputs(document)];
}

async function judgeRun(file: JudgedFile, flags: JudgeFlags, io: CliIo): Promise<number> {
  if (flags.partial !== undefined)
    throw new UsageFault(
      `cannot use --partial for ${quoted(file.name)}: it is the record of a run, which is judged as a whole`,
    );
  const parsed = await readRecord(file.path);
  if (parsed.kind === 'no-record') throw new UsageFault(parsed.problem);
  const document = await documentOf(parsed.record, flags, io);
  const places = trafficOutputs(
    flags,
    { url: parsed.record.header.settings.url, inputs: inputsOf([file], document) },
    io,
  );
  const { choice } = await trafficChoice(flags, document, io);
  const record = rejudge(parsed.record, document, { name: file.name, settings: choice });
  return reportTraffic(record, document, { flags, places, io });
}

/** Judges, and makes of it what the caller asked for. Returns the exit code. `close` ends the line that shows how far it came. */
type Finish = (options: JudgeOptions & { readonly close: () => void }) => Promise<number>;

/** Judges, with the reports and the record of what it came to. */
function wholeOf(
  places: TrafficOutputs,
  { document, flags, io }: { readonly document: Interface; readonly flags: JudgeFlags; readonly io: CliIo },
): Finish {
  return async ({ close, ...options }) => {
    const record = await judgeFiles(options);
    close();
    return reportTraffic(record, document, { flags, places, io });
  };
}

/** Judges a part of the traffic, for a ledger. One that was broken off is not written. */
function partOf(output: PartialOutput, io: CliIo): Finish {
  return async ({ close, ...options }) => {
    const startedAt = new Date().toISOString();
    const ledger = await ledgerOfFiles(options);
    close();
    if (options.signal.aborted) return INTERRUPTED;
    const { specDirectory } = options;
    const part = { terms: termsOf(options), specDirectory, parts: 1, effort: effortSince(startedAt), ledger };
    return writePart(part, output, io);
  };
}

async function judgeTraffic(
  files: readonly JudgedFile[],
  { directory, document }: LoadedDocument,
  flags: JudgeFlags,
  io: CliIo,
): Promise<number> {
  const url = flags.url === undefined ? undefined : parseTargetUrl(flags.url, '--url');
  const inputs = inputsOf(files, document);
  const finish =
    flags.partial === undefined
      ? wholeOf(trafficOutputs(flags, { url: url ?? TRAFFIC_URL, inputs }, io), { document, flags, io })
      : partOf(partialOutput(flags.partial, inputs, io), io);
  const { choice, keyOf } = await trafficChoice(flags, document, io);
  const progress = judgeProgress(io, flags.quiet ?? false, Date.now);
  const watch = watchInterrupt(io, () => io.stderr('stopping; the report follows\n'));
  try {
    return await finish({
      files,
      document,
      specDirectory: directory,
      url,
      keyOf,
      complete: flags.complete ?? false,
      settings: choice,
      onProgress: progress.onProgress,
      signal: watch.signal,
      close: progress.close,
    });
  } finally {
    progress.close();
    watch.stop();
  }
}

/** `assay judge FILE…`: judges traffic that is already there. Returns the exit code. */
export async function judgeCommand(names: readonly string[], flags: JudgeFlags, io: CliIo): Promise<number> {
  const files = await openFiles(names, io.cwd);
  const own = ownRun(files);
  return own === undefined
    ? judgeTraffic(files, await openDocument(flags, io), flags, io)
    : judgeRun(own, flags, io);
}
