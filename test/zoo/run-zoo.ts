/**
 * Runs assay over the whole zoo and prints what it finds; exits with 1 on any miss or false alarm:
 * `npm run zoo -- [--seed N] [--profile standard|thorough] [--only REGEX]`. Conforming members get a quick run and one
 * without a declared plan, too.
 */
import { parseArgs } from 'node:util';
import type { Profile } from '../../src/run/record.ts';
import { assayOverZoo, zooDocument } from './assay-over-zoo.ts';
import type { ZooSettings } from './assay-member.ts';
import { zooTable } from './assay-table.ts';
import { zooComplaints } from './assay-verdicts.ts';
import type { ZooMember } from './member.ts';
import { conformingMembers, faultyMembers } from './members.ts';

type Tour = {
  readonly title: string;
  readonly members: readonly ZooMember[];
  readonly settings: Omit<ZooSettings, 'document' | 'seed'>;
};

function tours(profile: Profile): readonly Tour[] {
  return [
    {
      title: `all members, ${profile}`,
      members: [...conformingMembers, ...faultyMembers],
      settings: { profile, plan: 'declared' },
    },
    {
      title: 'conforming members, quick',
      members: conformingMembers,
      settings: { profile: 'quick', plan: 'declared' },
    },
    {
      title: 'conforming members, no declared plan',
      members: conformingMembers,
      settings: { profile, plan: 'undeclared' },
    },
  ];
}

function profileOf(text: string): Profile {
  if (text === 'standard' || text === 'thorough') return text;
  throw new Error(`cannot use --profile "${text}": give standard or thorough`);
}

function seedOf(text: string): number {
  const seed = Number(text);
  if (Number.isSafeInteger(seed) && seed >= 0) return seed;
  throw new Error(`cannot use --seed "${text}": give a whole number`);
}

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    profile: { type: 'string', default: 'standard' },
    only: { type: 'string', default: '' },
  },
});
const seed = seedOf(values.seed);
const only = new RegExp(values.only);
const document = await zooDocument();
for (const { title, members, settings } of tours(profileOf(values.profile))) {
  const startedMs = performance.now();
  const chosen = members.filter(({ name, family }) => only.test(`${family} ${name}`));
  const sightings = await assayOverZoo(chosen, { ...settings, document, seed });
  process.stdout.write(`\n# ${title}\n${zooTable(sightings, (performance.now() - startedMs) / 1000)}`);
  for (const [kind, complaints] of Object.entries(zooComplaints(sightings, settings.profile))) {
    for (const complaint of complaints) process.stdout.write(`${kind}: ${complaint}\n`);
    if (complaints.length > 0) process.exitCode = 1;
  }
}
