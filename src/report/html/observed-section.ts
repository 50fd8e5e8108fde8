import type { Observation } from '../../checks/outcome.ts';
import { cutText } from '../exchange-excerpt.ts';
import { html, type Markup } from './markup.ts';
import { figure } from './prose.ts';
import type { HtmlContext, ReportSection } from './report-context.ts';

const MOST = 300;
const MAX_VALUE = 600;

function row({ name, value, exchanges }: Observation): Markup {
  const shown = exchanges.slice(0, 3).join(', ');
  return html`<tr>
    <th scope="row">${name}</th>
    <td>${cutText(value, MAX_VALUE)}</td>
    <td class="id">${shown}</td>
  </tr>`;
}

/** Values seen where the document is silent. They count neither for nor against the service. */
export function observedSection({ record }: HtmlContext): ReportSection {
  const observations = record.results.flatMap(({ outcome }) =>
    outcome.kind === 'observed' ? outcome.observations : [],
  );
  const rest = observations.length - MOST;
  const content =
    observations.length === 0
      ? html`<p>Nothing was observed.</p>`
      : html`<p class="soft">
            What the service does where the document leaves it open. None of it counts for or against the
            service.
          </p>
          <table class="stacked">
            <thead>
              <tr>
                <th scope="col">What</th>
                <th scope="col">Seen</th>
                <th scope="col">Exchanges</th>
              </tr>
            </thead>
            <tbody>
              ${observations.slice(0, MOST).map(row)}
            </tbody>
          </table>
          ${rest > 0 ? html`<p class="notice">${figure(rest)} more are left out here; the JSON report has them.</p>` : undefined}`;
  return { id: 'observed', label: 'Observed', note: figure(observations.length), content };
}
