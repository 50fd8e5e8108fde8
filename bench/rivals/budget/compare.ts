import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readRecord } from '../../../src/record/read.ts';
import { houses } from '../../../test/lives/run-zoo.ts';
import { listenOnThisMachine, type MakeService } from '../../../test/other-interfaces/run-against-service.ts';
import { type BudgetRow, budgetTable } from './table.ts';
import { runWithBudget } from './budgeted-run.ts';
import { installPython } from '../install.ts';
import type { Command } from '../rival.ts';
import { failuresIn } from './schemathesis-events.ts';
import { SCHEMATHESIS } from '../schemathesis.ts';
import { sampleMembers } from '../sample-members.ts';

/**
 * assay's drawn cases and Schemathesis with the same number of requests, at services with entries that have one fault each. A fault of
 * theirs is found by what is not said of the same service without it.
 */

const root = join(import.meta.dirname, '../../..');
const MOST_SECONDS = 1_800;

type Service = {
  readonly name: string;
  readonly family: string;
  readonly serve: MakeService;
  readonly document: string;
  readonly base: string;
  /** The field that carries the key, with what stands before it. */
  readonly field: readonly [name: string, before: string];
  readonly isFaulty: boolean;
};

/** A tool that is shown services one by one. `known`: what it says of the service without a fault. */
type Tool = {
  readonly name: string;
  readonly command: (url: string, key: string, service: Service, told: Told) => Command;
  /** What it said, after its process ended. */
  readonly said: (told: Told) => Promise<Said>;
};
type Told = { readonly budget: number; readonly folder: string; readonly known: readonly string[] };
/** Each finding with its operation, and the number of the request that showed the first one that is not known, as far as the tool tells. */
type Said = { readonly findings: readonly string[]; readonly first: number | undefined };

const assay: Tool = {
  name: 'assay, deep, 8 side by side',
  command: (url, key, { document }, { budget, folder }) => ({
    program: process.execPath,
    args: [
      join(root, 'bin/assay.js'),
      'test',
      `--url=${url}`,
      `--spec=${document}`,
      '--profile=deep',
      '--concurrency=8',
      '--seed=1',
      `--max-requests=${String(budget)}`,
      `--report=record=${join(folder, 'record.ndjson')}`,
    ],
    env: { ASSAY_KEY: key },
  }),
  said: async ({ folder, known }) => {
    const read = await readRecord(join(folder, 'record.ndjson'));
    if (read.kind === 'no-record') return { findings: [], first: undefined };
    const all = read.record.results.flatMap(({ id, outcome }) =>
      outcome.kind === 'fail'
        ? outcome.violations.map(({ operation = '', exchanges }) => ({
            name: `${id} ${operation}`,
            at: Math.max(...exchanges.map((one) => Number(one.slice(1)))),
          }))
        : [],
    );
    const own = all.filter(({ name }) => !known.includes(name)).map(({ at }) => at);
    const first = own.length === 0 ? undefined : Math.min(...own);
    return { findings: all.map(({ name }) => name), first };
  },
};

/** What Schemathesis is told: `run` with a time goes over all of its phases again and again; `fuzz` sends sequences without end. */
const WAYS = [
  { name: 'run, all phases', args: ['run', `--max-time=${String(MOST_SECONDS)}`] },
  { name: 'fuzz', args: ['fuzz', `--max-time=${String(MOST_SECONDS)}`] },
] as const;

function schemathesis(program: string, way: (typeof WAYS)[number]): Tool {
  return {
    name: `Schemathesis ${SCHEMATHESIS}, ${way.name}`,
    command: (url, key, { document, field: [name, before] }, { folder }) => ({
      program,
      args: [
        ...way.args,
        document,
        `--url=${url}`,
        `--header=${name}: ${before}${key}`,
        '--no-color',
        '--seed=1',
        '--checks=all',
        '--report=ndjson',
        `--report-ndjson-path=${join(folder, 'events.ndjson')}`,
        '--continue-on-failure',
      ],
    }),
    said: async ({ folder, known, budget }) => {
      const text = await readFile(join(folder, 'events.ndjson'), 'utf8').catch(() => '');
      // A tool that could not tell what it saw is no tool that saw nothing.
      if (text === '') throw new Error('Schemathesis ended without a report: nothing can be compared');
      const all = failuresIn(text).filter(({ at }) => at <= budget);
      const own = all.filter(({ name }) => !known.includes(name)).map(({ at }) => at);
      return {
        findings: [...new Set(all.map(({ name }) => name))],
        first: own.length === 0 ? undefined : Math.min(...own),
      };
    },
  };
}

type Shown = { readonly row: BudgetRow; readonly findings: readonly string[] };

async function show(tool: Tool, service: Service, budget: number, known: readonly string[]): Promise<Shown> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-budget-'));
  const { url, key, asked, close } = await listenOnThisMachine(service.serve);
  try {
    const told = { budget, folder, known };
    const command = tool.command(`${url}${service.base}`, key, service, told);
    const limits = { folder, budget, mostSeconds: MOST_SECONDS, count: () => asked.length };
    const run = await runWithBudget(command, limits);
    const { findings, first } = await tool.said(told);
    const found = service.isFaulty && findings.some((one) => !known.includes(one));
    const { requests, seconds, cpuSeconds } = run;
    const { name, isFaulty } = service;
    const row = { tool: tool.name, service: name, isFaulty, found, first, requests, seconds, cpuSeconds };
    return { row, findings };
  } finally {
    close();
    await rm(folder, { recursive: true, force: true });
  }
}

const BEARER = ['Authorization', 'Bearer '] as const;
/** Interfaces whose key stands elsewhere. */
const FIELDS: ReadonlyMap<string, Service['field']> = new Map([['tickets', ['X-Token', '']]]);

function servicesOf(count: number, only: RegExp): readonly (readonly [Service, readonly Service[]])[] {
  const all = houses.flatMap(({ name: family, document, base = '', faulty }) =>
    faulty.map(({ name, serve }): Service => {
      const field = FIELDS.get(family) ?? BEARER;
      return {
        name,
        family,
        serve,
        document: join(root, 'test/lives', document),
        base,
        field,
        isFaulty: true,
      };
    }),
  );
  const chosen = sampleMembers(
    all.filter(({ name, family }) => only.test(`${family} ${name}`)),
    count,
  );
  return houses.flatMap(({ name: family, conforming: [honest] }) => {
    const own = chosen.filter((one) => one.family === family);
    const [first] = own;
    return first === undefined || honest === undefined
      ? []
      : [[{ ...first, ...honest, name: honest.name, isFaulty: false }, own] as const];
  });
}

/** Shows a sample of the services to both tools, and returns the table. Each result stays in `logFolder`. */
export async function compareWithBudget(options: {
  readonly budget: number;
  readonly members: number;
  readonly only: RegExp;
  readonly tool: RegExp;
  readonly cacheFolder: string;
  readonly logFolder: string;
}): Promise<string> {
  const { budget, members, only, logFolder } = options;
  const installed = await installPython(options.cacheFolder, `schemathesis==${SCHEMATHESIS}`, 'st');
  if (installed.kind === 'failed') process.stderr.write(`no Schemathesis: ${installed.reason}\n`);
  const rivals =
    installed.kind === 'installed' ? WAYS.map((way) => schemathesis(installed.program, way)) : [];
  const tools = [assay, ...rivals].filter(({ name }) => options.tool.test(name));
  await mkdir(logFolder, { recursive: true });
  const file = join(logFolder, `budget-${String(budget)}.json`);
  // What another run with the same budget saw of the tools that this one leaves out.
  const earlier = await readFile(file, 'utf8').then(
    (text) => JSON.parse(text) as readonly BudgetRow[],
    () => [],
  );
  const rows = earlier.filter((row) => tools.every(({ name }) => name !== row.tool));
  for (const [honest, faulty] of servicesOf(members, only))
    for (const tool of tools) {
      const note = async ({ row }: Shown): Promise<void> => {
        rows.push(row);
        await writeFile(file, JSON.stringify(rows, undefined, 1));
        process.stderr.write(
          `${row.tool}, ${row.service}: ${row.found ? 'found' : '-'} after ${String(row.first ?? row.requests)} of ${String(row.requests)}, ${row.seconds.toFixed(1)} s, CPU ${row.cpuSeconds.toFixed(1)} s\n`,
        );
      };
      const without = await show(tool, honest, budget, []);
      await note(without);
      for (const service of faulty) await note(await show(tool, service, budget, without.findings));
    }
  return budgetTable(budget, rows);
}
