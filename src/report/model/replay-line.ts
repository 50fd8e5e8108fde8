import { isBroken, type Violation } from '../../checks/outcome.ts';
import { curlLine, shellWord } from '../../credential/curl-line.ts';
import { nearestName } from '../../system/nearest-name.ts';
import type { Exchange } from '../../http/exchange.ts';
import type { CheckResult, RecordHeader, RunRecord } from '../../record/record.ts';
import { escapeTerminal } from '../escape.ts';

const DEFAULT_RECORD = /^reports[\\/]last\.ndjson$/;

/** Names the record where `assay replay` would look for another one. */
function recordOption(recordFile: string | undefined): string {
  if (recordFile === undefined || DEFAULT_RECORD.test(recordFile)) return '';
  return ` --record ${shellWord(recordFile)}`;
}

/** Where the key goes has to be said by whoever replays: a record may come from anybody. */
function urlOption({ ownMock, settings }: RecordHeader): string {
  return ownMock ? '' : ` --url ${shellWord(settings.url)}`;
}

/** The command that sends the request of a violation again. `id` is `<check>/<n>`. */
export function replayLine(id: string, header: RecordHeader, recordFile: string | undefined): string {
  return `assay replay ${shellWord(id)}${recordOption(recordFile)}${urlOption(header)}`;
}

/** The command that writes the sequence of a violation as a script for a shell, and starts it. */
export function scriptLine(id: string, recordFile: string | undefined): string {
  return `assay replay ${shellWord(id)}${recordOption(recordFile)} --script sequence.sh && sh sequence.sh`;
}

/** The longest line that is worth pasting. */
const LONGEST = 2_000;

/** Whether a line can be shown and pasted into a shell as it is. */
export function isShellText(line: string): boolean {
  return line.length <= LONGEST && escapeTerminal(line, Infinity) === line;
}

/** A command of assay and a line for curl; what would be too long, or altered by making it safe to show, is missing. */
export type PasteLines = { readonly replay: string | undefined; readonly curl: string | undefined };

type Shown = { readonly id: string; readonly violation: Violation };
type Kept = Pick<RunRecord, 'header' | 'exchanges'>;

/** The file that a line for curl reads a long body from. */
const BODY_FILE = 'body.bin';

/**
 * The line for curl that every report shows of a violation. A body that would make it longer than `longest` is taken from the
 * record by `assay replay --save-body`. `undefined` where a line is too long all the same, or would be altered by making it
 * safe to show.
 */
export function curlLineOf(
  { id, violation }: Shown,
  { header, exchanges }: Kept,
  { recordFile, longest = LONGEST }: { readonly recordFile: string | undefined; readonly longest?: number },
): string | undefined {
  const exchange = exchanges.get(violation.exchanges[0] ?? '');
  const { url } = header.settings;
  if (exchange === undefined || !URL.canParse(url)) return undefined;
  const command = `assay replay ${shellWord(id)}${recordOption(recordFile)} --save-body ${BODY_FILE}`;
  const lines = [false, true].map((always) =>
    curlLine(url, exchange.request, { bodyFile: { name: BODY_FILE, command, always } }),
  );
  return lines.find((line) => line.length <= longest && isShellText(line));
}

/** The lines that show a violation again, as they can be pasted into a shell. */
export function pasteLines(shown: Shown, kept: Kept, recordFile: string | undefined): PasteLines {
  const replay = replayLine(shown.id, kept.header, recordFile);
  return {
    replay: isShellText(replay) ? replay : undefined,
    curl: curlLineOf(shown, kept, { recordFile }),
  };
}

/** A violation of a record with the exchange that shows it, or one line that says why there is none of that id. */
export type FoundViolation =
  | {
      readonly kind: 'found';
      readonly result: CheckResult;
      readonly violation: Violation;
      readonly exchange: Exchange;
    }
  | { readonly kind: 'not-found'; readonly problem: string };

function violationsOf({ outcome }: CheckResult): readonly Violation[] {
  return isBroken(outcome) ? outcome.violations : [];
}

function advice(record: RunRecord, id: string): string {
  const ids = record.results.flatMap((result) =>
    violationsOf(result).map((_, at) => `${result.id}/${String(at + 1)}`),
  );
  if (ids.length === 0) return 'the record holds no violation';
  const nearest = nearestName(id, ids);
  const few = ids.length > 8 ? [...ids.slice(0, 8), '…'] : ids;
  return nearest === undefined ? `choose one of: ${few.join(', ')}` : `did you mean "${nearest}"?`;
}

/** Finds `<check-id>/<n>`: the n-th violation (from 1) or warning of a check. The check's id alone means its first. */
export function findViolation(record: RunRecord, id: string): FoundViolation {
  const [, check = id, number = '1'] = /^(.*)\/([1-9]\d{0,5})$/s.exec(id) ?? [];
  const result = record.results.find((candidate) => candidate.id === check);
  const violation = result === undefined ? undefined : violationsOf(result)[Number(number) - 1];
  if (result === undefined || violation === undefined) {
    return {
      kind: 'not-found',
      problem: `there is no violation "${id}" in the record; ${advice(record, id)}`,
    };
  }
  const exchange = violation.exchanges
    .map((name) => record.exchanges.get(name))
    .find((found) => found !== undefined);
  if (exchange === undefined) {
    return {
      kind: 'not-found',
      problem: `the record does not hold the exchange of "${id}"; run "assay test" again`,
    };
  }
  return { kind: 'found', result, violation, exchange };
}
