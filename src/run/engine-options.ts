import type { Capabilities, Check } from '../checks/check.ts';
import type { KeyRing } from '../credential/key-ring.ts';
import type { Client } from '../client/client.ts';
import type { Exchange } from '../http/exchange.ts';
import type { Interface } from '../interface/model.ts';
import type { Reading } from '../oracle/reading.ts';
import type { RunEvent, RunRecord, RunSettings } from '../record/record.ts';
import type { Clock } from '../system/clock.ts';
import type { EarlierRun } from './open-run.ts';

export type EngineOptions = {
  readonly document: Interface;
  readonly client: Client;
  readonly key: string | undefined;
  /** The key of another user. */
  readonly otherKey?: string | undefined;
  /** As in `RunRequest`. */
  readonly otherIsRegistered?: boolean | undefined;
  /** As in `RunRequest`. */
  readonly accountIsOwn?: boolean | undefined;
  /** In place of the key, where schemes have secrets of their own. */
  readonly keyOf?: KeyRing | undefined;
  readonly settings: RunSettings;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Six letters or digits, in every name that the run creates. */
  readonly runId: string;
  readonly onEvent: (event: RunEvent) => void;
  readonly onExchange: (reading: Reading) => void;
  /** A probe did all that it set out to do. Default: nobody wants to know. */
  readonly onProbeDone?: (id: string) => void;
  /** Checks beside those of assay. */
  readonly ownChecks?: readonly Check[];
  /** What was answered before the run began: the rest that it asked for still holds. Default: nothing. */
  readonly heard?: readonly Exchange[] | undefined;
  /** What this run goes on with. */
  readonly earlier?: EarlierRun | undefined;
  /** Records whose failed cases are sent first. */
  readonly replayFirst?: readonly RunRecord[] | undefined;
};

/** What a run can show, with its account where that is its own, and with the key of another user where there is one. */
export function withUsers(
  declared: Capabilities,
  {
    otherKey,
    otherIsRegistered,
    accountIsOwn,
  }: Pick<EngineOptions, 'otherKey' | 'otherIsRegistered' | 'accountIsOwn'>,
): Capabilities {
  const whose = otherIsRegistered === true ? 'registered' : 'given';
  return {
    ...declared,
    ...(accountIsOwn === true ? { ownAccount: true } : {}),
    ...(otherKey === undefined ? {} : { otherKey: whose }),
  };
}
