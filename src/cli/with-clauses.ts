import { checks } from '../checks/catalogue.ts';
import { derivedClauses } from '../interface/derived-clauses.ts';
import type { Interface } from '../interface/model.ts';

/** The interface with a clause for each check that applies to it, when its document has no `clauses.yaml`. */
export function withClauses(document: Interface): Interface {
  const applicable = checks.filter((check) => check.notApplicable(document) === undefined);
  return { ...document, clauses: derivedClauses(document, applicable) };
}
