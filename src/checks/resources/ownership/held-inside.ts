import { SAFE_METHODS } from '../../../http/exchange.ts';
import { plainName } from '../../../interface/names.ts';
import { type Resource, resourcesOf } from '../../../interface/resources/resources.ts';
import { fromPointer, valueAt } from '../../../json/pointer.ts';
import { isObject } from '../../../json/value.ts';
import type { Contract } from '../../../oracle/contract.ts';
import { type Reading, sentValue } from '../../../oracle/reading.ts';
import { schemaMembers } from '../../../schema/members.ts';
import { type Deed, deedOf, isSuccess } from '../deeds.ts';
import { placeAskedBy } from '../creations/creations.ts';
import { sentTo } from '../life/members/entry-state.ts';

/**
 * Entries that stand below another one and in its body as well (`/orders/{id}/lines`, and the `lines` of an order): what replaces the
 * one puts others in their place, and no document says by which names.
 */

/** True for a member that may hold the entries at a path: both are called alike (`items` and `lineItems`). */
function mayHold(member: string, { path }: Resource): boolean {
  const [own, last] = [plainName(member), plainName(path.slice(path.lastIndexOf('/') + 1))];
  return own !== '' && last !== '' && (own.endsWith(last) || last.endsWith(own));
}

/** The resources whose entries a change or a replacement of what holds them may have put others in the place of. */
function writtenInside(
  { interface: document }: Contract,
  { resource, part }: Deed,
  reading: Reading,
): readonly Resource[] {
  const { operation } = reading.expectation;
  if (operation === undefined || (part !== 'change' && part !== 'replace')) return [];
  const place = sentTo(operation, resource);
  if (place === undefined) return [];
  const sent = valueAt(sentValue(reading) ?? null, fromPointer(place.pointer));
  // What a change does not name, it leaves alone; one in a form of its own may name anything.
  const isNamed = (member: string): boolean =>
    part === 'replace' || !isObject(sent) || Object.hasOwn(sent, member);
  const members = [...schemaMembers(place.schema).properties.keys()].filter(isNamed);
  return resourcesOf(document).filter(
    (inner) => inner.parent === resource.path && members.some((member) => mayHold(member, inner)),
  );
}

/** True for the entries inside of one in whose place a change or a replacement of it may have put others. */
export function replacedBy(
  contract: Contract,
  deed: Deed,
  reading: Reading,
): (entry: { readonly resource: Resource }) => boolean {
  const status = reading.answer?.status ?? 0;
  const inner = status >= 300 && status < 500 ? [] : writtenInside(contract, deed, reading);
  return ({ resource }) => inner.includes(resource);
}

/**
 * True for a request after which what is inside of an entry may be another than before: one that writes the entry with what is in it,
 * or does something to it (`POST /carts/{id}/checkout`).
 */
export function mayEmpty(contract: Contract, reading: Reading, inner: Resource, path: string): boolean {
  const { method } = reading.exchange.request;
  const isDone = isSuccess(reading) || reading.answer === undefined;
  if (SAFE_METHODS.has(method) || !isDone) return false;
  const deed = deedOf(contract, reading);
  if (deed !== undefined)
    return path.startsWith(`${deed.path}/`) && writtenInside(contract, deed, reading).includes(inner);
  const done = placeAskedBy(contract, reading) ?? '';
  return done !== '' && path.startsWith(`${done.slice(0, done.lastIndexOf('/'))}/`);
}
