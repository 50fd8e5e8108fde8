import type { Interface } from '../interface/model.ts';
import type { Fault } from '../mock/faults/fault.ts';

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
    case 'statuses':
    case 'bodies':
    case 'robustness':
      return undefined;
  }
}
