import { authenticationChecks } from './authentication.ts';
import { bodyChecks } from './bodies.ts';
import { passwordChecks } from './passwords-shown.ts';
import type { Check } from './check.ts';
import { errorChecks } from './errors.ts';
import { formatChecks } from './formats.ts';
import { headChecks } from './heads.ts';
import { documentedHeaderChecks } from './headers.ts';
import { rateLimitEnforcementChecks } from './limits/enforcement.ts';
import { exactQuotaChecks } from './limits/exact.ts';
import { rateLimitHeaderChecks } from './limits/headers.ts';
import { retryAfterUnitChecks } from './limits/retry-after-unit.ts';
import { documentedWindowChecks } from './limits/window.ts';
import { observedChecks } from './observed.ts';
import { collectionChecks } from './resources/lists/collections.ts';
import { lifeChecks } from './resources/life/life-checks.ts';
import { linkageChecks } from './resources/linkages/linkages.ts';
import { stateMemberChecks } from './resources/members/members-of-states.ts';
import { severalChecks } from './resources/creations/several-made.ts';
import { namedLinkChecks } from './resources/linkages/named-links.ts';
import { holderListChecks } from './resources/lists/holder-lists.ts';
import { nestingChecks } from './resources/nesting.ts';
import { rangeChecks } from './resources/ranges.ts';
import { uploadChecks } from './resources/uploads.ts';
import { wrongPasswordChecks } from './wrong-passwords.ts';
import { absentEntryChecks } from './resources/absent-entries.ts';
import { readAsNamedChecks } from './resources/lists/read-as-named.ts';
import { shapeChecks } from './resources/lists/shown-as-asked.ts';
import { strangerChecks } from './resources/strangers/stranger-checks.ts';
import { validatorChecks } from './resources/validators/validator-checks.ts';
import { pageChecks } from './resources/pages/page-checks.ts';
import { statusChecks } from './statuses.ts';
import { namedChecks } from './resources/creations/named-is-there.ts';
import { sumChecks } from './resources/members/told-sums.ts';
import { uniqueChecks } from './resources/creations/unique-kept.ts';
import { upkeepChecks } from './resources/members/upkeep.ts';
import { alternativeChecks } from './validation/alternatives.ts';
import { toldOrderChecks } from './validation/told-order.ts';
import { notUnderstoodChecks } from './validation/not-understood.ts';
import { validationChecks } from './validation/validation.ts';
import { valueChecks } from './validation/values-taken.ts';

/** Every check, in the order of the reports. */
export const checks: readonly Check[] = [
  ...authenticationChecks,
  ...statusChecks,
  ...validationChecks,
  ...valueChecks,
  ...notUnderstoodChecks,
  ...toldOrderChecks,
  ...alternativeChecks,
  ...formatChecks,
  ...bodyChecks,
  ...passwordChecks,
  ...errorChecks,
  ...documentedHeaderChecks,
  ...collectionChecks,
  ...lifeChecks,
  ...stateMemberChecks,
  ...sumChecks,
  ...nestingChecks,
  ...holderListChecks,
  ...severalChecks,
  ...namedLinkChecks,
  ...readAsNamedChecks,
  ...absentEntryChecks,
  ...wrongPasswordChecks,
  ...uniqueChecks,
  ...namedChecks,
  ...upkeepChecks,
  ...linkageChecks,
  ...headChecks,
  ...validatorChecks,
  ...rangeChecks,
  ...uploadChecks,
  ...strangerChecks,
  ...pageChecks,
  ...shapeChecks,
  ...rateLimitHeaderChecks,
  ...rateLimitEnforcementChecks,
  ...retryAfterUnitChecks,
  ...documentedWindowChecks,
  ...exactQuotaChecks,
  ...observedChecks,
];
