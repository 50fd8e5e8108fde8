import type { Suite } from '../src/session/suite.ts';
import { authentication } from './authentication.suite.ts';
import { collections } from './collections.suite.ts';
import { errors } from './errors.suite.ts';
import { rateLimitEnforcement } from './rate-limit-enforcement.suite.ts';
import { rateLimitHeaders } from './rate-limit-headers.suite.ts';
import { resources } from './resources.suite.ts';
import { robustness } from './robustness.suite.ts';
import { validation } from './validation.suite.ts';
import { versioning } from './versioning.suite.ts';

/** Every suite in the order of running: what tells most first, the deliberate refusal over the limit last. */
export const suites: readonly Suite[] = [
  authentication,
  resources,
  validation,
  robustness,
  versioning,
  collections,
  errors,
  rateLimitHeaders,
  rateLimitEnforcement,
];
