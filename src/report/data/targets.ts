/** Many services that were tested side by side, as data: the worst first, in JSON, and a row each in CSV. */
import { type TestedTarget, worstCode } from '../model/tested-target.ts';
import { worstFirst } from '../text/targets.ts';

type Row = {
  readonly name: string;
  readonly url: string | null;
  readonly exitCode: number;
  readonly verdict: string | null;
  readonly proven: number | null;
  readonly provable: number | null;
  readonly violations: number | null;
  readonly requests: number | null;
  readonly seconds: number | null;
  readonly startedAt: string | null;
  /** Title and version of the document. */
  readonly tested: string | null;
  /** Path of the page of the run from where these data are. */
  readonly report: string | null;
  readonly problem: string | null;
};

function rowOf({ name, url, code, ran, problem, kept, history }: TestedTarget): Row {
  const { folder, run, page } = kept ?? {};
  return {
    name,
    url: url ?? null,
    exitCode: code,
    verdict: ran?.ruling.kind ?? null,
    proven: ran?.ruling.proven ?? null,
    provable: ran?.ruling.provable ?? null,
    violations: ran?.ruling.violations ?? null,
    requests: ran?.all ?? null,
    seconds: ran?.seconds ?? null,
    startedAt: ran === undefined ? null : (history.at(-1)?.startedAt ?? null),
    tested: ran?.tested ?? null,
    report: page === undefined ? null : [folder, run, page].join('/'),
    problem: problem ?? null,
  };
}

/** One object with the exit code of all, and a member for each service in `targets`. */
export function targetsJson(tested: readonly TestedTarget[]): string {
  const targets = worstFirst(tested).map(rowOf);
  return `${JSON.stringify({ exitCode: worstCode(tested), services: targets.length, targets }, undefined, 2)}\n`;
}

/** A field of RFC 4180. A text that a spreadsheet would take for a formula is told as a text. */
function field(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A line of names, then one for each service. */
export function targetsCsv(tested: readonly TestedTarget[]): string {
  const rows = worstFirst(tested).map(rowOf);
  const names = Object.keys(rows[0] ?? {});
  const lines = rows.map((row) => Object.values(row).map(field).join(','));
  return [names.join(','), ...lines, ''].join('\r\n');
}
