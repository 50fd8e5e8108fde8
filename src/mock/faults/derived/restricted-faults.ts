import type { Collection, Interface, Operation } from '../../../interface/model.ts';
import type { Kept, Stages, Visit } from '../../answers/stages/stages.ts';
import { authenticationFaults } from '../authentication-faults.ts';
import { collectionFaults } from '../collection-faults.ts';
import type { Fault } from '../fault.ts';
import { derivedName } from './derived-name.ts';

/** What one operation may get wrong about credentials. Statuses and fields of its 401 have faults of their own. */
const OF_OPERATIONS = [
  'any-key-accepted',
  'missing-key-accepted',
  'scheme-ignored',
  'key-suffix-ignored',
  'key-prefix-ignored',
  'key-beginning-accepted',
  'key-case-ignored',
];
/** What is documented of an operation that is only named. */
const OF_NAMED = ['any-key-accepted', 'missing-key-accepted'];

/** The fault at one operation, and none at the others. */
function atOperation(fault: Fault, operation: Operation): Fault {
  return {
    ...fault,
    name: derivedName(operation, fault.name),
    title: `at ${operation.id}, ${fault.title}`,
    breaks:
      operation.documentation === 'named'
        ? [`authentication.named-operation@${operation.id}`]
        : fault.breaks.map((check) => `${check}@${operation.id}`),
    apply(stages, context) {
      const spoilt = fault.apply(stages, context);
      const forVisit = (visit: Visit): Stages => (visit.operation?.id === operation.id ? spoilt : stages);
      return {
        ...stages,
        identify: (visit, inForce) =>
          forVisit(visit).identify(visit, { ...inForce, admits: forVisit(visit).admits }),
        guard: (caller, visit) => forVisit(visit).guard(caller, visit),
      };
    },
  };
}

function credentialFaults(operation: Operation): readonly Fault[] {
  const { credential, documentation } = operation;
  if (credential === undefined) return [];
  const names = documentation === 'named' ? OF_NAMED : OF_OPERATIONS;
  return authenticationFaults
    .filter(({ name }) => names.includes(name))
    .filter(({ name }) => name !== 'scheme-ignored' || credential.kind === 'http-bearer')
    .map((fault) => atOperation(fault, operation));
}

/** The fault in one collection, and none in the others. */
function inCollection(fault: Fault, { path, create }: Collection): Fault {
  return {
    ...fault,
    name: derivedName(create, fault.name),
    title: `in ${path}, ${fault.title}`,
    breaks: fault.breaks,
    apply(stages, context) {
      const spoilt = fault.apply(stages, context);
      const of = (collection: Kept): Stages => (collection.path === path ? spoilt : stages);
      return {
        ...stages,
        assign: (collection, sent) => of(collection).assign(collection, sent),
        insert: (collection, entry) => of(collection).insert(collection, entry),
        entries: (collection) => of(collection).entries(collection),
      };
    },
  };
}

/**
 * For each operation what it may get wrong about credentials; and, where there are several collections, for each of them
 * what it may get wrong about its entries.
 */
export function restrictedFaults({ operations, collections }: Interface): readonly Fault[] {
  const kept = collectionFaults.filter(({ name }) => name !== 'list-wrapped');
  return [
    ...operations.flatMap(credentialFaults),
    ...(collections.length < 2
      ? []
      : collections.flatMap((one) => kept.map((fault) => inCollection(fault, one)))),
  ];
}
