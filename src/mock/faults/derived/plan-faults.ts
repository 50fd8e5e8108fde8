import type { Interface, Quota } from '../../../interface/model.ts';
import type { Stages } from '../../answers/stages/stages.ts';
import type { MockKey } from '../../state/keys.ts';
import type { Fault } from '../fault.ts';

/** Only the shortest window: a polite run never uses up a longer one, and its numbers never show. */
function shortest(quotas: readonly Quota[]): Quota | undefined {
  return quotas.toSorted((a, b) => a.windowS - b.windowS)[0];
}

/** Gives keys of one plan another limit. */
function withLimit(stages: Stages, plan: string, window: string, limit: number): Stages {
  const changed = (key: MockKey): MockKey =>
    key.plan === plan
      ? {
          ...key,
          quotas: key.quotas.map((quota) => (quota.window === window ? { ...quota, limit } : quota)),
        }
      : key;
  return {
    ...stages,
    charge: (caller, visit) =>
      stages.charge(caller.kind === 'key' ? { ...caller, key: changed(caller.key) } : caller, visit),
  };
}

/** For each plan with numbers: its keys have fewer requests in the shortest window, or more. */
export function planFaults({ rateLimits }: Interface): readonly Fault[] {
  return (rateLimits?.plans ?? []).flatMap((plan) => {
    const quota = plan.kind === 'fixed' ? shortest(plan.quotas) : undefined;
    if (quota === undefined) return [];
    const fault = (kind: string, limit: number): Fault => ({
      name: `plan.${plan.id}.${quota.window}.${kind}`,
      family: 'rate-limit-headers',
      title: `plan ${plan.id} has ${limit} requests a ${quota.window} instead of ${quota.limit}`,
      breaks: ['rate-limit-headers.plan'],
      plan: plan.id,
      apply: (stages) => withLimit(stages, plan.id, quota.window, limit),
    });
    return [fault('fewer', Math.max(1, Math.floor(quota.limit * 0.9))), fault('more', quota.limit + 1)];
  });
}
