/**
 * Lets other tools and assay judge members of the zoo, and prints one table for a key with an ample quota and one for a
 * small one: `npm run bench:rivals -- [--members N] [--conforming N] [--small N] [--all] [--only REGEX] [--tool REGEX]
 * [--cache FOLDER] [--budget REQUESTS] [--bed REGEX] [--write]`. README.md beside this file says how everything is set up.
 */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { ZooMember } from '../../test/zoo/member.ts';
import { conformingMembers, allFaultyMembers } from '../../test/zoo/members.ts';
import { prepareAssay } from './assay.ts';
import { compareWithBudget } from './budget/compare.ts';
import { prepareDredd } from './dredd.ts';
import type { Rival, SetUp } from './rival.ts';
import { rivalsPage } from './rivals-page.ts';
import { remarks } from './rivals-table.ts';
import { sampleMembers } from './sample-members.ts';
import { prepareSchemathesis } from './schemathesis.ts';
import { sightMember, type Showing, type Sighting } from './sight-member.ts';
import { prepareSpecmatic } from './specmatic.ts';
import { withQuota } from './with-quota.ts';
import { withRegion } from '../with-region.ts';
import { writeDocuments } from './write-documents.ts';

const root = join(import.meta.dirname, '../..');
const logFolder = join(root, 'reports/rivals');
const page = join(root, 'docs/power.md');

/** Faults of this family show only beyond the limit, which nobody reaches with an ample quota. */
const NEEDS_SMALL_QUOTA = 'rate-limit-enforcement';
/** A day's quota that is nearly gone spoils what an ample quota is for. */
const NEVER_AMPLE = 'day-nearly-used-up';
const AMPLE = { plan: 'business', perMinute: 1000, together: 2, mostSeconds: 120 } as const;
/** Most of these runs wait most of the time. */
const SMALL = { plan: 'free', perMinute: 60, together: 12, mostSeconds: 600 } as const;

function countOf(option: string, text: string): number {
  const count = Number(text);
  if (Number.isSafeInteger(count) && count >= 0) return count;
  throw new Error(`cannot use --${option} "${text}": give a whole number`);
}

async function sightAll(
  members: readonly ZooMember[],
  setUps: readonly SetUp[],
  { together, ...showing }: Showing & { readonly together: number },
): Promise<readonly Sighting[]> {
  const sightings: Sighting[] = [];
  const queue = members.entries();
  const visit = async (): Promise<void> => {
    for (const [index, member] of queue) {
      for (const setUp of setUps) sightings.push(await sightMember(member, setUp, showing));
      process.stderr.write(`${index + 1} of ${members.length} ${member.name}\n`);
    }
  };
  await Promise.all(Array.from({ length: together }, visit));
  const order = new Map(members.map((member, index) => [member, index]));
  return sightings.sort(
    (a, b) =>
      setUps.indexOf(a.setUp) - setUps.indexOf(b.setUp) ||
      (order.get(a.member) ?? 0) - (order.get(b.member) ?? 0),
  );
}

// The tools have process groups of their own, which no Ctrl-C reaches: they are ended when this process exits.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

const { values } = parseArgs({
  options: {
    members: { type: 'string', default: '60' },
    conforming: { type: 'string', default: '20' },
    small: { type: 'string', default: '6' },
    all: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    tool: { type: 'string', default: '' },
    budget: { type: 'string' },
    bed: { type: 'string', default: '' },
    cache: { type: 'string', default: join(homedir(), '.cache/assay-rivals') },
    write: { type: 'boolean', default: false },
  },
});
const only = new RegExp(values.only);
const tool = new RegExp(values.tool, 'i');
if (values.budget !== undefined) {
  const budget = countOf('budget', values.budget);
  const members = countOf('members', values.members);
  const table = await compareWithBudget({
    budget,
    members,
    only,
    bed: new RegExp(values.bed),
    tool,
    cacheFolder: values.cache,
    logFolder,
  });
  process.stdout.write(`${table}\n`);
  if (values.write) {
    const before = await readFile(page, 'utf8');
    await writeFile(page, withRegion(before, `budget-${values.budget}`, table));
  }
  process.exit(0);
}
const chosen = <Member extends ZooMember>(
  members: readonly Member[],
  option: 'members' | 'conforming' | 'small',
) => {
  const matching = members.filter(({ name, family }) => only.test(`${family} ${name}`));
  return values.all && option !== 'small'
    ? matching
    : sampleMembers(matching, countOf(option, values[option]));
};

await rm(logFolder, { recursive: true, force: true });
await mkdir(logFolder, { recursive: true });
const documents = await writeDocuments(join(root, 'spec/pet-catalogue/openapi.yaml'), logFolder);
const place = { cacheFolder: values.cache, documents };
const readiness = [
  prepareAssay(),
  await prepareSchemathesis(place),
  await prepareDredd(place),
  await prepareSpecmatic(place),
];
const setUpsOf = (quota: keyof Rival): readonly SetUp[] =>
  readiness
    .flatMap((one) => (one.kind === 'ready' ? one.rival[quota] : []))
    .filter(({ name }) => tool.test(name));
const skipped = readiness.flatMap((one) => (one.kind === 'skipped' ? [`${one.tool}: ${one.reason}`] : []));
for (const line of skipped) process.stdout.write(`skipped ${line}\n`);

const ampleMembers = [
  ...chosen(
    conformingMembers.filter(({ name }) => name !== NEVER_AMPLE),
    'conforming',
  ),
  ...chosen(
    allFaultyMembers.filter(({ family, shows }) => family !== NEEDS_SMALL_QUOTA && shows !== 'warning'),
    'members',
  ),
].map((member) => withQuota(member, AMPLE.perMinute));
const smallMembers = [
  ...chosen(conformingMembers, 'small'),
  ...chosen(
    allFaultyMembers.filter(({ family }) => family === NEEDS_SMALL_QUOTA),
    'small',
  ),
];
const ample = await sightAll(ampleMembers, setUpsOf('ampleQuota'), {
  ...AMPLE,
  logFolder: join(logFolder, 'ample'),
});
const small = await sightAll(smallMembers, setUpsOf('smallQuota'), {
  ...SMALL,
  logFolder: join(logFolder, 'small'),
});

const text = rivalsPage({ ample, small, skipped });
process.stdout.write(`\n${text}\n\n`);
for (const [quota, sightings] of Object.entries({ ample, small }))
  for (const remark of remarks(sightings)) process.stdout.write(`${quota} quota: ${remark}\n`);
if (values.write) {
  const before = await readFile(page, 'utf8').catch(() => '# What assay finds, and what it does not\n');
  await writeFile(page, withRegion(before, 'rivals', text));
}
