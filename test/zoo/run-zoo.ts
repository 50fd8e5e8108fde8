/**
 * Runs assay over the whole zoo and prints what it finds; exits with 1 on any miss or false alarm:
 * `npm run zoo -- [--seed N] [--profile standard|thorough] [--only REGEX] [--seeds N] [--fuzz N] [--write]`. Conforming members get a
 * quick run and one without a declared plan, too; faults that need it get a thorough one. `--seeds N` makes the plain run alone, with the
 * seeds S, S + 1, …: what one seed finds each has to. `--fuzz N` runs against N drawn services of each kind instead,
 * from the seeds S, S + 1, …; `--write` puts the figures of a standard run and its drawn services into docs/power.md.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Profile } from '../../src/record/record.ts';
import type { Sighting, ZooSettings } from './assay-member.ts';
import { assayOverZoo, zooDocument } from './assay-over-zoo.ts';
import { zooTable } from './assay-table.ts';
import { zooComplaints } from './assay-verdicts.ts';
import { failureText, fuzzZoo } from './fuzz-zoo.ts';
import type { ZooMember } from './member.ts';
import { conformingMembers, faultyMembers, thoroughMembers } from './members.ts';
import { checkFigures, NEVER_ALONE } from './power-figures.ts';
import { type PowerFigures, powerPage } from './power-page.ts';

type Visited = { readonly sightings: readonly Sighting[]; readonly seconds: number };

type Tour = {
  readonly title: string;
  readonly members: readonly ZooMember[];
  readonly settings: Omit<ZooSettings, 'document' | 'seed'>;
};

const PAGE = join(import.meta.dirname, '../../docs/power.md');
/** Drawn services of each kind for the page. */
const RUNS_FOR_PAGE = 300;

function tours(profile: Profile): readonly [Tour, Tour, ...Tour[]] {
  return [
    {
      title: `all members, ${profile}`,
      members: [...conformingMembers, ...faultyMembers],
      settings: { profile, plan: 'declared' },
    },
    {
      title: 'faults that need a thorough run, thorough',
      members: thoroughMembers,
      settings: { profile: 'thorough', plan: 'declared' },
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

function wholeNumber(option: string, text: string): number {
  const number = Number(text);
  if (Number.isSafeInteger(number) && number >= 0) return number;
  throw new Error(`cannot use --${option} "${text}": give a whole number`);
}

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    profile: { type: 'string', default: 'standard' },
    only: { type: 'string', default: '' },
    seeds: { type: 'string' },
    fuzz: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
});
const seed = wholeNumber('seed', values.seed);
const only = new RegExp(values.only);
const document = await zooDocument();

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

function complain(text: string): void {
  say(text);
  process.exitCode = 1;
}

async function visit({ title, members, settings }: Tour, ofSeed = seed): Promise<Visited> {
  const startedMs = performance.now();
  const chosen = members.filter(({ name, family }) => only.test(`${family} ${name}`));
  const sightings = await assayOverZoo(chosen, { ...settings, document, seed: ofSeed });
  const seconds = (performance.now() - startedMs) / 1000;
  say(`\n# ${title}\n${zooTable(sightings, seconds)}`);
  for (const [kind, complaints] of Object.entries(zooComplaints(sightings, settings.profile))) {
    for (const complaint of complaints) complain(`${kind}: ${complaint}`);
  }
  return { sightings, seconds };
}

function complainOfIdleChecks(sightings: readonly Sighting[]): void {
  for (const { id, alone } of checkFigures(document, sightings)) {
    if (alone.length === 0 && NEVER_ALONE[id] === undefined) complain(`no fault is found by ${id} alone`);
  }
}

async function fuzz(runs: number): Promise<PowerFigures['fuzz']> {
  const kinds = [
    ['combinations of freedoms', 'conforming'],
    ['faults amid freedoms', 'faulty'],
  ] as const;
  const done: PowerFigures['fuzz'][number][] = [];
  for (const [title, kind] of kinds) {
    const report = await fuzzZoo(kind, { document, seed, runs });
    say(`\n# ${runs} ${title}, seeds ${seed} to ${seed + runs - 1}: ${report.failures.length} failures`);
    for (const failure of report.failures) complain(failureText(failure));
    done.push({ title, seed, report });
  }
  return done;
}

const [whole, thorough, ...others] = tours(profileOf(values.profile));
if (values.seeds !== undefined) {
  for (const drawn of Array(wholeNumber('seeds', values.seeds)).keys())
    await visit({ ...whole, title: `${whole.title}, seed ${String(seed + drawn)}` }, seed + drawn);
} else if (values.fuzz !== undefined && !values.write) {
  await fuzz(wholeNumber('fuzz', values.fuzz));
} else {
  const { sightings, seconds } = await visit(whole);
  const { sightings: inThoroughRuns } = await visit(thorough);
  if (values.only === '') complainOfIdleChecks(sightings);
  if (values.write) {
    const drawn = await fuzz(wholeNumber('fuzz', values.fuzz ?? String(RUNS_FOR_PAGE)));
    const before = await readFile(PAGE, 'utf8').catch(() => '');
    const figures = { document, sightings, thorough: inThoroughRuns, seconds, fuzz: drawn };
    await writeFile(PAGE, powerPage(figures, before));
    say(`\nwritten: docs/power.md`);
  } else {
    for (const tour of others) await visit(tour);
  }
}
