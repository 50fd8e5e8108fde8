import { deedOf, entryIn, isSuccess } from '../../checks/resources/deeds.ts';
import { SAFE_METHODS } from '../../http/exchange.ts';
import type { Resource } from '../../interface/resources/resources.ts';
import type { JsonObject } from '../../json/value.ts';
import type { Contract } from '../../oracle/contract.ts';
import type { Reading } from '../../oracle/reading.ts';
import type { Leftover } from '../../record/record.ts';
import type { Sent } from './own-things.ts';

/**
 * What a run changed of others and did not put back: things that are always there, outside of what it made. It is kept for a session
 * as its readings come, since those of drawn rounds are left out again.
 */

/** The probes that put back what the run changed of others. */
export const PUT_BACK = 'put-back';

type Changes = {
  /** What each thing showed last before the run changed it for the first time. */
  readonly before: Map<Resource, JsonObject>;
  /** The last request that changed each thing since it was put back. */
  readonly changed: Map<Resource, Reading>;
  /** Things that were changed at some time. */
  readonly touched: Set<Resource>;
  noted: number;
};

const kept = new WeakMap<Sent, Changes>();

function changesIn(session: Sent): Changes {
  const known = kept.get(session);
  if (known !== undefined) return known;
  const none: Changes = { before: new Map(), changed: new Map(), touched: new Set(), noted: 0 };
  kept.set(session, none);
  return none;
}

/** True for a request that may have changed something. */
function isWrite({ exchange, answer }: Reading): boolean {
  const status = answer?.status ?? 0;
  return !SAFE_METHODS.has(exchange.request.method) && (status < 400 || status >= 500);
}

function note({ before, changed, touched }: Changes, contract: Contract, reading: Reading): void {
  const deed = deedOf(contract, reading);
  if (deed?.resource.kind !== 'singleton' || deed.values.length > 0) return;
  const { resource } = deed;
  if (isWrite(reading)) {
    touched.add(resource);
    const isPutBack = isSuccess(reading) && reading.exchange.probe.startsWith(`${PUT_BACK}/`);
    if (isPutBack) changed.delete(resource);
    else changed.set(resource, reading);
  } else if (!touched.has(resource) && reading.expectation.operation === resource.read) {
    const shown = reading.answer?.status === 200 ? entryIn(resource, reading) : undefined;
    if (shown !== undefined) before.set(resource, shown);
  }
}

/** Notes what an earlier part of the run sent. */
export function noteEarlier(session: Sent, reading: Reading): void {
  note(changesIn(session), session.contract, reading);
}

function changesOf(session: Sent): Changes {
  const changes = changesIn(session);
  for (const reading of session.readings.slice(changes.noted)) note(changes, session.contract, reading);
  changes.noted = session.readings.length;
  return changes;
}

/** Keeps what was changed up to now, before the readings of a session are left out from a place on. */
export function keepChangesFrom(session: Sent, at: number): void {
  changesOf(session).noted = at;
}

/** The things of others that are not as they were, each with what it showed before the run; `undefined` where nothing was read. */
export function leftChanged(session: Sent): ReadonlyMap<Resource, JsonObject | undefined> {
  const { before, changed } = changesOf(session);
  return new Map([...changed.keys()].map((resource) => [resource, before.get(resource)]));
}

/** The same as a report tells it. */
export function changedLeftovers(session: Sent): readonly Leftover[] {
  return [...changesOf(session).changed.values()].map(({ expectation: { operation } }) => ({
    operation: operation?.id ?? '',
    name: `${operation?.path ?? ''} is not as it was`,
    identity: '',
  }));
}
