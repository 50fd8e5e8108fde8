import { type Gap, gapSize, gapsOf } from '../model/gaps.ts';
import type { Observation } from '../../checks/outcome.ts';
import { cutText } from '../model/excerpt.ts';
import { clauseStandings } from '../model/standings.ts';
import { fitting, type HtmlContext, type ReportSection } from './mark.ts';
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

const MOST_IDS = 200;
const MOST_LINKS = 100;

function idList(ids: readonly string[]): Content {
  const rest = ids.length - MOST_IDS;
  return html`<p class="id">
    ${ids.slice(0, MOST_IDS).join(', ')}${rest > 0 ? ` and ${figure(rest)} more` : undefined}
  </p>`;
}

function gapItem(gap: Gap): Markup {
  const { reason, option, names } = gap;
  const allowed =
    option === undefined
      ? undefined
      : html`: <span class="allow">allow it with <code>${option}</code></span>`;
  return html`<li>
    <p>${prose(capitalised(reason))}${allowed}</p>
    <details>
      <summary>${gapSize(gap)}</summary>
      ${idList(names)}
    </details>
  </li>`;
}

function openClauses({ record, document }: HtmlContext): Markup | undefined {
  const open = [...clauseStandings(record, document)]
    .filter(([, standing]) => standing === 'open' || standing === 'partly')
    .map(([id]) => id);
  if (open.length === 0) return undefined;
  const links = open
    .slice(0, MOST_LINKS)
    .map((id) => html`<a href="#${anchor('clause', id)}">${cutText(id, 80)}</a>`);
  const rest = open.length - links.length;
  return html`<h3>${quantity(open.length, 'clause')} therefore not proven</h3>
    <p class="small">${joined(links, ', ')}${rest > 0 ? ` and ${figure(rest)} more` : undefined}</p>`;
}

/** What was not tested and why, with the option that allows it, and the clauses that are open because of it. */
export function gapsSection(context: HtmlContext): ReportSection {
  const gaps = gapsOf(context.record);
  const { shown, notice } = fitting(gaps, { most: 100, room: 150_000, noun: 'reasons', show: gapItem });
  const list = html`<ul class="gaps">
      ${shown}
    </ul>
    ${notice}`;
  const content = html`${gaps.length === 0 ? html`<p>Everything that this run was to test was tested.</p>` : list}
  ${openClauses(context)}`;
  const count = gaps.filter(({ noun }) => noun === 'check').reduce((sum, { names }) => sum + names.length, 0);
  return { id: 'not-tested', label: 'Not tested', note: figure(count), content };
}

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
