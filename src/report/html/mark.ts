import type { OutcomeKind } from '../../checks/outcome.ts';
import type { ClauseStanding } from '../clause-standings.ts';
import type { CoverageState } from '../coverage.ts';
import { html, type Markup } from './markup.ts';

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
