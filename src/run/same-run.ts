import type { RunRecord } from './record.ts';
import { nameOfSetting, settingsTold } from './setting-facts.ts';
import type { Shard } from './shard.ts';

/** A record and how messages call it, usually by its file. */
export type NamedRecord = { readonly name: string; readonly record: RunRecord };

/** A record of a part of a run. */
export type NamedShard = NamedRecord & { readonly shard: Shard };

type Trait = { readonly name: string; readonly value: unknown };

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

/** How a record is of another run than the first, or `undefined` when it belongs to it. */
function foreignness(first: NamedShard, other: NamedShard): string | undefined {
  const expected = traitsOf(first.record);
  for (const [at, { name, value }] of traitsOf(other.record).entries()) {
    const wanted = expected[at]?.value;
    if (JSON.stringify(value) === JSON.stringify(wanted)) continue;
    return `"${other.name}" is a shard of another run than "${first.name}": the ${name} is ${shown(value)}, not ${shown(wanted)}; merge the shards of one run`;
  }
  return undefined;
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
