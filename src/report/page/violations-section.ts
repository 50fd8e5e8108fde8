import type { Violation } from '../../checks/outcome.ts';
import { leadText, operationsText, summaryText, unlistedIn } from '../model/finding-words.ts';
import { brokenClauses, type Finding, findingsOf, withFollowing } from '../model/findings.ts';
import { foundTexts } from '../model/standings.ts';
import { excerptsOf, replayCommand, sequenceMarkup } from './excerpts.ts';
import { fitting, type HtmlContext, type ReportSection, signOf, STANDING_MARKS } from './mark.ts';
import {
  anchor,
  capitalised,
  type Content,
  figure,
  html,
  joined,
  type Markup,
  prose,
  quantity,
} from './markup.ts';

const MOST_OTHERS = 100;
const MOST_FOLLOWING = 20;
const MOST_CLAUSES = 8;
const LEFT_OUT: Markup = html`<p class="small soft">
  Request and answer are left out to keep this page small.
</p>`;

function fact(label: string, content: Content): Markup {
  return html`<dt>${label}</dt>
    <dd>${content}</dd>`;
}

function smallest({ result, example }: Finding): readonly Markup[] {
  return result.counterexamples
    .filter(({ exchange }) => example.violation.exchanges.includes(exchange))
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

type Excerpts = ReadonlyMap<Violation, Markup>;

/** The simplest answer in full. */
function exampleMarkup(context: HtmlContext, finding: Finding, excerpts: Excerpts): Markup {
  const { violation, id } = finding.example;
  const more = violation.exchanges.length - 1;
  return html`<section class="finding">
    <h4>${violation.operation ?? 'No documented operation'}</h4>
    <dl class="facts">
      ${fact('Expected', prose(violation.expected))} ${fact('Came', prose(violation.actual))}
      ${smallest(finding)}
      ${more > 0 && violation.sequence === undefined ? fact('Shown by', html`${quantity(more + 1, 'exchange')}: <span class="id">${violation.exchanges.slice(0, 8).join(', ')}${more > 7 ? ', …' : ''}</span>`) : undefined}
    </dl>
    ${sequenceMarkup(context, finding.result, finding.example)} ${excerpts.get(violation) ?? LEFT_OUT}
    ${replayCommand(id, context.record.header, context.recordFile)}
  </section>`;
}

/** The other answers that show the same, a line each. */
function othersMarkup(finding: Finding): Markup | undefined {
  const { others } = finding;
  const unlisted = unlistedIn(finding);
  if (others.length + unlisted === 0) return undefined;
  const shown = others.slice(0, MOST_OTHERS);
  const hidden = others.length - shown.length + unlisted;
  return html`<details class="folded">
    <summary>${figure(others.length + unlisted)} more like it</summary>
    <ul class="others">
      ${shown.map(
        ({ id, violation }) =>
          html`<li>
            <span class="id">${id}</span> ${violation.operation ?? 'no documented operation'}:
            ${prose(violation.actual, 160)}
          </li>`,
      )}
      ${
        hidden === 0
          ? undefined
          : html`<li class="soft">
              and ${figure(hidden)} more, which the JSON report lists or the record only counts
            </li>`
      }
    </ul>
  </details>`;
}

function clauseLinks(context: HtmlContext, { result, example, others }: Finding): Content {
  const violations = [example, ...others].map(({ violation }) => violation);
  const ids = brokenClauses(context.record, context.document, result, violations);
  if (ids.length === 0) return undefined;
  const links = ids.slice(0, MOST_CLAUSES).map((id) => html`<a href="#${anchor('clause', id)}">${id}</a>`);
  const more = ids.length > links.length ? ` and ${String(ids.length - links.length)} more` : '';
  return html`<p class="small soft">Breaks ${joined(links, ', ')}${more}</p>`;
}

const MOST_SECTIONS = 1000;

function sectionsOf({ document }: HtmlContext, findings: readonly Finding[]): string {
  const ids = new Set(findings.flatMap(({ result }) => result.clauses));
  const sections = (document?.clauses ?? []).filter(({ id }) => ids.has(id)).map(({ section }) => section);
  const broken = findings.flatMap(({ clauses }) => clauses.map(({ section }) => section));
  return [...new Set([...sections, ...broken])].slice(0, MOST_SECTIONS).join(' ');
}

function summaryMarkup(finding: Finding): Markup {
  const lead = leadText(finding);
  const where = operationsText(finding);
  return html`<p class="small soft"><code>${finding.result.id}</code> · ${where}</p>
    <p class="extent">${capitalised(summaryText(finding))}</p>
    ${lead === undefined ? undefined : html`<p class="guess">${capitalised(lead)}</p>`}`;
}

function followingMarkup(context: HtmlContext, finding: Finding, excerpts: Excerpts): Markup | undefined {
  const { follows } = finding;
  if (follows.length === 0) return undefined;
  const shown = follows.slice(0, MOST_FOLLOWING);
  const rest = follows.length - shown.length;
  return html`<details class="folded">
    <summary>${quantity(follows.length, 'more finding')}, most likely of the same cause</summary>
    ${shown.map(
      (each) =>
        html`<section class="follows" id="${anchor('violation', each.example.id)}">
          <h4>${capitalised(each.result.title)}</h4>
          ${summaryMarkup(each)} ${clauseLinks(context, each)} ${exampleMarkup(context, each, excerpts)}
          ${othersMarkup(each)}
        </section>`,
    )}
    ${rest === 0 ? undefined : html`<p class="notice">${figure(rest)} more are left out here.</p>`}
  </details>`;
}

function standingOf({ result }: Finding): 'violated' | 'warned' {
  return result.outcome.kind === 'fail' ? 'violated' : 'warned';
}

function findingMarkup(context: HtmlContext, finding: Finding, excerpts: Excerpts): Markup {
  const { result, excuse, example } = finding;
  const standing = standingOf(finding);
  return html`<article
    class="card broken ${result.outcome.kind}"
    id="${anchor('violation', example.id)}"
    data-outcome="${standing}"
    data-section="${sectionsOf(context, withFollowing(finding))}"
  >
    <h3>${signOf(STANDING_MARKS[standing])} ${capitalised(result.title)}</h3>
    ${summaryMarkup(finding)}
    ${excuse === undefined ? undefined : html`<p class="notice told">Known failure, not counted: ${prose(excuse)}</p>`}
    ${clauseLinks(context, finding)} ${exampleMarkup(context, finding, excerpts)} ${othersMarkup(finding)}
    ${followingMarkup(context, finding, excerpts)}
  </article>`;
}

function rank({ kind, result }: Finding): number {
  return (kind === 'excused' ? 2 : 0) + (result.outcome.kind === 'fail' ? 0 : 1);
}

/** Violations first, then warnings; what is excused after what counts. */
export function orderedFindings({ record, document }: HtmlContext): readonly Finding[] {
  return findingsOf(record, document).toSorted((a, b) => rank(a) - rank(b));
}

function countText(context: HtmlContext): string {
  const { excused } = context.ruling;
  return [
    ...foundTexts(context.record, context.ruling),
    ...(excused === 0 ? [] : [`${quantity(excused, 'known failure')} not counted`]),
  ].join(', ');
}

/** Violations, then warnings: how many answers show each, a guess at why, the simplest exchange, how to see it again. */
export function violationsSection(context: HtmlContext): ReportSection {
  const findings = orderedFindings(context);
  const examples = findings.flatMap(withFollowing).map(({ example }) => example);
  const excerpts = excerptsOf(context, examples);
  const { shown, notice } = fitting(findings, {
    most: 200,
    room: 1_300_000,
    noun: 'findings',
    show: (finding) => findingMarkup(context, finding, excerpts),
  });
  const content =
    findings.length === 0
      ? html`<p>${signOf({ sign: '✓', word: 'good', tone: 'good' })} None was found.</p>`
      : html`<p class="soft">${capitalised(countText(context))}</p>
          ${shown} ${notice}`;
  const counted = findings.filter(({ kind, result }) => kind !== 'excused' && result.outcome.kind === 'fail');
  return { id: 'violations', label: 'Violations', note: figure(counted.length), content };
}
