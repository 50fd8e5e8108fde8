/** What statements beside a document promise of valid requests. Apart from the rest of the contract, since it takes no validators. */
import { hasStatements, isStated } from '../interface/clauses.ts';
import type { Interface, Operation } from '../interface/model.ts';
import { onceFor, onceForBoth } from '../system/once-for.ts';

/** True where a statement beside the document says that valid requests of an operation are served. */
function isPromised(document: Interface, operation: Operation): boolean {
  return isStated(document, 'statuses.success', operation);
}

const CHANGING: ReadonlySet<string> = new Set(['PUT', 'PATCH', 'DELETE']);

/**
 * True where statements beside the document say of all that it documents when a 4xx comes: then a valid request is certainly
 * fine, and its refusal breaks one. Elsewhere a documented refusal may have a reason that no document names: an email that is
 * in use, a day that is over, something that is not there. That goes for whatever changes or removes entries, too: what a
 * request gets there depends on those before it.
 */
export const saysWhenRefused = onceFor(
  (document: Interface): boolean =>
    hasStatements(document) &&
    document.operations
      .filter(({ documentation }) => documentation === 'full')
      .every((operation) => isPromised(document, operation) && !CHANGING.has(operation.method)),
);

/** The same for one operation: nothing that its path names may be missing, and a statement promises that it is served. */
export const isCertainlyServed: (document: Interface, operation: Operation) => boolean = onceForBoth(
  (document: Interface, operation: Operation) => {
    if (saysWhenRefused(document)) return true;
    return (
      !operation.path.includes('{') && !CHANGING.has(operation.method) && isPromised(document, operation)
    );
  },
);
