/** What drawn cases cost, from few to many. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cpuMs } from './cpu-time.ts';
import { marginalOf, plotOf } from './figures.ts';
import { type Growth, growthRow, type Row } from './table.ts';

const root = join(import.meta.dirname, '../..');

/** A deep run of so many requests: what it took of the processor and of the clock, and the most memory in MB. */
type DeepRun = {
  readonly size: number;
  readonly cost: number;
  readonly wallMs: number;
  readonly peakMb: number;
};

/** How a run goes: how many requests side by side, how long the service keeps each answer back, and what else it is told. */
type Pace = {
  readonly concurrency: number;
  readonly delayMs: number;
  readonly options: readonly string[];
};

const AT_ONCE: Pace = { concurrency: 1, delayMs: 0, options: [] };

/** What is drawn for one check alone: a plan of a few requests, and then nothing but drawn cases. */
const DRAWN_ALONE = ['--check', 'statuses.no-server-error'];
const SLOW_MS = 20;

/** How many requests a second a deep run sends to a slow service, with so many of them side by side. */
type Rate = { readonly concurrency: number; readonly perSecond: number };

/** Deep runs of so many requests, side by side or not; `reads`: of what reads alone. */
async function ratesSideBySide(
  widths: readonly number[],
  { size, cwd, reads }: { readonly size: number; readonly cwd: string; readonly reads: boolean },
): Promise<readonly Rate[]> {
  const rates: Rate[] = [];
  const options = [...DRAWN_ALONE, ...(reads ? ['--read-only'] : [])];
  for (const concurrency of widths) {
    const { wallMs } = await deepRun(size, cwd, { concurrency, delayMs: SLOW_MS, options });
    rates.push({ concurrency, perSecond: (size / wallMs) * 1_000 });
  }
  return rates;
}

/** The most memory that the last run in a folder took, in MB. */
export function peakOfLastRunMb(cwd: string): number {
  const lines = readFileSync(join(cwd, 'reports/last.ndjson'), 'utf8').trimEnd().split('\n');
  const footer: unknown = JSON.parse(lines.at(-1) ?? '{}');
  return typeof footer === 'object' && footer !== null && 'peakMemoryBytes' in footer
    ? Number(footer.peakMemoryBytes) / 1e6
    : Number.NaN;
}

/** A deep run of so many requests against a new service. */
async function deepRun(size: number, cwd: string, pace: Pace = AT_ONCE): Promise<DeepRun> {
  const program = join(import.meta.dirname, 'case-service.ts');
  const service = spawn(process.execPath, [program, String(pace.delayMs)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [told] = (await once(service.stdout, 'data')) as readonly Buffer[];
    const [url = '', key = ''] = String(told).trim().split(' ');
    const budget = ['--max-requests', String(size), '--concurrency', String(pace.concurrency)];
    const options = ['--profile', 'deep', '--seed', '1', ...budget, '--quiet', ...pace.options];
    const target = ['--url', url, '--spec', join(root, 'test/lives/openapi.yaml')];
    const argv = [join(root, 'bin/assay.js'), 'test', ...target, ...options];
    const startedMs = performance.now();
    const cost = cpuMs({ argv, cwd, env: { ASSAY_KEY: key } });
    return { size, cost, wallMs: performance.now() - startedMs, peakMb: peakOfLastRunMb(cwd) };
  } finally {
    service.kill('SIGKILL');
  }
}

/** Deep runs of so many requests each, against a new service. */
async function deepRuns(counts: readonly number[], cwd: string): Promise<readonly DeepRun[]> {
  const runs: DeepRun[] = [];
  for (const count of counts) runs.push(await deepRun(count, cwd));
  return runs;
}

/** What Schemathesis took for a request at the same kind of service without a fault (docs/power.md). */
const RIVAL_MS = 9.23;

/** Drawn cases against a service that answers at once: each costs the same, and none stays in memory. */
export async function drawnCases(cwd: string, most: number): Promise<Growth> {
  const runs = await deepRuns(
    [3_000, 10_000, 100_000].filter((count) => count <= Math.max(10_000, most)),
    cwd,
  );
  const [before = 0, last = 0] = runs.slice(-2).map(({ peakMb }) => peakMb);
  const grown = last - before;
  return {
    rows: [
      growthRow('requests of a deep run', runs),
      {
        what: 'a request of a deep run, processor time',
        goal: `a tenth of ${RIVAL_MS.toFixed(2)} ms = ${(RIVAL_MS / 10).toFixed(2)} ms`,
        figure: `${marginalOf(runs).toFixed(2)} ms`,
        isMet: marginalOf(runs) <= RIVAL_MS / 10,
      },
      {
        what: 'a deep run, memory from the second largest to the largest',
        goal: 'at most 100 MB more',
        figure: `${grown.toFixed(0)} MB more, ${last.toFixed(0)} MB in all`,
        isMet: grown <= 100,
      },
    ],
    plots: [plotOf('`assay test --profile deep`, by the requests', runs, 'ms')],
  };
}

/** Drawn cases side by side, by the clock, against a service that answers after 20 ms. What reads can do so, what changes waits its turn. */
export async function drawnSideBySide(cwd: string): Promise<Growth> {
  const size = 1_000;
  const kinds = [
    { what: 'that read', reads: true, widths: [1, 2, 4, 8] },
    { what: 'of all kinds', reads: false, widths: [1, 8] },
  ];
  const rows: Row[] = [];
  for (const { what, reads, widths } of kinds) {
    const [alone, ...rates] = await ratesSideBySide(widths, { size, cwd, reads });
    const most = rates.at(-1);
    const gain = (most?.perSecond ?? 0) / (alone?.perSecond ?? Number.NaN);
    const told = [alone, ...rates].map((rate) => Math.round(rate?.perSecond ?? Number.NaN));
    rows.push({
      what: `drawn cases ${what}, ${widths.join(', ')} side by side`,
      goal: reads ? 'half of N times as many' : '–',
      figure: `${told.join(', ')} a second, ${gain.toFixed(1)} x`,
      ...(reads ? { isMet: gain >= (most?.concurrency ?? Number.NaN) / 2 } : {}),
    });
  }
  return { rows, plots: [] };
}
