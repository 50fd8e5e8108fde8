import type { OutcomeKind } from '../../checks/outcome.ts';
import type { Interface } from '../../interface/model.ts';
import type { RunRecord } from '../../record/record.ts';
import type { CoverageState } from '../model/coverage.ts';
import type { ClauseStanding } from '../model/standings.ts';
import type { Verdict } from '../model/verdict.ts';
import { figure, html, type Markup, markupText } from './markup.ts';

/** What every part of the HTML report is a function of. */
export type HtmlContext = {
  readonly record: RunRecord;
  readonly document: Interface | undefined;
  /** Where the record is, for the reader and for `assay replay`. */
  readonly recordFile: string | undefined;
  readonly ruling: Verdict;
};

/** A section of the page: its place, its name in the contents with a figure, and what it holds. */
export type ReportSection = {
  readonly id: string;
  readonly label: string;
  readonly note: string | undefined;
  readonly content: Markup;
};

/** A colour by what it stands for. */
type Tone = 'good' | 'bad' | 'doubtful' | 'told' | 'quiet';

/** A sign, the word that says the same, and their colour. */
export type Mark = { readonly sign: string; readonly word: string; readonly tone: Tone };

/** Where a clause stands; `observed` where the document is silent, `beyond` where no request could show it. */
export type Standing = ClauseStanding | 'observed' | 'beyond';

export const STANDING_MARKS: { readonly [standing in Standing]: Mark } = {
  violated: { sign: '✕', word: 'violated', tone: 'bad' },
  warned: { sign: '!', word: 'warned', tone: 'doubtful' },
  proven: { sign: '✓', word: 'proven', tone: 'good' },
  partly: { sign: '◐', word: 'partly proven', tone: 'told' },
  open: { sign: '○', word: 'not reached', tone: 'quiet' },
  observed: { sign: '•', word: 'observed', tone: 'told' },
  beyond: { sign: '–', word: 'beyond tests', tone: 'quiet' },
};

export const OUTCOME_MARKS: { readonly [kind in OutcomeKind]: Mark } = {
  pass: { sign: '✓', word: 'passed', tone: 'good' },
  fail: { sign: '✕', word: 'failed', tone: 'bad' },
  warn: { sign: '!', word: 'warned', tone: 'doubtful' },
  observed: { sign: '•', word: 'observed', tone: 'told' },
  'not-applicable': { sign: '–', word: 'not applicable', tone: 'quiet' },
  'not-testable': { sign: '○', word: 'not testable', tone: 'quiet' },
  blocked: { sign: '○', word: 'blocked', tone: 'quiet' },
  inconclusive: { sign: '?', word: 'inconclusive', tone: 'doubtful' },
  'harness-error': { sign: '?', word: 'assay failed', tone: 'doubtful' },
};

export const COVERAGE_MARKS: { readonly [state in CoverageState]: Mark } = {
  proven: { sign: '✓', word: 'proven', tone: 'good' },
  deviated: { sign: '✕', word: 'deviated', tone: 'bad' },
  'not-reached': { sign: '○', word: 'not reached', tone: 'quiet' },
};

/** Sign and word side by side; the sign is for the eye alone. */
export function markOf({ sign, word, tone }: Mark): Markup {
  return html`<span class="mark ${tone}"><span aria-hidden="true">${sign}</span> <span>${word}</span></span>`;
}

/** The sign with its word for those who cannot see it, where the word stands nearby anyway. */
export function signOf({ sign, word, tone }: Mark): Markup {
  return html`<span class="${tone}"
    ><span aria-hidden="true">${sign}</span> <span class="spoken">${word}:</span></span
  >`;
}

/** The first items of a list as markup, and a notice that counts the others where there are any. */
export type Fitting = { readonly shown: readonly Markup[]; readonly notice: Markup | undefined };

/**
 * As many items as fit: at most `most`, and at most `room` bytes together. The rooms of all sections add up to less than
 * 3 MB. `noun` is what the notice calls the items.
 */
export function fitting<Item>(
  items: readonly Item[],
  layout: {
    readonly most: number;
    readonly room: number;
    readonly noun: string;
    readonly show: (item: Item) => Markup;
  },
): Fitting {
  const shown: Markup[] = [];
  let left = layout.room;
  for (const item of items.slice(0, layout.most)) {
    const markup = layout.show(item);
    left -= Buffer.byteLength(markupText(markup));
    if (left < 0) break;
    shown.push(markup);
  }
  const rest = items.length - shown.length;
  const notice =
    rest === 0
      ? undefined
      : html`<p class="notice">
          ${figure(rest)} more ${layout.noun} are left out here; the JSON report has them.
        </p>`;
  return { shown, notice };
}
