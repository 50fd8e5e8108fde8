import type { Interface, Operation } from '../../../interface/model.ts';
import { plainName, singularOf } from '../../../interface/names.ts';
import { withoutEndSlashes } from '../../../interface/resources/places.ts';
import type { Resource } from '../../../interface/resources/resources.ts';
import {
  namedDeedOf,
  namingMembersOf,
  type NamingMember,
} from '../../../interface/resources/words/named-deeds.ts';
import { plainText } from '../../../json/lossless.ts';
import { isList, isName, isObject, memberOf } from '../../../json/value.ts';
import { percentDecoded } from '../../../http/target.ts';
import { type Reading, sentValue } from '../../../oracle/reading.ts';
import type { OwnEntry } from '../ownership/own-entries.ts';

/** Entries that a call names in its body (`POST /orders/bulk-cancel {ids}`), and not in its path. */

/** The members by which a call that changes or removes something names entries of a resource. */
export function callingMembers(
  document: Interface,
  operation: Operation,
  resource: Resource,
): readonly NamingMember[] {
  const does = namedDeedOf(document, operation)?.does;
  if (does !== 'changes' && does !== 'removes') return [];
  const last = withoutEndSlashes(resource.path).split('/').at(-1) ?? '';
  const thing = singularOf(plainName(last));
  return namingMembersOf(document, operation).filter((member) => member.thing === thing);
}

/** True for a call that names an entry in its body. */
export function isCalledBy(document: Interface, { resource, path }: OwnEntry, reading: Reading): boolean {
  const { operation } = reading.expectation;
  const sent = operation === undefined ? undefined : sentValue(reading);
  if (operation === undefined || !isObject(sent)) return false;
  const name = percentDecoded(path.slice(path.lastIndexOf('/') + 1));
  return callingMembers(document, operation, resource).some((member) => {
    const value = memberOf(sent, member.name);
    const named = isList(value) ? value : [value];
    return named.some((one) => isName(one) && plainText(one) === name);
  });
}
