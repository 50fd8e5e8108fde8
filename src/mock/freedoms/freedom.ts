import { hasStatements } from '../../interface/clauses.ts';
import type { Variation } from '../variation.ts';

/**
 * One way in which a service may differ from the usual mock and still do all that its document says: what it changes, the document
 * leaves open. Where a document leaves nothing open there, the mock does what it always does.
 */
export type Freedom = Variation;

/** A freedom that no document leaves whose statements say by themselves what comes: beside them nothing is silent. */
export function unstated(freedom: Freedom): Freedom {
  const { apply } = freedom;
  return {
    ...freedom,
    apply: (stages, context) => (hasStatements(context.interface) ? stages : apply(stages, context)),
  };
}

const NAMES = /^(?:name|title|email|slug|code|username|sku|label)$/i;

/** True for a member by whose value people tell entries apart. */
export function isCalled(member: string): boolean {
  return NAMES.test(member);
}
