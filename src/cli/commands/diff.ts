import { resolve } from 'node:path';
import { readRecord } from '../../record/read.ts';
import type { RunRecord } from '../../record/record.ts';
import { renderDiff } from '../../report/diff/formats.ts';
import { diffRuns } from '../../report/diff/run-diff.ts';
import { damageText } from '../../report/model/verdict.ts';
import type { CliIo } from '../io.ts';
import { loadRecordedDocument } from '../load-document.ts';
import type { DiffFlags } from '../report-options.ts';
import { documentInputs, requireApart, requireWritable, writeAtomically } from '../output/files.ts';
import { wantsColour } from '../output/progress.ts';
import { quoted, UsageFault } from '../usage-fault.ts';

const GOT_WORSE = 1;
const COULD_NOT_TELL = 2;
const FILE_WIDTH = 100;

async function recordOf(file: string, cwd: string): Promise<RunRecord> {
  const parsed = await readRecord(resolve(cwd, file));
  if (parsed.kind === 'no-record') throw new UsageFault(parsed.problem);
  return parsed.record;
}

function requireSameInterface(
  files: readonly [string, string],
  { header: { interface: before } }: RunRecord,
  { header: { interface: now } }: RunRecord,
): void {
  if (before.id === now.id) return;
  throw new UsageFault(
    `cannot compare ${quoted(files[0])} with ${quoted(files[1])}: one is of ${quoted(before.id)}, the other of ${quoted(now.id)}; give two records of one interface`,
  );
}

/** What is missing in a record may be what got worse. */
function isWhole(record: RunRecord): boolean {
  return record.footer !== undefined && damageText(record) === undefined;
}

/**
 * `assay diff`: what changed from one run to another. Returns 1 when something got worse, 2 when a record is not whole, otherwise 0; throws a
 * `UsageFault` for what are no two records of one interface.
 */
export async function diffCommand(
  files: readonly [before: string, now: string],
  flags: DiffFlags,
  io: CliIo,
): Promise<number> {
  const requests = (flags.format ?? [{ format: 'terminal' as const, file: undefined }]).map(
    ({ format, file }) => ({
      format,
      file: file === '-' ? undefined : file,
    }),
  );
  const [before, now] = [await recordOf(files[0], io.cwd), await recordOf(files[1], io.cwd)];
  requireSameInterface(files, before, now);
  const document = await loadRecordedDocument(now, flags, io);
  const outputs = requests.flatMap(({ file }) =>
    file === undefined ? [] : [{ file: resolve(io.cwd, file), option: '--format' }],
  );
  requireApart(outputs, [
    ...files.map((file) => ({ file: resolve(io.cwd, file), what: 'one of the records that are compared' })),
    ...(document === undefined ? [] : documentInputs(document)),
  ]);
  for (const { file, option } of outputs) requireWritable(file, option);
  const same = before.header.interface.digest === now.header.interface.digest;
  const older = same ? document : await loadRecordedDocument(before, {}, io);
  const diff = diffRuns({ record: before, document: older }, { record: now, document });
  for (const { format, file } of requests) {
    const shown = { allowed: flags.color, isTerminal: io.stdoutIsTerminal, env: io.env };
    const colour = file === undefined && wantsColour(shown);
    const width = file === undefined ? io.columns : FILE_WIDTH;
    const text = await renderDiff(format, diff, { colour, width });
    if (file === undefined) io.stdout(text);
    else writeAtomically(resolve(io.cwd, file), text, '--format');
  }
  if (diff.worse) return GOT_WORSE;
  return [before, now].some((record) => !isWhole(record)) ? COULD_NOT_TELL : 0;
}
