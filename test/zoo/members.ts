import { conformingLimits } from './conforming/limits.ts';
import { conformingRepresentations } from './conforming/representations.ts';
import { conformingRules } from './conforming/rules.ts';
import { conformingTransport } from './conforming/transport.ts';
import { authenticationFaults } from './faulty/authentication.ts';
import { bodyFaults } from './faulty/bodies.ts';
import { collectionFaults } from './faulty/collections.ts';
import { errorFaults } from './faulty/errors.ts';
import { operationFaults } from './faulty/operations.ts';
import { planFaults } from './faulty/plans.ts';
import { rateLimitEnforcementFaults } from './faulty/rate-limit-enforcement.ts';
import { rateLimitHeaderFaults } from './faulty/rate-limit-headers.ts';
import { robustnessFaults } from './faulty/robustness.ts';
import { codingFaults, encodingFaults, standardFaults } from './faulty/standards.ts';
import { validationFaults } from './faulty/validation.ts';
import type { ConformingMember, Family, FaultyMember } from './member.ts';
import { mutantsBesideChecks } from './mutants-beside-checks.ts';

/** Implementations that an honest suite must not blame. */
export const conformingMembers: readonly ConformingMember[] = [
  ...conformingTransport,
  ...conformingRepresentations,
  ...conformingRules,
  ...conformingLimits,
];

/** Implementations with one fault each, which a sharp suite has to find. */
export const allFaultyMembers: readonly FaultyMember[] = [
  ...authenticationFaults,
  ...validationFaults,
  ...errorFaults,
  ...bodyFaults,
  ...collectionFaults,
  ...rateLimitHeaderFaults,
  ...rateLimitEnforcementFaults,
  ...robustnessFaults,
  ...operationFaults,
  ...planFaults,
  ...encodingFaults,
  ...codingFaults,
  ...standardFaults,
  ...mutantsBesideChecks,
];

/** The faults that a standard run has to find. */
export const faultyMembers: readonly FaultyMember[] = allFaultyMembers.filter(
  ({ thoroughOnly }) => thoroughOnly === undefined,
);

/** The faults that a thorough run has to find, and no standard run could. */
export const thoroughMembers: readonly FaultyMember[] = allFaultyMembers.filter(
  ({ thoroughOnly }) => thoroughOnly !== undefined,
);

/** What a fault is in: the tests of each part run beside those of the others. */
type Part = 'messages' | 'state' | 'limits';

const PARTS: { readonly [family in Family]: Part } = {
  authentication: 'messages',
  validation: 'messages',
  errors: 'messages',
  bodies: 'messages',
  standards: 'messages',
  collections: 'state',
  operations: 'state',
  robustness: 'state',
  'rate-limit-headers': 'limits',
  'rate-limit-enforcement': 'limits',
};

/** The faults in one part of a service that a standard run has to find. */
export function faultsIn(part: Part): readonly FaultyMember[] {
  return faultyMembers.filter(({ family }) => PARTS[family] === part);
}
