import { authentication } from '../../suites/authentication.suite.ts';
import { collections } from '../../suites/collections.suite.ts';
import { errors } from '../../suites/errors.suite.ts';
import { rateLimitEnforcement } from '../../suites/rate-limit-enforcement.suite.ts';
import { rateLimitHeaders } from '../../suites/rate-limit-headers.suite.ts';
import { robustness } from '../../suites/robustness.suite.ts';
import { validation } from '../../suites/validation.suite.ts';
import { versioning } from '../../suites/versioning.suite.ts';
import type { Suite } from './suite.ts';

/** Every suite in the order of running: what tells most first, the deliberate refusal over the limit last. */
export const suites: readonly Suite[] = [
  authentication,
  validation,
  robustness,
  versioning,
  collections,
  errors,
  rateLimitHeaders,
  rateLimitEnforcement,
];
