import { isSilent, type Outcome, OUTCOME_KINDS, optionFor } from '../../checks/outcome.ts';
import type { RunRecord } from '../../record/record.ts';
import { counted } from '../../system/counted.ts';

/** Why a check said nothing, and the option that lets it. */
type Silence = { readonly reason: string; readonly option: string | undefined };

/**
 * What was not tested for one reason: operations by `METHOD /path`, out of reach or in reach and never served, checks that said nothing
 * and probes left out by id.
 */
export type Gap = Silence & {
  readonly noun: 'operation' | 'operation in reach' | 'check' | 'probe';
  readonly names: readonly string[];
};

/** What a reader has to know of a check that could not say what it has to; `undefined` where nothing is lacking. */
export function gapIn(outcome: Outcome): Silence | undefined {
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
export function gapText({ reason, option }: Silence): string {
  return option === undefined ? reason : `${reason} (allow it with ${option})`;
}

/** Reasons for which most is missing first. */
function grouped(
  noun: Gap['noun'],
  silent: readonly (Silence & { readonly name: string })[],
): readonly Gap[] {
  return [...Map.groupBy(silent, gapText).values()]
    .map((list): Gap => ({
      noun,
      reason: list[0]?.reason ?? '',
      option: list[0]?.option,
      names: list.map(({ name }) => name),
    }))
    .toSorted((a, b) => b.names.length - a.names.length);
}

/** Operations in reach that showed nothing. Nobody could ask for more in traffic that assay did not send. */
function unserved({ header, footer }: RunRecord): readonly (Silence & { readonly name: string })[] {
  const operations = header.source === undefined ? (footer?.coverage?.operations ?? []) : [];
  return operations
    .filter(({ outOfReach, served }) => outOfReach === undefined && served === 0)
    .map(({ name, asked }) => ({
      name,
      reason: asked === 0 ? 'not asked' : 'asked, and never answered with the documented success',
      option: undefined,
    }));
}

/**
 * What was not tested, by its reason: operations first. `inapplicable` also gives the checks to which nothing in the
 * document or in the run applies.
 */
export function gapsOf(record: RunRecord, inapplicable = false): readonly Gap[] {
  const { results, footer } = record;
  const operations = (footer?.coverage?.operations ?? []).flatMap(({ name, outOfReach }) =>
    outOfReach === undefined ? [] : [{ name, reason: outOfReach, option: undefined }],
  );
  const checks = results.flatMap(({ id, outcome }) => {
    const silence = gapIn(outcome);
    if (silence !== undefined) return [{ ...silence, name: id }];
    const isShown = inapplicable && isSilent(outcome);
    return isShown ? [{ name: id, reason: `does not apply: ${outcome.reason}`, option: undefined }] : [];
  });
  const probes = (footer?.leftOut ?? []).map(({ probe, reason }) => ({
    name: probe,
    reason,
    option: undefined,
  }));
  const silent = [...grouped('check', checks), ...grouped('probe', probes)];
  return [
    ...grouped('operation in reach', unserved(record)),
    ...grouped('operation', operations),
    ...silent.toSorted((a, b) => b.names.length - a.names.length),
  ];
}

/** How many of what were not tested: `3 operations out of reach`, `1 check`. */
export function gapSize({ noun, names }: Gap): string {
  switch (noun) {
    case 'operation':
      return `${counted(names.length, noun)} out of reach`;
    case 'operation in reach':
      return `${counted(names.length, 'operation')} never served`;
    case 'check':
    case 'probe':
      return counted(names.length, noun);
  }
}
