import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadInterface } from '../../src/interface/load-interface.ts';
import type { Interface } from '../../src/interface/model.ts';
import { assayMember, type Sighting, type ZooSettings } from './assay-member.ts';
import type { ZooMember } from './member.ts';

/** One run of assay against one member. */
export type ZooJob = { readonly member: ZooMember; readonly settings: ZooSettings };

/** Members at the same time: while one waits for its answers, others compute. */
const TOGETHER = 8;
/** Races show only where requests overlap, for which a busy machine may be too slow: a missed member gets so many more runs, alone. */
const RUNS_ALONE = 2;

function missed({ member, found }: Sighting): boolean {
  return member.kind === 'faulty' && !found;
}

/** The interface that all members implement. */
export async function zooDocument(): Promise<Interface> {
  const loaded = await loadInterface(join(import.meta.dirname, '../../spec/pet-catalogue'));
  if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
  return loaded.interface;
}

/** Does the runs and returns what was seen, in their order. */
export async function assayMembers(jobs: readonly ZooJob[]): Promise<readonly Sighting[]> {
  const directory = await mkdtemp(join(tmpdir(), 'assay-zoo-'));
  const sightings = new Map<ZooJob, Sighting>();
  const queue = jobs.entries();
  const visit = async (): Promise<void> => {
    for (const [index, job] of queue) {
      const recordFile = join(directory, `${index}.ndjson`);
      sightings.set(job, await assayMember(job.member, job.settings, recordFile));
    }
  };
  try {
    await Promise.all(Array.from({ length: TOGETHER }, visit));
    return jobs.flatMap((job) => sightings.get(job) ?? []);
  } finally {
    await rm(directory, { recursive: true });
  }
}

/** Runs assay against each of the members and returns what was seen, in the order of the members. */
export async function assayOverZoo(
  members: readonly ZooMember[],
  settings: ZooSettings,
): Promise<readonly Sighting[]> {
  let sightings = await assayMembers(members.map((member) => ({ member, settings })));
  for (let run = 0; run < RUNS_ALONE; run += 1) {
    const again = sightings.filter(missed);
    for (const { member } of again) {
      const [sighting] = await assayMembers([{ member, settings }]);
      sightings = sightings.map((one) => (one.member === member ? (sighting ?? one) : one));
    }
  }
  return sightings;
}
