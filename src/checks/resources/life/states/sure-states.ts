import { isHolder, opened } from '../../../../interface/resources/lists/member-places.ts';
import {
  isState,
  listedStates,
  type State,
} from '../../../../interface/resources/words/states/told-states.ts';
import { type Json, memberOf } from '../../../../json/value.ts';
import type { Reading } from '../../../../oracle/reading.ts';
import { TELLING_LAG_MS } from '../../judges.ts';
import { asksNothingCertain, type Life } from '../life.ts';

/** What is sure of the state of an entry when a request comes. */

/** What others ask for, and what no document has a reading of, may be answered with anything. */
export function isAsked(reading: Reading): boolean {
  return reading.exchange.request.credential.kind === 'valid' && !asksNothingCertain(reading);
}

/**
 * The state of an entry, where the last answer shows it and can't be older than what was done last. `isSteady`: an update that does not
 * name the state is taken to leave it alone, which a service need not do.
 */
export function sureState(life: Life, member: string, isSteady: boolean): State | undefined {
  const { shown, moved, resource } = life;
  const now = shown === undefined ? undefined : memberOf(opened(shown), member);
  const isListed =
    listedStates(resource)
      .get(member)
      ?.some(({ value }) => value === now) === true;
  if (!isState(now) || !isListed) return undefined;
  if (isSteady && moved?.names?.has(member) === false && ![...moved.names].some(isHolder)) return now;
  return freshValue(life, member) === undefined ? undefined : now;
}

/** The value of a member, where the last answer shows it and can't be older than what was done last. */
export function freshValue({ shown, isFresh, moved, lookedMs }: Life, member: string): Json | undefined {
  const now = shown === undefined ? undefined : memberOf(opened(shown), member);
  if (!isFresh) return undefined;
  const isLate = moved !== undefined && lookedMs - moved.endMs < TELLING_LAG_MS;
  const isOther = moved?.from !== undefined && memberOf(opened(moved.from), member) !== now;
  return isLate && !isOther ? undefined : now;
}
