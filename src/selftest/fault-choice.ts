import type { Interface, Operation } from '../interface/model.ts';
import type { Fault } from '../mock/faults/fault.ts';
import { faultsOf } from '../mock/faults/faults.ts';
import type { Freedom } from '../mock/freedoms/freedom.ts';
import { freedoms } from '../mock/freedoms/freedoms.ts';

/** Which faults of a document a self-test tries. */

/** True where the document says what some error of an operation looks like: elsewhere every error is as documented. */
function showsErrors({ responses }: Operation): boolean {
  return responses.some(
    ({ status, representations }) => /^(?:[45]|default$)/i.test(status) && representations.length > 0,
  );
}

/** Why no mock of the document can show a fault; `undefined` where one may. */
export function whyInapplicable(document: Interface, { family }: Fault): string | undefined {
  const { operations, collections, rateLimits } = document;
  switch (family) {
    case 'rate-limit-headers':
    case 'rate-limit-enforcement':
      return rateLimits === undefined ? 'the document states no rate limit' : undefined;
    case 'authentication':
      return operations.some(({ credential }) => credential !== undefined)
        ? undefined
        : 'no operation requires a credential';
    case 'validation':
      return operations.some(
        ({ requestBody, parameters }) => requestBody !== undefined || parameters.length > 0,
      )
        ? undefined
        : 'no operation takes a body or a parameter';
    case 'collections':
      return collections.length > 0
        ? undefined
        : 'the document shows no collection that can be created and listed';
    case 'errors':
      return operations.some(showsErrors) ? undefined : 'the document shows no error with a body';
    case 'statuses':
    case 'bodies':
    case 'robustness':
      return undefined;
  }
}

/** Faults that a mock of the document may show, and how many can't show in any, by the reason. */
export type FaultChoice = {
  readonly kind: 'chosen';
  readonly applicable: readonly Fault[];
  readonly inapplicable: ReadonlyMap<string, number>;
  /** All of them where nobody chose faults; else none. */
  readonly freedoms: readonly Freedom[];
};

function isMeant(wanted: string, name: string): boolean {
  return wanted.endsWith('*') ? name.startsWith(wanted.slice(0, -1)) : name === wanted;
}

/**
 * The faults of a document that are wanted: by name, or with a star at the end by the beginning of their names; all of them
 * by default. `unknown`: the first name that none has.
 */
export function chooseFaults(
  document: Interface,
  wanted: readonly string[] | undefined,
): FaultChoice | { readonly kind: 'unknown'; readonly name: string } {
  const known = faultsOf(document);
  const unknown = wanted?.find((one) => !known.some(({ name }) => isMeant(one, name)));
  if (unknown !== undefined) return { kind: 'unknown', name: unknown };
  const chosen = known.filter(({ name }) => wanted?.some((one) => isMeant(one, name)) ?? true);
  const inapplicable = new Map<string, number>();
  const applicable = chosen.filter((fault) => {
    const reason = whyInapplicable(document, fault);
    if (reason !== undefined) inapplicable.set(reason, (inapplicable.get(reason) ?? 0) + 1);
    return reason === undefined;
  });
  return { kind: 'chosen', applicable, inapplicable, freedoms: wanted === undefined ? freedoms : [] };
}
