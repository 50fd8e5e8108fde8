import { honestRateHeaders } from '../honest-traits.ts';
import { faulty, type FaultyMember, type FaultyRow } from '../member.ts';
import type { Header, Traits } from '../traits.ts';

const limitOf =
  (value: string): Traits['rateHeaders'] =>
  (...moment) =>
    honestRateHeaders(...moment).map(([name, own]): Header => [name, name.endsWith('-Limit') ? value : own]);

const rows: readonly FaultyRow[] = [
  { plan: 'pro' as const, limits: [301, 1_000, 600] },
  { plan: 'business' as const, limits: [999, 10_000, 1_200] },
].flatMap(({ plan, limits }) =>
  limits.map((limit): FaultyRow => ({
    name: `${plan}-limit-of-${limit}`,
    clauses: [`8-plan-${plan}`, '8-header-limit'],
    title: `Limit is ${limit} for a key of the plan ${plan}`,
    traits: { plan, rateHeaders: limitOf(String(limit)) },
  })),
);

/** Keys of larger plans with quotas that are not theirs. */
export const planFaults: readonly FaultyMember[] = faulty('rate-limit-headers', rows);
