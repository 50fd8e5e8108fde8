import { authenticationChecks } from './authentication.ts';
import { bodyChecks } from './bodies.ts';
import type { Check } from './check.ts';
import { collectionChecks } from './collections.ts';
import { documentedHeaderChecks } from './documented-headers.ts';
import { documentedWindowChecks } from './documented-window.ts';
import { errorChecks } from './errors.ts';
import { exactQuotaChecks } from './exact-quota.ts';
import { observedChecks } from './observed.ts';
import { rateLimitEnforcementChecks } from './rate-limit-enforcement.ts';
import { rateLimitHeaderChecks } from './rate-limit-headers.ts';
import { retryAfterUnitChecks } from './retry-after-unit.ts';
import { statusChecks } from './statuses.ts';
import { validationChecks } from './validation.ts';

/** Every check, in the order of the reports. */
export const checks: readonly Check[] = [
  ...authenticationChecks,
  ...statusChecks,
  ...validationChecks,
  ...bodyChecks,
  ...errorChecks,
  ...documentedHeaderChecks,
  ...collectionChecks,
  ...rateLimitHeaderChecks,
  ...rateLimitEnforcementChecks,
  ...retryAfterUnitChecks,
  ...documentedWindowChecks,
  ...exactQuotaChecks,
  ...observedChecks,
];
