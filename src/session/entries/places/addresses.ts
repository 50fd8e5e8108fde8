import { entryIn, placeReferredTo, placeToldBy } from '../../../checks/resources/deeds.ts';
import type { OwnEntry } from '../../../checks/resources/ownership/own-entries.ts';
import { ownLinks } from '../../../interface/resources/names/names-elsewhere.ts';
import type { Resource } from '../../../interface/resources/resources.ts';
import { isObject, type JsonObject } from '../../../json/value.ts';
import type { Contract } from '../../../oracle/contract.ts';
import type { Reading } from '../../../oracle/reading.ts';
import type { Schema } from '../../../schema/keywords.ts';
import { mergedKeywords } from '../../../schema/merge.ts';

/** Addresses of entries as the service tells them (`_links.self.href`, `@id`): bodies may name an entry by its own. */

/** Where an entry stands: its address as it is told, and its path relative to the base address. */
export type Address = { readonly told: string; readonly path: string };

/** Where an entry that an answer shows says that it stands; `undefined` for one that says nothing of it. */
export function addressTold(
  contract: Contract,
  resource: Resource,
  reading: Reading,
  entry: JsonObject,
): Address | undefined {
  for (const told of ownLinks(entry)) {
    const path = placeReferredTo(contract, resource, reading, told);
    if (path !== undefined) return { told, path };
  }
  return undefined;
}

const kept = new WeakMap<OwnEntry, string | undefined>();

/** The address of an entry of the run, as the answer that made it tells it. */
export function addressOfOwn(contract: Contract, own: OwnEntry): string | undefined {
  if (kept.has(own)) return kept.get(own);
  const { resource, madeBy, path } = own;
  const shown = entryIn(resource, madeBy);
  const told = shown === undefined ? undefined : addressTold(contract, resource, madeBy, shown);
  const [location] = madeBy.answer?.header('location') ?? [];
  const located = placeToldBy(contract, madeBy) === path ? location : undefined;
  const address = told?.path === path ? told.told : located;
  kept.set(own, address);
  return address;
}

const ADDRESS_FORMATS: readonly unknown[] = ['uri', 'uri-reference', 'iri', 'iri-reference', 'url'];
const SPEAKS_OF_ADDRESSES = /\b(?:hyper)?links?\b|\b(?:uri|url|iri|href)s?\b/i;

/** True for a member that by its schema names things by their addresses, one or a list of them. */
export function takesAddresses(root: Schema, member: Schema): boolean {
  const { format, description, items } = mergedKeywords(member, root);
  if (ADDRESS_FORMATS.includes(format)) return true;
  if (typeof description === 'string' && SPEAKS_OF_ADDRESSES.test(description)) return true;
  return isObject(items) && ADDRESS_FORMATS.includes(mergedKeywords(items, root).format);
}
