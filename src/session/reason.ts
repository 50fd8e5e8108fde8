import type { Operation } from '../interface/model.ts';

/** Why a probe did not run, or not to its end; with the option that would let it, where a choice of the caller kept it. */
export type Reason =
  | {
      readonly cause: 'declared';
      readonly reason: string;
      readonly option?: string;
      /** Id of the operation that the document lets no request be made of. */
      readonly operation?: string;
    }
  | { readonly cause: 'went-wrong'; readonly reason: string };

/** Why no request can be made: the document allows none, or none was found. */
export function withoutValues(
  operation: Operation,
  what: string,
  { reason, isOurs }: { readonly reason: string; readonly isOurs: boolean },
): Reason {
  const words = `${what}: ${reason}`;
  return isOurs
    ? { cause: 'went-wrong', reason: words }
    : { cause: 'declared', reason: words, operation: operation.id };
}
