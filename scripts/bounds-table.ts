import { boundRows } from '../src/system/bounds.ts';

const [BEGIN, END] = ['<!-- bounds: begin -->\n', '<!-- bounds: end -->'];

/** Every bound, as a table in Markdown. */
function boundsTable(): string {
  const rows = boundRows.map(
    ({ name, of, value, unit, over }) =>
      `| ${of} | ${value.toLocaleString('en-US')} ${unit} | ${over} | \`${name}\` |\n`,
  );
  return `| what | most | over that | name |\n| --- | --: | --- | --- |\n${rows.join('')}`;
}

/** The page with the table between its marks. */
export function withBounds(page: string): string {
  const [start, end] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (start < 0 || end < start) throw new Error('SECURITY.md has no marks for the table of bounds');
  return `${page.slice(0, start + BEGIN.length)}\n${boundsTable()}\n${page.slice(end)}`;
}
