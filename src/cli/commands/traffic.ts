import { dirname, join } from 'node:path';
import { ringOf } from '../../credential/given.ts';
import type { KeyRing } from '../../credential/key-ring.ts';
import type { Interface } from '../../interface/model.ts';
import { KEY_MARKER } from '../../output/find-secrets.ts';
import { gate } from '../../output/gate.ts';
import type { RunRecord } from '../../record/record.ts';
import type { TrafficSettings } from '../../record/settings.ts';
import type { CliIo } from '../io.ts';
import type { TrafficFlags } from '../traffic-options.ts';
import { openBaseline } from '../output/baseline-file.ts';
import {
  type InputFile,
  isSameFile,
  type OutputFile,
  requireApart,
  requireWritable,
} from '../output/files.ts';
import { recordPlace, type RecordPlace, storeRecord } from '../../record/record-place.ts';
import { filesOf, type ReportOutput, reportOutputs } from '../output/report-outputs.ts';
import { deliverReports } from '../output/reports.ts';
import { keepRun, type KeptRun, runPlaces } from '../output/run-places.ts';
import { givenTexts } from '../target/credentials.ts';
import { readEnvironment } from '../target/environment.ts';
import { chosen } from '../target/resolve-settings.ts';
import { keyOf, planOf } from '../target/resolve-target.ts';

/** Reads what `assay judge` and `assay proxy` are told about judging. Throws a `UsageFault` for what cannot be used. */
export async function trafficChoice(
  flags: TrafficFlags,
  document: Interface,
  io: CliIo,
): Promise<{ readonly choice: TrafficSettings; readonly keyOf: KeyRing }> {
  const environment = await readEnvironment(io);
  const key = keyOf(flags, environment);
  gate().add(key, KEY_MARKER);
  const baseline = openBaseline({ ...flags, updateBaseline: false }, document, io.cwd)?.baseline;
  return {
    keyOf: ringOf(givenTexts(flags, environment, document), key),
    choice: {
      plan: planOf(flags, { document, environment }),
      strict: flags.strict ?? false,
      suites: chosen('suites', flags.suite),
      checks: chosen('checks', flags.check),
      ...(flags.include === undefined ? {} : { include: flags.include }),
      ...(flags.exclude === undefined ? {} : { exclude: flags.exclude }),
      ...(baseline === undefined ? {} : { baseline }),
    },
  };
}

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
