import type { Operation } from '../interface/model.ts';
import type { HeaderLine, Refusal } from './stages.ts';

/** A refusal with the status that the operation documents: the first of `statuses` that it shows, otherwise the first. */
export function refusal(
  operation: Operation | undefined,
  statuses: readonly [number, ...number[]],
  code: string,
  message: string,
  headers: readonly HeaderLine[] = [],
): Refusal {
  const documented = statuses.find((status) =>
    operation?.responses.some((response) => response.status === String(status)),
  );
  return { status: documented ?? statuses[0], code, message, headers };
}

/** Refuses a body or parameter: 400, or 422 where only that is documented. */
export function invalid(operation: Operation | undefined, code: string, message: string): Refusal {
  return refusal(operation, [400, 422], code, message);
}
