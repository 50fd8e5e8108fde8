import type { Interface, Operation } from '../../../interface/model.ts';
import { plainName } from '../../../interface/names.ts';
import { ANYTHING, type Named, thingAt } from '../../../interface/resources/names/called.ts';
import { partOf, type Resource, resourcesOf } from '../../../interface/resources/resources.ts';
import { wholeNameAt } from '../../../interface/resources/names/whole-names.ts';
import { numbersIn } from '../../../json/lossless.ts';
import type { Contract } from '../../../oracle/contract.ts';
import type { Reading } from '../../../oracle/reading.ts';
import type { OwnEntry } from '../../../checks/resources/ownership/own-entries.ts';
import { addressOfOwn } from '../../entries/places/addresses.ts';
import { identityIn } from '../../entries/named-in-bodies.ts';
import { ownershipOf } from '../../entries/own-things.ts';
import { servedNamesFor, spentFor } from './spent-names.ts';

/** What the run made, as the bodies of later requests name it. */

export type Told = { readonly contract: Contract; readonly readings: readonly Reading[] };

/** So many of each kind are known to a body: what is moved goes from one to another. */
const MOST_OF_A_KIND = 2;

/** What things of a resource call their identity, where no other ones are inside of something and what names them makes none that is called so. */
function ownNameOf(document: Interface, resource: Resource, operation: Operation): string | undefined {
  const { identity, parameter, path } = resource;
  const plain = plainName(identity ?? parameter ?? 'id');
  const made = partOf(document, operation)?.resource;
  const isSame = [made?.identity, made?.parameter].some(
    (name) => name !== undefined && plainName(name) === plain,
  );
  return path.includes('{') || (isSame && !ANYTHING.includes(plain)) ? undefined : plain;
}

/** What the run made and is there, the oldest of each kind that may still be named, and then one more of each. */
export function madeFor(session: Told, operation: Operation): readonly Named[] {
  const { interface: document } = session.contract;
  const oldest = new Map<Resource, OwnEntry[]>();
  const spent = spentFor(session, operation);
  const living = ownershipOf(session).entries.filter(({ standing }) => standing === 'there');
  const free = living.filter((one) => !spent.has(one));
  // What was served once is served again: another one may be in a state in which it is not.
  const served = servedNamesFor(session, operation);
  for (const entry of [...free.filter((one) => served.has(one)), ...free, ...living]) {
    const known = oldest.get(entry.resource) ?? [];
    if (known.length < MOST_OF_A_KIND && !known.includes(entry))
      oldest.set(entry.resource, [...known, entry]);
  }
  const named = (resource: Resource, at: number): readonly Named[] => {
    const own = resource.create === operation ? undefined : oldest.get(resource)?.[at];
    if (own === undefined) return [];
    const text = identityIn(own.path);
    const address = addressOfOwn(session.contract, own);
    const called = ownNameOf(document, resource, operation);
    const thing = {
      thing: thingAt(resource.path),
      identity: 'id',
      place: resource.path,
      address,
      own: called,
    };
    const names = [wholeNameAt(resource, own.path) ?? [], text, numbersIn(text)].flat();
    return names.map((value) => ({ ...thing, value }));
  };
  return [0, 1].flatMap((at) => resourcesOf(document).flatMap((resource) => named(resource, at)));
}
