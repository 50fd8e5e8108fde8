import { isSilent, type Outcome, OUTCOME_KINDS, optionFor } from '../../checks/outcome.ts';

/** Why a check said nothing, and the option that lets it. */
export type Gap = { readonly reason: string; readonly option: string | undefined };

/** What a reader has to know of a check that could not say what it has to; `undefined` where nothing is lacking. */
export function gapIn(outcome: Outcome): Gap | undefined {
  if (!isSilent(outcome)) return undefined;
  switch (OUTCOME_KINDS[outcome.kind].lacks) {
    case 'nothing':
      return undefined;
    case 'by declaration':
    case 'a proof':
      return { reason: outcome.reason, option: optionFor(outcome) };
    case 'a part of assay':
      return { reason: `assay itself failed: ${outcome.reason}`, option: undefined };
  }
}

/** The same in a sentence. */
export function gapText({ reason, option }: Gap): string {
  return option === undefined ? reason : `${reason} (allow it with ${option})`;
}
