import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from '../rival.ts';

/** How a process ended that could send so many requests and no more, and what it took. */
export type BudgetedRun = {
  readonly code: number | undefined;
  readonly requests: number;
  readonly seconds: number;
  readonly cpuSeconds: number;
};

const LOOK_MS = 50;
const GRACE_MS = 10_000;
const TICKS_A_SECOND = 100;

/** User and system time of a process until now, in seconds; what it was before where the process is gone. */
function cpuSecondsOf(pid: number | undefined, before: number): number {
  try {
    const stat = readFileSync(`/proc/${String(pid)}/stat`, 'utf8');
    const [, , , , , , , , , , , user = 0, system = 0] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    return Math.max(before, (user + system) / TICKS_A_SECOND);
  } catch {
    return before;
  }
}

/** Runs a tool until it has sent `budget` requests, as its target counts them, and then asks it to end as a person would: with Ctrl-C. */
export async function runWithBudget(
  { program, args, env }: Command,
  limits: {
    readonly folder: string;
    readonly budget: number;
    readonly mostSeconds: number;
    readonly count: () => number;
  },
): Promise<BudgetedRun> {
  const startedMs = performance.now();
  const child = spawn(program, args, {
    cwd: limits.folder,
    env: { ...process.env, ...env },
    stdio: 'ignore',
    detached: true,
  });
  const ended = new Promise<number | undefined>((resolve) => {
    child.once('error', () => resolve(undefined));
    child.once('exit', (code) => resolve(code ?? undefined));
  });
  const isOver = (): boolean =>
    child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
  const send = (signal: NodeJS.Signals): void => {
    if (child.pid !== undefined && !isOver()) process.kill(-child.pid, signal);
  };
  const end = (): void => send('SIGKILL');
  process.once('exit', end);
  let cpuSeconds = 0;
  let stoppedMs: number | undefined;
  while (!isOver()) {
    await sleep(LOOK_MS);
    cpuSeconds = cpuSecondsOf(child.pid, cpuSeconds);
    const nowMs = performance.now();
    const isSpent = limits.count() >= limits.budget || nowMs - startedMs > limits.mostSeconds * 1_000;
    if (isSpent && stoppedMs === undefined) {
      stoppedMs = nowMs;
      send('SIGINT');
    } else if (stoppedMs !== undefined && nowMs - stoppedMs > GRACE_MS) send('SIGKILL');
  }
  process.off('exit', end);
  const seconds = ((stoppedMs ?? performance.now()) - startedMs) / 1_000;
  return { code: await ended, requests: Math.min(limits.count(), limits.budget), seconds, cpuSeconds };
}
