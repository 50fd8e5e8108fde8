import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { createVitest, type CliOptions, type TestSpecification, type Vitest } from 'vitest/node';
import { packageRoot } from '../package-root.ts';
import type { WorkerOrder } from './worker-order.ts';

const WATCHED_EVENTS = ['SIGINT', 'SIGTERM', 'exit', 'unhandledRejection'] as const;

/** Keeps the order that the run was given. */
class GivenOrder {
  async shard(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files;
  }
  async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files;
  }
}

function nowhere(): Writable {
  return new Writable({ write: (_chunk, _encoding, done) => done() });
}

/**
 * Vitest writes a token into the user's data folder and fails where it can't; variables of its own, which a user's
 * test run may have set, would change how many threads there are. Returns what puts the environment back.
 */
function borrowEnvironment(): () => void {
  const before = { ...process.env };
  const folder = mkdtempSync(join(tmpdir(), 'assay-'));
  for (const name of Object.keys(process.env)) if (name.startsWith('VITEST')) delete process.env[name];
  process.env['XDG_DATA_HOME'] = folder;
  process.env['LOCALAPPDATA'] = folder;
  if (process.platform === 'darwin') process.env['HOME'] = folder;
  return () => {
    for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
    Object.assign(process.env, before);
    rmSync(folder, { recursive: true, force: true });
  };
}

/** Vitest leaves the process at the first Ctrl-C; ending a run in good order is for the caller. */
function withoutNewListeners<T>(action: () => Promise<T>): Promise<T> {
  const before = new Map(WATCHED_EVENTS.map((event) => [event, process.rawListeners(event)]));
  return action().finally(() => {
    for (const event of WATCHED_EVENTS) {
      for (const listener of process.rawListeners(event)) {
        if (before.get(event)?.includes(listener) === true) continue;
        process.off(event, listener as (...values: unknown[]) => void);
      }
    }
  });
}

function create(order: WorkerOrder, setupFile: string): Promise<Vitest> {
  const options: CliOptions = {
    config: false,
    root: packageRoot(),
    watch: false,
    include: [],
    exclude: [],
    setupFiles: [setupFile],
    pool: 'threads',
    isolate: false,
    fileParallelism: false,
    maxWorkers: 1,
    sequence: { sequencer: GivenOrder, shuffle: false },
    cache: false,
    fsModuleCache: false,
    reporters: [{}],
    experimental: { viteModuleRunner: false, nodeLoader: false },
    provide: { assay: order },
  };
  return createVitest(
    options,
    { envDir: false, logLevel: 'silent', clearScreen: false },
    { stdout: nowhere(), stderr: nowhere() },
  );
}

let lastCreated: Promise<unknown> = Promise.resolve();

/** A silent Vitest with one thread, that heeds no configuration of the user and writes no file. The caller closes it. */
export function openVitest(order: WorkerOrder, setupFile: string): Promise<Vitest> {
  const created = lastCreated.then(async () => {
    const putBack = borrowEnvironment();
    try {
      return await withoutNewListeners(() => create(order, setupFile));
    } finally {
      putBack();
    }
  });
  lastCreated = created.catch(() => undefined);
  return created;
}
