import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadInterface } from '../../../src/interface/load-interface.ts';
import { createPathMatcher } from '../../../src/interface/path-matching.ts';
import { runWithBudget } from './budgeted-run.ts';
import { mutantKin } from './mutants.ts';
import { realKin } from './real.ts';
import type { Kin, Service, Waiting } from './service.ts';
import { type Bed, type BudgetRow, budgetTables } from './table.ts';
import { type Tool, tools as toolsOf } from './tools.ts';
import { zooKin } from './zoo.ts';

/**
 * assay's drawn cases and Schemathesis with the same number of requests, at services of each bed, one tool after the other. A fault
 * is found by what is not said of the same service without it.
 */

const MOST_SECONDS = 600;

/** How many documented operations answered with 2xx. */
async function servedOperations({ url, document, served }: Waiting): Promise<number | undefined> {
  if (served === undefined) return undefined;
  const loaded = await loadInterface(document);
  if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
  const match = createPathMatcher(loaded.interface.operations);
  const base = new URL(url).pathname.replace(/\/$/, '');
  const operations = [...served].flatMap((one) => {
    const [method = '', target = ''] = one.split(' ');
    const [path = ''] = target.split('?');
    const found = match(path.slice(base.length)).find(({ operation }) => operation.method === method);
    return found === undefined ? [] : [found.operation];
  });
  return new Set(operations).size;
}

type Shown = { readonly row: BudgetRow; readonly findings: readonly string[] };

async function show(
  bed: Bed,
  tool: Tool,
  { name, isFaulty, visit }: Service,
  budget: number,
  known: readonly string[],
): Promise<Shown | string> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-budget-'));
  try {
    return await visit(async (waiting): Promise<Shown> => {
      const told = { budget, mostSeconds: MOST_SECONDS, folder, known };
      const command = tool.command(waiting, told);
      const limits = { folder, budget, mostSeconds: MOST_SECONDS, count: waiting.asked };
      const { requests, seconds, cpuSeconds } = await runWithBudget(command, limits);
      const { findings, first } = await tool.said(told);
      const found = isFaulty && findings.some((one) => !known.includes(one));
      const served = await servedOperations(waiting);
      const counts = { found, first, findings: findings.length, served, requests, seconds, cpuSeconds };
      return { row: { bed, tool: tool.name, service: name, isFaulty, ...counts }, findings };
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function lineOf({ tool, service, found, first, findings, requests, seconds, cpuSeconds }: BudgetRow): string {
  const shown = `${found ? 'found' : '-'} after ${String(first ?? requests)} of ${String(requests)}`;
  return `${tool}, ${service}: ${shown}, ${String(findings)} findings, ${seconds.toFixed(1)} s, CPU ${cpuSeconds.toFixed(1)} s\n`;
}

/** Shows services of the beds to the tools, and returns the tables. Each result stays in `logFolder`. */
export async function compareWithBudget(options: {
  readonly budget: number;
  /** Faulty services of each bed. */
  readonly members: number;
  readonly only: RegExp;
  readonly bed: RegExp;
  readonly tool: RegExp;
  readonly cacheFolder: string;
  readonly logFolder: string;
}): Promise<string> {
  const { budget, members, only, logFolder } = options;
  await mkdir(logFolder, { recursive: true });
  const tools = await toolsOf(options.tool, options.cacheFolder);
  const beds = new Map<Bed, () => readonly Kin[] | Promise<readonly Kin[]>>([
    ['zoo', () => zooKin(members, only)],
    ['mutants', () => mutantKin(members, only, logFolder)],
    ['real services', () => realKin(only)],
  ]);
  const chosen = [...beds].filter(([bed]) => options.bed.test(bed));
  const file = join(logFolder, `budget-${String(budget)}.json`);
  // What another run with the same budget saw of the beds and the tools that this one leaves out.
  const earlier = await readFile(file, 'utf8').then(
    (text) => JSON.parse(text) as readonly BudgetRow[],
    () => [],
  );
  const rows = earlier.filter(
    (row) => chosen.every(([bed]) => bed !== row.bed) || tools.every(({ name }) => name !== row.tool),
  );
  for (const [bed, kinOf] of chosen)
    for (const { honest, faulty } of await kinOf())
      for (const tool of tools) {
        let known: readonly string[] = [];
        for (const service of [honest, ...faulty]) {
          const shown = await show(bed, tool, service, budget, known);
          if (typeof shown === 'string') {
            process.stderr.write(`left out ${service.name}: ${shown}\n`);
            if (!service.isFaulty) break;
            continue;
          }
          if (!service.isFaulty) known = shown.findings;
          rows.push(shown.row);
          await writeFile(file, JSON.stringify(rows, undefined, 1));
          process.stderr.write(lineOf(shown.row));
        }
      }
  return budgetTables(budget, rows);
}
