import { counted } from '../../system/counted.ts';
import { html, type Markup } from '../page/markup.ts';
import { htmlPage } from '../page/page.ts';
import { diffHeadline, type DiffSection, diffSections } from './diff-sections.ts';
import type { DiffedRun, RunDiff } from './run-diff.ts';

const MOST_ITEMS = 500;

const MARKS: { readonly [tone in DiffSection['tone']]: string } = {
  bad: '✖',
  doubtful: '!',
  good: '✔',
  told: '·',
};

function sectionId(at: number): string {
  return `part-${String(at + 1)}`;
}

function runCard(name: string, run: DiffedRun): Markup {
  const { proven, provable, text } = run.verdict;
  return html`<tr>
    <th scope="row">${name}</th>
    <td>${text}</td>
    <td>${proven} of ${counted(provable, 'clause')}</td>
    <td>${run.target}</td>
    <td>${run.version}</td>
    <td>${run.startedAt}</td>
  </tr> `;
}

function section({ title, tone, items }: DiffSection, at: number): Markup {
  const shown = items.slice(0, MOST_ITEMS).map(
    ({ name, text }) =>
      html`<li>
        <span class="mark ${tone}"><span aria-hidden="true">${MARKS[tone]}</span></span>
        <code>${name}</code> ${text}
      </li> `,
  );
  const hidden = items.length - shown.length;
  const rest =
    hidden <= 0
      ? undefined
      : html`<p class="soft">And ${hidden} more, which the JSON form of this page holds.</p>`;
  const id = sectionId(at);
  return html`<section id="${id}" aria-labelledby="${id}-title">
    <h2 id="${id}-title">${title}</h2>
    <ul class="changes">
      ${shown}
    </ul>
    ${rest}
  </section> `;
}

const styles = `
.runs { min-width: 48rem; overflow-wrap: normal; }
.changes li { padding: 0.4rem 0; border-bottom: 1px solid var(--line); max-width: 78ch; }
`;

/** What changed between two runs, as one page that loads nothing and needs no script. */
export function htmlDiff(diff: RunDiff): string {
  const headline = diffHeadline(diff);
  const sections = diffSections(diff);
  const notes = diff.notes.map((note) => html`<p class="notice">${note}</p> `);
  return htmlPage({
    title: `${diff.title}: ${headline}`,
    header: html`<p class="eyebrow">${diff.title}, two runs compared</p>
      <h1 class="${diff.worse ? 'bad' : 'good'}">
        ${diff.worse ? 'Worse than before' : 'Nothing got worse'}
      </h1>
      <p class="lead">${headline}.</p>
      ${notes}
      <div class="scroll" role="region" aria-label="The two runs" tabindex="0">
        <table class="runs">
          <thead>
            <tr>
              <th scope="col">Run</th>
              <th scope="col">Verdict</th>
              <th scope="col">Proven</th>
              <th scope="col">Target</th>
              <th scope="col">Interface</th>
              <th scope="col">Started</th>
            </tr>
          </thead>
          <tbody>
            ${runCard('old', diff.before)}${runCard('new', diff.now)}
          </tbody>
        </table>
      </div>`,
    contents: sections.map(({ title, items }, at) => ({
      href: `#${sectionId(at)}`,
      label: title,
      note: String(items.length),
    })),
    main: sections.length === 0 ? html`<p>The two runs say the same.</p>` : html`${sections.map(section)}`,
    styles,
  });
}
