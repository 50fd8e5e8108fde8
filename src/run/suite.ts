import type { SuiteName } from '../checks/check.ts';
import type { ProbeContext } from './probe-context.ts';
import type { Profile } from './record.ts';

/** A probe decides what to send. It judges nothing: every answer goes to every check that it concerns. */
export type Probe = {
  readonly id: string;
  /** Ids of the checks that it is made for; others may use its exchanges as well. */
  readonly feeds: readonly string[];
  readonly profiles: readonly Profile[];
  /** True when a success of it leaves something behind at the service. */
  readonly creates: boolean;
  readonly run: (context: ProbeContext) => Promise<void>;
};

/** The probes of one section, in the order of sending: the most telling first. */
export type Suite = { readonly name: SuiteName; readonly title: string; readonly probes: readonly Probe[] };

export const EVERY_PROFILE: readonly Profile[] = ['quick', 'standard', 'thorough'];
export const FROM_STANDARD: readonly Profile[] = ['standard', 'thorough'];
