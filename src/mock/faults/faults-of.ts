import type { Interface } from '../../interface/model.ts';
import { derivedFaults } from './derived/derived-faults.ts';
import type { Fault } from './fault.ts';
import { faults } from './faults.ts';

/** Every fault that a mock of this document can be given: those that any service may have, and those that follow from it. */
export function faultsOf(document: Interface): readonly Fault[] {
  return [...faults, ...derivedFaults(document)];
}
