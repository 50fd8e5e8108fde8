import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readRecord } from '../../src/record/read.ts';
import { houses } from '../../test/lives/run-zoo.ts';
import { listenOnThisMachine, type MakeService } from '../../test/other-interfaces/run-against-service.ts';
import { type BudgetRow, budgetTable } from './budget-table.ts';
import { runWithBudget } from './budgeted-run.ts';
import { installPython } from './install.ts';
import type { Command } from './rival.ts';
import { SCHEMATHESIS } from './schemathesis.ts';
import { sampleMembers } from './sample-members.ts';

/**
 * assay's drawn cases and Schemathesis with the same number of requests, at services with entries that have one fault each. A fault of
 * theirs is found by what is not said of the same service without it.
 */

const root = join(import.meta.dirname, '../..');
const MOST_SECONDS = 900;
const NEVER = 1_000_000;

type Service = {
  readonly name: string;
  readonly family: string;
  readonly serve: MakeService;
  readonly document: string;
  readonly base: string;
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

/** `ST112 GET /things` for each kind of failure at each operation in a report of Schemathesis. */
function failuresIn(report: unknown): readonly string[] {
  if (typeof report !== 'object' || report === null || !('failures' in report)) return [];
  const failures: readonly unknown[] = Array.isArray(report.failures) ? report.failures : [];
  return failures.flatMap((one) => {
    if (typeof one !== 'object' || one === null || !('code' in one) || !('operations' in one)) return [];
    const operations: readonly unknown[] = Array.isArray(one.operations) ? one.operations : [one.operations];
    return operations.map((operation) => `${String(one.code)} ${JSON.stringify(operation)}`);
  });
}

function schemathesis(program: string): Tool {
  return {
    name: `Schemathesis ${SCHEMATHESIS}`,
    command: (url, key, { document }, { folder }) => ({
      program,
      args: [
        'run',
        document,
        `--url=${url}`,
        `--header=Authorization: Bearer ${key}`,
        '--no-color',
        '--seed=1',
        '--checks=all',
        '--report=json',
        `--report-json-path=${join(folder, 'report.json')}`,
        '--continue-on-failure',
        `--max-examples=${String(NEVER)}`,
      ],
    }),
    said: async ({ folder }) => {
      const text = await readFile(join(folder, 'report.json'), 'utf8').catch(() => '');
      // A tool that could not tell what it saw is no tool that saw nothing.
      if (text === '') throw new Error('Schemathesis ended without a report: nothing can be compared');
      return { findings: failuresIn(JSON.parse(text)), first: undefined };
    },
  };
}

async function show(
  tool: Tool,
  service: Service,
  budget: number,
  known: readonly string[],
): Promise<{ readonly row: BudgetRow; readonly findings: readonly string[] }> {
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

function servicesOf(count: number, only: RegExp): readonly (readonly [Service, readonly Service[]])[] {
  const all = houses.flatMap(({ name: family, document, base = '', faulty }) =>
    faulty.map(({ name, serve }): Service => {
      return { name, family, serve, document: join(root, 'test/lives', document), base, isFaulty: true };
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
  const tools = [assay, ...(installed.kind === 'installed' ? [schemathesis(installed.program)] : [])];
  const rows: BudgetRow[] = [];
  await mkdir(logFolder, { recursive: true });
  for (const [honest, faulty] of servicesOf(members, only))
    for (const tool of tools.filter(({ name }) => options.tool.test(name))) {
      const without = await show(tool, honest, budget, []);
      const told = [without.row];
      for (const service of faulty) told.push((await show(tool, service, budget, without.findings)).row);
      rows.push(...told);
      for (const row of told)
        process.stderr.write(
          `${row.tool}, ${row.service}: ${row.found ? 'found' : '-'} after ${String(row.first ?? row.requests)} of ${String(row.requests)}, ${row.seconds.toFixed(1)} s, CPU ${row.cpuSeconds.toFixed(1)} s\n`,
        );
      await writeFile(join(logFolder, `budget-${String(budget)}.json`), JSON.stringify(rows, undefined, 1));
    }
  return budgetTable(budget, rows);
}
