import { beforeAll, describe, expect, test } from 'vitest';
import { suites } from '../../../suites/suites.ts';
import { sampleSettings } from '../../../test/samples/sample-record.ts';
import { loadInterface } from '../../interface/load-interface.ts';
import type { Interface } from '../../interface/model.ts';
import type { RunSettings } from '../../record/record.ts';
import { feeds } from '../../session/suite.ts';
import { fateOf, selectedChecks } from '../plan.ts';
import { shardChecks } from './shards.ts';

let document: Interface;
beforeAll(async () => {
  const loaded = await loadInterface('spec/pet-catalogue');
  if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
  document = loaded.interface;
});

const settings = sampleSettings({ plan: 'free' });

/** The probes that each shard sends. */
function probesOf(given: RunSettings, total: number): readonly (readonly string[])[] {
  return shardChecks(given, document, suites, total).map((checks, at) => {
    const shard = { ...given, shard: { index: at + 1, total, checks } };
    return suites.flatMap((suite) =>
      suite.probes
        .filter((probe) => fateOf(probe, suite, shard, document).kind === 'runs')
        .map(({ id }) => id),
    );
  });
}

const OVER_LIMIT = 'rate-limit-enforcement/over-limit';

describe.each([2, 3, 8])('shardChecks() for %i shards', (total) => {
  test.each<[string, Partial<RunSettings>]>([
    ['a standard run', {}],
    ['a quick run', { profile: 'quick' }],
    ['a thorough run', { profile: 'thorough' }],
    ['some suites', { suites: ['errors', 'collections', 'rate-limit-headers'] }],
  ])('gives each check of %s to exactly one of them', (_name, changes) => {
    const given = { ...settings, ...changes };
    const shards = shardChecks(given, document, suites, total);
    expect(shards).toHaveLength(total);
    const all = selectedChecks(given).map(({ id }) => id);
    expect(shards.flat().toSorted()).toEqual(all.toSorted());
  });

  test('sends every probe of the whole run in some of them, and the deliberate refusal in one', () => {
    const sent = probesOf(settings, total);
    const [whole] = probesOf(settings, 1);
    expect(new Set(sent.flat())).toEqual(new Set(whole));
    expect(sent.filter((probes) => probes.includes(OVER_LIMIT))).toHaveLength(1);
  });

  test('runs in each of them all that feeds its checks', () => {
    const shards = shardChecks(settings, document, suites, total);
    const sent = probesOf(settings, total);
    const probes = suites.flatMap((suite) => suite.probes).filter((p) => p.profiles.includes('standard'));
    for (const [at, checks] of shards.entries()) {
      const applicable = selectedChecks(settings).filter(
        (check) => checks.includes(check.id) && check.notApplicable(document) === undefined,
      );
      const wanted = probes.filter((probe) => applicable.some((check) => feeds(probe, check)));
      expect(sent[at]).toEqual(expect.arrayContaining(wanted.map(({ id }) => id)));
    }
  });
});

test('shardChecks() keeps shards even, and sends little twice', () => {
  const sent = probesOf(settings, 3);
  const sizes = sent.map((probes) => probes.length).toSorted((a, b) => a - b);
  const whole = probesOf(settings, 1)[0]?.length ?? 0;
  expect(sent.flat().length).toBeLessThan(1.3 * whole);
  // The one that uses the window up sends little else.
  expect(sizes[2]).toBeLessThan(2 * (sizes[1] ?? 0));
});

test('shardChecks() leaves shards empty where there are more of them than checks to share', () => {
  const shards = shardChecks({ ...settings, checks: ['errors.shape', 'bodies.json'] }, document, suites, 3);
  expect(shards.filter((checks) => checks.length > 0)).toHaveLength(2);
});

test('shardChecks() does not depend on the seed, nor on what a shard already judges', () => {
  const first = shardChecks(settings, document, suites, 3);
  const shard = { index: 1, total: 3, checks: ['errors.shape'] };
  expect(shardChecks({ ...settings, seed: 7, shard }, document, suites, 3)).toEqual(first);
});
