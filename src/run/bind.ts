import type { Suite } from './suite.ts';

/** What binds a suite to a test runner. A runner's setup file registers its own; without one, suites are plain values. */
export type Binder = (suite: Suite) => void;

const BINDER: unique symbol = Symbol.for('assay.binder');

type Bound = { [BINDER]?: Binder };

/** Registers the binder of the test runner that loads the suites. */
export function registerBinder(binder: Binder): void {
  (globalThis as Bound)[BINDER] = binder;
}

/** Declares a suite to the test runner that loads the file, if one does. Returns the suite. */
export function bind(suite: Suite): Suite {
  (globalThis as Bound)[BINDER]?.(suite);
  return suite;
}
