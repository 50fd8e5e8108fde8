import { resolve } from 'node:path';
import type { Interface } from '../../interface/model.ts';
import { writeWholeFile } from '../../output/whole-file.ts';
import { readRecord } from '../../record/read.ts';
import type { RunRecord } from '../../record/record.ts';
import { recordLines } from '../../record/write.ts';
import { mergeShards } from '../../run/shards/merge-shards.ts';
import type { NamedRecord } from '../../run/shards/shards.ts';
import { errnoText } from '../../system/errno.ts';
import type { CliIo } from '../io.ts';
import { loadRecordedDocument } from '../load-document.ts';
import type { MergeFlags } from '../traffic-options.ts';
import { documentInputs, type InputFile, requireApart, requireWritable } from '../output/files.ts';
import { filesOf, reportOutputs } from '../output/report-outputs.ts';
import { deliverReports, exitCodeWith, type ReportsWritten } from '../output/reports.ts';
import { quoted, UsageFault } from '../usage-fault.ts';
import { areLedgers } from './ledgers.ts';
import { mergeParts, mergeToPart, mergeToRecord, partialOutput } from './partial.ts';

/** Where the merged record goes when the caller names no place. */
export const MERGED_RECORD = 'reports/merged.ndjson';

async function recordsOf(files: readonly string[], cwd: string): Promise<readonly NamedRecord[]> {
  const records: NamedRecord[] = [];
  for (const name of files) {
    const parsed = await readRecord(resolve(cwd, name));
    if (parsed.kind === 'no-record') throw new UsageFault(parsed.problem);
    records.push({ name, record: parsed.record });
  }
  return records;
}

function outputWritten(output: string, record: RunRecord, io: CliIo): ReportsWritten {
  try {
    writeWholeFile(output, recordLines(record));
    return 'all written';
  } catch (error) {
    io.stderr(
      `assay: cannot write ${quoted(output)} (${errnoText(error)}); the verdict holds all the same\n`,
    );
    return 'some missing';
  }
}

/** A record of a whole, made of parts, and the document that it is by. */
type Whole = { readonly record: RunRecord; readonly document: Interface };

/** The record of the shards of a run; throws a `UsageFault` that names the shard that is missing, there twice, or of another run. */
async function wholeOfShards(files: readonly string[], flags: MergeFlags, io: CliIo): Promise<Whole> {
  if (flags.partial !== undefined || flags.parts !== undefined)
    throw new UsageFault(
      'cannot merge the records of shards with --partial or --parts: those are for ledgers; leave them out',
    );
  const records = await recordsOf(files, io.cwd);
  const [first] = records;
  const document = first === undefined ? undefined : await loadRecordedDocument(first.record, flags, io);
  if (document === undefined)
    throw new UsageFault(
      `cannot merge ${quoted(first?.name ?? '')} without the document that it was made with: name its folder with --spec`,
    );
  const merged = mergeShards(records, document);
  if (merged.kind === 'not-one-run') throw new UsageFault(`cannot merge: ${merged.problem}`);
  return { record: merged.record, document };
}

function inputsOf(files: readonly string[], what: string, cwd: string): readonly InputFile[] {
  return files.map((file) => ({ file: resolve(cwd, file), what }));
}

/**
 * `assay merge`: one record of the shards of a run or of ledgers of judged traffic, and its reports; or one ledger of several.
 * Returns the exit code that the merged record stands for; throws a `UsageFault` for what is no whole.
 */
export async function mergeCommand(files: readonly string[], flags: MergeFlags, io: CliIo): Promise<number> {
  const isOfLedgers = await areLedgers(files, io.cwd);
  const inputs = inputsOf(files, isOfLedgers ? 'one of the ledgers' : 'one of the shards', io.cwd);
  if (isOfLedgers && flags.partial !== undefined) {
    const output = partialOutput(flags.partial, inputs, io);
    return mergeToPart(await mergeParts(files, io), { wanted: flags.parts, output }, io);
  }
  const output = resolve(io.cwd, flags.output ?? MERGED_RECORD);
  const directory = resolve(io.cwd, flags.out ?? 'reports');
  const outputs = reportOutputs(flags.report ?? [], { directory, cwd: io.cwd });
  const own = [{ file: output, option: '--output' }, ...filesOf(outputs, '--report')];
  requireApart(own, inputs);
  const { record, document } = isOfLedgers
    ? await mergeToRecord(await mergeParts(files, io), flags, io)
    : await wholeOfShards(files, flags, io);
  requireApart(own, documentInputs(document));
  requireWritable(output, '--output');
  for (const { file } of outputs) if (file !== undefined) requireWritable(file, '--report');
  const written = outputWritten(output, record, io);
  const code = await deliverReports(record, { flags, outputs, recordFile: output, document }, io);
  return exitCodeWith(code, written);
}
