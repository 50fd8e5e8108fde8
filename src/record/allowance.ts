import type { RateLimits } from '../interface/model.ts';
import type { Profile } from './record.ts';

/** The most requests that a caller sends during a run, and the most of both together. */
export type Allowance = { readonly total: number; readonly key: number; readonly address: number };

/**
 * What a profile allows where the smallest documented quota is about 60 a minute. Standard fits a Free plan: with the last list (`BEYOND_FOR_LAST_LIST`) the suites send 58
 * requests on the key; only using up a window that takes more than that goes on, to `total` at most.
 * Requests without a valid key are scarcer: services count them per address.
 */
const ALLOWANCES: { readonly [profile in Profile]: Allowance } = {
  quick: { total: 20, key: 10, address: 7 },
  standard: { total: 140, key: 55, address: 20 },
  thorough: { total: 1000, key: 800, address: 200 },
};

/** Where no limit is documented, requests are no scarce good; what a small service bears still is. */
const UNLIMITED: Allowance = { total: 700, key: 500, address: 200 };

/** Left of a quota for others who use the key. */
const SPARE = 5;

function smallestQuota(limits: RateLimits, plan: string | undefined): number | undefined {
  const plans = limits.plans.filter((candidate) => plan === undefined || candidate.id === plan);
  const quotas = plans.flatMap((one) => (one.kind === 'fixed' ? one.quotas.map((quota) => quota.limit) : []));
  return quotas.length === 0 ? undefined : Math.min(...quotas);
}

/** What a run may send: the profile's allowance, and more of it where the document's limit for the plan leaves room. */
export function allowanceFor(
  profile: Profile,
  limits: RateLimits | undefined,
  plan: string | undefined,
): Allowance {
  const own = ALLOWANCES[profile];
  if (profile !== 'standard') return own;
  if (limits === undefined) return UNLIMITED;
  const quota = smallestQuota(limits, plan) ?? 0;
  const key = Math.max(own.key, quota - SPARE);
  const address = Math.max(own.address, Math.floor(quota / 3));
  return { key, address, total: own.total + key - own.key + address - own.address };
}
