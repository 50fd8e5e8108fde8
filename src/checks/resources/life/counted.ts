import type { Resource } from '../../../interface/resources/resources.ts';
import { fromPointer, valueAt } from '../../../json/pointer.ts';
import { isObject, type JsonObject, type Json, memberOf } from '../../../json/value.ts';
import type { Contract } from '../../../oracle/contract.ts';
import { type Reading, sentValue } from '../../../oracle/reading.ts';
import { deedOf, entryIn, isSuccess } from '../deeds.ts';
import { sentTo } from './entry-state.ts';

/** Numbers that clients send and services count by themselves. */

/** What requests sent of a number, and what the answers showed. */
type Numbers = { readonly sent: number; readonly shown: Json };

/** Members of entries whose numbers are the service's own, by what the creations of a run sent and showed. */
export function countedByResource(
  contract: Contract,
  readings: readonly Reading[],
): ReadonlyMap<Resource, ReadonlySet<string>> {
  const made = new Map<Resource, Made[]>();
  for (const reading of readings) {
    const deed = isSuccess(reading) ? deedOf(contract, reading) : undefined;
    const { operation } = reading.expectation;
    if (deed?.part !== 'create' || operation === undefined) continue;
    const place = fromPointer(sentTo(operation, deed.resource)?.pointer ?? '');
    const [sent, shown] = [valueAt(sentValue(reading) ?? null, place), entryIn(deed.resource, reading)];
    if (!isObject(sent) || shown === undefined) continue;
    made.set(deed.resource, [...(made.get(deed.resource) ?? []), { sent, shown }]);
  }
  return new Map([...made].map(([resource, all]) => [resource, countedMembers(all)]));
}

/** So many numbers of the service's for each that is what was sent. */
const MOSTLY = 3;

/** What a creation sent of an entry, and what its answer showed. */
type Made = { readonly sent: JsonObject; readonly shown: JsonObject };

/**
 * Members whose numbers are the service's own, although the document does not say so (a count, an instant): hardly one was taken as it
 * was sent, and they differ. A bound that numbers are cut to would be the same each time.
 */
function countedMembers(made: readonly Made[]): ReadonlySet<string> {
  const all = new Map<string, Numbers[]>();
  for (const one of made)
    for (const [name, value] of Object.entries(one.sent)) {
      const shown = memberOf(one.shown, name);
      if (typeof value !== 'number' || shown === undefined) continue;
      all.set(name, [...(all.get(name) ?? []), { sent: value, shown }]);
    }
  const isOwn = (numbers: readonly Numbers[]): boolean => {
    const own = numbers.filter(({ sent, shown }) => typeof shown === 'number' && Math.abs(sent - shown) >= 1);
    // A count may come by what was sent by chance.
    const isRule = own.length > 0 && own.length >= (numbers.length - own.length) * MOSTLY;
    // One alone may be cut or counted: it tells nothing.
    return isRule && (own.length === 1 || own.some(({ shown }) => shown !== own[0]?.shown));
  };
  return new Set([...all].filter(([, numbers]) => isOwn(numbers)).map(([name]) => name));
}
