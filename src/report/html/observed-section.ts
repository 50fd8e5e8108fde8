import type { Observation } from '../../checks/outcome.ts';
import { cutText } from '../exchange-excerpt.ts';
import { fitting } from './fitting.ts';
import { html, type Markup } from './markup.ts';
import { figure } from './prose.ts';
import type { HtmlContext, ReportSection } from './report-context.ts';

const MAX_VALUE = 600;

function row({ name, value, exchanges }: Observation): Markup {
  return html`<tr>
    <th scope="row">${name}</th>
    <td>${cutText(value, MAX_VALUE)}</td>
    <td class="id">${exchanges.slice(0, 3).join(', ')}</td>
  </tr>`;
}

/** Values seen where the document is silent. They count neither for nor against the service. */
export function observedSection({ record }: HtmlContext): ReportSection {
  const observations = record.results.flatMap(({ outcome }) =>
    outcome.kind === 'observed' ? outcome.observations : [],
  );
  const { shown, notice } = fitting(observations, {
    most: 300,
    room: 150_000,
    noun: 'values',
    show: row,
  });
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
              ${shown}
            </tbody>
          </table>
          ${notice}`;
  return { id: 'observed', label: 'Observed', note: figure(observations.length), content };
}
