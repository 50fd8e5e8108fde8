/** What drawn cases cost, from few to many. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cpuMs } from './cpu-time.ts';

const root = join(import.meta.dirname, '../..');

/** A deep run of so many requests: what it took of the processor, and the most memory in MB. */
export type DeepRun = { readonly size: number; readonly cost: number; readonly peakMb: number };

/** The most memory that the last run in a folder took, in MB. */
export function peakOfLastRunMb(cwd: string): number {
  const lines = readFileSync(join(cwd, 'reports/last.ndjson'), 'utf8').trimEnd().split('\n');
  const footer: unknown = JSON.parse(lines.at(-1) ?? '{}');
  return typeof footer === 'object' && footer !== null && 'peakMemoryBytes' in footer
    ? Number(footer.peakMemoryBytes) / 1e6
    : Number.NaN;
}

async function deepRun(size: number, cwd: string): Promise<DeepRun> {
  const service = spawn(process.execPath, [join(import.meta.dirname, 'case-service.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [told] = (await once(service.stdout, 'data')) as readonly Buffer[];
    const [url = '', key = ''] = String(told).trim().split(' ');
    const options = ['--profile', 'deep', '--seed', '1', '--max-requests', String(size), '--quiet'];
    const target = ['--url', url, '--spec', join(root, 'test/lives/openapi.yaml')];
    const argv = [join(root, 'bin/assay.js'), 'test', ...target, ...options];
    const cost = cpuMs({ argv, cwd, env: { ASSAY_KEY: key } });
    return { size, cost, peakMb: peakOfLastRunMb(cwd) };
  } finally {
    service.kill('SIGKILL');
  }
}

/** Deep runs of so many requests each, against a new service. */
export async function deepRuns(counts: readonly number[], cwd: string): Promise<readonly DeepRun[]> {
  const runs: DeepRun[] = [];
  for (const count of counts) runs.push(await deepRun(count, cwd));
  return runs;
}
