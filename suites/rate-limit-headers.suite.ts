import type { Suite } from '../src/session/suite.ts';

/** Judges the rate-limit fields of every answer of the run; it needs no request of its own. */
export const rateLimitHeaders: Suite = {
  name: 'rate-limit-headers',
  title: 'Rate-limit fields',
  probes: [],
};
