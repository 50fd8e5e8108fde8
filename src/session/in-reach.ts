import { SAFE_METHODS } from '../http/exchange.ts';
import type { Collection, Interface, Operation } from '../interface/model.ts';
import { namesInPlaceOfPath } from '../interface/resources/words/named-deeds.ts';
import { requestSchema, saysWhenRefused, takesJson } from '../oracle/contract.ts';
import { onceFor } from '../system/once-for.ts';
import { asksForProof, touchesAccount } from './account.ts';
import { changesEntry, placeToMake, worksInsideEntry } from './entries/own-things.ts';
import type { ProbeContext } from './probe.ts';

/** Which operations of a document a run may ask for, and with what. */

type Reach = Pick<ProbeContext, 'document' | 'allowWrites'>;

const besideAccount = onceFor((document: Interface): readonly Operation[] =>
  document.operations.filter((operation) => touchesAccount(document, operation) === undefined),
);

const amongThem = onceFor((operations: readonly Operation[]): ReadonlySet<Operation> => new Set(operations));

/** Operations that a run may send at all, with whatever key: all but those that could change its own account. */
export function allowedOperations({ document, allowWrites }: Reach): readonly Operation[] {
  return allowWrites ? document.operations : besideAccount(document);
}

/** Tells whether a run may send an operation at all. */
export function isAllowedIn(context: Reach): (operation: Operation) => boolean {
  const allowed = amongThem(allowedOperations(context));
  return (operation) => allowed.has(operation);
}

/** True for what names in its body the entry that it changes: one of the run. */
function namesOwnInBody(document: Interface, operation: Operation): boolean {
  return namesInPlaceOfPath(document, operation) && !saysWhenRefused(document);
}

/** Documented operations that may be asked with the valid key without changing what others made. */
export function harmlessOperations(context: ProbeContext): readonly Operation[] {
  return allowedOperations(context).filter((operation) => {
    if (operation.documentation === 'named') return false;
    if (SAFE_METHODS.has(operation.method)) return true;
    if (context.readOnly || operation.path.includes('{')) return false;
    return operation.method === 'POST' || namesOwnInBody(context.document, operation);
  });
}

/** Operations that were served for an entry that the run made, which is still there: they change nothing of others. */
function ownOperations(context: ProbeContext): readonly Operation[] {
  if (context.readOnly || saysWhenRefused(context.document)) return [];
  return allowedOperations(context).filter(
    (operation) =>
      operation.documentation === 'full' &&
      (changesEntry(context.session, operation) || worksInsideEntry(context.session, operation)) &&
      context.baselines.isServed(operation) &&
      placeToMake(context.session, operation) !== undefined,
  );
}

/** True where the run would have to know a password that it does not have. */
function isUnproven({ baselines }: ProbeContext, operation: Operation): boolean {
  return asksForProof(operation) && !baselines.isServed(operation);
}

/** Documented operations that take a body and whose refusals can be provoked without changing anything of others. */
export function operationsWithBody(context: ProbeContext): readonly Operation[] {
  return [...harmlessOperations(context), ...ownOperations(context)].filter(
    (operation) => requestSchema(operation) !== undefined && !isUnproven(context, operation),
  );
}

/** Those among them whose body goes as JSON. */
export function operationsWithJson(context: ProbeContext): readonly Operation[] {
  return operationsWithBody(context).filter(takesJson);
}

/** Those among them that take one valid body as another: a login takes that of one password alone, and services count the others. */
export function operationsWithAnyBody(context: ProbeContext): readonly Operation[] {
  return operationsWithBody(context).filter((operation) => !asksForProof(operation));
}

/** Collections that the run may create entries of. */
export function writableCollections(context: ProbeContext): readonly Collection[] {
  if (context.readOnly) return [];
  const isAllowed = isAllowedIn(context);
  return context.document.collections.filter(
    ({ create, path }) =>
      isAllowed(create) &&
      (!path.includes('{') || context.allowWrites || placeToMake(context.session, create) !== undefined),
  );
}

/**
 * Documented operations whose credential may be altered. What could change something is sent only to what the run made: a service
 * that takes any key would do it. Where a valid request is not certainly fine, it has to have been served.
 */
export function securedOperations(context: ProbeContext): readonly Operation[] {
  const isCertain = saysWhenRefused(context.document);
  const harmless = new Set([...harmlessOperations(context), ...ownOperations(context)]);
  return allowedOperations(context).filter((operation) => {
    if (operation.documentation === 'named' || operation.credential === undefined) return false;
    // What a browser asks before it sends anything has no credential (Fetch, CORS-preflight), and is answered all the same.
    if (operation.method === 'OPTIONS') return false;
    if (isCertain) return operation.method === 'GET' || (operation.method === 'POST' && !context.readOnly);
    return harmless.has(operation) && context.baselines.isServed(operation);
  });
}
