import type { Interface, Operation } from '../../interface/model.ts';
import { plainName } from '../../interface/names.ts';
import { namedDeedOf, soundsLikeChange } from '../../interface/resources/named-deeds.ts';
import { entriesOf } from '../../interface/resources/read-collections.ts';
import { resourcesOf } from '../../interface/resources/resources.ts';
import { percentDecoded } from '../../http/target.ts';
import { fromPointer, valueAt } from '../../json/pointer.ts';
import { type Json, type JsonObject, memberOf, objectsIn } from '../../json/value.ts';
import { type Contract, validatorOf } from '../../oracle/contract.ts';
import type { Reading } from '../../oracle/reading.ts';
import type { Schema } from '../../schema/keywords.ts';
import { schemaMembers } from '../../schema/members.ts';
import { subschema } from '../../schema/resolve.ts';
import { thingAt } from '../entries/named-in-bodies.ts';
import { livingOf } from '../entries/own-things.ts';

/**
 * Members of a body that name something else (`productId`, `customer_id`, `sku`): a drawn value names nothing, and no schema says
 * that something has to be there. What the run made is named first, then what lists show.
 */

/** Names of identities that say nothing of what they name. */
const ANYTHING: readonly string[] = ['id', 'uuid', 'guid', 'key', 'code', 'slug', 'name'];

/** So many of the last answers are looked through. */
const MOST_READINGS = 60;

type Named = { readonly thing: string; readonly identity: string; readonly value: Json };

function isPlain(value: unknown): value is string | number {
  return (typeof value === 'string' && value !== '') || typeof value === 'number';
}

/** What an entry of a list is called by: its usual identity, and each member that may be one of its own. */
function namesIn(thing: string, entry: JsonObject): readonly Named[] {
  const usual = ANYTHING.find((name) => isPlain(memberOf(entry, name)));
  return Object.entries(entry).flatMap(([identity, value]) => {
    const isOwn = identity === usual || !ANYTHING.includes(plainName(identity));
    return isOwn && isPlain(value) ? [{ thing, identity: plainName(identity), value }] : [];
  });
}

function listedBy({ expectation: { operation }, answer }: Reading): readonly Named[] {
  if (operation?.method !== 'GET' || answer === undefined || answer.status >= 300) return [];
  const entries = entriesOf(operation);
  if (entries === undefined || answer.answer.truncated || answer.json.kind !== 'json') return [];
  const [first] = objectsIn(valueAt(answer.json.value, fromPointer(entries.pointer)));
  return first === undefined ? [] : namesIn(thingAt(operation.path), first);
}

/** True where a member is called as one that names such a thing: `product`, `productId`, or `sku` where products have one. */
function isCalled(member: string, { thing, identity }: Named): boolean {
  const plain = plainName(member);
  const isUsual = ANYTHING.includes(identity);
  return isUsual ? [thing, `${thing}${identity}`, `${thing}id`].includes(plain) : plain === identity;
}

/** True for what changes nothing that its body names: it reads, it makes something of its own, or does so inside of what is the run's. */
function mayNameListed(document: Interface, operation: Operation): boolean {
  const does = namedDeedOf(document, operation)?.does;
  return does === undefined || does === 'reads' || (does === 'makes' && !soundsLikeChange(operation));
}

/** The members of a body that name something that is there, with its identity. */
export function referencesIn(
  session: { readonly contract: Contract; readonly readings: readonly Reading[] },
  operation: Operation,
  schema: Schema,
): ReadonlyMap<string, Json> {
  const made = resourcesOf(session.contract.interface).flatMap((resource): readonly Named[] => {
    const [own] = resource.create === operation ? [] : livingOf(session, resource);
    const text = own === undefined ? undefined : percentDecoded(own.path.split('/').at(-1) ?? '');
    if (text === undefined) return [];
    const named = { thing: thingAt(resource.path), identity: 'id' };
    const asNumber: readonly Named[] = /^\d{1,15}$/.test(text) ? [{ ...named, value: Number(text) }] : [];
    return [{ ...named, value: text }, ...asNumber];
  });
  const own = thingAt(operation.path);
  const listed = mayNameListed(session.contract.interface, operation)
    ? session.readings.slice(-MOST_READINGS).flatMap(listedBy)
    : [];
  const named = [...made, ...listed];
  const members = [...schemaMembers(schema).properties];
  const found = members.flatMap(([name, member]): (readonly [string, Json])[] => {
    const fits = validatorOf(subschema(schema, member));
    const one = named.find(
      (each) => each.thing !== own && isCalled(name, each) && fits(each.value).length === 0,
    );
    return one === undefined ? [] : [[name, one.value]];
  });
  return new Map(found);
}
