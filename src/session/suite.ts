/** Suites: what a run asks, section by section, and from which profile on. */
import { type Check, type Sight, suiteTraits } from '../checks/check.ts';
import type { Interface } from '../interface/model.ts';
import type { Profile } from '../record/record.ts';
import type { Budget } from './pace/budget.ts';
import type { ProbeContext } from './probe.ts';

/** A probe decides what to send. It judges nothing: every answer goes to every check that it concerns. */
export type Probe = {
  readonly id: string;
  /** What it brings about: it is sent for the checks that need one of these; others may use its exchanges as well. */
  readonly intends: readonly Sight[];
  readonly profiles: readonly Profile[];
  /** True when a success of it leaves something behind at the service. */
  readonly creates: boolean;
  readonly run: (context: ProbeContext) => Promise<void>;
};

/** True where a probe brings about what a check needs to see. */
export function feeds({ intends }: Pick<Probe, 'intends'>, { needs }: Pick<Check, 'needs'>): boolean {
  return intends.some((sight) => needs.includes(sight));
}

/** The probes of one section, in the order of sending: the most telling first. */
export type Suite = { readonly name: string; readonly title: string; readonly probes: readonly Probe[] };

export const EVERY_PROFILE: readonly Profile[] = ['quick', 'standard', 'thorough', 'deep'];
export const FROM_STANDARD: readonly Profile[] = ['standard', 'thorough', 'deep'];
export const FROM_THOROUGH: readonly Profile[] = ['thorough', 'deep'];

/** True where all that is planned is sent, and cases are drawn beside it. */
export function isThorough(profile: Profile): boolean {
  return FROM_THOROUGH.includes(profile);
}

/** Profiles whose budget may not last for all that the first suites have to send. */
const SHARING: readonly Profile[] = ['standard', 'thorough'];

/**
 * Sends the probes of a suite within its share: it leaves a part to those behind it where no documented limit makes a run choose few
 * requests anyway, and what requests without a key leave of theirs is free for others.
 */
export async function shared(
  budget: Budget,
  { settings, document }: { readonly settings: { readonly profile: Profile }; readonly document: Interface },
  { name, probes }: Suite,
  send: (probe: Probe) => Promise<void>,
): Promise<void> {
  const { leaves = 0, asksWithoutKey } = suiteTraits(name);
  const isFree = SHARING.includes(settings.profile) && document.rateLimits === undefined;
  if (isFree) budget.keep(leaves);
  try {
    for (const probe of probes) await send(probe);
  } finally {
    budget.keep(0);
  }
  if (isFree && asksWithoutKey === true) budget.openShare();
}
