import { isSilent, optionFor } from '../../checks/outcome.ts';
import { hasStatements } from '../../interface/clauses.ts';
import type { Interface, Level } from '../../interface/model.ts';
import type { CheckResult } from '../../record/record.ts';
import { findingsOf, withFollowing } from '../model/findings.ts';
import { clauseStandings, evidenceFor, rowsOutOfReach } from '../model/standings.ts';
import {
  fitting,
  type HtmlContext,
  markOf,
  OUTCOME_MARKS,
  type ReportSection,
  type Standing,
  STANDING_MARKS,
} from './mark.ts';
import { anchor, type Content, html, joined, type Markup, prose, quantity } from './markup.ts';

/** A check that a clause refers to, with what this run has of it. */
type ClauseCheck = {
  readonly id: string;
  readonly operation: string | undefined;
  readonly result: CheckResult | undefined;
  readonly evidence: number;
  /** Id of the answer under which the page shows what broke it. */
  readonly example: string | undefined;
};

type ClauseRow = {
  readonly id: string;
  /** The empty string where the document is not at hand. */
  readonly section: string;
  readonly text: string;
  readonly level: Level | undefined;
  readonly standing: Standing;
  /** Exchanges that prove it, over all of its checks. */
  readonly evidence: number;
  readonly checks: readonly ClauseCheck[];
  /** Why no check can prove it, or what a run notes down instead. */
  readonly remark: string | undefined;
};

type ClauseGroup = {
  readonly number: string;
  readonly title: string;
  readonly rows: readonly ClauseRow[];
  /** Of what a document says by itself, which may be ten thousand rows: the rows show when they are asked for. */
  readonly isFolded: boolean;
};

type Reference = { readonly check: string; readonly operation: string | undefined };

/** What the rows of a page look up, found once. */
type Lookup = {
  readonly results: ReadonlyMap<string, CheckResult>;
  readonly examples: ReadonlyMap<string, string>;
};

function lookupOf({ record, document }: HtmlContext): Lookup {
  const examples = new Map<string, string>();
  for (const { result, example } of findingsOf(record, document).flatMap(withFollowing))
    if (!examples.has(result.id)) examples.set(result.id, example.id);
  return { results: new Map(record.results.map((result) => [result.id, result])), examples };
}

function checksOf({ results, examples }: Lookup, references: readonly Reference[]): readonly ClauseCheck[] {
  return references.map(({ check, operation }) => {
    const result = results.get(check);
    const evidence = result === undefined ? 0 : evidenceFor({ result, operation });
    return { id: check, operation, result, evidence, example: examples.get(check) };
  });
}

function sum(checks: readonly ClauseCheck[]): number {
  return checks.reduce((total, { evidence }) => total + evidence, 0);
}

function observedStanding(checks: readonly ClauseCheck[]): Standing {
  if (checks.length === 0) return 'beyond';
  return checks.some(({ result }) => result?.outcome.kind === 'observed') ? 'observed' : 'open';
}

/** Without the document: the clauses that the record's results name. */
function rowsOfRecord(context: HtmlContext): readonly ClauseRow[] {
  const { record } = context;
  const lookup = lookupOf(context);
  return [...clauseStandings(record, undefined)].map(([id, standing]) => {
    const named = record.results.filter(({ clauses }) => clauses.includes(id));
    const checks = checksOf(
      lookup,
      named.map((result) => ({ check: result.id, operation: undefined })),
    );
    const text = named[0]?.title ?? id;
    const level = named[0]?.level;
    return { id, section: '', text, level, standing, evidence: sum(checks), checks, remark: undefined };
  });
}

function rowsOfDocument(context: HtmlContext, document: Interface): readonly ClauseRow[] {
  const { record } = context;
  const standings = clauseStandings(record, document);
  const outOfReach = rowsOutOfReach(record, document);
  const lookup = lookupOf(context);
  return document.clauses.map((clause) => {
    const checks = checksOf(lookup, clause.checks);
    const beyond = outOfReach.get(clause.id);
    return {
      id: clause.id,
      section: clause.section,
      text: clause.text,
      level: clause.level,
      standing: standings.get(clause.id) ?? (beyond === undefined ? observedStanding(checks) : 'beyond'),
      evidence: beyond === undefined ? sum(checks) : 0,
      checks,
      remark: beyond ?? clause.reason ?? clause.records,
    };
  });
}

/** What a reader looks for first. */
const RANKS: readonly Standing[] = ['violated', 'warned', 'open', 'partly', 'proven', 'observed', 'beyond'];

function rankOf({ standing }: ClauseRow): number {
  return RANKS.indexOf(standing);
}

/** What is broken or missing first, in each group and among them. */
function worstFirst(groups: readonly ClauseGroup[]): readonly ClauseGroup[] {
  const ranked = groups.map((group) => ({
    group: { ...group, isFolded: true, rows: group.rows.toSorted((a, b) => rankOf(a) - rankOf(b)) },
    rank: group.rows.reduce((least, row) => Math.min(least, rankOf(row)), RANKS.length),
  }));
  return ranked.toSorted((a, b) => a.rank - b.rank).map(({ group }) => group);
}

/**
 * Every clause under its section, in the order of the document; sections without a clause are left out. What a document says by
 * itself has what is broken or missing first.
 */
export function clauseGroups(context: HtmlContext): readonly ClauseGroup[] {
  const { document } = context;
  if (document === undefined || document.clauses.length === 0) {
    const rows = rowsOfRecord(context);
    const title = 'Clauses that the record names';
    return rows.length === 0 ? [] : [{ number: '', title, rows, isFolded: false }];
  }
  const bySection = Map.groupBy(rowsOfDocument(context, document), ({ section }) => section);
  const titles = new Map(document.sections.map(({ number, title }) => [number, title]));
  const order = new Set([...document.sections.map(({ number }) => number), ...bySection.keys()]);
  const groups = [...order].flatMap((number) => {
    const rows = bySection.get(number);
    return rows === undefined ? [] : [{ number, title: titles.get(number) ?? '', rows, isFolded: false }];
  });
  return hasStatements(document) ? groups : worstFirst(groups);
}

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
  if (isSilent(outcome)) {
    const allowingOption = optionFor(outcome);
    if (allowingOption === undefined) return html`<li>${mark} ${head}: ${prose(outcome.reason)}</li>`;
    return html`<li>
      ${mark} ${head}: ${prose(outcome.reason)}, allow it with <code>${allowingOption}</code>
    </li>`;
  }
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
  const { number, title, rows, isFolded } = group;
  const { shown, notice } = fitting(rows, { most: 1000, room, noun: 'clauses', show: clauseItem });
  const list = html`<ol>
      ${shown}
    </ol>
    ${notice}`;
  return html`<section class="group">
    <div class="group-head">
      <h3>${number === '' ? undefined : html`<span class="soft">${number}</span> `}${title}</h3>
      <span class="small soft">${groupTally(group)}</span>
    </div>
    ${
      isFolded
        ? html`<details>
            <summary>${quantity(rows.length, 'clause')}</summary>
            ${list}
          </details>`
        : list
    }
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

/** More groups than this are no list that anyone reads. */
const MOST_GROUPS = 200;

const OF_ITSELF =
  'What the document says by itself, operation by operation: nobody wrote statements beside it. What is broken or not shown comes first; what is out of reach counts for nothing.';

const OF_STATEMENTS =
  'Every statement of the document, in its order. What no run can show, and what the document leaves open, is listed too and counts for nothing.';

/** The interface's own table of contents, each clause with where it stands. */
export function clausesSection(groups: readonly ClauseGroup[]): ReportSection {
  const count = groups.reduce((total, { rows }) => total + rows.length, 0);
  const shown = groups.slice(0, MOST_GROUPS);
  const rest = groups.length - shown.length;
  const about = shown.some(({ isFolded }) => isFolded) ? OF_ITSELF : OF_STATEMENTS;
  const content =
    count === 0
      ? html`<p>The record names no clause: nothing was judged.</p>`
      : html`<p class="soft">${about}</p>
          ${filterForm(shown)} ${shown.map((group) => groupMarkup(group, ROOM / shown.length))}
          ${
            rest === 0
              ? undefined
              : html`<p class="notice">
                  ${quantity(rest, 'operation')} more, which stand better, are left out here; the JSON report
                  has them.
                </p>`
          }`;
  return { id: 'clauses', label: 'Clauses', note: count === 0 ? undefined : String(count), content };
}
