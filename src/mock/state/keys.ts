import { schemesOf } from '../../credential/choose.ts';
import { basicPair, carriedCredentials, isOfScheme } from '../../credential/read.ts';
import type { CredentialScheme, Interface, Plan, Quota } from '../../interface/model.ts';
import type { HeaderLine, InboundRequest } from '../answers/stages/stages.ts';

/** A key that the mock accepts, with the quotas that it counts against; none: unlimited. */
export type MockKey = {
  readonly key: string;
  /** Id of the plan; `default` where the document has no plans. */
  readonly plan: string;
  readonly quotas: readonly Quota[];
  /** From this time on it is no better than an unknown key, in ms since the epoch on the mock's clock. */
  readonly endsAt: number;
};

/** A key as asked for. `limits` overrides the plan's quotas by the name of their window. */
export type KeyGrant = {
  readonly key: string;
  readonly plan: string;
  readonly limits: ReadonlyMap<string, number>;
  /** When it expires, in ms since the epoch; 0 for one that was revoked. Default: never. */
  readonly endsAt?: number;
};

const SHORTEST_KEY = 12;
const WINDOW_SECONDS: ReadonlyMap<string, number> = new Map([
  ['second', 1],
  ['minute', 60],
  ['hour', 3600],
  ['day', 86_400],
  ['week', 604_800],
]);

export function plansOf(document: Interface): readonly Plan[] {
  return document.rateLimits?.plans ?? [];
}

/** Seconds of each window that a key may override: those of the document and the usual ones. */
export function windowSeconds(document: Interface): ReadonlyMap<string, number> {
  const documented = plansOf(document).flatMap((plan) => (plan.kind === 'fixed' ? plan.quotas : []));
  return new Map([...WINDOW_SECONDS, ...documented.map(({ window, windowS }) => [window, windowS] as const)]);
}

/** The quotas of the first plan with numbers: what callers without a valid key get. */
export function firstQuotas(document: Interface): readonly Quota[] {
  return plansOf(document).find((plan) => plan.kind === 'fixed')?.quotas ?? [];
}

/** The quotas of a plan. A plan without numbers of its own stands on those of the last plan that has some. */
function quotasOf(document: Interface, planId: string): readonly Quota[] {
  const plans = plansOf(document);
  const plan = plans.find(({ id }) => id === planId);
  if (plan?.kind === 'fixed') return plan.quotas;
  return plans.findLast((candidate) => candidate.kind === 'fixed')?.quotas ?? [];
}

/** A granted key with its quotas, shortest window first. */
export function toMockKey(document: Interface, grant: KeyGrant): MockKey {
  const limits = new Map(quotasOf(document, grant.plan).map((quota) => [quota.window, quota.limit]));
  const seconds = new Map(quotasOf(document, grant.plan).map((quota) => [quota.window, quota.windowS]));
  for (const [window, limit] of grant.limits) limits.set(window, limit);
  const known = windowSeconds(document);
  const quotas = [...limits].flatMap(([window, limit]) => {
    const windowS = seconds.get(window) ?? known.get(window);
    return windowS === undefined ? [] : [{ window, windowS, limit }];
  });
  return {
    key: grant.key,
    plan: grant.plan,
    quotas: quotas.sort((a, b) => a.windowS - b.windowS),
    endsAt: grant.endsAt ?? Number.POSITIVE_INFINITY,
  };
}

function usesBasic(document: Interface): boolean {
  return schemesOf(document).some(({ kind }) => kind === 'http-basic');
}

/**
 * One readable key per plan, always the same: `free-plan-key`. HTTP Basic gets `user:` in front, which a credential of
 * that scheme needs. `planIds` narrows the plans; empty: all of them.
 */
export function defaultGrants(document: Interface, planIds: readonly string[]): readonly KeyGrant[] {
  const ids = planIds.length > 0 ? planIds : plansOf(document).map(({ id }) => id);
  const prefix = usesBasic(document) ? 'user:' : '';
  return (ids.length > 0 ? ids : ['default']).map((plan) => ({
    key: `${prefix}${`${plan.replaceAll(/[^A-Za-z0-9._~-]/g, '-')}-plan-key`.padEnd(SHORTEST_KEY, '0')}`,
    plan,
    limits: new Map(),
  }));
}

/** The same, and a key of another user, of the first plan. */
export function grantsOfTwo(document: Interface): readonly KeyGrant[] {
  const grants = defaultGrants(document, []);
  const other = {
    key: `${usesBasic(document) ? 'other:' : ''}other-user-key`,
    limits: new Map<string, number>(),
  };
  return [...grants, ...grants.slice(0, 1).map(({ plan }) => ({ ...other, plan }))];
}

/** The key that a request sends by one scheme, as sent, or `undefined` when it sends none; of several the first. */
export function sentKey(scheme: CredentialScheme, { headers, query }: InboundRequest): string | undefined {
  const [carried] = carriedCredentials(scheme, {
    field: (name) => {
      const value = headers.get(name);
      return value === undefined ? [] : [value];
    },
    parameter: (name) => query.getAll(name),
  });
  if (carried === undefined || !isOfScheme(scheme, carried)) return undefined;
  return scheme.kind === 'http-basic' ? basicPair(carried.token) : carried.token;
}

/**
 * What of a sent key is compared with one that was granted. With HTTP Basic a granted key that is no pair may stand alone as user or
 * as password.
 */
export function comparedKey(scheme: CredentialScheme, sent: string, granted: string): string {
  if (scheme.kind !== 'http-basic' || granted.includes(':')) return sent;
  if (sent.endsWith(':')) return sent.slice(0, -1);
  return sent.startsWith(':') ? sent.slice(1) : sent;
}

/** The challenge that a 401 has to carry (RFC 9110 section 11.6.1). */
export function challenge(scheme: CredentialScheme): HeaderLine {
  switch (scheme.kind) {
    case 'http-bearer':
      return ['WWW-Authenticate', `${scheme.scheme ?? 'Bearer'} realm="api"`];
    case 'http-basic':
      return ['WWW-Authenticate', 'Basic realm="api", charset="UTF-8"'];
    case 'api-key':
      return ['WWW-Authenticate', 'ApiKey realm="api"'];
  }
}
