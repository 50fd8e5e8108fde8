import { dirname, join } from 'node:path';
import type { Interface } from '../interface/model.ts';
import type { RunRecord } from '../run/record.ts';
import type { CliIo } from './cli-io.ts';
import { deliverReports } from './deliver-reports.ts';
import { recordPlace, storeRecord, type RecordPlace } from './record-place.ts';
import { filesOf, reportOutputs, type ReportOutput } from './report-outputs.ts';
import { isSameFile, requireApart, type InputFile, type OutputFile } from './require-apart.ts';
import { requireWritable } from './require-writable.ts';
import { keepRun, runPlaces, type KeptRun } from './run-places.ts';
import type { TrafficFlags } from './options.ts';

/** Where the reports and the record of judged traffic go. Paths are absolute. */
export type TrafficOutputs = {
  readonly outputs: readonly ReportOutput[];
  readonly record: RecordPlace;
  readonly kept: KeptRun | undefined;
};

/** Name of the record where the usual one is what is judged, or what the command writes besides. */
const SECOND_NAME = 'judged.ndjson';

/** Settles the places before anything is read or sent: no file that is judged is written over. Throws a `UsageFault`. */
export function trafficOutputs(
  flags: TrafficFlags,
  {
    url,
    inputs,
    others = [],
  }: {
    readonly url: string | undefined;
    readonly inputs: readonly InputFile[];
    /** What else the command writes. */
    readonly others?: readonly OutputFile[];
  },
  io: Pick<CliIo, 'cwd'>,
): TrafficOutputs {
  const { directory, kept } = runPlaces(flags.out, url, io.cwd);
  const outputs = reportOutputs(flags.report ?? [], { directory, cwd: io.cwd });
  const place = recordPlace(io.cwd);
  const isTaken = [...inputs, ...others].some(({ file }) => isSameFile(file, place.last));
  const last = isTaken ? join(dirname(place.last), SECOND_NAME) : place.last;
  requireApart([...filesOf(outputs, '--report'), ...others, { file: last, option: 'the record' }], inputs);
  for (const output of outputs) if (output.file !== undefined) requireWritable(output.file, '--report');
  return { outputs, record: { ...place, last }, kept };
}

/** Writes the record of judged traffic and the reports that were asked for. Returns the exit code. */
export async function reportTraffic(
  record: RunRecord,
  document: Interface,
  options: { readonly flags: TrafficFlags; readonly places: TrafficOutputs; readonly io: CliIo },
): Promise<number> {
  const { flags, places, io } = options;
  const { outputs, kept } = places;
  const { file: recordFile, problem } = storeRecord(record, places.record, 'in memory');
  for (const note of [places.record.note, problem]) if (note !== undefined) io.stderr(`${note}\n`);
  const code = await deliverReports(record, { flags, outputs, recordFile, document }, io);
  await keepRun({ kept, record, recordFile, document }, io);
  return code;
}
