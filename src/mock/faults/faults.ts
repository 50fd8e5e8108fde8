import type { Interface } from '../../interface/model.ts';
import { nearestName } from '../../system/nearest-name.ts';
import { authenticationFaults } from './authentication-faults.ts';
import { bodyFaults } from './body-faults.ts';
import { collectionFaults } from './collection-faults.ts';
import { derivedFaults } from './derived/derived-faults.ts';
import { errorFaults } from './error-faults.ts';
import type { Fault } from './fault.ts';
import { rateLimitEnforcementFaults } from './rate-limit-enforcement-faults.ts';
import { rateLimitHeaderFaults } from './rate-limit-header-faults.ts';
import { robustnessFaults } from './robustness-faults.ts';
import { statusFaults } from './status-faults.ts';
import { validationFaults } from './validation-faults.ts';

/** Every fault that a mock can be given, family by family. */
export const faults: readonly Fault[] = [
  ...authenticationFaults,
  ...validationFaults,
  ...errorFaults,
  ...statusFaults,
  ...collectionFaults,
  ...bodyFaults,
  ...rateLimitHeaderFaults,
  ...rateLimitEnforcementFaults,
  ...robustnessFaults,
];

/** Every fault that a mock of this document can be given: those that any service may have, and those that follow from it. */
export function faultsOf(document: Interface): readonly Fault[] {
  return [...faults, ...derivedFaults(document)];
}

/** What to say to a name that no fault of the document has: a similar one, or `otherwise`, where there are too many to list. */
export function nearestFault(name: string, document: Interface, otherwise: string): string {
  const near = nearestName(
    name,
    faultsOf(document).map((fault) => fault.name),
  );
  return near === undefined ? otherwise : `did you mean ${JSON.stringify(near)}?`;
}
