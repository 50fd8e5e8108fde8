import type { Violation } from '../../checks/outcome.ts';
import type { CheckResult } from '../../run/record.ts';
import { brokenClauses } from '../findings.ts';
import { excuseFor } from '../known-failures.ts';
import { brokenChecks, type Broken } from './broken-checks.ts';
import { replayCommand } from './command.ts';
import { excerptsOf } from './excerpts.ts';
import { fitting } from './fitting.ts';
import { html, type Content, type Markup } from './markup.ts';
import { signOf, STANDING_MARKS } from './mark.ts';
import { anchor, capitalised, figure, joined, prose, quantity } from './prose.ts';
import type { HtmlContext, ReportSection } from './report-context.ts';

const MOST_PER_CHECK = 10;
/** So many of a check are in sight; the others unfold. */
const IN_SIGHT = 2;
const MOST_CLAUSES = 8;
const LEFT_OUT: Markup = html`<p class="small soft">
  Request and answer are left out to keep this page small.
</p>`;

function fact(label: string, content: Content): Markup {
  return html`<dt>${label}</dt>
    <dd>${content}</dd>`;
}

function smallest({ counterexamples }: CheckResult, { exchanges }: Violation): readonly Markup[] {
  return counterexamples
    .filter(({ exchange }) => exchanges.includes(exchange))
    .slice(0, 3)
    .map(({ value, shrinks, seed, path }) =>
      fact(
        'Smallest input',
        html`<code>${value}</code>
          <span class="small soft"
            >after ${quantity(shrinks, 'shrink')}; seed ${String(seed)}, path ${path}</span
          >`,
      ),
    );
}

function findingMarkup(
  context: HtmlContext,
  result: CheckResult,
  violation: Violation,
  at: number,
  excerpts: ReadonlyMap<Violation, Markup>,
): Markup {
  const id = `${result.id}/${String(at + 1)}`;
  const excuse = excuseFor(context.record, result, violation);
  const more = violation.exchanges.length - 1;
  return html`<section class="finding" id="${anchor('violation', id)}">
    <h4>${violation.operation ?? 'No documented operation'}</h4>
    ${excuse === undefined ? undefined : html`<p class="notice told">Known failure, not counted: ${prose(excuse.reason)}</p>`}
    <dl class="facts">
      ${fact('Expected', prose(violation.expected))} ${fact('Came', prose(violation.actual))}
      ${smallest(result, violation)}
      ${more > 0 ? fact('Shown by', html`${quantity(more + 1, 'exchange')}: <span class="id">${violation.exchanges.slice(0, 8).join(', ')}${more > 7 ? ', …' : ''}</span>`) : undefined}
    </dl>
    ${excerpts.get(violation) ?? LEFT_OUT} ${replayCommand(id, context.recordFile)}
  </section>`;
}

function clauseLinks(context: HtmlContext, { result, violations }: Broken): Content {
  const known = new Map((context.document?.clauses ?? []).map((clause) => [clause.id, clause]));
  const ids = brokenClauses(result, violations, known);
  if (ids.length === 0) return undefined;
  const links = ids.slice(0, MOST_CLAUSES).map((id) => html`<a href="#${anchor('clause', id)}">${id}</a>`);
  const more = ids.length > links.length ? ` and ${String(ids.length - links.length)} more` : '';
  return html`<p class="small soft">Breaks ${joined(links, ', ')}${more}</p>`;
}

function sectionsOf({ document }: HtmlContext, { result }: Broken): string {
  const ids = new Set(result.clauses);
  const sections = (document?.clauses ?? []).filter(({ id }) => ids.has(id)).map(({ section }) => section);
  return [...new Set(sections)].join(' ');
}

function checkMarkup(context: HtmlContext, broken: Broken, excerpts: ReadonlyMap<Violation, Markup>): Markup {
  const { result, kind, violations } = broken;
  const standing = kind === 'fail' ? 'violated' : 'warned';
  const findings = violations
    .slice(0, MOST_PER_CHECK)
    .map((violation, at) => findingMarkup(context, result, violation, at, excerpts));
  const folded = findings.slice(IN_SIGHT);
  const rest = violations.length - findings.length;
  return html`<article
    class="card broken ${kind}"
    data-outcome="${standing}"
    data-section="${sectionsOf(context, broken)}"
  >
    <h3>${signOf(STANDING_MARKS[standing])} ${capitalised(result.title)}</h3>
    <p class="small soft">
      <code>${result.id}</code> · ${quantity(violations.length, kind === 'fail' ? 'violation' : 'warning')}
    </p>
    ${clauseLinks(context, broken)} ${findings.slice(0, IN_SIGHT)}
    ${
      folded.length === 0
        ? undefined
        : html`<details class="folded">
            <summary>${figure(folded.length)} more</summary>
            ${folded}
          </details>`
    }
    ${rest === 0 ? undefined : html`<p class="notice">${figure(rest)} more of this check are left out here; <code>assay report --verbose</code> and the JSON report have them.</p>`}
  </article>`;
}

function countText({ ruling }: HtmlContext): string {
  const { violations, warnings, excused } = ruling;
  return [
    quantity(violations, 'violation'),
    quantity(warnings, 'warning'),
    ...(excused === 0 ? [] : [`${quantity(excused, 'known failure')} not counted`]),
  ].join(', ');
}

/** Violations, then warnings, by check: what the document asks for, what came, the exchange, how to see it again. */
export function violationsSection(context: HtmlContext): ReportSection {
  const broken = brokenChecks(context);
  const first = broken.flatMap(({ violations }) => violations.slice(0, MOST_PER_CHECK));
  const excerpts = excerptsOf(context, first);
  const { shown, notice } = fitting(broken, {
    most: 200,
    room: 1_300_000,
    noun: 'broken checks',
    show: (each) => checkMarkup(context, each, excerpts),
  });
  const content =
    broken.length === 0
      ? html`<p>${signOf({ sign: '✓', word: 'good', tone: 'good' })} None was found.</p>`
      : html`<p class="soft">${countText(context)}</p>
          ${shown} ${notice}`;
  return { id: 'violations', label: 'Violations', note: figure(context.ruling.violations), content };
}
