import { beforeAll, describe, expect, test } from 'vitest';
import type { Interface } from '../../src/interface/model.ts';
import type { Profile } from '../../src/record/record.ts';
import type { Sighting } from './assay-member.ts';
import { assayOverZoo, zooDocument } from './assay-over-zoo.ts';
import { zooTable } from './assay-table.ts';
import { zooComplaints, type ZooComplaints } from './assay-verdicts.ts';
import type { ZooMember } from './member.ts';
import { soleFinders } from './sole-finders.ts';

const MINUTES_MS = 600_000;

/** Tests of one run of assay against each of the members: no false alarm, no miss, no word out of place. */
export function describeAssayOver(
  title: string,
  members: readonly ZooMember[],
  profile: Profile = 'standard',
): void {
  describe(`assay over ${title}`, () => {
    let sightings: readonly Sighting[] = [];
    let complaints: ZooComplaints | undefined;
    beforeAll(async () => {
      const startedMs = performance.now();
      const document: Interface = await zooDocument();
      sightings = await assayOverZoo(members, { document, seed: 1, profile, plan: 'declared' });
      complaints = zooComplaints(sightings, profile);
      process.stdout.write(`\n${title}\n${zooTable(sightings, (performance.now() - startedMs) / 1000)}\n`);
    }, MINUTES_MS);

    test('has run against each of them', () => {
      expect(members.length).toBeGreaterThan(0);
      expect(sightings.map(({ member }) => member)).toEqual(members);
      expect(sightings.every(({ stats }) => stats.requests > 0)).toBe(true);
    });

    test('blames none that conforms, and comes to the end with it', () => {
      expect(complaints).toMatchObject({ falseAlarms: [], unfinished: [] });
    });

    if (members.some(({ kind }) => kind === 'faulty')) {
      test('finds every fault', () => {
        expect(complaints).toMatchObject({ missed: [] });
      });
    }

    const expected = Object.entries(soleFinders).filter(([, found]) =>
      members.some(({ name }) => name === found),
    );
    if (expected.length > 0) {
      test('finds with each check what nothing else finds', () => {
        const finders = sightings.filter(({ blamed, warned }) => blamed.length + warned.length === 1);
        const found = finders.map(
          ({ member, blamed, warned }) => `${[...blamed, ...warned][0]?.id}: ${member.name}`,
        );
        expect(found).toEqual(expect.arrayContaining(expected.map(([id, name]) => `${id}: ${name}`)));
      });
    }

    test('sends nothing that its oracle does not understand', () => {
      expect(complaints).toMatchObject({ faultsOfAssay: [] });
    });

    test('sends nothing before the end of Retry-After, and is never banned', () => {
      expect(complaints).toMatchObject({ impolite: [] });
    });

    if (profile === 'standard') {
      test('stays within the allowance of a small plan', () => {
        expect(complaints).toMatchObject({ extravagant: [] });
      });
    }
  });
}
