import { coverage, type Covered, type OperationCoverage, type ResponseCoverage } from '../model/coverage.ts';
import { COVERAGE_MARKS, fitting, type HtmlContext, markOf, type ReportSection, signOf } from './mark.ts';
import { type Content, figure, html, type Markup } from './markup.ts';

function counts({ proven, deviated }: Covered): string {
  return deviated > 0 ? `${figure(deviated)} of ${figure(proven + deviated)}` : figure(proven);
}

function chip(covered: Covered): Markup {
  return html`<li class="chip ${covered.state}">
    ${signOf(COVERAGE_MARKS[covered.state])} <code>${covered.name}</code>
    ${covered.state === 'not-reached' ? undefined : html`<span class="soft">${counts(covered)}</span>`}
  </li>`;
}

function chips(label: string, list: readonly Covered[]): Content {
  if (list.length === 0) return undefined;
  return html`<div class="chips">
    <span class="small soft">${label}</span>
    <ul>
      ${list.map(chip)}
    </ul>
  </div>`;
}

function responseItem({ response, headers, members }: ResponseCoverage): Markup {
  const reached = response.state !== 'not-reached';
  return html`<li class="response">
    <div>
      <b>${response.name}</b> ${markOf(COVERAGE_MARKS[response.state])}
      ${reached ? html`<span class="small soft">${counts(response)}</span>` : undefined}
    </div>
    <div>${reached ? [chips('Header fields', headers), chips('Members', members)] : undefined}</div>
  </li>`;
}

function operationItem({ operation, covered, responses, others }: OperationCoverage): Markup {
  const other = others.map(({ status, count }) => `${String(status)} × ${figure(count)}`).join(', ');
  const named =
    operation.documentation === 'named'
      ? html`<p class="small soft">Named only: the document shows no response.</p>`
      : undefined;
  return html`<section class="operation">
    <div class="group-head">
      <h3><code>${operation.method} ${operation.path}</code></h3>
      ${markOf(COVERAGE_MARKS[covered.state])}
    </div>
    ${named}
    <ul>
      ${responses.map(responseItem)}
    </ul>
    ${other === '' ? undefined : html`<p class="small soft">Came without being documented: ${other}</p>`}
  </section>`;
}

function countOf(covered: readonly Covered[], state: Covered['state']): number {
  return covered.filter((each) => each.state === state).length;
}

function totals(list: readonly OperationCoverage[]): Markup {
  const responses = list.flatMap((each) => each.responses);
  const rows: readonly (readonly [string, readonly Covered[]])[] = [
    ['Operations', list.map(({ covered }) => covered)],
    ['Statuses', responses.map(({ response }) => response)],
    ['Header fields', responses.flatMap(({ headers }) => headers)],
    ['Members', responses.flatMap(({ members }) => members)],
  ];
  return html`<table class="totals">
    <caption>
      What the document names, over all operations
    </caption>
    <thead>
      <tr>
        <td></td>
        <th scope="col" class="number">proven</th>
        <th scope="col" class="number">deviated</th>
        <th scope="col" class="number">not reached</th>
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        ([label, covered]) =>
          html`<tr>
            <th scope="row">${label}</th>
            <td class="number">${figure(countOf(covered, 'proven'))}</td>
            <td class="number">${figure(countOf(covered, 'deviated'))}</td>
            <td class="number">${figure(countOf(covered, 'not-reached'))}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}

/** Documented operations, statuses, header fields and members: seen as documented, seen otherwise, or not seen. */
export function coverageSection({ record, document }: HtmlContext): ReportSection {
  const place = { id: 'coverage', label: 'Coverage' };
  if (document === undefined) {
    return { ...place, note: undefined, content: html`<p>The interface document was not at hand.</p>` };
  }
  const list = coverage(record, document);
  const { shown, notice } = fitting(list, {
    most: 300,
    room: 250_000,
    noun: 'operations',
    show: operationItem,
  });
  const proven = list.filter(({ covered }) => covered.state === 'proven').length;
  const content = html`<p class="soft">
      Read from the exchanges alone: was it seen, and as the document shows it? A figure counts the exchanges.
      Clauses ask more than that.
    </p>
    ${totals(list)} ${shown} ${notice}`;
  return { ...place, note: `${figure(proven)}/${figure(list.length)}`, content };
}
