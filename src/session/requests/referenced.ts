import type { Interface, Operation } from '../../interface/model.ts';
import { plainName } from '../../interface/names.ts';
import { namedDeedOf, soundsLikeChange } from '../../interface/resources/named-deeds.ts';
import { entriesOf } from '../../interface/resources/read-collections.ts';
import { resourcesOf } from '../../interface/resources/resources.ts';
import { percentDecoded } from '../../http/target.ts';
import { numbersIn } from '../../json/lossless.ts';
import { fromPointer, valueAt } from '../../json/pointer.ts';
import {
  isList,
  isName,
  isObject,
  type Json,
  type JsonObject,
  memberOf,
  type Name,
  objectsIn,
} from '../../json/value.ts';
import { type Contract, requestSchema, validatorOf } from '../../oracle/contract.ts';
import type { Reading } from '../../oracle/reading.ts';
import { isSchema, type Schema } from '../../schema/keywords.ts';
import { schemaMembers } from '../../schema/members.ts';
import { mergedKeywords } from '../../schema/merge.ts';
import { subschema } from '../../schema/resolve.ts';
import { thingAt } from '../entries/named-in-bodies.ts';
import { livingOf } from '../entries/own-things.ts';

/**
 * Members of a body that name something else (`productId`, `customer_id`, `sku`): a drawn value names nothing, and no schema says
 * that something has to be there. What the run made is named first, then what lists show.
 */

/** Names of identities that say nothing of what they name. */
const ANYTHING: readonly string[] = ['id', 'uuid', 'guid', 'key', 'code', 'slug', 'name'];

type Named = { readonly thing: string; readonly identity: string; readonly value: Json };

/** What an entry of a list is called by: its usual identity, and each member that may be one of its own. */
function namesIn(thing: string, entry: JsonObject): readonly Named[] {
  const usual = ANYTHING.find((name) => isName(memberOf(entry, name)));
  return Object.entries(entry).flatMap(([identity, value]) => {
    const isOwn = identity === usual || !ANYTHING.includes(plainName(identity));
    return isOwn && isName(value) ? [{ thing, identity: plainName(identity), value }] : [];
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

/** What each list showed last, as far as readings are noted. */
type Listed = {
  count: number;
  last: Reading | undefined;
  readonly byOperation: Map<string, readonly Named[]>;
};

const keptLists = new WeakMap<object, Listed>();

/** What was noted of these readings; nothing where some of them were left out since. */
function notedOf(session: Told): Listed {
  const known = keptLists.get(session);
  if (known !== undefined && session.readings[known.count - 1] === known.last) return known;
  const none: Listed = { count: 0, last: undefined, byOperation: new Map() };
  keptLists.set(session, none);
  return none;
}

function listedIn(session: Told): readonly Named[] {
  const { readings } = session;
  const noted = notedOf(session);
  for (const reading of readings.slice(noted.count)) {
    const { operation } = reading.expectation;
    const named = listedBy(reading);
    if (operation !== undefined && named.length > 0) noted.byOperation.set(operation.id, named);
  }
  noted.count = readings.length;
  noted.last = readings.at(-1);
  return [...noted.byOperation.values()].flat();
}

type Told = { readonly contract: Contract; readonly readings: readonly Reading[] };

/** What is there that a body of the operation may name: what the run made first. */
function namedFor(session: Told, operation: Operation): readonly Named[] {
  const made = resourcesOf(session.contract.interface).flatMap((resource): readonly Named[] => {
    const [own] = resource.create === operation ? [] : livingOf(session, resource);
    const text = own === undefined ? undefined : percentDecoded(own.path.split('/').at(-1) ?? '');
    if (text === undefined) return [];
    const named = { thing: thingAt(resource.path), identity: 'id' };
    return [text, ...numbersIn(text)].map((value) => ({ ...named, value }));
  });
  const own = thingAt(operation.path);
  const listed = mayNameListed(session.contract.interface, operation) ? listedIn(session) : [];
  return [...made, ...listed].filter(({ thing }) => thing !== own);
}

/** The members of a body that name something that is there, with its identity. */
export function referencesIn(session: Told, operation: Operation, schema: Schema): ReadonlyMap<string, Json> {
  const named = namedFor(session, operation);
  const members = [...schemaMembers(schema).properties];
  const found = members.flatMap(([name, member]): (readonly [string, Json])[] => {
    const fits = validatorOf(subschema(schema, member));
    const one = named.find((each) => isCalled(name, each) && fits(each.value).length === 0);
    return one === undefined ? [] : [[name, one.value]];
  });
  return new Map(found);
}

/** So deep in a body names are looked for: the lines of an order, and what is inside of each. */
const MOST_DEPTH = 3;

/**
 * A body whose members name what is there, at any depth: where drawn values were refused, the body would be refused for what it names
 * and not for what it is sent for. What breaks the schema is meant to, and what names something that is there is left as it is.
 * `served`: a body of the operation that was.
 */
export function namingWhatIsThere(session: Told, operation: Operation, body: Json, served: Json): Json {
  const root = requestSchema(operation);
  if (root === undefined) return body;
  // Any member of a listed entry may be what names it (`sku`): only where one was served so is it known to.
  const named = namedFor(session, operation).filter(
    ({ identity }) =>
      ANYTHING.includes(identity) ||
      (isObject(served) && Object.keys(served).some((name) => plainName(name) === identity)),
  );
  const renamed = (name: string, value: Name, member: Schema): Json => {
    const called = named.filter((each) => isCalled(name, each));
    if (called.length === 0 || called.some((each) => each.value === value)) return value;
    const fits = validatorOf(subschema(root, member));
    if (fits(value).length > 0) return value;
    return called.find((each) => fits(each.value).length === 0)?.value ?? value;
  };
  const within = (value: Json, schema: Schema, depth: number): Json => {
    if (depth === 0) return value;
    if (isList(value)) {
      const { items } = mergedKeywords(schema, root);
      return isSchema(items) ? value.map((item) => within(item, items, depth)) : value;
    }
    if (!isObject(value)) return value;
    const { properties } = schemaMembers(schema, root);
    const members = Object.entries(value).map(([name, inner]): readonly [string, Json] => {
      const member = properties.get(name);
      if (member === undefined) return [name, inner];
      return [name, isName(inner) ? renamed(name, inner, member) : within(inner, member, depth - 1)];
    });
    return Object.fromEntries(members);
  };
  return within(body, root, MOST_DEPTH);
}
