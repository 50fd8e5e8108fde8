import { sampled } from '../sampled.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Interface } from '../../src/interface/model.ts';
import { assayOverZoo, zooDocument } from './assay-over-zoo.ts';
import { knownMisses } from './assay-known-misses.ts';
import type { Sighting } from './assay-member.ts';
import { zooTable } from './assay-table.ts';
import { zooComplaints, type ZooComplaints } from './assay-verdicts.ts';
import type { ZooMember } from './member.ts';
import { conformingMembers, faultyMembers } from './members.ts';
import { checksAtWork, NEVER_ALONE } from './power-figures.ts';
import { soleFinders } from './sole-finders.ts';

/** Of the faulty members, those that show the worth of each check, and every twentieth. */
const EVERY = 20;
const MINUTES_MS = 600_000;
const soleNames = new Set(Object.values(soleFinders));

const faulty = faultyMembers.filter(
  ({ name }, index) => index % EVERY === 0 || soleNames.has(name) || knownMisses('standard').has(name),
);
const members: readonly ZooMember[] = [...sampled(conformingMembers, 2), ...faulty];

/** A standard run each; `npm run zoo` has all faulty members, and runs of other kinds. */
describe('assay over the zoo', () => {
  let sightings: readonly Sighting[] = [];
  let complaints: ZooComplaints | undefined;
  let document: Interface;
  beforeAll(async () => {
    const startedMs = performance.now();
    document = await zooDocument();
    sightings = await assayOverZoo(members, { document, seed: 1, profile: 'standard', plan: 'declared' });
    complaints = zooComplaints(sightings, 'standard');
    process.stdout.write(`\n${zooTable(sightings, (performance.now() - startedMs) / 1000)}\n`);
  }, MINUTES_MS);

  test('has run against every second conforming member and at least 60 faulty ones of every family', () => {
    expect(sightings).toHaveLength(members.length);
    expect(faulty.length).toBeGreaterThanOrEqual(60);
    expect(new Set(faulty.map(({ family }) => family))).toEqual(
      new Set(faultyMembers.map(({ family }) => family)),
    );
  });

  test('blames no conforming member and comes to the end with each', () => {
    expect(complaints).toMatchObject({ falseAlarms: [], unfinished: [] });
  });

  test('finds every fault besides those that are known to escape', () => {
    expect(complaints).toMatchObject({ missed: [], staleMisses: [] });
  });

  test('finds for each check that can find something alone a fault that nothing else finds', () => {
    const expected = checksAtWork(document).filter(({ id }) => NEVER_ALONE[id] === undefined);
    expect(Object.keys(soleFinders).toSorted()).toEqual(expected.map(({ id }) => id).toSorted());
    const finders = sightings.filter(({ blamed, warned }) => blamed.length + warned.length === 1);
    const found = finders.map(
      ({ member, blamed, warned }) => `${[...blamed, ...warned][0]?.id}: ${member.name}`,
    );
    expect(found).toEqual(
      expect.arrayContaining(Object.entries(soleFinders).map(([id, name]) => `${id}: ${name}`)),
    );
  });

  test('knows no miss that is no member of the zoo', () => {
    const names = new Set(faultyMembers.map(({ name }) => name));
    const known = [...knownMisses('standard').keys(), ...knownMisses('thorough').keys()];
    expect(known.filter((name) => !names.has(name))).toEqual([]);
  });

  test('sends nothing that its oracle does not understand', () => {
    expect(complaints).toMatchObject({ faultsOfAssay: [] });
  });

  test('sends nothing before the end of Retry-After, and is never banned', () => {
    expect(complaints).toMatchObject({ impolite: [] });
    expect(sightings.every(({ stats }) => stats.requests > 0)).toBe(true);
  });

  test('spends at most 58 requests on the key besides those for the limit, and 20 without a valid one', () => {
    expect(complaints).toMatchObject({ extravagant: [] });
  });
});
