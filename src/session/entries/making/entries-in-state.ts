import { opened } from '../../../interface/resources/lists/member-places.ts';
import { placeAskedBy } from '../../../checks/resources/creations/creations.ts';
import { deedOf, entryIn, isSuccess, pathOfEntry } from '../../../checks/resources/deeds.ts';
import type { OwnEntry } from '../../../checks/resources/ownership/own-entries.ts';
import { SAFE_METHODS } from '../../../http/exchange.ts';
import type { Operation } from '../../../interface/model.ts';
import type { Resource } from '../../../interface/resources/resources.ts';
import { conditionTold, isState } from '../../../interface/resources/words/states/told-states.ts';
import { memberOf } from '../../../json/value.ts';
import type { Contract } from '../../../oracle/contract.ts';
import type { Reading } from '../../../oracle/reading.ts';

/** Which of the entries of a run an action is sent to: what is wrong with a request shows where nothing is wrong with the entry. */

/** What an exchange tells of one entry: what its answer shows at a path, or that something was done there. */
function toldOf(
  contract: Contract,
  resource: Resource,
  member: string,
  reading: Reading,
): { readonly path: string; readonly state: unknown } | undefined {
  if (!isSuccess(reading)) return undefined;
  const deed = deedOf(contract, reading);
  if (deed === undefined && SAFE_METHODS.has(reading.exchange.request.method)) return undefined;
  if (deed === undefined) return { path: placeAskedBy(contract, reading) ?? '', state: undefined };
  const shown = deed.resource === resource ? entryIn(resource, reading) : undefined;
  if (shown === undefined) return undefined;
  const path = deed.part === 'create' ? pathOfEntry(resource, deed.values, shown) : deed.path;
  const state = memberOf(opened(shown), member);
  return path === undefined || state === undefined ? undefined : { path, state };
}

/**
 * The oldest entry in a state in which the document says that an action is served, as the last answer showed it with nothing done to it
 * since; `undefined` where there is none, or the document says nothing of the kind.
 */
export function entryInState(
  { contract, readings }: { readonly contract: Contract; readonly readings: readonly Reading[] },
  resource: Resource,
  operation: Pick<Operation, 'path'>,
  living: readonly OwnEntry[],
): OwnEntry | undefined {
  const action = resource.actions.find((one) => one === operation);
  const condition = action === undefined ? undefined : conditionTold(resource, action);
  if (condition === undefined) return undefined;
  const open = new Set(living.map(({ path }) => path));
  const fitting = new Set<string>();
  for (const reading of readings.toReversed()) {
    if (open.size === 0) break;
    const { path = '', state } = toldOf(contract, resource, condition.member, reading) ?? {};
    if (path === '') continue;
    if (open.has(path) && isState(state) && condition.values.includes(state)) fitting.add(path);
    // Something below it that is no resource is what was done to it.
    for (const one of open) if (`${path}/`.startsWith(`${one}/`)) open.delete(one);
  }
  return living.find(({ path }) => fitting.has(path));
}
