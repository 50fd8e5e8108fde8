import type { Stop } from '../../record/record.ts';
import { cutText } from '../model/excerpt.ts';
import { summaryText } from '../model/finding-words.ts';
import { partialNote } from '../model/run-problem.ts';
import {
  type ClauseStanding,
  clauseStandings,
  extentNoun,
  foundTexts,
  operationCounts,
  runExtent,
  runFacts,
} from '../model/standings.ts';
import type { Verdict } from '../model/verdict.ts';
import { type HtmlContext, type Mark, signOf, STANDING_MARKS } from './mark.ts';
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
import { orderedFindings } from './violations-section.ts';

const MOST_LINKS = 8;
const MAX_NAME = 80;

const VERDICT_MARKS: { readonly [kind in Verdict['kind']]: Mark } = {
  conforms: { sign: '✓', word: 'Good', tone: 'good' },
  'does-not-conform': { sign: '✕', word: 'Bad', tone: 'bad' },
  'could-not-tell': { sign: '?', word: 'Open', tone: 'doubtful' },
  interrupted: { sign: '?', word: 'Open', tone: 'doubtful' },
};

const FILLS: { readonly [standing in ClauseStanding]: string } = {
  violated: '#d6463d',
  warned: '#dd9a1f',
  proven: '#2f9e63',
  partly: '#5a8fd8',
  open: '#b6b9bd',
};

const ORDER: readonly ClauseStanding[] = ['proven', 'partly', 'open', 'warned', 'violated'];

/** How the clauses stand, as one bar; the words below say the same. */
function standingBar({ record, document }: HtmlContext): Markup | undefined {
  const standings = [...clauseStandings(record, document).values()];
  if (standings.length === 0) return undefined;
  const parts = ORDER.map((standing) => ({
    standing,
    count: standings.filter((each) => each === standing).length,
  })).filter(({ count }) => count > 0);
  const gap = standings.length / 250;
  let x = 0;
  const bars = parts.map(({ standing, count }, at) => {
    const start = x;
    x += count;
    const width = at === parts.length - 1 ? count : Math.max(gap, count - gap);
    return html`<rect
      class="fill-${STANDING_MARKS[standing].tone}"
      x="${start}"
      width="${width}"
      height="1"
      fill="${FILLS[standing]}"
    />`;
  });
  const legend = parts.map(({ standing, count }) => {
    const { sign, word, tone } = STANDING_MARKS[standing];
    return html`<li><span class="${tone}" aria-hidden="true">${sign}</span> <b>${count}</b> ${word}</li>`;
  });
  return html`<svg
      class="bar"
      width="100%"
      height="10"
      viewBox="0 0 ${standings.length} 1"
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      ${bars}
    </svg>
    <ul class="legend">
      ${legend}
    </ul>`;
}

function stopNotice(stop: Stop | undefined): Content {
  switch (stop?.kind) {
    case undefined:
    case 'completed':
      return undefined;
    case 'interrupted':
      return html`<p class="notice">The run was interrupted. The report holds what it saw until then.</p>`;
    case 'budget':
      return html`<p class="notice">The run ended early: ${prose(stop.reason)}</p>`;
    case 'unusable-target':
      return html`<div class="notice bad">
        <p>${prose(stop.reason)}</p>
        <p>${prose(stop.advice)}</p>
      </div>`;
    case 'harness-error':
      return html`<p class="notice bad">
        assay itself failed, which says nothing about the service: ${prose(stop.reason)}
      </p>`;
  }
}

function notices(context: HtmlContext): Content {
  const { record, document } = context;
  const partial = partialNote(record);
  const nothing =
    record.exchanges.size === 0
      ? html`<p class="notice">
          The record holds no exchange: nothing was sent, so there is nothing to judge.
        </p>`
      : undefined;
  const unknown =
    document === undefined
      ? html`<p class="notice told">
          The interface document of this run was not at hand: clauses have no text here, and coverage is
          missing. <code>assay report --spec</code> names it.
        </p>`
      : undefined;
  return [
    partial === undefined ? undefined : html`<p class="notice">${partial}</p>`,
    stopNotice(record.footer?.stop),
    nothing,
    unknown,
  ];
}

/** Links to what is broken, a line for each finding. */
function brokenList(context: HtmlContext): Markup | undefined {
  const broken = orderedFindings(context).filter(
    ({ kind, result }) => kind !== 'excused' && result.outcome.kind === 'fail',
  );
  if (broken.length === 0) return undefined;
  const items = broken.slice(0, MOST_LINKS).map((finding) => {
    const { result, example, count } = finding;
    const times = count > 1 ? html` <span class="soft">× ${figure(count)}</span>` : undefined;
    const { operation = 'no documented operation', actual } = example.violation;
    return html`<li>
      ${signOf(STANDING_MARKS.violated)}
      <div>
        <a href="#${anchor('violation', example.id)}">${capitalised(result.title)}</a>${times}
        <div class="small soft">
          ${count > 1 ? prose(summaryText(finding), 160) : html`${operation}: ${prose(actual, 160)}`}
        </div>
      </div>
    </li>`;
  });
  const rest = broken.length - items.length;
  return html`<h2 class="spoken">What is broken</h2>
    <ul class="broken-list">
      ${items}
      ${rest > 0 ? html`<li><span></span><a href="#violations">and ${figure(rest)} more</a></li>` : undefined}
    </ul>`;
}

function pointInTime(text: string): Content {
  const [, date = '', time = ''] = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)\.\d+Z$/.exec(text) ?? [];
  return date === '' ? cutText(text, MAX_NAME) : html`<time datetime="${text}">${date} ${time} UTC</time>`;
}

/** The verdict, how many clauses are proven, what was tested; then what the reader has to know before the rest. */
export function verdictHeader(context: HtmlContext): Markup {
  const { record, ruling } = context;
  const { header } = record;
  const { settings } = header;
  const { all, seconds } = runExtent(record);
  const mark = VERDICT_MARKS[ruling.kind];
  const counts = [
    ...operationCounts(ruling),
    ...foundTexts(record, ruling),
    ...(ruling.excused === 0 ? [] : [`${quantity(ruling.excused, 'known failure')} not counted`]),
    `${quantity(all, extentNoun(record))} in ${seconds.toFixed(1)} s`,
  ].join(', ');
  const facts = [
    html`<span class="address">${settings.url}</span>${header.ownMock ? " (assay's own mock)" : undefined}`,
    ...(settings.plan === undefined ? [] : [`plan ${cutText(settings.plan, MAX_NAME)}`]),
    ...runFacts(record).slice(0, 1),
    pointInTime(header.startedAt),
  ];
  return html`<p class="eyebrow">
      Conformance of a service to
      <b>${cutText(header.interface.title, MAX_NAME)} ${cutText(header.interface.version, MAX_NAME)}</b>
    </p>
    <h1><span class="${mark.tone}" aria-hidden="true">${mark.sign}</span> ${capitalised(ruling.text)}</h1>
    <p class="lead">
      <b>${figure(ruling.proven)} of ${quantity(ruling.provable, 'clause')} proven</b>, ${counts}
    </p>
    ${standingBar(context)}
    <p class="small soft run-line">${joined(facts, ' · ')}</p>
    ${notices(context)} ${brokenList(context)}`;
}
