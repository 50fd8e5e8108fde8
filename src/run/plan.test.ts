import { beforeAll, describe, expect, test } from 'vitest';
import { sampleSettings } from '../../test/samples/sample-record.ts';
import { checks } from '../checks/catalogue.ts';
import { contractOf } from '../checks/exchange.test-data.ts';
import type { Interface } from '../interface/model.ts';
import { fateOf, selectedChecks } from './plan.ts';
import type { RunSettings } from './record.ts';
import type { Probe, Suite } from './suite.ts';
import { suites } from './suites.ts';

let document: Interface;

beforeAll(async () => {
  document = (await contractOf('test/mock/library')).interface;
});

const probe = (changes: Partial<Probe> = {}): Probe => ({
  id: 'validation.probe',
  feeds: ['validation.wrong-type', 'errors.shape'],
  profiles: ['standard'],
  creates: false,
  run: () => Promise.resolve(),
  ...changes,
});
const suite: Suite = { name: 'validation', title: 'Validation', probes: [] };
const fate = (settings: Partial<RunSettings>, changes: Partial<Probe> = {}): string =>
  fateOf(probe(changes), suite, sampleSettings(settings), document).kind;

describe('selectedChecks()', () => {
  test('has every check, when nothing is selected', () => {
    expect(selectedChecks(sampleSettings())).toEqual(checks);
  });

  test('has those of a suite, and of these the named ones', () => {
    const ofErrors = selectedChecks(sampleSettings({ suites: ['errors'] })).map(({ id }) => id);
    expect(ofErrors).toContain('errors.shape');
    expect(ofErrors).not.toContain('validation.wrong-type');
    const both = selectedChecks(
      sampleSettings({ suites: ['errors'], checks: ['errors.shape', 'bodies.json'] }),
    );
    expect(both.map(({ id }) => id)).toEqual(['errors.shape']);
  });
});

describe('fateOf()', () => {
  test.each<readonly [string, string, Partial<RunSettings>, Partial<Probe>]>([
    ['runs', 'nothing is selected', {}, {}],
    ['runs', 'its suite is selected', { suites: ['validation'] }, {}],
    ['runs', 'a check that it feeds is of a selected suite', { suites: ['errors'] }, {}],
    ['unselected', 'it feeds nothing of the selected suite', { suites: ['collections'] }, {}],
    ['runs', 'a check that it feeds is selected', { checks: ['errors.shape'] }, {}],
    ['unselected', 'another check is selected', { checks: ['bodies.json'] }, {}],
    [
      'unselected',
      'its suite is, and a check that it does not feed',
      { suites: ['validation'], checks: ['validation.no-body'] },
      {},
    ],
    ['left-out', 'it is not part of the profile', { profile: 'quick' }, {}],
    ['left-out', 'it creates and nothing may be created', { readOnly: true }, { creates: true }],
    ['runs', 'it creates nothing and nothing may be created', { readOnly: true }, {}],
  ])('is "%s", when %s', (expected, _name, settings, changes) => {
    expect(fate(settings, changes)).toBe(expected);
  });

  test('is unselected, when the selected check does not apply to the interface', () => {
    const settings = sampleSettings({ checks: ['rate-limit-enforcement.refusal'] });
    const feeding = probe({ feeds: ['rate-limit-enforcement.refusal'] });
    expect(fateOf(feeding, suite, settings, document).kind).toBe('runs');
    expect(fateOf(feeding, suite, settings, { ...document, rateLimits: undefined }).kind).toBe('unselected');
  });
});

describe('suites', () => {
  const probes = suites.flatMap((each) => each.probes);

  test('feed checks that there are', () => {
    const known = new Set(checks.map(({ id }) => id));
    expect(probes.flatMap(({ feeds }) => feeds).filter((id) => !known.has(id))).toEqual([]);
  });

  test('have probes with ids of their own, which run in the thorough profile', () => {
    const ids = probes.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(probes.filter(({ profiles }) => !profiles.includes('thorough'))).toEqual([]);
  });

  test('have the suite of every check', () => {
    const names = suites.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(checks.filter((check) => !names.includes(check.suite))).toEqual([]);
  });
});
