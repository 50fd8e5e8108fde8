import type { Suite } from '../src/session/suite.ts';

/** Judges the errors and bodies that the other suites provoked; it needs no request of its own. */
export const errors: Suite = { name: 'errors', title: 'Errors and bodies', probes: [] };
