import type { Variation } from '../variation.ts';

export type FaultFamily =
  | 'authentication'
  | 'validation'
  | 'errors'
  | 'statuses'
  | 'collections'
  | 'bodies'
  | 'rate-limit-headers'
  | 'rate-limit-enforcement'
  | 'robustness';

/** One way in which a service may break its document. */
export type Fault = Variation & {
  readonly family: FaultFamily;
  /**
   * The checks of whose statements it breaks one, in the notation of `clauses.yaml`: `check-id`, or
   * `check-id@operationId` for a fault of one operation alone.
   */
  readonly breaks: readonly string[];
  /** The plan whose keys show it. Default: those of any plan do. */
  readonly plan?: string;
};
