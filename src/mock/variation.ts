import type { Interface } from '../interface/model.ts';
import type { Stages } from './answers/stages/stages.ts';
import type { MockKey } from './state/keys.ts';

/** What is known of the mock that is made to do something otherwise. */
export type VariationContext = {
  readonly interface: Interface;
  readonly keys: readonly MockKey[];
  /** The mock's clock, in ms since the epoch. */
  readonly now: () => number;
};

/** One way in which a mock may do otherwise than the usual one. `apply` replaces the stages that differ and keeps all others. */
export type Variation = {
  readonly name: string;
  readonly title: string;
  /** How many entries collections hold at the start where it shows. Default: it shows with the document's examples. */
  readonly entries?: number;
  /** It shows where entries are of the key that made them, and another key asks for them. */
  readonly entriesOf?: 'key';
  readonly apply: (stages: Stages, context: VariationContext) => Stages;
};
