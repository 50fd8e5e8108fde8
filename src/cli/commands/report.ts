import { join, resolve } from 'node:path';
import type { Interface } from '../../interface/model.ts';
import { readRecord } from '../../record/read.ts';
import type { RunRecord } from '../../record/record.ts';
import { verdict } from '../../report/model/verdict.ts';
import type { CliIo } from '../io.ts';
import { loadRecordedDocument } from '../load-document.ts';
import type { ReportFlags } from '../report-options.ts';
import { documentInputs, requireApart, requireWritable } from '../output/files.ts';
import { wantsColour } from '../output/progress.ts';
import { shownPath } from '../../document/files.ts';
import { filesOf, reportOutputs, type ReportRequest } from '../output/report-outputs.ts';
import { exitCodeWith, type ReportsWritten, showReport, writeReports } from '../output/reports.ts';
import { UsageFault } from '../usage-fault.ts';

/** Formats without a file go to standard output, unless `--out` names a directory. */
function placed(requests: readonly ReportRequest[], out: string | undefined): readonly ReportRequest[] {
  return out === undefined ? requests.map(({ format, file }) => ({ format, file: file ?? '-' })) : requests;
}

function show(
  record: RunRecord,
  document: Interface | undefined,
  recordFile: string,
  flags: ReportFlags,
  io: CliIo,
): ReportsWritten {
  return showReport(
    record,
    {
      colour: wantsColour({ allowed: flags.color, isTerminal: io.stdoutIsTerminal, env: io.env }),
      width: io.columns,
      verbose: flags.verbose ?? false,
      document,
      recordFile,
      extent: 'whole',
      write: io.stdout,
    },
    io,
  );
}

/** `assay report`: the reports of an earlier run, from its record alone. Returns the exit code that the record stands for. */
export async function reportCommand(
  file: string | undefined,
  flags: ReportFlags,
  io: CliIo,
): Promise<number> {
  const recordFile = resolve(io.cwd, file ?? join('reports', 'last.ndjson'));
  const parsed = await readRecord(recordFile);
  if (parsed.kind === 'no-record') throw new UsageFault(parsed.problem);
  const { record } = parsed;
  const requests = flags.format ?? [];
  const outputs = reportOutputs(placed(requests, flags.out), { directory: flags.out ?? '.', cwd: io.cwd });
  const document = await loadRecordedDocument(record, flags, io);
  requireApart(filesOf(outputs, '--format'), [
    { file: recordFile, what: 'the record that is reported' },
    ...(document === undefined ? [] : documentInputs(document)),
  ]);
  for (const output of outputs) if (output.file !== undefined) requireWritable(output.file, '--format');
  const shown = shownPath(recordFile, io.cwd);
  const { exitCode } = verdict(record, document);
  if (requests.length === 0) {
    return exitCodeWith(exitCode, show(record, document, shown, flags, io));
  }
  const source = { record, recordText: parsed.text, recordFile: shown, document };
  return exitCodeWith(exitCode, await writeReports(outputs, source, io));
}
