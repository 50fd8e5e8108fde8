import { randomUUID } from 'node:crypto';
import { extname, join } from 'node:path';
import { BroadcastChannel } from 'node:worker_threads';
import type { RunHooks } from './open-run.ts';
import type { RunRequest } from './run-request.ts';
import { suiteOrder } from './suite-order.ts';
import { openVitest } from './vitest/open-vitest.ts';
import { runProblems } from './vitest/run-problems.ts';
import type { WorkerCommand, WorkerMessage } from './vitest/worker-order.ts';

/** How long the last messages of a finished run may be under way. */
const DELIVERY_MS = 10_000;

export type RunSuitesOptions = {
  /** Folder of the suite files instead of assay's own. */
  readonly suiteDirectory?: string;
};

/** `.ts` from the source as it is, `.js` from the build. */
const extension = extname(import.meta.filename);

type Files = { readonly setup: string; readonly suites: readonly string[]; readonly last: string };

function ownFile(name: string): string {
  return join(import.meta.dirname, 'vitest', `${name}${extension}`);
}

function filesOf(directory: string): Files {
  const suites = suiteOrder.map((name) => join(directory, `${name}.suite${extension}`));
  return { setup: ownFile('setup'), suites, last: ownFile('last') };
}

type Line = { readonly name: string; readonly finished: Promise<void>; readonly close: () => void };

/** The line to the thread that runs the suites: events come in, the wish to stop goes out. Keeps no process alive. */
function openLine({ onEvent, signal }: RunHooks): Line {
  const name = `assay-${randomUUID()}`;
  const channel = new BroadcastChannel(name);
  const { promise: finished, resolve } = Promise.withResolvers<void>();
  const abort = (): void => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- that is for windows
    channel.postMessage({ kind: 'abort' } satisfies WorkerCommand);
  };
  channel.addEventListener('message', (message: unknown) => {
    const { data } = message as { readonly data: WorkerMessage };
    switch (data.kind) {
      case 'listening':
        if (signal.aborted) abort();
        return;
      case 'event':
        onEvent(data.event);
        return;
      case 'finished':
        resolve();
    }
  });
  signal.addEventListener('abort', abort);
  const close = (): void => {
    signal.removeEventListener('abort', abort);
    channel.close();
  };
  return { name, finished, close };
}

async function within(promise: Promise<void>, ms: number): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), ms);
  try {
    return await Promise.race([promise.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Runs every suite under Vitest, in a thread of its own, and writes the record to the request's file. After an abort
 * nothing more is sent, the record is brought to its end, and this resolves. Findings about the target are in the
 * record; throws when assay itself failed: a suite that cannot be loaded or breaks off, an error that nobody caught.
 */
export async function runSuites(
  request: RunRequest,
  hooks: RunHooks,
  options: RunSuitesOptions = {},
): Promise<void> {
  const files = filesOf(options.suiteDirectory ?? join(import.meta.dirname, '..', '..', 'suites'));
  const exitCode = process.exitCode;
  const line = openLine(hooks);
  try {
    const { aborted } = hooks.signal;
    const order = { request, channel: line.name, aborted, suites: suiteOrder };
    const vitest = await openVitest(order, files.setup);
    try {
      const project = vitest.getRootProject();
      const specifications = [...files.suites, files.last].map((file) => project.createSpecification(file));
      const problems = runProblems(await vitest.runTestSpecifications(specifications), files.last);
      if (problems.length > 0) throw new Error(`the suites could not be run:\n${problems.join('\n')}`);
      if (!(await within(line.finished, DELIVERY_MS))) throw new Error('the run ended without its record');
    } finally {
      await vitest.close();
    }
  } finally {
    line.close();
    process.exitCode = exitCode;
  }
}
