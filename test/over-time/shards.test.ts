import { beforeAll, describe, expect, test } from 'vitest';
import {
  clauseStandings,
  faults,
  loadInterface,
  mergeShards,
  run,
  startMock,
  verdict,
  type Interface,
  type RunRecord,
} from '../../src/index.ts';

const SPEC = 'spec/pet-catalogue';
let document: Interface;
beforeAll(async () => {
  const loaded = await loadInterface(SPEC);
  if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
  document = loaded.interface;
});

type Shard = { readonly index: number; readonly total: number };

async function runAgainstMock(fault: string | undefined, shard?: Shard): Promise<RunRecord> {
  const planted = faults.filter(({ name }) => name === fault);
  expect(planted).toHaveLength(fault === undefined ? 0 : 1);
  await using mock = await startMock({ interface: document, faults: planted });
  const [{ key, plan } = { key: '', plan: '' }] = mock.keys;
  return await run({
    document,
    url: mock.url,
    key,
    plan,
    seed: 1,
    exhaust: true,
    ownMock: true,
    ...(shard === undefined ? {} : { shard }),
  });
}

async function shardsOf(fault: string | undefined, total: number): Promise<readonly RunRecord[]> {
  const records: RunRecord[] = [];
  for (let index = 1; index <= total; index += 1) records.push(await runAgainstMock(fault, { index, total }));
  return records;
}

function mergedOf(records: readonly RunRecord[]): RunRecord {
  const named = records.map((record, at) => ({ name: `${at + 1}.ndjson`, record }));
  const merged = mergeShards(named, document);
  if (merged.kind === 'not-one-run') throw new Error(merged.problem);
  return merged.record;
}

function provenBy(record: RunRecord): readonly string[] {
  return [...clauseStandings(record, document)]
    .filter(([, standing]) => standing === 'proven')
    .map(([id]) => id);
}

function failedIn({ results }: RunRecord): readonly string[] {
  return results.filter(({ outcome }) => outcome.kind === 'fail').map(({ id }) => id);
}

function refusalsIn({ exchanges }: RunRecord): number {
  return [...exchanges.values()].filter(
    ({ result }) => result.kind === 'answer' && result.answer.status === 429,
  ).length;
}

describe('shards of a run against the mock', () => {
  let whole: RunRecord;
  beforeAll(async () => {
    whole = await runAgainstMock(undefined);
  });

  test.each([2, 3])('prove together what one run proves, when there are %i', async (total) => {
    const shards = await shardsOf(undefined, total);
    const merged = mergedOf(shards);
    expect(provenBy(merged)).toEqual(provenBy(whole));
    expect(provenBy(whole).length).toBeGreaterThan(60);
    expect(verdict(merged, document)).toMatchObject({ kind: 'conforms', exitCode: 0, violations: 0 });
    expect(merged.results.map(({ id }) => id)).toEqual(whole.results.map(({ id }) => id));
    expect(merged.exchanges.size).toBe(shards.reduce((sum, { exchanges }) => sum + exchanges.size, 0));
    // Only one of them goes over the limit.
    expect(shards.map((shard) => refusalsIn(shard)).filter((count) => count > 0)).toEqual([1]);
  });

  // What one run finds. Both faults show only on answers that were provoked for other checks, in other shards.
  test.each([
    ['media-type-missing', ['bodies.media-type']],
    [
      'rate-limit-headers-missing-on-errors',
      ['rate-limit-headers.present', 'rate-limit-enforcement.refusal-headers'],
    ],
  ])('find together what is wrong: %s', async (fault, checks) => {
    expect(failedIn(mergedOf(await shardsOf(fault, 2)))).toEqual(checks);
  });
});
