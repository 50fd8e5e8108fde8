/** A table with a verdict in each row, as the pages over many runs and over many services show it. */
import type { Verdict } from '../model/verdict.ts';
import type { Mark } from './mark.ts';
import { html, type Markup } from './markup.ts';

const MAX_NAME = 120;

/** A verdict as a sign and a word. */
export const RULING_MARKS: { readonly [kind in Verdict['kind']]: Mark } = {
  conforms: { sign: '✓', word: 'conforms', tone: 'good' },
  'does-not-conform': { sign: '✕', word: 'does not conform', tone: 'bad' },
  'could-not-tell': { sign: '?', word: 'could not tell', tone: 'doubtful' },
  interrupted: { sign: '?', word: 'interrupted', tone: 'doubtful' },
};

/** So many columns do not fit a phone: the table scrolls by itself there, and words stay whole. */
export const TABLE_STYLES = `
.runs { min-width: 66rem; }
.runs th, .runs td { overflow-wrap: normal; }
.runs .wide { min-width: 14rem; overflow-wrap: anywhere; }
`;

const MEASURED = ['clauses proven', 'violations', 'requests', 'duration'];

/** Text that is cut where it is long. */
export function short(text: string): string {
  return text.length <= MAX_NAME ? text : `${text.slice(0, MAX_NAME)}…`;
}

/** A relative address: no name of a folder or a file leads out of the directory, or is a scheme. */
export function addressOf(...names: readonly string[]): string {
  return ['.', ...names.map((name) => encodeURIComponent(name.toWellFormed()))].join('/');
}

/** What a run came to, a cell for each of `MEASURED`; a dash where it is not known. */
export function measuredCells(
  ruling: Pick<Verdict, 'proven' | 'provable' | 'violations'> | undefined,
  extent: { readonly all: number; readonly seconds: number } | undefined,
): readonly Markup[] {
  const values = [
    ruling && `${String(ruling.proven)} of ${String(ruling.provable)}`,
    ruling && String(ruling.violations),
    extent && String(extent.all),
    extent && `${extent.seconds.toFixed(1)} s`,
  ];
  return values.map((value) => html`<td class="number">${value ?? '–'}</td> `);
}

/**
 * The table. `first`: what the head of a row names; `seventh`: the column before what was tested and the files, which stand last.
 */
export function verdictTable({
  label,
  caption,
  first,
  seventh,
  rows,
}: {
  readonly label: string;
  readonly caption: string;
  readonly first: string;
  readonly seventh: string;
  readonly rows: readonly Markup[];
}): Markup {
  const heads = [first, 'verdict', ...MEASURED, seventh, 'tested', 'files'].map((name) =>
    MEASURED.includes(name)
      ? html`<th scope="col" class="number">${name}</th>`
      : html`<th scope="col">${name}</th>`,
  );
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${label}">
    <table class="runs">
      <caption>
        ${caption}
      </caption>
      <thead>
        <tr>
          ${heads}
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </div>`;
}
