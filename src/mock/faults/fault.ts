import type { Interface } from '../../interface/model.ts';
import type { Stages } from '../answers/stages/stages.ts';
import type { MockKey } from '../state/keys.ts';

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

/** What a fault may know of the mock that it spoils. */
export type FaultContext = {
  readonly interface: Interface;
  readonly keys: readonly MockKey[];
  /** The mock's clock, in ms since the epoch. */
  readonly now: () => number;
};

/** One way in which a service may break its document. `apply` replaces the stages that it spoils and keeps all others. */
export type Fault = {
  readonly name: string;
  readonly family: FaultFamily;
  readonly title: string;
  /**
   * The checks of whose statements it breaks one, in the notation of `clauses.yaml`: `check-id`, or
   * `check-id@operationId` for a fault of one operation alone.
   */
  readonly breaks: readonly string[];
  /** The plan whose keys show it. Default: those of any plan do. */
  readonly plan?: string;
  /** How many entries collections hold at the start where it shows. Default: it shows with the document's examples. */
  readonly entries?: number;
  /** It shows where entries are of the key that made them, and another key asks for them. */
  readonly entriesOf?: 'key';
  readonly apply: (stages: Stages, context: FaultContext) => Stages;
};
