import type { Leftover, RunRecord } from '../../record/record.ts';
import { optionsGiven } from '../../run/setting-facts.ts';
import {
  adviceOn,
  knownFailures,
  type KnownFailureStanding,
  type KnownFailureState,
  nameOfKnownFailure,
} from '../model/known-failures.ts';
import { extentNoun, leftoversReason, runExtent } from '../model/standings.ts';
import { fitting, type HtmlContext, markOf, OUTCOME_MARKS, type ReportSection } from './mark.ts';
import { type Content, figure, html, joined, type Markup, prose, quantity } from './markup.ts';

function leftoverItem({ operation, name, identity }: Leftover): Markup {
  return html`<li>
    <code>${operation}</code>
    ${name}${identity === '' ? undefined : html` <span class="soft">${identity}</span>`}
  </li>`;
}

/** What the probes created and could not delete. */
export function leftoversSection({ record }: HtmlContext): ReportSection {
  const leftovers = record.footer?.leftovers ?? [];
  const { shown, notice } = fitting(leftovers, {
    most: 300,
    room: 100_000,
    noun: 'entries',
    show: leftoverItem,
  });
  const content =
    leftovers.length === 0
      ? html`<p>Nothing that the record knows of.</p>`
      : html`<p class="soft">What the run created is still there: ${leftoversReason(record)}.</p>
          <details>
            <summary>Created: ${figure(leftovers.length)}</summary>
            <ul class="leftovers">
              ${shown}
            </ul>
          </details>
          ${notice}`;
  return { id: 'leftovers', label: 'Left behind', note: figure(leftovers.length), content };
}

function stateText(state: KnownFailureState): string {
  switch (state.kind) {
    case 'excuses':
      return `still there, ${quantity(state.violations, 'time')}; not counted`;
    case 'passes':
      return 'passes now';
    case 'expired':
      return 'expired';
    case 'not-reached':
      return `not reached: ${state.reason}`;
  }
}

function knownFailureItem(record: RunRecord, standing: KnownFailureStanding): Markup {
  const { entry, state } = standing;
  const advice = adviceOn(record, standing);
  return html`<li>
    <p>
      <code>${nameOfKnownFailure(entry)}</code>:
      ${stateText(state)}${entry.expires === undefined ? undefined : `, until ${entry.expires}`}
    </p>
    <p class="small soft">${prose(entry.reason)}</p>
    ${advice === undefined ? undefined : html`<p class="notice">${advice}</p>`}
  </li>`;
}

/** Failures that the run was told about; `undefined` when it was told about none. */
export function knownFailuresSection({ record }: HtmlContext): ReportSection | undefined {
  const known = knownFailures(record);
  if (known.length === 0) return undefined;
  const { shown, notice } = fitting(known, {
    most: 300,
    room: 100_000,
    noun: 'entries',
    show: (standing) => knownFailureItem(record, standing),
  });
  const content = html`<ul class="gaps">
      ${shown}
    </ul>
    ${notice}`;
  return { id: 'known-failures', label: 'Known failures', note: figure(known.length), content };
}

function facts({ record, ruling, recordFile }: HtmlContext): readonly (readonly [string, Content])[] {
  const { header, footer } = record;
  const { settings } = header;
  const { withKey, all, seconds } = runExtent(record);
  const split =
    withKey === undefined
      ? ''
      : ` (${figure(withKey)} on the key, ${figure(all - withKey)} without a valid one)`;
  const isSent = extentNoun(record) === 'request';
  return [
    ['Interface', `${header.interface.title} ${header.interface.version}`],
    ['Document', html`<span class="id">${header.interface.id}, SHA-256 ${header.interface.digest}</span>`],
    ['Target', `${settings.url}${header.ownMock ? " (assay's own mock)" : ''}`],
    ['Plan', settings.plan ?? 'not declared'],
    ...(isSent ? ([['Profile', settings.profile]] as const) : []),
    [
      'Options',
      joined(
        optionsGiven(settings, isSent ? 'a run' : 'traffic')
          .slice(0, 100)
          .map((option) => html`<code>${option}</code>`),
        ' ',
      ),
    ],
    ...(isSent ? ([['Seed', html`<code>${String(settings.seed)}</code>`]] as const) : []),
    ['Started', header.startedAt],
    ['Ended', footer?.endedAt ?? 'the record does not say'],
    [
      isSent ? 'Requests' : 'Exchanges',
      isSent
        ? `${figure(all)}${split} in ${seconds.toFixed(1)} s; at most ${figure(settings.maxRequests)}`
        : `${figure(all)} judged in ${seconds.toFixed(1)} s`,
    ],
    [
      'Peak memory',
      footer === undefined ? 'the record does not say' : `${(footer.peakMemoryBytes / 1e6).toFixed(0)} MB`,
    ],
    ['Exit code', `${String(ruling.exitCode)}, ${ruling.text}`],
    ['Run', html`<span class="id">${header.runId}</span>`],
    ['Record', recordFile === undefined ? 'none is kept' : html`<span class="id">${recordFile}</span>`],
    ['assay', `${header.assayVersion}, Node ${header.nodeVersion}`],
  ];
}

function outcomeCounts({ ruling }: HtmlContext): Content {
  const counts = Object.entries(OUTCOME_MARKS).flatMap(([kind, mark]) => {
    const count = Object.entries(ruling.counts).find(([name]) => name === kind)?.[1] ?? 0;
    return count === 0 ? [] : [html`<li>${markOf({ ...mark, word: `${figure(count)} ${mark.word}` })}</li>`];
  });
  return counts.length === 0
    ? 'none was judged'
    : html`<ul class="legend">
        ${counts}
      </ul>`;
}

/** What ran against what, with which settings. */
export function runSection(context: HtmlContext): ReportSection {
  const content = html`<dl class="facts">
    <dt>Checks</dt>
    <dd>${outcomeCounts(context)}</dd>
    ${facts(context).map(
      ([label, value]) =>
        html`<dt>${label}</dt>
          <dd>${value}</dd>`,
    )}
  </dl>`;
  return { id: 'run', label: 'This run', note: undefined, content };
}
