import { counted } from '../../system/counted.ts';
import type { RunRecord } from '../../record/record.ts';
import { runExtent } from '../model/standings.ts';
import type { Verdict } from '../model/verdict.ts';
import { markOf } from './mark.ts';
import { html, type Markup } from './markup.ts';
import { htmlPage } from './page.ts';
import {
  addressOf,
  measuredCells,
  RULING_MARKS,
  short,
  TABLE_STYLES,
  verdictTable,
} from './verdict-table.ts';

/** A run as the index shows it. */
export type ListedRun = {
  /** Name of its folder. */
  readonly folder: string;
  /** The record, or as much of it as was read. */
  readonly record: RunRecord;
  /** `undefined` where too little of the record was read to count anything. */
  readonly ruling: Verdict | undefined;
  /** Names of the files in the folder. */
  readonly files: readonly string[];
};

/** A folder that is no run. */
export type SkippedFolder = { readonly folder: string; readonly reason: string };

export type RunsIndex = {
  readonly runs: readonly ListedRun[];
  readonly skipped: readonly SkippedFolder[];
  /** How many older folders were not looked at. */
  readonly leftOut: number;
};

const MOST_SKIPPED = 20;

function fileLinks({ folder, files }: ListedRun): readonly Markup[] {
  return files.map((file) => html`<a href="${addressOf(folder, file)}">${short(file)}</a> `);
}

/** `2030-01-02 03:04:05`, which is shorter; what is no time stays as it is. */
function shownTime(startedAt: string): string {
  const ms = Date.parse(startedAt);
  return Number.isNaN(ms) ? short(startedAt) : new Date(ms).toISOString().slice(0, 19).replace('T', ' ');
}

function verdictCell({ ruling, record }: ListedRun): Markup {
  if (ruling === undefined) return html`<span class="quiet">the record is too long to be counted here</span>`;
  const partial = record.partial ? html` <span class="note">partial record</span>` : undefined;
  return html`${markOf(RULING_MARKS[ruling.kind])}${partial}`;
}

function runRow(run: ListedRun): Markup {
  const { record, ruling } = run;
  const { header } = record;
  const extent = record.footer === undefined ? undefined : runExtent(record);
  return html`<tr>
    <th scope="row"><time datetime="${header.startedAt}">${shownTime(header.startedAt)}</time></th>
    <td>${verdictCell(run)}</td>
    ${measuredCells(ruling, extent)}
    <td>${short(header.settings.plan ?? '–')}</td>
    <td class="wide">
      ${short(`${header.interface.title} ${header.interface.version}`)}
      <span class="soft">${header.ownMock ? "assay's own mock" : short(header.settings.url)}</span>
    </td>
    <td class="wide">${fileLinks(run)}</td>
  </tr> `;
}

/** The heads of rows are times, which stay on one line. */
const STYLES = `${TABLE_STYLES}
.runs th[scope="row"] { white-space: nowrap; }
`;

function table(runs: readonly ListedRun[]): Markup {
  return verdictTable({
    label: 'Runs',
    caption: 'Newest first. Times are UTC.',
    first: 'started',
    seventh: 'plan',
    rows: runs.map(runRow),
  });
}

function skippedNotes({ skipped, leftOut }: RunsIndex): readonly Markup[] {
  const more = skipped.length - MOST_SKIPPED;
  const items = skipped
    .slice(0, MOST_SKIPPED)
    .map(({ folder, reason }) => html`<li><code>${short(folder)}</code>: ${short(reason)}</li> `);
  const rest = more > 0 ? html`<li>and ${more} more</li>` : undefined;
  return [
    ...(skipped.length === 0
      ? []
      : [
          html`<section>
            <h2>Not listed</h2>
            <p>${counted(skipped.length, 'folder')} without a record that can be read:</p>
            <ul>
              ${items}${rest}
            </ul>
          </section>`,
        ]),
    ...(leftOut === 0 ? [] : [html`<p class="note">${counted(leftOut, 'older folder')} left out here.</p>`]),
  ];
}

/** A page over the runs of a directory, in the order that they are given. It needs no script and no file but itself. */
export function runsIndexPage(index: RunsIndex): string {
  const { runs } = index;
  const text = runs.length === 0 ? 'There is no run here yet.' : counted(runs.length, 'run');
  return htmlPage({
    title: 'Conformance runs',
    styles: STYLES,
    header: html`<h1>Conformance runs</h1>
      <p class="lead">${text}</p>`,
    main: html`<section aria-label="Runs">${runs.length === 0 ? undefined : table(runs)}</section>
      ${skippedNotes(index)}`,
  });
}
