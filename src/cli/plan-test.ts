import { resolve } from 'node:path';
import type { RunRecord } from '../run/record.ts';
import { openBaseline, type BaselineFile } from './baseline-file.ts';
import type { CliIo } from './cli-io.ts';
import { readEnvironment } from './environment.ts';
import { loadDocument, type LoadedDocument } from './load-document.ts';
import { quoted } from './quoted.ts';
import { recordPlace, type RecordPlace } from './record-place.ts';
import { filesOf, reportOutputs, type ReportOutput } from './report-outputs.ts';
import { documentInputs, requireApart } from './require-apart.ts';
import { requireWritable } from './require-writable.ts';
import { openResumed, requireSameRun } from './resumed-run.ts';
import { runPlaces, type KeptRun } from './run-places.ts';
import { resolveTarget, type Target } from './resolve-target.ts';
import type { TestFlags } from './options.ts';
import { UsageFault } from './usage-fault.ts';

/** Everything about a run that is settled before anything is started or sent. Paths are absolute. */
export type TestPlan = LoadedDocument & {
  readonly target: Target;
  readonly outputs: readonly ReportOutput[];
  readonly record: RecordPlace;
  /** Where `--out` keeps the run. */
  readonly kept: KeptRun | undefined;
  readonly baselineFile: BaselineFile | undefined;
  /** The record of `--resume`. */
  readonly resumed: RunRecord | undefined;
};

/** Without a key nothing could be proven of operations that require one. */
function requireKey(target: Target, { document }: LoadedDocument): void {
  const secured = document.operations.some((o) => o.documentation === 'full' && o.credential !== undefined);
  if (target.url === undefined || target.key !== undefined || !secured) return;
  throw new UsageFault(
    `cannot test ${quoted(target.url)} without a key: "${document.title}" requires one; give it with --key-env NAME, ASSAY_KEY or --key`,
  );
}

/** Shards are parts of one run: they have to agree on its seed, and use its key at the same time. */
function requireShardable({ shard, seed, exclusive }: TestFlags): void {
  if (shard === undefined) return;
  const { index, total } = shard;
  if (seed === undefined)
    throw new UsageFault(
      `cannot use --shard ${String(index)}/${String(total)} without --seed: every shard needs the same one, for example --seed 42`,
    );
  if (exclusive === true)
    throw new UsageFault(
      'cannot use --exclusive with --shard: the shards share the key; leave one of them out',
    );
}

/** Settles document, target and files. Throws a `UsageFault`. */
export async function planTest(flags: TestFlags, io: CliIo): Promise<TestPlan> {
  const environment = await readEnvironment(io);
  const resumed = flags.resume === undefined ? undefined : await openResumed(flags.resume, io.cwd);
  const loaded = await loadDocument(flags.spec ?? resumed?.header.specDirectory, io.cwd);
  const target = resolveTarget(flags, { document: loaded.document, environment, cwd: io.cwd });
  if (flags.resume !== undefined && resumed !== undefined)
    requireSameRun(flags.resume, resumed, { url: target.url, document: loaded.document });
  requireKey(target, loaded);
  requireShardable(flags);
  const baselineFile = openBaseline(flags, loaded.document, io.cwd);
  const { directory, kept } = runPlaces(flags.out, target.url, io.cwd);
  const outputs = reportOutputs(flags.report ?? [], { directory, cwd: io.cwd });
  const record = recordPlace(io.cwd);
  const records = new Set([
    record.own,
    record.last,
    ...(kept === undefined ? [] : [kept.record, kept.latest]),
  ]);
  // The record as a report is the same file in the folder of a run.
  const others = outputs.filter(({ format, file }) => format !== 'record' || file !== kept?.record);
  requireApart(
    [...filesOf(others, '--report'), ...[...records].map((file) => ({ file, option: 'the record' }))],
    [
      ...documentInputs(loaded.document),
      ...(baselineFile === undefined
        ? []
        : [{ file: baselineFile.file, what: 'the list of known failures' }]),
      ...(flags.resume === undefined
        ? []
        : [{ file: resolve(io.cwd, flags.resume), what: 'the record of --resume' }]),
      ...(flags.ca === undefined
        ? []
        : [{ file: resolve(io.cwd, flags.ca), what: 'the certificate of --ca' }]),
    ],
  );
  for (const output of outputs) if (output.file !== undefined) requireWritable(output.file, '--report');
  return { ...loaded, target, outputs, record, kept, baselineFile, resumed };
}
