import { existsSync } from 'node:fs';
import { appendFile, readFile, writeFile } from 'node:fs/promises';
import type { MockRun } from '../other-interfaces/run-against-mock.ts';
import { faultsOfAssay } from '../other-interfaces/run-against-mock.ts';
import { OTHER_KEY, runAgainstService } from '../other-interfaces/run-against-service.ts';
import type { RunSettings } from '../../src/record/record.ts';
import { conforming as conformingTickets, faulty as faultyTickets } from '../tickets/members.ts';
import { strict, stricter } from '../tickets/stricter.ts';
import { conformingArchives, faultyArchives } from './archive/members.ts';
import { conformingCatalogues } from './catalogue/conforming.ts';
import { faultyCatalogues } from './catalogue/faulty.ts';
import { conformingClinics } from './clinic/conforming.ts';
import { faultyClinics } from './clinic/faulty.ts';
import { conformingDesks, faultyDesks } from './desk/members.ts';
import { conformingMarkets, faultyMarkets } from './market/members.ts';
import type { FaultyMember, Member } from './member.ts';
import { conforming, faulty } from './members.ts';
import { conformingPages, faultyPages } from './page-members.ts';
import { conformingShops } from './shop/conforming.ts';
import { faultyShops } from './shop/faulty.ts';
import { watched } from './watched.ts';
import { type Found, isKept, pageOfZoo, type Row } from './zoo-page.ts';

/**
 * The second zoo as one: services with entries that are made, changed, listed and removed.
 * `npm run zoo:crud -- [--only REGEX] [--of NAMES] [--seed N | --seeds N | --turns N] [--at-once N] [--suites NAMES] [--done FILE]
 * [--write]`; with `--write` it writes docs/crud-zoo.md. With `--turns N` each service is run once, and the seeds from 1 to N come by turns. What
 * stands in `--done` is not run again, so that a run that was ended goes on, and several processes share one.
 */

/** One interface, and the services that it has. */
export type House = {
  readonly name: string;
  readonly document: string;
  /** Path of the base address. */
  readonly base?: string;
  /** With the key of another user. */
  readonly hasOther: boolean;
  readonly conforming: readonly Member[];
  readonly faulty: readonly FaultyMember[];
};

export const houses: readonly House[] = [
  {
    name: 'depot',
    document: 'openapi.yaml',
    hasOther: false,
    conforming: [...conforming, ...conformingPages],
    faulty: [...faulty, ...faultyPages],
  },
  {
    name: 'desk',
    document: 'desk/openapi.yaml',
    hasOther: true,
    conforming: conformingDesks,
    faulty: faultyDesks,
  },
  {
    name: 'tickets',
    document: '../tickets/openapi.yaml',
    base: '/api/v2',
    hasOther: false,
    conforming: [...conformingTickets, ...strict],
    faulty: [...faultyTickets, ...stricter],
  },
  {
    name: 'shop',
    document: 'shop/openapi.yaml',
    hasOther: true,
    conforming: conformingShops,
    faulty: faultyShops,
  },
  {
    name: 'catalogue',
    document: 'catalogue/openapi.yaml',
    hasOther: false,
    conforming: conformingCatalogues,
    faulty: faultyCatalogues,
  },
  {
    name: 'market',
    document: 'market/openapi.yaml',
    hasOther: false,
    conforming: conformingMarkets,
    faulty: faultyMarkets,
  },
  {
    name: 'clinic',
    document: 'clinic/openapi.yaml',
    base: '/clinic/v1',
    hasOther: true,
    conforming: conformingClinics,
    faulty: faultyClinics,
  },
  {
    name: 'archive',
    document: 'archive/openapi.yaml',
    base: '/v2',
    hasOther: true,
    conforming: conformingArchives,
    faulty: faultyArchives,
  },
];

/** A run against one of them, with the requests that could have changed what it did not make. */
export type WatchedRun = MockRun & { readonly astray: readonly string[]; readonly changing: number };

/** A standard run against one of them. */
export async function runIn(
  house: House,
  { serve, settings: own = {} }: Member,
  settings: Partial<RunSettings> = {},
): Promise<WatchedRun> {
  const document = await readFile(new URL(house.document, import.meta.url), 'utf8');
  const watch = watched(serve, house.base);
  const run = await runAgainstService(
    document,
    watch.serve,
    { seed: 1, maxDurationS: 600, timeoutMs: 20_000, ...own, ...settings },
    house.hasOther ? OTHER_KEY : undefined,
  );
  return { ...run, astray: watch.astray, changing: watch.changing };
}

/** The key of this document stands in a field: no scheme of HTTP that a challenge could name. */
const USUAL = 'authentication.challenge';

/** What a run found: the checks that blame or warn, and whether one exchange alone showed it. */
export function findingsOf(run: WatchedRun): Found {
  const told = run.record.results.flatMap(({ id, outcome }) =>
    (outcome.kind === 'fail' || outcome.kind === 'warn') && id !== USUAL ? [{ id, outcome }] : [],
  );
  const violations = told.flatMap(({ outcome }) => outcome.violations);
  const { withKey = 0, withoutKey = 0 } = run.record.footer?.requests ?? {};
  return {
    checks: told.map(({ id }) => id),
    isOfSequence: violations.length > 0 && violations.every(({ exchanges }) => exchanges.length > 1),
    requests: withKey + withoutKey,
    exitCode: run.verdict.exitCode,
    faults: [
      ...faultsOfAssay(run).map((fault) => JSON.stringify(fault)),
      ...run.astray.map((request) => `${request} is about what the run did not make`),
    ],
  };
}

function option(name: string): string | undefined {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? undefined : process.argv[at + 1];
}

type Task = { readonly house: House; readonly member: Member | FaultyMember };

async function measured({ house, member }: Task, seeds: readonly number[]): Promise<Row> {
  const found: Found[] = [];
  const suites = option('suites')?.split(',') ?? [];
  for (const seed of seeds) found.push(findingsOf(await runIn(house, member, { seed, suites })));
  const finds = 'finds' in member ? member.finds : undefined;
  return { house: house.name, name: member.name, finds, seeds, found };
}

function line(row: Row): string {
  const { house, name, finds, seeds, found } = row;
  const wrong = seeds.filter((_seed, at) => !isKept(row, at));
  const word =
    wrong.length === 0 ? (finds === undefined ? 'ok' : 'found') : finds === undefined ? 'ALARM' : 'MISSED';
  const [first] = found;
  const told = [...new Set(found.flatMap(({ checks }) => checks))].join(' ');
  const mark = first?.isOfSequence === true ? 'S' : ' ';
  const faults = found
    .flatMap((one) => one.faults)
    .slice(0, 1)
    .join(' ')
    .slice(0, 400);
  return `${word} ${mark} ${String(first?.requests ?? 0)} ${house}: ${name} [${told}] exit ${String(first?.exitCode)} ${wrong.length === 0 ? '' : `seeds ${wrong.join(',')}`} ${faults}\n`;
}

/** The rows of a file with one in each line. */
async function rowsOf(file: string | undefined): Promise<readonly Row[]> {
  if (file === undefined || !existsSync(file)) return [];
  const lines = (await readFile(file, 'utf8')).split('\n').filter((one) => one !== '');
  return lines.map((one) => JSON.parse(one) as Row);
}

async function main(): Promise<void> {
  const only = new RegExp(option('only') ?? '');
  const of = option('of')?.split(',');
  const done = option('done');
  const count = Number(option('seeds') ?? 1);
  const first = Number(option('seed') ?? 1);
  const seeds = Array.from({ length: count }, (_, at) => first + at);
  const tasks = houses
    .filter(({ name }) => of?.includes(name) !== false)
    .flatMap((house) => [...house.conforming, ...house.faulty].map((member): Task => ({ house, member })))
    .filter(({ member }) => only.test(member.name));
  const known = new Map((await rowsOf(done)).map((row) => [`${row.house} ${row.name}`, row]));
  const rows = tasks.flatMap(({ house, member }) => known.get(`${house.name} ${member.name}`) ?? []);
  const left = [...tasks.entries()]
    .filter(([, { house, member }]) => !known.has(`${house.name} ${member.name}`))
    .values();
  const turns = Number(option('turns') ?? 0);
  await Promise.all(
    Array.from({ length: Number(option('at-once') ?? 4) }, async () => {
      for (const [at, task] of left) {
        const row = await measured(task, turns === 0 ? seeds : [(at % turns) + 1]);
        rows.push(row);
        if (done !== undefined) await appendFile(done, `${JSON.stringify(row)}\n`);
        process.stdout.write(line(row));
      }
    }),
  );
  const wrong = rows.filter((row) => !row.seeds.every((_seed, at) => isKept(row, at)));
  process.stdout.write(`${String(rows.length)} services, ${String(wrong.length)} not as they should be\n`);
  const order = new Map(tasks.map(({ house, member }, at) => [`${house.name} ${member.name}`, at]));
  const sorted = rows.toSorted(
    (a, b) => (order.get(`${a.house} ${a.name}`) ?? 0) - (order.get(`${b.house} ${b.name}`) ?? 0),
  );
  if (process.argv.includes('--write'))
    await writeFile(new URL('../../docs/crud-zoo.md', import.meta.url), pageOfZoo(sorted));
  process.exitCode = wrong.length > 0 ? 1 : 0;
}

if (import.meta.main) await main();
