import type { Quota, RateLimits } from '../interface/model.ts';

/**
 * The quota of the shortest window that a key may have: of the declared plan, or the smallest one of all plans.
 * `undefined` where the document gives no number.
 */
export function shortestQuota(limits: RateLimits | undefined, plan: string | undefined): Quota | undefined {
  const plans = (limits?.plans ?? []).filter((candidate) => plan === undefined || candidate.id === plan);
  const quotas = plans.flatMap((one) => (one.kind === 'fixed' ? one.quotas : []));
  return quotas.toSorted((a, b) => a.windowS - b.windowS || a.limit - b.limit)[0];
}
