import { join, resolve } from 'node:path';
import type { Interface } from '../interface/model.ts';
import { verdict } from '../report/verdict.ts';
import { readRecord } from '../run/read-record.ts';
import type { RunRecord } from '../run/record.ts';
import type { CliIo } from './cli-io.ts';
import type { ReportFlags } from './options.ts';
import { loadRecordedDocument } from './load-recorded-document.ts';
import type { ReportRequest } from './parse-report-option.ts';
import { filesOf, reportOutputs } from './report-outputs.ts';
import { documentInputs, requireApart } from './require-apart.ts';
import { requireWritable } from './require-writable.ts';
import { showReport } from './show-report.ts';
import { shownPath } from './shown-path.ts';
import { UsageFault } from './usage-fault.ts';
import { wantsColour } from './wants-colour.ts';
import { exitCodeWith, writeReports, type ReportsWritten } from './write-reports.ts';

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
  const document = await loadRecordedDocument(record, flags.spec, io);
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
