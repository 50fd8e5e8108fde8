import { type Check, suiteTraits } from '../../checks/check.ts';
import type { Interface } from '../../interface/model.ts';
import type { RunRecord, RunSettings, Shard } from '../../record/record.ts';
import type { ShardRequest } from '../../record/setting-row.ts';
import { shortestQuota } from '../../session/pace/budget.ts';
import { feeds, type Probe, type Suite } from '../../session/suite.ts';
import { selectedChecks } from '../plan.ts';
import { nameOfSetting, settingsTold } from '../setting-facts.ts';
import type { Settled } from '../settle.ts';

/** A record and how messages call it, usually by its file. */
export type NamedRecord = { readonly name: string; readonly record: RunRecord };

/** A record of a part of a run. */
export type NamedShard = NamedRecord & { readonly shard: Shard };

/** What a record says that others may say otherwise, and how messages call it. */
export type Trait = { readonly name: string; readonly value: unknown };

/** What the shards of a run have in common. Each has a mock of its own where that is the target, at another address. */
function traitsOf({ header }: RunRecord): readonly Trait[] {
  const { settings } = header;
  const told = settingsTold(settings).map(({ setting, row, value }): Trait => {
    const name = nameOfSetting(row);
    if (setting === 'shard') return { name, value: settings.shard?.total };
    if (setting === 'url' && header.ownMock) return { name, value: "assay's own mock" };
    return { name, value };
  });
  return [
    { name: 'interface', value: header.interface.id },
    { name: 'digest of the document', value: header.interface.digest },
    { name: 'version of assay', value: header.assayVersion },
    { name: "use of assay's own mock", value: header.ownMock },
    ...told,
  ];
}

const MAX_SHOWN = 60;

function shown(value: unknown): string {
  const text = value === undefined ? 'none' : JSON.stringify(value);
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}

/** The first trait that is another one, in a few words: `the seed is 2, not 1`; `undefined` where all are the same. */
export function firstDifference(expected: readonly Trait[], given: readonly Trait[]): string | undefined {
  for (const [at, { name, value }] of given.entries()) {
    const wanted = expected[at]?.value;
    if (JSON.stringify(value) !== JSON.stringify(wanted))
      return `the ${name} is ${shown(value)}, not ${shown(wanted)}`;
  }
  return undefined;
}

/** How a record is of another run than the first, or `undefined` when it belongs to it. */
function foreignness(first: NamedShard, other: NamedShard): string | undefined {
  const difference = firstDifference(traitsOf(first.record), traitsOf(other.record));
  return difference === undefined
    ? undefined
    : `"${other.name}" is a shard of another run than "${first.name}": ${difference}; merge the shards of one run`;
}

function shardName({ index, total }: Shard): string {
  return `shard ${String(index)}/${String(total)}`;
}

function checkProblem(shards: readonly NamedShard[]): string | undefined {
  const owners = new Map<string, NamedShard>();
  for (const each of shards) {
    for (const id of each.shard.checks) {
      const owner = owners.get(id);
      if (owner !== undefined)
        return `"${owner.name}" and "${each.name}" both judge ${id}: they were not split by the same assay; run every shard again`;
      owners.set(id, each);
    }
  }
  return undefined;
}

/**
 * The shards of one run in their order, or what is wrong: one that is missing, there twice, of another run, or no shard.
 */
export function shardsOfOneRun(records: readonly NamedRecord[]): readonly NamedShard[] | string {
  const shards: NamedShard[] = [];
  for (const { name, record } of records) {
    const { shard } = record.header.settings;
    if (shard === undefined)
      return `"${name}" is the record of a whole run, not of a shard; give what "assay test --shard 1/2" and so on wrote`;
    shards.push({ name, record, shard });
  }
  shards.sort((a, b) => a.shard.index - b.shard.index);
  const [first] = shards;
  if (first === undefined) return 'there is no record to merge; give the record of every shard';
  for (const other of shards) {
    const problem = foreignness(first, other);
    if (problem !== undefined) return problem;
  }
  for (const [at, each] of shards.entries()) {
    const before = shards[at - 1];
    if (before?.shard.index === each.shard.index)
      return `${shardName(each.shard)} is there twice: "${before.name}" and "${each.name}"; give each shard once`;
  }
  const { total } = first.shard;
  const indexes = new Set(shards.map(({ shard }) => shard.index));
  const missing = Array.from({ length: total }, (_, at) => at + 1).filter((index) => !indexes.has(index));
  if (missing.length > 0) {
    const names = missing.map((index) => shardName({ index, total, checks: [] })).join(', ');
    return `${names} ${missing.length === 1 ? 'is' : 'are'} missing; give the record of every shard`;
  }
  return checkProblem(shards) ?? shards;
}

/** A probe sends about so many requests. */
const REQUESTS_OF_PROBE = 3;

type Part = { readonly checks: readonly Check[]; readonly probes: ReadonlySet<Probe> };

/** What a shard has so far. */
type Draft = { readonly checks: Check[]; readonly probes: Set<Probe> };

type Weigh = (probes: Iterable<Probe>) => number;

/** Weights in probes: using the window up costs as many requests as the window has. */
function weighing(settings: RunSettings, document: Interface, suites: readonly Suite[]): Weigh {
  const last = suites.find((suite) => suiteTraits(suite.name).usesWindowUp)?.probes ?? [];
  const quota = settings.exhaust ? shortestQuota(document.rateLimits, settings.plan) : undefined;
  const window = Math.max(1, (quota?.limit ?? 1) / REQUESTS_OF_PROBE);
  return (probes) => [...probes].reduce((sum, probe) => sum + (last.includes(probe) ? window : 1), 0);
}

function partsOf(settings: RunSettings, document: Interface, suites: readonly Suite[]): readonly Part[] {
  const all = suites.flatMap((suite) => suite.probes);
  const probes = all.filter((probe) => probe.profiles.includes(settings.profile));
  const last = suites.find((suite) => suiteTraits(suite.name).usesWindowUp)?.probes ?? [];
  const feeding = (check: Check): readonly Probe[] =>
    check.notApplicable(document) === undefined ? probes.filter((probe) => feeds(probe, check)) : [];
  // One shard has all of them.
  const isOfWindow = (check: Check): boolean =>
    suiteTraits(check.suite).judgesWindows === true || last.some((probe) => feeds(probe, check));
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
