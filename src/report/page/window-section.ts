import { cutText } from '../model/excerpt.ts';
import { fitting, type HtmlContext, type ReportSection } from './mark.ts';
import { figure, html, type Markup, quantity } from './markup.ts';
import { windowChart } from './window-chart.ts';
import { type WindowColumn, windowColumns } from './window-series.ts';

function seconds(value: number): string {
  return `${value.toFixed(value < 10 ? 1 : 0)} s`;
}

function recoveryText(refusal: WindowColumn, after: WindowColumn | undefined): string {
  if (after === undefined) return 'Nothing was sent on the key after it.';
  const outcome = after.refused > 0 ? 'refused again' : 'served';
  return `The next request on the key came ${seconds(after.atS - refusal.atS)} later and was ${outcome}.`;
}

function refusalText(columns: readonly WindowColumn[], status: number): string {
  const refused = columns.reduce((sum, column) => sum + column.refused, 0);
  const at = columns.findIndex((column) => column.refused > 0);
  const refusal = columns[at];
  if (refusal === undefined) return `No request was refused with ${String(status)}.`;
  const answers = `${quantity(refused, 'answer')} with ${String(status)}, the first to`;
  const { first, last, retryAfterS } = refusal;
  if (first !== last) return `${answers} one of the requests ${figure(first)} to ${figure(last)}.`;
  const wait = retryAfterS === undefined ? '' : `, Retry-After ${seconds(retryAfterS)}`;
  const after = columns.slice(at + 1).find(({ onKey }) => onKey > 0);
  return `${answers} request ${figure(first)}${wait}. ${recoveryText(refusal, after)}`;
}

function summaryOf(columns: readonly WindowColumn[], status: number): string {
  const onKey = columns.reduce((sum, column) => sum + column.onKey, 0);
  const offKey = columns.reduce((sum, column) => sum + column.offKey, 0);
  const told = columns.flatMap(({ remaining }) => (remaining === undefined ? [] : [remaining]));
  const limits = [...new Set(columns.flatMap(({ limit }) => (limit === undefined ? [] : [limit])))];
  const range =
    told.length === 0
      ? 'No answer on the key told how many remain.'
      : `Remaining began at ${figure(told[0] ?? 0)}, went down to ${figure(told.reduce((a, b) => Math.min(a, b)))} and ended at ${figure(told.at(-1) ?? 0)}${limits.length === 0 ? '' : `, of a limit of ${limits.slice(0, 5).map(figure).join(' and ')}`}.`;
  return `${quantity(onKey, 'request')} on the key, ${figure(offKey)} without a valid one. ${range} ${refusalText(columns, status)}`;
}

function row(column: WindowColumn): Markup {
  const { first, last, atS, onKey, refused, served, remaining, limit, text } = column;
  const number = first === last ? figure(first) : `${figure(first)}–${figure(last)}`;
  const answer = text?.answer ?? `${figure(served)} served, ${figure(refused)} refused`;
  const left =
    remaining === undefined ? '' : `${figure(remaining)}${limit === undefined ? '' : ` of ${figure(limit)}`}`;
  return html`<tr>
    <th scope="row" class="number">${number}</th>
    <td class="number">${atS.toFixed(1)}</td>
    <td>${text === undefined ? `${figure(onKey)} on the key` : cutText(text.request, 200)}</td>
    <td>${onKey > 0 ? 'yes' : 'no'}</td>
    <td>${answer}</td>
    <td class="number">${left}</td>
  </tr>`;
}

function table(columns: readonly WindowColumn[]): Markup {
  const { shown, notice } = fitting(columns, { most: 300, room: 150_000, noun: 'rows', show: row });
  const grouped = columns.some(({ first, last }) => first !== last);
  return html`<details>
    <summary>The same as a table</summary>
    ${grouped ? html`<p class="notice">The run has more requests than this page shows one by one: each row stands for several. The record has them all.</p>` : undefined}
    <div class="scroll" tabindex="0" role="region" aria-label="Requests of the run">
      <table>
        <thead>
          <tr>
            <th scope="col" class="number">Request</th>
            <th scope="col" class="number">At, s</th>
            <th scope="col">What</th>
            <th scope="col">Key</th>
            <th scope="col">Answer</th>
            <th scope="col" class="number">Remaining</th>
          </tr>
        </thead>
        <tbody>
          ${shown}
        </tbody>
      </table>
    </div>
    ${notice}
  </details>`;
}

/** The rate-limit window over the run; `undefined` for an interface without a limit. */
export function windowSection({ record, document }: HtmlContext): ReportSection | undefined {
  const limits = document?.rateLimits;
  if (limits === undefined) return undefined;
  const columns = windowColumns(record, limits);
  const summary = summaryOf(columns, limits.status);
  const content =
    columns.length === 0
      ? html`<p>No request was sent.</p>`
      : html`<p>${summary}</p>
          <figure>
            <div class="scroll" tabindex="0" role="region" aria-label="Chart of the rate limit">
              ${windowChart(columns, limits.status, summary)}
            </div>
            <figcaption class="small soft">
              The line is what the answers said is left. Below it, each bar is a request on the key (upper
              row) or without a valid one (lower row); a refusal is a taller, red bar. Time is not to scale: a
              long pause is a grey gap with its length.
            </figcaption>
          </figure>
          ${table(columns)}`;
  const refused = columns.reduce((sum, column) => sum + column.refused, 0);
  return {
    id: 'rate-limit',
    label: 'Rate limit',
    note: refused === 0 ? undefined : `${figure(refused)} × ${String(limits.status)}`,
    content,
  };
}
