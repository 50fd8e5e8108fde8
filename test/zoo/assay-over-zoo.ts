import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadInterface } from '../../src/interface/load-interface.ts';
import type { Interface } from '../../src/interface/model.ts';
import { assayMember, type Sighting, type ZooSettings } from './assay-member.ts';
import type { ZooMember } from './member.ts';

/** Members at the same time: while one waits for its answers, others compute. */
const TOGETHER = 4;

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
    return members.flatMap((member) => sightings.get(member) ?? []);
  } finally {
    await rm(directory, { recursive: true });
  }
}
