import { describe, expect, test } from 'vitest';
import { loadInterface } from '../../src/interface/load-interface.ts';
import type { Interface } from '../../src/interface/model.ts';
import type { Fault } from '../../src/mock/faults/fault.ts';
import { faultsOf } from '../../src/mock/faults/faults-of.ts';
import { whyInapplicable } from '../../src/selftest/applicable-faults.ts';
import { selftest, type Selftest } from '../../src/selftest/selftest.ts';
import { emptyDocument, smallDocuments } from '../other-interfaces/documents.ts';
import { loadFiles } from '../specs/load-files.ts';

/** Every so-manieth fault: all of them take `assay selftest` itself. */
const EVERY = 24;

async function load(directory: string): Promise<Interface> {
  const loaded = await loadInterface(directory);
  if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
  return loaded.interface;
}

async function tried(
  document: Interface,
  faults: readonly Fault[],
  options: { readonly directory?: string; readonly threads?: number; readonly signal?: AbortSignal } = {},
): Promise<Selftest> {
  return selftest({
    document,
    specDirectory: options.directory ?? '.',
    profile: 'standard',
    seed: 1,
    faults,
    threads: options.threads ?? 0,
    signal: options.signal ?? new AbortController().signal,
    onTrial: () => undefined,
  });
}

function outcomes(result: Selftest): readonly string[] {
  if (result.kind === 'not-clean') throw new Error(result.problem);
  return result.trials
    .filter(({ outcome }) => outcome.kind !== 'noticed' && outcome.kind !== 'unusable')
    .map(({ fault, outcome }) => `${fault}: ${JSON.stringify(outcome)}`);
}

describe('the suites', () => {
  test('notice every fault of a sample, on the shipped interface', async () => {
    const document = await load('spec/pet-catalogue');
    const sample = faultsOf(document).filter((_fault, at) => at % EVERY === 0);
    expect(sample.length).toBeGreaterThan(10);
    expect(outcomes(await tried(document, sample))).toEqual([]);
  }, 300_000);

  test.each([
    ['challenge-missing', { kind: 'warned', checks: ['authentication.challenge'] }],
    ['retry-after-in-milliseconds', { kind: 'warned', checks: ['rate-limit-enforcement.retry-after-unit'] }],
    ['no-content-for-list', { kind: 'noticed' }],
    ['first-page-only', { kind: 'noticed' }],
  ])('make of %s what it is', async (name, outcome) => {
    const document = await load('spec/pet-catalogue');
    const result = await tried(
      document,
      faultsOf(document).filter((fault) => fault.name === name),
    );
    expect(result).toMatchObject({ kind: 'tried', trials: [{ fault: name, outcome }] });
  });

  test('notice what only another document yields', async () => {
    const document = await load('test/specs/orders');
    const names = [
      'readOrder.404.httpStatus.not-the-status',
      'readOrder.notes.altered',
      'placeOrder.201.Location.missing',
      'findOrders.query-size.invalid-accepted',
      'placeOrder.body.delivery.postcode.pattern-not-enforced',
    ];
    const chosen = faultsOf(document).filter(({ name }) => names.includes(name));
    expect(chosen.length).toBe(names.length);
    expect(outcomes(await tried(document, chosen))).toEqual([]);
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
      const result = await tried(document, applicable.slice(-2));
      if (result.kind === 'not-clean') throw new Error(result.problem);
      expect(result.trials.filter(({ outcome }) => outcome.kind === 'broken')).toEqual([]);
      expect(result.trials.length).toBe(2);
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
    const faults = faultsOf(document).filter(({ name }) => name.startsWith('error-p'));
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
