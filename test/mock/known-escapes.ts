import type { LimiterKind } from '../../src/mock/limits/window-counter.ts';
import type { Profile } from '../../src/record/record.ts';

/** A fault that a run does not find. */
type Escape = {
  readonly fault: string;
  /** Where only runs of this profile miss it; default: all of them do. */
  readonly profile?: Profile;
  /** Where it escapes; default: with every limiter. */
  readonly limiters?: readonly LimiterKind[];
  readonly reason: string;
};

const ESCAPES: readonly Escape[] = [
  {
    fault: 'limit-not-enforced-on-writes',
    profile: 'standard',
    reason: 'a standard run goes over the limit once, with one method',
  },
  {
    fault: 'retry-after-in-milliseconds',
    reason: 'a warning: the document leaves the unit open, and only the standard says that it is seconds',
  },
  {
    fault: 'retry-after-too-short',
    limiters: ['bucket'],
    reason: 'a bucket of 60 a minute takes the next request after one second: there it is the truth',
  },
  {
    fault: 'remaining-counts-up',
    limiters: ['bucket'],
    reason:
      'growth is blamed when every step grows; what flows back in the pause before the limit makes one fall',
  },
];

/** Why a run of this profile does not find the fault; `undefined` where it has to. */
export function whyItEscapes(fault: string, limiter: LimiterKind, profile: Profile): string | undefined {
  return ESCAPES.find(
    (known) =>
      known.fault === fault &&
      (known.limiters?.includes(limiter) ?? true) &&
      (known.profile ?? profile) === profile,
  )?.reason;
}
