import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Interface } from '../../src/interface/model.ts';
import type { Fault } from '../../src/mock/faults/fault.ts';
import { startMock } from '../../src/mock/server/start-mock.ts';
import { allowanceFor } from '../../src/record/allowance.ts';
import { readRecord } from '../../src/record/read.ts';
import type { RunRecord } from '../../src/record/record.ts';
import { verdict, type Verdict } from '../../src/report/model/verdict.ts';
import { runApart } from '../run/run-apart.ts';
import { runRequestFor } from '../run/run-request-for.ts';

/** What a standard run came to. */
export type MockRun = { readonly record: RunRecord; readonly verdict: Verdict };

/** Results of the kinds `fail` and `harness-error`, with their outcomes. */
export function blamed({ record }: MockRun): readonly unknown[] {
  return record.results
    .filter(({ outcome }) => outcome.kind === 'fail' || outcome.kind === 'harness-error')
    .map(({ id, outcome }) => [id, outcome]);
}

/** Parts of assay that failed, such as a probe that the oracle does not agree with. */
export function faultsOfAssay({ record }: MockRun): readonly unknown[] {
  return record.footer?.faults ?? [];
}

/** Ids of the checks with outcomes of a kind. */
export function idsOf({ record }: MockRun, kind: string): readonly string[] {
  return record.results.filter(({ outcome }) => outcome.kind === kind).map(({ id }) => id);
}

/** A standard run against assay's own mock of a document, with or without faults, whose clock moves instead of waiting. */
export async function runAgainstMock(
  document: Interface,
  faults: readonly Fault[] = [],
  isOfKey = false,
): Promise<MockRun> {
  const ofKey = isOfKey || faults.some(({ entriesOf }) => entriesOf === 'key');
  const directory = await mkdtemp(join(tmpdir(), 'assay-other-'));
  const recordFile = join(directory, 'record.ndjson');
  const errors: unknown[] = [];
  const mock = await startMock({
    interface: document,
    faults,
    onError: (error) => errors.push(error),
    ...(ofKey ? { entriesOf: 'key' } : {}),
  });
  try {
    const [own] = mock.keys;
    const plan = document.rateLimits?.plans.find(({ id }) => id === own?.plan)?.id;
    const maxRequests = allowanceFor('standard', document.rateLimits, plan).total;
    const aim = { url: mock.url, key: own?.key, recordFile };
    const request = runRequestFor({
      ...aim,
      settings: { plan, profile: 'standard', maxRequests, maxDurationS: 400, exhaust: true },
    });
    await runApart(
      { ...request, otherKey: ofKey ? mock.keys.at(-1)?.key : undefined, ownMock: true },
      document,
      {
        onEvent: () => undefined,
        signal: new AbortController().signal,
      },
    );
    if (errors.length > 0) throw new Error('the mock itself failed', { cause: errors[0] });
    const parsed = await readRecord(recordFile);
    if (parsed.kind === 'no-record') throw new Error(parsed.problem);
    return { record: parsed.record, verdict: verdict(parsed.record, document) };
  } finally {
    await mock.close();
    await rm(directory, { recursive: true });
  }
}
