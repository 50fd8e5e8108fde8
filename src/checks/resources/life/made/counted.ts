import type { Resource } from '../../../../interface/resources/resources.ts';
import { fromPointer, valueAt } from '../../../../json/pointer.ts';
import { isObject, type JsonObject, type Json, memberOf } from '../../../../json/value.ts';
import type { Contract } from '../../../../oracle/contract.ts';
import { type Reading, sentValue } from '../../../../oracle/reading.ts';
import { deedOf, entryIn, isSuccess } from '../../deeds.ts';
import { sentTo } from '../members/entry-state.ts';

/** Numbers that clients send and services count by themselves. */

/** What requests sent of a number, and what the answers showed. */
type Numbers = { readonly sent: number; readonly shown: Json };

/** Finds the members of entries whose numbers are the service's own, by what the creations of a run sent and showed. */
export class CountedNumbers {
  readonly #contract: Contract;
  readonly #made = new Map<Resource, Made[]>();
  readonly #counted = new Map<Resource, ReadonlySet<string>>();

  constructor(contract: Contract) {
    this.#contract = contract;
  }

  note(reading: Reading): void {
    const deed = isSuccess(reading) ? deedOf(this.#contract, reading) : undefined;
    const { operation } = reading.expectation;
    if (deed?.part !== 'create' || operation === undefined) return;
    const place = fromPointer(sentTo(operation, deed.resource)?.pointer ?? '');
    const [sent, shown] = [valueAt(sentValue(reading) ?? null, place), entryIn(deed.resource, reading)];
    if (!isObject(sent) || shown === undefined) return;
    const made = this.#made.get(deed.resource) ?? [];
    made.push({ sent, shown });
    this.#made.set(deed.resource, made);
    this.#counted.delete(deed.resource);
  }

  /** What is known of the entries of a resource; `undefined` where none was made. */
  of(resource: Resource): ReadonlySet<string> | undefined {
    const made = this.#made.get(resource);
    if (made === undefined) return undefined;
    const counted = this.#counted.get(resource) ?? countedMembers(made);
    this.#counted.set(resource, counted);
    return counted;
  }
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
