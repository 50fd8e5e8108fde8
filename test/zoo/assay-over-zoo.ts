import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadInterface } from '../../src/interface/load-interface.ts';
import type { Interface } from '../../src/interface/model.ts';
import { knownMisses } from './assay-known-misses.ts';
import { assayMember, type Sighting, type ZooSettings } from './assay-member.ts';
import type { ZooMember } from './member.ts';

/** Members at the same time: while one waits for its answers, others compute. */
const TOGETHER = 4;
/** Races show only where requests overlap, for which a busy machine may be too slow: a missed member gets so many more runs, alone. */
const RUNS_ALONE = 2;

function missed({ member, blamed }: Sighting, { profile }: ZooSettings): boolean {
  return member.kind === 'faulty' && blamed.length === 0 && !knownMisses(profile).has(member.name);
}

/** The interface that all members implement. */
export async function zooDocument(): Promise<Interface> {
  const loaded = await loadInterface(join(import.meta.dirname, '../../spec/pet-catalogue'));
  if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
  return loaded.interface;
}

/** Runs assay against each of the members and returns what was seen, in the order of the members. */
export async function assayOverZoo(
  members: readonly ZooMember[],
  settings: ZooSettings,
): Promise<readonly Sighting[]> {
  const directory = await mkdtemp(join(tmpdir(), 'assay-zoo-'));
  const sightings = new Map<ZooMember, Sighting>();
  const queue = members.values();
  const visit = async (): Promise<void> => {
    for (const member of queue) sightings.set(member, await assayMember(member, settings, directory));
  };
  try {
    await Promise.all(Array.from({ length: TOGETHER }, visit));
    for (let run = 0; run < RUNS_ALONE; run += 1) {
      const again = [...sightings.values()].filter((sighting) => missed(sighting, settings));
      for (const { member } of again) sightings.set(member, await assayMember(member, settings, directory));
    }
    return members.flatMap((member) => sightings.get(member) ?? []);
  } finally {
    await rm(directory, { recursive: true });
  }
}
