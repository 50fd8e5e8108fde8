import type { Interface, Operation, RateLimits } from '../interface/model.ts';
import { resourcesOf } from '../interface/resources/resources.ts';
import { saysWhenRefused } from '../oracle/promised.ts';
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
  deep: { total: 1_000_000, key: 999_800, address: 200 },
};

/** Where no limit is documented, requests are no scarce good; what a small service bears still is. */
const UNLIMITED: Allowance = { total: 900, key: 700, address: 200 };
/** Each operation is asked, and asked again with something else: so many requests on the key for each, where no limit is documented. */
const LEAST_OF_AN_OPERATION = 3;
/** What it takes to try the constraints of an operation and the life of its entries, and so many in all at most. */
const OF_AN_OPERATION = { standard: 60, thorough: 120 } as const;
const MOST_OF_OPERATIONS = { standard: 2_000, thorough: 4_000 } as const;
/** The same without a valid key: none, one in another scheme, two that were altered, and one more for what needs no key and for entries. */
const WITHOUT_KEY = 5;
const MOST_WITHOUT_KEY = 500;
/** Deep runs ask each operation in every way without a valid key: some dozen requests of each. */
const DEEP_UNLIMITED: Allowance = { total: 1_000_000, key: 980_000, address: 20_000 };

/** What the life of an entry without variants takes, and for how many resources `quick` has room. */
const OF_A_LIFE = 12;
const MOST_QUICK_LIVES = 4;
/** So many operations `quick` has room to ask once beside those lives. */
const MOST_QUICK_ONCE = 60;

/** Left of a quota for others who use the key. */
const SPARE = 5;

/** What a document has that more may be sent for than for others. */
type Extent = {
  /** How many resources have entries with a life. */
  readonly lives: number;
  readonly operations: number;
  /** How many operations `quick` asks whatever comes. */
  readonly askedOnce: number;
};

function smallestQuota(limits: RateLimits, plan: string | undefined): number | undefined {
  const plans = limits.plans.filter((candidate) => plan === undefined || candidate.id === plan);
  const quotas = plans.flatMap((one) => (one.kind === 'fixed' ? one.quotas.map((quota) => quota.limit) : []));
  return quotas.length === 0 ? undefined : Math.min(...quotas);
}

function forAll(profile: 'standard' | 'thorough', operations: number): Allowance {
  const own = profile === 'standard' ? UNLIMITED : ALLOWANCES[profile];
  const wanted = Math.min(OF_AN_OPERATION[profile] * operations, MOST_OF_OPERATIONS[profile]);
  const more = Math.max(0, wanted - own.key, LEAST_OF_AN_OPERATION * operations - own.key);
  const address = Math.max(own.address, Math.min(WITHOUT_KEY * operations, MOST_WITHOUT_KEY));
  return { key: own.key + more, address, total: own.total + more + address - own.address };
}

function withLives(
  own: Allowance,
  { lives, askedOnce }: Pick<Extent, 'lives' | 'askedOnce'>,
  quota: number | undefined,
): Allowance {
  const room = Math.max(0, (quota ?? 0) - SPARE - own.key);
  const once = Math.min(askedOnce, MOST_QUICK_ONCE);
  const more = Math.min(OF_A_LIFE * Math.min(lives, MOST_QUICK_LIVES) + once, room);
  return { ...own, key: own.key + more, total: own.total + more };
}

/**
 * Operations that a quick run asks whatever comes: the others need the probes of a standard one. What is inside of entries is asked
 * for as far as its few requests go.
 */
export function isAskedInQuickRuns({ collections, operations }: Interface, operation: Operation): boolean {
  const [first] = operations.filter((o) => o.documentation === 'full' && o.method === 'GET');
  const outer = collections.filter(({ path }) => !path.includes('{'));
  const own = outer.flatMap(({ create, list, read }) => [create.id, list.id, read?.id]);
  return own.includes(operation.id) || first?.id === operation.id;
}

function askedOnceIn(document: Interface): number {
  if (saysWhenRefused(document)) return 0;
  return document.operations.filter((operation) => isAskedInQuickRuns(document, operation)).length;
}

/** How many resources of a document have entries that a run can make, read, and change or remove. */
function livesOf(document: Interface): number {
  if (saysWhenRefused(document)) return 0;
  return resourcesOf(document).filter(
    ({ kind, create, makeAt, replace, change, remove, read }) =>
      kind === 'collection' &&
      read !== undefined &&
      (create ?? makeAt ?? replace) !== undefined &&
      (replace ?? change ?? remove) !== undefined,
  ).length;
}

/**
 * What a run may send: the profile's allowance, and more of it where the document's limit for the plan leaves room, or where it states
 * none and has many operations.
 */
export function allowanceFor(
  profile: Profile,
  limits: RateLimits | undefined,
  plan: string | undefined,
  { lives = 0, operations = 0, askedOnce = 0 }: Partial<Extent> = {},
): Allowance {
  const own = ALLOWANCES[profile];
  if (profile === 'quick') {
    const quota = limits === undefined ? Infinity : smallestQuota(limits, plan);
    return withLives(own, { lives, askedOnce }, quota);
  }
  if (limits === undefined) return profile === 'deep' ? DEEP_UNLIMITED : forAll(profile, operations);
  if (profile !== 'standard') return own;
  const quota = smallestQuota(limits, plan) ?? 0;
  const key = Math.max(own.key, quota - SPARE);
  const address = Math.max(own.address, Math.floor(quota / 3));
  return { key, address, total: own.total + key - own.key + address - own.address };
}

/** What a run against the service of a document may send. */
export function allowanceOf(document: Interface, profile: Profile, plan: string | undefined): Allowance {
  const extent = {
    lives: livesOf(document),
    operations: document.operations.length,
    askedOnce: askedOnceIn(document),
  };
  return allowanceFor(profile, document.rateLimits, plan, extent);
}

/** The most requests of a run whose caller set no bound. */
export function unboundTotal(
  document: Interface,
  { profile, plan }: { readonly profile: Profile; readonly plan?: string | undefined },
): number {
  return allowanceOf(document, profile, plan).total;
}

/**
 * What a run may send with a bound of its own: `thorough` spends on the key what it may send beyond its own bound, and of less than a
 * profile has for many operations those without a key have their part.
 */
export function allowanceUpTo(
  maxRequests: number,
  profile: Profile,
  document: Interface,
  plan: string | undefined,
): Allowance {
  const own = allowanceOf(document, profile, plan);
  const more = profile === 'thorough' ? Math.max(0, maxRequests - own.total) : 0;
  const usual = allowanceFor(profile, document.rateLimits, plan, { lives: livesOf(document) }).key;
  const key = Math.min(own.key, Math.max(usual, maxRequests - own.address));
  return { ...own, key: key + more, total: maxRequests };
}
