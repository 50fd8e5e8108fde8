import type { Check } from '../checks/check.ts';
import type { Interface } from '../interface/model.ts';
import { selectedChecks } from './plan.ts';
import type { RunSettings } from './record.ts';
import type { ShardRequest } from './settings.ts';
import { shortestQuota } from './shortest-quota.ts';
import type { Settled } from './settle.ts';
import type { Probe, Suite } from './suite.ts';

/** Checks that look at the traffic of a whole window, or at its deliberate refusal: one shard has them all. */
const ONE_SHARD = new Set(['rate-limit-headers', 'rate-limit-enforcement']);
const USES_WINDOW_UP = 'rate-limit-enforcement';
/** A probe sends about so many requests. */
const REQUESTS_OF_PROBE = 3;

type Part = { readonly checks: readonly Check[]; readonly probes: ReadonlySet<Probe> };

/** What a shard has so far. */
type Draft = { readonly checks: Check[]; readonly probes: Set<Probe> };

type Weigh = (probes: Iterable<Probe>) => number;

/** Weights in probes: using the window up costs as many requests as the window has. */
function weighing(settings: RunSettings, document: Interface, suites: readonly Suite[]): Weigh {
  const last = suites.find((suite) => suite.name === USES_WINDOW_UP)?.probes ?? [];
  const quota = settings.exhaust ? shortestQuota(document.rateLimits, settings.plan) : undefined;
  const window = Math.max(1, (quota?.limit ?? 1) / REQUESTS_OF_PROBE);
  return (probes) => [...probes].reduce((sum, probe) => sum + (last.includes(probe) ? window : 1), 0);
}

function partsOf(settings: RunSettings, document: Interface, suites: readonly Suite[]): readonly Part[] {
  const all = suites.flatMap((suite) => suite.probes);
  const probes = all.filter((probe) => probe.profiles.includes(settings.profile));
  const last = suites.find((suite) => suite.name === USES_WINDOW_UP)?.probes ?? [];
  const feeding = ({ id, notApplicable }: Check): readonly Probe[] =>
    notApplicable(document) === undefined ? probes.filter((probe) => probe.feeds.includes(id)) : [];
  const isOfWindow = (check: Check): boolean =>
    ONE_SHARD.has(check.suite) || last.some((probe) => probe.feeds.includes(check.id));
  const selected = selectedChecks(settings);
  const together = selected.filter((check) => isOfWindow(check));
  const apart = selected.filter((check) => !isOfWindow(check)).map((check) => [check]);
  return [together, ...apart]
    .filter((checks) => checks.length > 0)
    .map((checks) => ({ checks, probes: new Set(checks.flatMap((check) => feeding(check))) }));
}

/** The shard that keeps the shards most even once it has the part: least sum of squares, then fewest checks, then first. */
function placeFor(part: Part, shards: readonly Draft[], weigh: Weigh): Draft | undefined {
  const ranked = shards.map((shard) => {
    const now = weigh(shard.probes);
    return { shard, growth: weigh(shard.probes.union(part.probes)) ** 2 - now ** 2 };
  });
  ranked.sort((a, b) => a.growth - b.growth || a.shard.checks.length - b.shard.checks.length);
  return ranked[0]?.shard;
}

/**
 * Shares the selected checks out to shards: ids by shard, each in exactly one, the same for the same catalogue, document
 * and settings. Checks that need the same probes come together, so that little is sent twice; heavy ones are placed
 * first, so that shards send about the same. A shard is empty where there is nothing left for it.
 */
export function shardChecks(
  settings: RunSettings,
  document: Interface,
  suites: readonly Suite[],
  total: number,
): readonly (readonly string[])[] {
  const weigh = weighing(settings, document, suites);
  const shards: readonly Draft[] = Array.from({ length: total }, () => ({ checks: [], probes: new Set() }));
  const parts = partsOf({ ...settings, shard: undefined }, document, suites);
  for (const part of parts.toSorted((a, b) => weigh(b.probes) - weigh(a.probes))) {
    const place = placeFor(part, shards, weigh);
    place?.checks.push(...part.checks);
    for (const probe of part.probes) place?.probes.add(probe);
  }
  return shards.map(({ checks }) => checks.map(({ id }) => id));
}

/** More are never worth it: each begins with requests of its own. */
const MOST_SHARDS = 32;

/** The settings of one shard of a run, counted from 1: with the checks that it judges. */
export function shardOf(
  settings: RunSettings,
  { index, total }: ShardRequest,
  document: Interface,
  suites: readonly Suite[],
): Settled {
  const unusable = (advice: string): Settled => ({
    kind: 'unusable',
    problem: { setting: 'shard', shown: `${String(index)}/${String(total)}`, advice },
  });
  const isPart = Number.isInteger(index) && Number.isInteger(total) && index >= 1 && index <= total;
  if (!isPart || total > MOST_SHARDS)
    return unusable(
      `give which shard of how many, from 1/1 to ${String(MOST_SHARDS)}/${String(MOST_SHARDS)}, for example 1/3`,
    );
  const shards = shardChecks(settings, document, suites, total);
  const most = shards.filter((ids) => ids.length > 0).length;
  if (most < total)
    return unusable(`these checks make ${String(most)} shards at most; give 1/${String(most)} and so on`);
  return {
    kind: 'settled',
    settings: { ...settings, shard: { index, total, checks: shards[index - 1] ?? [] } },
  };
}
