/** One page over many services: a row for each, with its verdict, its trend and the way to its report. */
import { type PastRun, type TestedTarget, targetsText, targetWords } from '../model/tested-target.ts';
import { worstFirst } from '../text/targets.ts';
import { type Mark, markOf } from './mark.ts';
import { html, type Markup, ownText } from './markup.ts';
import { htmlPage } from './page.ts';
import {
  addressOf,
  measuredCells,
  RULING_MARKS,
  short,
  TABLE_STYLES,
  verdictTable,
} from './verdict-table.ts';

const WIDTH = 120;
const HEIGHT = 28;
const EDGE = 4;
const FILLS: { readonly [kind in PastRun['kind']]: string } = {
  conforms: '#2f9e63',
  'does-not-conform': '#d6463d',
  'could-not-tell': '#dd9a1f',
  interrupted: '#b6b9bd',
};
const NO_RUN: Mark = { sign: '?', word: 'no run', tone: 'doubtful' };

function spoken(history: readonly PastRun[]): string {
  const shares = history.map(({ kind, proven, provable }) => {
    return `${RULING_MARKS[kind].word}, ${String(proven)} of ${String(provable)} clauses proven`;
  });
  return `The last ${String(history.length)} runs, the newest last: ${shares.join('; ')}`;
}

/** The share of proven clauses from run to run, and a dot in the colour of each verdict. */
function trendPlot(history: readonly PastRun[]): Markup | undefined {
  if (history.length === 0) return undefined;
  const step = (WIDTH - 2 * EDGE) / Math.max(1, history.length - 1);
  const points = history.map(({ kind, proven, provable }, at) => ({
    kind,
    x: (EDGE + at * step).toFixed(1),
    y: (HEIGHT - EDGE - (provable === 0 ? 0 : proven / provable) * (HEIGHT - 2 * EDGE)).toFixed(1),
  }));
  const path = points.map(({ x, y }, at) => `${at === 0 ? 'M' : 'L'}${x} ${y}`).join('');
  const dots = points.map(
    ({ kind, x, y }) => html`<circle cx="${x}" cy="${y}" r="3" fill="${FILLS[kind]}" />`,
  );
  return html`<svg
    width="${WIDTH}"
    height="${HEIGHT}"
    viewBox="0 0 ${WIDTH} ${HEIGHT}"
    role="img"
    aria-label="${spoken(history)}"
  >
    <path d="${ownText(path)}" fill="none" stroke="#5a8fd8" stroke-width="1.5" />
    ${dots}
  </svg>`;
}

/** What it was the time before, where that was another verdict. */
function changeOf({ history }: TestedTarget): Markup | undefined {
  const [before, now] = history.slice(-2);
  if (before === undefined || now === undefined || before.kind === now.kind) return undefined;
  return html` <span class="note">before: ${RULING_MARKS[before.kind].word}</span>`;
}

function linksOf({ kept }: TestedTarget): Markup | undefined {
  if (kept === undefined) return undefined;
  const { folder, run, page } = kept;
  const report = page === undefined ? undefined : html`<a href="${addressOf(folder, run, page)}">report</a> `;
  return html`${report}<a href="${addressOf(folder, 'index.html')}">all runs</a>`;
}

function targetRow(target: TestedTarget): Markup {
  const { name, url, ran, problem, history } = target;
  const why = ran?.ruling.kind === 'could-not-tell' ? targetWords(target) : problem;
  return html`<tr>
    <th scope="row">${short(name)}</th>
    <td class="wide">
      ${markOf(ran === undefined ? NO_RUN : RULING_MARKS[ran.ruling.kind])}${changeOf(target)}
      ${why === undefined ? undefined : html`<span class="soft">${why.slice(0, 600)}</span>`}
    </td>
    ${measuredCells(ran?.ruling, ran)}
    <td>${trendPlot(history)}</td>
    <td class="wide">${short(ran?.tested ?? '')} <span class="soft">${short(url ?? '')}</span></td>
    <td>${linksOf(target)}</td>
  </tr> `;
}

/** A page over the services of a table, the worst first. It needs no script and no file but itself. */
export function targetsPage(tested: readonly TestedTarget[]): string {
  const table = verdictTable({
    label: 'Services',
    caption:
      'The worst first. The trend is the share of proven clauses from run to run, the newest on the right, with a dot in the colour of each verdict.',
    first: 'service',
    seventh: 'trend',
    rows: worstFirst(tested).map(targetRow),
  });
  return htmlPage({
    title: 'Conformance of services',
    styles: TABLE_STYLES,
    header: html`<h1>Conformance of services</h1>
      <p class="lead">${targetsText(tested)}</p>`,
    main: html`<section aria-label="Services">${table}</section>`,
  });
}
