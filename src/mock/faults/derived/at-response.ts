import { responseFor } from '../../../interface/documented-answers.ts';
import type { DocumentedResponse, Interface, Operation } from '../../../interface/model.ts';
import type { Reply, Stages, Visit } from '../../answers/stages/stages.ts';

/** A response of an operation whose answers the document shows. */
export type ResponsePlace = { readonly operation: Operation; readonly response: DocumentedResponse };

/**
 * Every response that the document shows, apart from the refusal over the rate limit: that one can come from any
 * operation, and has faults of its own.
 */
export function responsePlaces({ operations, rateLimits }: Interface): readonly ResponsePlace[] {
  return operations
    .filter(({ documentation }) => documentation === 'full')
    .flatMap((operation) => operation.responses.map((response) => ({ operation, response })))
    .filter(({ response }) => response.status !== String(rateLimits?.status));
}

/** Changes the answers that one documented response describes, when everything else about them is settled. */
export function atResponse(
  stages: Stages,
  { operation, response }: ResponsePlace,
  change: (reply: Reply) => Reply,
): Stages {
  function isMeant({ request, operation: asked }: Visit, status: number): boolean {
    const own = asked?.id === operation.id && request.method === operation.method;
    return own && responseFor(operation, status) === response;
  }
  return {
    ...stages,
    decorate(reply, charge, visit) {
      const decorated = stages.decorate(reply, charge, visit);
      return charge.kind !== 'refused' && isMeant(visit, reply.status) ? change(decorated) : decorated;
    },
  };
}
