import type { SuiteName } from '../checks/check.ts';

/** The names of the suites in the order of `suites`, for those who must not load them: each has a file of its name. */
export const suiteOrder: readonly SuiteName[] = [
  'authentication',
  'validation',
  'robustness',
  'versioning',
  'collections',
  'errors',
  'rate-limit-headers',
  'rate-limit-enforcement',
];
