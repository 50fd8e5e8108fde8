import type { Operation } from '../interface/model.ts';
import { refusal } from './refusals.ts';
import type { Stages } from './stages.ts';

export type Errors = {
  /** The share of requests that fail, from 0 to 1. */
  readonly rate: number;
  /** Gives numbers from 0 to below 1. */
  readonly random: () => number;
};

/** The error of a server that the operation documents, its lowest; 500 where it documents none. */
function serverError(operation: Operation | undefined): number {
  const documented = operation?.responses
    .map(({ status }) => status)
    .filter((status) => /^5\d\d$/.test(status));
  return Number(documented?.toSorted()[0] ?? 500);
}

/**
 * Stages that answer a share of the requests within the limit with an error of the server, in the documented shape. They count
 * against quotas as any others, and change nothing.
 */
export function withErrors(stages: Stages, { rate, random }: Errors): Stages {
  return {
    ...stages,
    guard: (caller, visit) =>
      random() < rate
        ? refusal(
            visit.operation,
            [serverError(visit.operation)],
            'internal_error',
            'The server failed, as --error-rate asks for.',
          )
        : stages.guard(caller, visit),
  };
}
