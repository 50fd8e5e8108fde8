/** Tables in descriptions, as GitHub Flavored Markdown writes them: a header, a line of dashes, and rows. */

export type Table = {
  readonly header: readonly string[];
  /** Each as long as the header. */
  readonly rows: readonly (readonly string[])[];
};

/** More columns than that have no table of a document. */
const MOST_COLUMNS = 12;
const MOST_ROWS = 60;

/** The cells of a line, without marks of code and emphasis; `undefined` for a line that is no row. */
function cellsOf(line: string): readonly string[] | undefined {
  const text = line.trim();
  if (!text.includes('|') || text.length > 1_000) return undefined;
  const inner = text.slice(text.startsWith('|') ? 1 : 0, text.endsWith('|') ? -1 : undefined);
  return inner.split('|').map((cell) => cell.replaceAll(/[`*]/g, '').trim());
}

function isRule(cells: readonly string[]): boolean {
  return cells.every((cell) => /^:?-+:?$/.test(cell));
}

/** The tables of a text. One whose rows are not all as long as its header is left out. */
export function tablesIn(text: string): readonly Table[] {
  const lines = text.split('\n', 2_000).map((line) => cellsOf(line));
  return lines.flatMap((rule, at): readonly Table[] => {
    const header = lines[at - 1];
    if (rule === undefined || header === undefined || !isRule(rule) || rule.length !== header.length)
      return [];
    if (header.length < 2 || header.length > MOST_COLUMNS) return [];
    const behind = lines.slice(at + 1, at + 1 + MOST_ROWS);
    const end = behind.indexOf(undefined);
    const rows = behind.slice(0, end < 0 ? undefined : end).filter((cells) => cells !== undefined);
    return rows.length > 0 && rows.every((cells) => cells.length === header.length) ? [{ header, rows }] : [];
  });
}
