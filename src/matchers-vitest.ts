/** `assay/matchers/vitest`: import it in a setup file, and `expect` of Vitest has `toConform`. */
import { expect } from 'vitest';
import type { ConformOptions } from './api/conform.ts';
import type { Interface } from './interface/model.ts';
import { toConform } from './matchers.ts';

declare module 'vitest' {
  // Type parameters as Vitest declares them.
  interface Matchers<R extends void | Promise<void> = void | Promise<void>, T = unknown> {
    /** Holds an answer against an operation of a document. */
    toConform: (document: Interface | string, operation: string, options?: ConformOptions) => Promise<void>;
  }
}

expect.extend({ toConform });
