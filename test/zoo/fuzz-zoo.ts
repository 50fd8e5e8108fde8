import type { Interface } from '../../src/interface/model.ts';
import { assayMembers, type ZooJob } from './assay-over-zoo.ts';
import type { Sighting } from './assay-member.ts';
import { zooComplaints } from './assay-verdicts.ts';
import { fuzzCase, memberOf, type FuzzCase } from './fuzz-cases.ts';
import type { ZooMember } from './member.ts';

export type FuzzFailure = {
  readonly case: FuzzCase;
  /** The smallest service that still fails. */
  readonly smallest: ZooMember;
  readonly complaints: readonly string[];
};

export type FuzzReport = {
  readonly runs: number;
  readonly failures: readonly FuzzFailure[];
};

/** Runs more of a case that may fail by chance of timing. */
const RUNS_ALONE = 2;

function jobOf(document: Interface, { seed, profile, plan, ...drawn }: FuzzCase): ZooJob {
  return { member: memberOf(drawn), settings: { document, seed, profile, plan } };
}

function complaintsOf(sighting: Sighting, { profile, fault }: FuzzCase): readonly string[] {
  const { falseAlarms, unfinished, missed, faultsOfAssay, impolite, extravagant } = zooComplaints(
    [sighting],
    profile,
  );
  const amidFreedoms = [...falseAlarms, ...unfinished, ...faultsOfAssay, ...impolite, ...extravagant];
  return fault === undefined ? amidFreedoms : missed;
}

/** What is wrong in every one of several runs: a busy machine spoils one now and then. */
async function lastingComplaints(document: Interface, drawn: FuzzCase): Promise<readonly string[]> {
  let complaints: readonly string[] = [];
  for (let run = 0; run < RUNS_ALONE; run += 1) {
    const [sighting] = await assayMembers([jobOf(document, drawn)]);
    complaints = sighting === undefined ? [] : complaintsOf(sighting, drawn);
    if (complaints.length === 0) return [];
  }
  return complaints;
}

/** Takes freedoms away one by one for as long as the rest still fails. */
async function shrunk(document: Interface, failing: FuzzCase): Promise<FuzzFailure | undefined> {
  let smallest = failing;
  let complaints = await lastingComplaints(document, failing);
  if (complaints.length === 0) return undefined;
  for (const freedom of failing.freedoms) {
    const fewer = { ...smallest, freedoms: smallest.freedoms.filter((one) => one !== freedom) };
    const found = await lastingComplaints(document, fewer);
    if (found.length > 0) [smallest, complaints] = [fewer, found];
  }
  return { case: failing, smallest: memberOf(smallest), complaints };
}

/** Runs assay against `runs` services drawn from the seeds `seed`, `seed + 1`, … */
export async function fuzzZoo(
  kind: ZooMember['kind'],
  { document, seed, runs }: { readonly document: Interface; readonly seed: number; readonly runs: number },
): Promise<FuzzReport> {
  const cases = Array.from({ length: runs }, (_, index) => fuzzCase(kind, seed + index));
  const sightings = await assayMembers(cases.map((drawn) => jobOf(document, drawn)));
  const failures: FuzzFailure[] = [];
  for (const [index, drawn] of cases.entries()) {
    const sighting = sightings[index];
    if (sighting === undefined || complaintsOf(sighting, drawn).length === 0) continue;
    const failure = await shrunk(document, drawn);
    if (failure !== undefined) failures.push(failure);
  }
  return { runs, failures };
}

/** What failed, and how to see it again. */
export function failureText({ case: { seed, fault }, smallest, complaints }: FuzzFailure): string {
  const what = fault === undefined ? 'blamed or mistreated' : 'missed';
  return [
    `${what}: ${smallest.name}`,
    ...complaints.map((complaint) => `  ${complaint}`),
    `  again: npm run zoo -- --fuzz 1 --seed ${seed}`,
  ].join('\n');
}
