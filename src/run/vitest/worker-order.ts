import type { RunEvent, RunRequest } from '../run-request.ts';

/** What the thread that runs the suites is told. Plain data: it crosses a thread boundary, in memory only. */
export type WorkerOrder = {
  readonly request: RunRequest;
  /** Name of the channel that the thread and its starter talk over. */
  readonly channel: string;
  /** True when nothing may be sent: the run was aborted before it began. */
  readonly aborted: boolean;
  /** Names of the suites that have to run. */
  readonly suites: readonly string[];
};

/** What the thread says: that it listens, what happens, and that the record is complete. */
export type WorkerMessage =
  | { readonly kind: 'listening' }
  | { readonly kind: 'event'; readonly event: RunEvent }
  | { readonly kind: 'finished' };

/** What the thread is told while it runs. */
export type WorkerCommand = { readonly kind: 'abort' };

declare module 'vitest' {
  interface ProvidedContext {
    readonly assay: WorkerOrder;
  }
}
