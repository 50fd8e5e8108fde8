import type { Interface, Operation } from '../../../interface/model.ts';
import { plainName, singularOf } from '../../../interface/names.ts';
import { withoutEndSlashes } from '../../../interface/resources/places/places.ts';
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

/** True for an operation that may name entries in its body and changes or removes them. */
function mayCall(document: Interface, operation: Operation): boolean {
  const does = namedDeedOf(document, operation)?.does;
  return does === 'changes' || does === 'removes';
}

/** The members by which a call that changes or removes something names entries of a resource. */
export function callingMembers(
  document: Interface,
  operation: Operation,
  resource: Resource,
): readonly NamingMember[] {
  if (!mayCall(document, operation)) return [];
  const last = withoutEndSlashes(resource.path).split('/').at(-1) ?? '';
  const thing = singularOf(plainName(last));
  return namingMembersOf(document, operation).filter((member) => member.thing === thing);
}

/** The entries that a call names in its body. */
export function calledBy<Entry extends Pick<OwnEntry, 'resource' | 'path'>>(
  document: Interface,
  entries: readonly Entry[],
  reading: Reading,
): readonly Entry[] {
  const { operation } = reading.expectation;
  const sent = operation === undefined || !mayCall(document, operation) ? undefined : sentValue(reading);
  if (operation === undefined || !isObject(sent)) return [];
  return entries.filter(({ resource, path }) => {
    const name = percentDecoded(path.slice(path.lastIndexOf('/') + 1));
    return callingMembers(document, operation, resource).some((member) => {
      const value = memberOf(sent, member.name);
      const named = isList(value) ? value : [value];
      return named.some((one) => isName(one) && plainText(one) === name);
    });
  });
}
