import type { Operation } from '../../../interface/model.ts';
import { plainName } from '../../../interface/names.ts';
import { ANYTHING, type Named, namesIn } from '../../../interface/resources/names/called.ts';
import { partOf } from '../../../interface/resources/resources.ts';
import { isName, isObject, type JsonObject, memberOf } from '../../../json/value.ts';
import type { Contract } from '../../../oracle/contract.ts';
import { type Reading, sentValue } from '../../../oracle/reading.ts';
import { entryIn } from '../../../checks/resources/deeds.ts';

/** Who asks, as answers show them: what a member of a body names that is called as a user is. */

/** The last segments of places that show who asks. */
const WHO_ASKS = /^[^{}]*\/(?:me|self|myself|whoami|current[-_]?user|users\/current|user\/current|user)\/?$/i;
/** What members are called that name who does something. */
const WHO_DOES: readonly string[] = ['user', 'owner', 'author', 'creator', 'account', 'createdby', 'member'];

/** What an answer shows of who asks; `undefined` for one that is about anything else. */
export function askerIn(operation: Operation, { expectation, answer }: Reading): JsonObject | undefined {
  if (operation.method !== 'GET' || !WHO_ASKS.test(operation.path)) return undefined;
  if (expectation.situation !== 'ordinary' || answer?.json.kind !== 'json' || answer.status >= 300)
    return undefined;
  const shown = answer.json.value;
  if (!isObject(shown)) return undefined;
  const inner = memberOf(shown, 'id') === undefined ? memberOf(shown, 'data') : undefined;
  return isObject(inner) ? inner : shown;
}

/** Who asks, as an answer shows them by whatever names. */
export function whoAsked(operation: Operation, reading: Reading): readonly Named[] {
  const shown = askerIn(operation, reading);
  return shown === undefined ? [] : namesIn(operation.path, shown);
}

/** The same as members of bodies may name it. */
export function asNamedInBodies(named: readonly Named[]): readonly Named[] {
  const usual = named.filter(({ identity }) => ANYTHING.includes(identity));
  return usual.flatMap((one) => WHO_DOES.map((thing) => ({ ...one, thing })));
}

/** What members are called in which a service notes who made an entry. */
const WHO_MADE: readonly string[] = [
  'createdby',
  'createdbyid',
  'ownerid',
  'authorid',
  'creatorid',
  'userid',
];

/** Who asks, as an entry that the run made shows its maker: nothing of that was sent. */
export function whoMade({ interface: document }: Contract, reading: Reading): readonly Named[] {
  const { operation, situation } = reading.expectation;
  const found = operation === undefined ? undefined : partOf(document, operation);
  const isOwn = reading.exchange.request.credential.kind === 'valid' && situation === 'ordinary';
  if (operation === undefined || found?.part !== 'create' || !isOwn) return [];
  const sent = sentValue(reading);
  return Object.entries(entryIn(found.resource, reading) ?? {}).flatMap(([name, value]) => {
    const isTold = WHO_MADE.includes(plainName(name)) && isName(value);
    if (!isTold || (isObject(sent) && Object.hasOwn(sent, name))) return [];
    return WHO_DOES.map((thing): Named => ({ thing, identity: 'id', value, place: operation.path }));
  });
}
