import type { Level } from '../../interface/model.ts';
import type { ClauseCheck, ClauseGroup, ClauseRow } from './clause-rows.ts';
import { fitting } from './fitting.ts';
import { html, type Content, type Markup } from './markup.ts';
import { markOf, OUTCOME_MARKS, STANDING_MARKS } from './mark.ts';
import { anchor, joined, prose, quantity } from './prose.ts';
import type { ReportSection } from './report-context.ts';

const LEVELS: { readonly [level in Level]: string } = {
  must: 'must',
  http: 'HTTP standard',
  should: 'should',
  observe: 'left open',
};

/** Bytes for all clauses; each section has the same share. */
const ROOM = 600_000;

function checkLine({ id, operation, result, evidence, example }: ClauseCheck): Markup {
  const place =
    operation === undefined ? undefined : html` <span class="soft">for</span> <code>${operation}</code>`;
  const head = html`<code>${id}</code>${place}`;
  if (result === undefined) return html`<li><span class="quiet">– not part of this run</span> ${head}</li>`;
  const { outcome } = result;
  const mark = markOf(OUTCOME_MARKS[outcome.kind]);
  const count =
    evidence > 0 ? html`, <span class="soft">shown ${quantity(evidence, 'time')}</span>` : undefined;
  switch (outcome.kind) {
    case 'fail':
    case 'warn':
      return html`<li>
        ${mark} ${head},
        <a href="#${anchor('violation', example ?? `${id}/1`)}"
          >${quantity(outcome.violations.length, 'violation')}</a
        >${count}
      </li>`;
    case 'pass':
      return html`<li>${mark} ${head}${count}</li>`;
    case 'observed':
      return html`<li>
        ${mark} ${head}, <a href="#observed">${quantity(outcome.observations.length, 'value')}</a>
      </li>`;
    case 'not-testable':
      return html`<li>
        ${mark} ${head}: ${prose(outcome.reason)}, allow it with <code>${outcome.option}</code>
      </li>`;
    case 'not-applicable':
    case 'blocked':
    case 'inconclusive':
    case 'harness-error':
      return html`<li>${mark} ${head}: ${prose(outcome.reason)}</li>`;
  }
}

function metaOf({ level, evidence, checks, standing }: ClauseRow): Content {
  const shown = evidence > 0 ? `shown ${quantity(evidence, 'time')}` : undefined;
  const nothing = standing === 'open' ? 'nothing shows it' : undefined;
  const parts = [
    level === undefined ? undefined : LEVELS[level],
    shown ?? nothing,
    checks.length === 0 ? undefined : quantity(checks.length, 'check'),
  ];
  return joined(
    parts.filter((part) => part !== undefined),
    ' · ',
  );
}

function clauseBody(row: ClauseRow): Content {
  const { id, checks, remark } = row;
  const remarkLine = remark === undefined ? undefined : html`<p class="small soft">${prose(remark)}</p>`;
  if (checks.length === 0)
    return html`<p class="small soft">
      ${metaOf(row)}${remark === undefined ? undefined : html` · ${prose(remark)}`}
    </p>`;
  return html`<details>
    <summary>${metaOf(row)}</summary>
    ${remarkLine}
    <ul class="checks">
      ${checks.map(checkLine)}
      <li class="soft">clause <span class="id">${id}</span></li>
    </ul>
  </details>`;
}

function clauseItem(row: ClauseRow): Markup {
  const { id, section, text, standing } = row;
  return html`<li
    class="clause"
    id="${anchor('clause', id)}"
    data-outcome="${standing}"
    data-section="${section}"
  >
    <div>${markOf(STANDING_MARKS[standing])}</div>
    <div>
      <p class="statement">${prose(text)}</p>
      ${clauseBody(row)}
    </div>
  </li>`;
}

function groupTally({ rows }: ClauseGroup): string {
  const provable = rows.filter(({ standing }) => standing !== 'observed' && standing !== 'beyond');
  const asked = provable.filter(({ level }) => level !== 'observe');
  const proven = asked.filter(({ standing }) => standing === 'proven').length;
  if (asked.length === 0) return 'nothing to prove';
  return `${String(proven)} of ${String(asked.length)} proven`;
}

function groupMarkup(group: ClauseGroup, room: number): Markup {
  const { number, title, rows } = group;
  const { shown, notice } = fitting(rows, { most: 1000, room, noun: 'clauses', show: clauseItem });
  return html`<section class="group">
    <div class="group-head">
      <h3>${number === '' ? undefined : html`<span class="soft">${number}</span> `}${title}</h3>
      <span class="small soft">${groupTally(group)}</span>
    </div>
    <ol>
      ${shown}
    </ol>
    ${notice}
  </section>`;
}

function option(value: string, label: string): Markup {
  return html`<option value="${value}">${label}</option>`;
}

/** Controls that the script shows: without it there is nothing to use them with. */
function filterForm(groups: readonly ClauseGroup[]): Markup {
  const standings = Object.entries(STANDING_MARKS).filter(([standing]) =>
    groups.some(({ rows }) => rows.some((row) => row.standing === standing)),
  );
  const sections = groups.filter(({ number }) => number !== '');
  return html`<form class="filter" id="filter" hidden>
    <label
      >Outcome
      <select name="outcome">
        ${option('', 'all')}${standings.map(([standing, { word }]) => option(standing, word))}
      </select></label
    >
    <label
      >Section
      <select name="section">
        ${option('', 'all')}${sections.map(({ number, title }) => option(number, `${number} ${title}`))}
      </select></label
    >
    <label class="grow"
      >Text
      <input type="search" name="text" autocomplete="off" placeholder="in clauses, checks and violations"
    /></label>
    <button type="reset">Show all</button>
    <button type="button" name="unfold">Open details</button>
    <p class="small soft" role="status"></p>
  </form>`;
}

/** The interface's own table of contents, each clause with where it stands. */
export function clausesSection(groups: readonly ClauseGroup[]): ReportSection {
  const rows = groups.flatMap((group) => group.rows);
  const content =
    rows.length === 0
      ? html`<p>The record names no clause: nothing was judged.</p>`
      : html`<p class="soft">
            Every statement of the document, in its order. What no run can show, and what the document leaves
            open, is listed too and counts for nothing.
          </p>
          ${filterForm(groups)} ${groups.map((group) => groupMarkup(group, ROOM / groups.length))}`;
  return {
    id: 'clauses',
    label: 'Clauses',
    note: rows.length === 0 ? undefined : String(rows.length),
    content,
  };
}
