import { describe, expect, test } from 'vitest';
import { loadInterface } from '../../src/interface/load-interface.ts';
import type { Interface } from '../../src/interface/model.ts';
import type { Fault } from '../../src/mock/faults/fault.ts';
import type { Freedom } from '../../src/mock/freedoms/freedom.ts';
import { freedoms } from '../../src/mock/freedoms/freedoms.ts';
import { faultsOf } from '../../src/mock/faults/faults.ts';
import { whyInapplicable } from '../../src/selftest/fault-choice.ts';
import { isUnjust } from '../../src/selftest/score.ts';
import { selftest, type Selftest } from '../../src/selftest/selftest.ts';
import { emptyDocument, smallDocuments } from '../other-interfaces/documents.ts';
import { THOROUGH } from '../sampled.ts';
import { loadFiles } from '../specs/load-files.ts';

/** Every so-manieth fault: all of them take `assay selftest` itself. */
const EVERY = THOROUGH ? 30 : 80;
const AS_WARNINGS: readonly string[] = ['challenge-missing', 'retry-after-in-milliseconds'];

async function load(directory: string): Promise<Interface> {
  const loaded = await loadInterface(directory);
  if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
  return loaded.interface;
}

async function tried(
  document: Interface,
  faults: readonly Fault[],
  options: {
    readonly freedoms?: readonly Freedom[];
    readonly directory?: string;
    readonly threads?: number;
    readonly signal?: AbortSignal;
  } = {},
): Promise<Selftest> {
  return selftest({
    document,
    specDirectory: options.directory ?? '.',
    profile: 'standard',
    seed: 1,
    faults,
    freedoms: options.freedoms ?? [],
    threads: options.threads ?? 0,
    signal: options.signal ?? new AbortController().signal,
    onTrial: () => undefined,
    onFreedom: () => undefined,
  });
}

/** Trials that a score of 100 can't have: anything but a sign of the fault, or its being left to another profile. */
function holes(result: Selftest): readonly string[] {
  if (result.kind === 'not-clean') throw new Error(result.problem);
  return result.trials
    .filter(
      ({ outcome }) =>
        !['noticed', 'warned', 'unusable'].includes(outcome.kind) &&
        !(outcome.kind === 'left-to-thorough' && !outcome.shown),
    )
    .map(({ fault, outcome }) => `${fault}: ${JSON.stringify(outcome)}`);
}

describe('the suites', () => {
  test('notice every fault of a sample, on the shipped interface', async () => {
    const document = await load('spec/pet-catalogue');
    const telling = [...AS_WARNINGS, 'no-content-for-list', 'first-page-only'];
    const sample = faultsOf(document).filter(({ name }, at) => at % EVERY === 0 || telling.includes(name));
    expect(sample.length).toBeGreaterThan(telling.length + 3);
    const result = await tried(document, sample);
    expect(holes(result)).toEqual([]);
    const warned =
      result.kind === 'tried' ? result.trials.filter(({ outcome }) => outcome.kind === 'warned') : [];
    expect(warned.map(({ fault }) => fault)).toEqual(expect.arrayContaining([...AS_WARNINGS]));
  }, 300_000);

  test('blame nothing that the shipped interface leaves open', async () => {
    const document = await load('spec/pet-catalogue');
    const chosen = freedoms.filter((_freedom, at) => at % (THOROUGH ? 1 : 10) === 0);
    const result = await tried(document, [], { freedoms: chosen });
    if (result.kind === 'not-clean') throw new Error(result.problem);
    expect(result.freedoms.length).toBe(chosen.length);
    expect(result.freedoms.filter(isUnjust)).toEqual([]);
  }, 120_000);

  test.runIf(THOROUGH)('notice what only another document yields', async () => {
    const document = await load('test/specs/orders');
    const names = [
      'readOrder.404.httpStatus.not-the-status',
      'readOrder.notes.altered',
      'placeOrder.body.delivery.postcode.pattern-not-enforced',
    ];
    const chosen = faultsOf(document).filter(({ name }) => names.includes(name));
    expect(chosen.length).toBe(names.length);
    expect(holes(await tried(document, chosen))).toEqual([]);
  });
});

describe('selftest()', () => {
  test.each(smallDocuments.filter(({ title }) => /cookie|POST/.test(title)))(
    'tries the faults of any document: $title',
    async ({ text }) => {
      const loaded = await loadFiles({ 'openapi.yaml': text });
      if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
      const document = loaded.interface;
      const applicable = faultsOf(document).filter((fault) => whyInapplicable(document, fault) === undefined);
      const result = await tried(document, applicable.slice(-1));
      if (result.kind === 'not-clean') throw new Error(result.problem);
      expect(result.trials.filter(({ outcome }) => outcome.kind === 'broken')).toEqual([]);
      expect(result.trials.length).toBe(1);
    },
  );

  test('says so, when nothing can be proven of an honest mock', async () => {
    const loaded = await loadFiles({ 'openapi.yaml': emptyDocument.text });
    if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
    expect(await tried(loaded.interface, [])).toMatchObject({ kind: 'not-clean' });
  });

  test('tries faults in threads, and returns them in their order', async () => {
    const directory = 'spec/pet-catalogue';
    const document = await load(directory);
    const faults = faultsOf(document)
      .filter(({ name }) => name.startsWith('error-p'))
      .slice(0, THOROUGH ? undefined : 2);
    const result = await tried(document, faults, { directory, threads: 2 });
    if (result.kind === 'not-clean') throw new Error(result.problem);
    expect(result.trials.map(({ fault, outcome }) => [fault, outcome.kind])).toEqual(
      faults.map(({ name }) => [name, 'noticed']),
    );
  });

  test('tries nothing more, once it is interrupted', async () => {
    const document = await load('test/specs/minimal');
    const signal = AbortSignal.abort();
    const result = await tried(document, faultsOf(document), { signal });
    expect(result.kind === 'tried' ? result.trials : []).toEqual([]);
  });
});
