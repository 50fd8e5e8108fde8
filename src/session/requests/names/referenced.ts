import type { Interface, Operation, Parameter } from '../../../interface/model.ts';
import { plainName, singularOf } from '../../../interface/names.ts';
import {
  namedDeedOf,
  namingMembersOf,
  soundsLikeChange,
  thingOf,
} from '../../../interface/resources/words/named-deeds.ts';
import { entriesOf } from '../../../interface/resources/read-collections.ts';
import { partOf, type Resource, resourcesOf } from '../../../interface/resources/resources.ts';
import { SAFE_METHODS } from '../../../http/exchange.ts';
import { keysInQuery } from '../../../credential/choose.ts';
import { queryParameters, targetParts } from '../../../http/target.ts';
import { numbersIn, plainText } from '../../../json/lossless.ts';
import {
  isList,
  isName,
  isObject,
  type Json,
  type JsonObject,
  memberOf,
  type Name,
} from '../../../json/value.ts';
import { type Contract, requestMediaType, requestSchema, validatorOf } from '../../../oracle/contract.ts';
import type { Reading } from '../../../oracle/reading.ts';
import { onceFor } from '../../../system/once-for.ts';
import { type Schema } from '../../../schema/keywords.ts';
import { schemaMembers } from '../../../schema/members.ts';
import { subschema } from '../../../schema/resolve.ts';
import { asksForProof } from '../../account.ts';
import { entriesShown } from '../../entries/places/paths-of-members.ts';
import { type Address, addressTold, takesAddresses } from '../../entries/places/addresses.ts';
import { identityIn } from '../../entries/named-in-bodies.ts';
import { ownershipOf } from '../../entries/own-things.ts';
import { markersIn } from '../../../checks/resources/creations/creations.ts';
import { entryIn } from '../../../checks/resources/deeds.ts';
import { templateOf } from '../../../interface/resources/places/places.ts';
import type { ProbeContext } from '../../probe.ts';
import {
  ANYTHING,
  callsIn,
  isCalled,
  type Named,
  namesIn,
  thingAt,
} from '../../../interface/resources/names/called.ts';
import { madeFor, type Told } from './made-to-name.ts';
import { naming, namesFor, namingListed, valueFor } from './naming.ts';
import { isWebAddress } from '../values/own-addresses.ts';
import { spentFor } from './spent-names.ts';
import { asNamedInBodies, whoAsked, whoMade } from './who-asks.ts';
import { type Parts, withParameter } from '../valid-request.ts';

/**
 * Members of a body that name something else (`productId`, `customer_id`, `sku`): a drawn value names nothing, and no schema says
 * that something has to be there. What the run made is named first, then what lists show.
 */

/** True for what names a thing by its usual identity, or as such (`labelId` of a label). */
function isByIdentity({ identity, thing }: Named): boolean {
  return ANYTHING.includes(identity) || identity === `${thing}id`;
}

/** The first of a list of words (`/users/roles`): what is made elsewhere may have to have one of them (`role`). */
function wordsListed({ path }: Operation, { answer }: Reading): readonly Named[] {
  const words = answer?.json.kind === 'json' && isList(answer.json.value) ? answer.json.value : [];
  const [value] = words;
  const isOfWords = !path.includes('{') && words.every((word) => typeof word === 'string' && word !== '');
  return value !== undefined && isOfWords
    ? [{ thing: thingAt(path), identity: 'id', value, place: path }]
    : [];
}

/** What a list shows first, and what a creation tells of what it made where nothing can take that away. */
function listedBy(contract: Contract, reading: Reading): readonly Named[] {
  const { interface: document } = contract;
  const { operation } = reading.expectation;
  const { answer } = reading;
  if (operation === undefined || answer === undefined || answer.status >= 300) return [];
  if (operation.method === 'POST') {
    const found = partOf(document, operation);
    const stays = found?.part === 'create' && found.resource.itemPath === undefined;
    const made = stays ? entryIn(found.resource, reading) : undefined;
    return made === undefined ? [] : namesIn(templateOf(operation), made);
  }
  if (operation.method !== 'GET') return [];
  if (answer.answer.truncated || answer.json.kind !== 'json') return [];
  const entries = entriesOf(operation);
  // What is inside of one thing is no such thing.
  if (operation.path.endsWith('}') && entries?.pointer !== '') return [];
  const [first] = entriesShown(operation, answer.json.value);
  if (first === undefined) return entries === undefined ? wordsListed(operation, reading) : [];
  const resource = partOf(document, operation)?.resource;
  const address = resource === undefined ? undefined : addressTold(contract, resource, reading, first);
  return [
    ...(address === undefined ? [] : namedAt(templateOf(operation), address)),
    ...namesIn(templateOf(operation), first),
  ];
}

/** What an entry is called by that tells its address. */
function namedAt(place: string, { told: address, path }: Address): readonly Named[] {
  const text = identityIn(path);
  const named = { thing: thingAt(place), identity: 'id', place, address };
  return [text, ...numbersIn(text)].map((value) => ({ ...named, value }));
}

/** True for what changes nothing that its body names: it reads, it makes something of its own, or does so inside of what is the run's. */
function mayNameListed(document: Interface, operation: Operation): boolean {
  const does = namedDeedOf(document, operation)?.does;
  return does === undefined || does === 'reads' || (does === 'makes' && !soundsLikeChange(operation));
}

/** Names of who asks for a parameter of a path: `login`, `user_id`. */
export function namesOfWhoAsks(session: Told, { name, schema }: Parameter): readonly Json[] {
  const fits = validatorOf(schema);
  const { asking, who } = listedIn(session);
  return [...asking, ...who]
    .filter((each) => isCalled(plainName(name), each) && fits(each.value).length === 0)
    .map(({ value }) => value);
}

/** What lists show of what a parameter of a path names. */
export function namesListedFor(session: Told, { name, schema }: Parameter): readonly Json[] {
  const fits = validatorOf(schema);
  return [...listedIn(session).byOperation.values()]
    .flat()
    .filter((each) => isCalled(plainName(name), each) && fits(each.value).length === 0)
    .map(({ value }) => value);
}

/** What each list showed last, and who asks, as far as readings are noted. */
type Listed = {
  count: number;
  last: Reading | undefined;
  who: readonly Named[];
  asking: readonly Named[];
  readonly byOperation: Map<string, readonly Named[]>;
};

const keptLists = new WeakMap<object, Listed>();

/** What was noted of these readings; nothing where some of them were left out since. */
function notedOf(session: Told): Listed {
  const known = keptLists.get(session);
  if (known !== undefined && session.readings[known.count - 1] === known.last) return known;
  const none: Listed = { count: 0, last: undefined, who: [], asking: [], byOperation: new Map() };
  keptLists.set(session, none);
  return none;
}

function listedIn(session: Told): Listed {
  const { readings } = session;
  const noted = notedOf(session);
  for (const reading of readings.slice(noted.count)) {
    const { operation } = reading.expectation;
    if (operation === undefined) continue;
    const named = listedBy(session.contract, reading);
    if (named.length > 0) noted.byOperation.set(operation.id, named);
    const asking = whoAsked(operation, reading);
    const who = asking.length > 0 ? asNamedInBodies(asking) : whoMade(session.contract, reading);
    if (asking.length > 0) noted.asking = asking;
    if (who.length > 0) noted.who = who;
  }
  noted.count = readings.length;
  noted.last = readings.at(-1);
  return noted;
}

/** What is there that a body of the operation may name: what the run made first. */
function namedFor(session: Told, operation: Operation): readonly Named[] {
  const own = thingAt(templateOf(operation));
  const { interface: document } = session.contract;
  const { byOperation, who } = listedIn(session);
  const spent = [...spentFor(session, operation)].map(({ path, resource }) => ({
    thing: thingAt(resource.path),
    text: identityIn(path),
  }));
  // What a list showed may have been removed since.
  const gone = ownershipOf(session)
    .entries.filter(({ standing }) => standing !== 'there')
    .map(({ path, resource }) => ({ thing: thingAt(resource.path), text: identityIn(path) }));
  const isFree = ({ thing, value, address }: Named): boolean =>
    [...spent, ...(address === undefined ? [] : gone)].every(
      (one) => one.thing !== thing || one.text !== plainText(value),
    );
  const { part, resource } = partOf(document, operation) ?? {};
  // What the holder of the entries shows of them is what they are made of.
  const elsewhere = [...byOperation].filter(([lister]) => lister !== resource?.seenIn?.id);
  const listed = mayNameListed(document, operation)
    ? elsewhere.flatMap(([, named]) => named).filter(isFree)
    : [];
  // What stands elsewhere under the same name may be put in here (`POST /notes/{id}/labels`, of what `/labels` has).
  const makes = part === 'create' || part === 'makeAt';
  const asNamed = (one: Named): readonly Named[] => {
    if (one.thing !== own) return [one];
    if (operation.path.startsWith(one.place)) return [];
    // What is made here may have a `label` of its own: only one that is called as an identity names what stands elsewhere.
    return [makes ? { ...one, identity: `${one.thing}id` } : one];
  };
  const named = [...madeFor(session, operation), ...listed].flatMap(asNamed);
  return named.concat(who.length > 0 ? who : asNamedInBodies(named.filter(({ thing }) => thing === 'user')));
}

/**
 * What a parameter of a query is called. One that has to be there and bears the usual name of an identity is that of what the path is
 * called after (`GET /users/get?id=7`).
 */
function callsInQuery(operation: Operation, { name, required }: Parameter): readonly string[] {
  const plain = plainName(name);
  const isOfPath = required && !operation.path.includes('{') && ANYTHING.includes(plain);
  return isOfPath ? [plain, `${thingOf(operation)}${plain}`] : [plain];
}

/**
 * A request whose query names what is there (`GET /tasks?projectId=7`): a drawn number names nothing. Parameters that may be left out
 * are named where they are given, or `all` are wanted. What could change something names what the run made.
 */
export function namingInQuery(session: Told, operation: Operation, parts: Parts, all: boolean): Parts {
  const isRead = SAFE_METHODS.has(operation.method);
  const keys = keysInQuery(operation);
  const given = queryParameters(targetParts(parts.path).query);
  const asked = operation.parameters.filter(
    ({ in: place, known, name }) =>
      place === 'query' &&
      known === undefined &&
      !keys.includes(name) &&
      (given.has(name) || (all && isRead)),
  );
  if (asked.length === 0) return parts;
  const named = isRead ? namedFor(session, operation) : madeFor(session, operation);
  return asked.reduce((changed, parameter) => {
    const fits = validatorOf(parameter.schema);
    const calls = callsInQuery(operation, parameter);
    const called = named.filter(
      (each) => calls.some((call) => isCalled(call, each)) && fits(each.value).length === 0,
    );
    const [first] = called;
    const texts = given.getAll(parameter.name);
    const isThere = called.some(({ value }) => texts.includes(plainText(value)));
    return first === undefined || isThere ? changed : withParameter(changed, parameter, first.value);
  }, parts);
}

/** The members of a body that name something that is there, with its identity, or its address. */
export function referencesIn(session: Told, operation: Operation, schema: Schema): ReadonlyMap<string, Json> {
  const named = namedFor(session, operation);
  const members = [...schemaMembers(schema).properties];
  const taken = new Set<Json>();
  const found = members.flatMap(([name, member]): (readonly [string, Json])[] => {
    const fits = validatorOf(subschema(schema, member));
    const value = namesFor(schema, [name, member], named, taken)
      .map((each) => valueFor(each, takesAddresses(schema, member)))
      .find((each) => fits(each).length === 0);
    if (value !== undefined) taken.add(value);
    return value === undefined ? [] : [[name, value]];
  });
  return new Map(found);
}

/**
 * A body whose members name what is there, at any depth, as far as they are called by its usual identity. `byAddress`: by its address
 * wherever the service tells that.
 */
export function namingAnything(session: Told, operation: Operation, body: Json, byAddress = false): Json {
  const root = requestSchema(operation);
  const things = namedFor(session, operation);
  if (root !== undefined && isList(body)) {
    const listed = namingListed(root, operation, body, things);
    if (listed !== body) return listed;
  }
  const named = things.filter(isByIdentity);
  return root === undefined ? body : naming(root, body, named, byAddress ? { isByAddress: () => true } : {});
}

/** A thing that a body may name: where it stands, and what it is called by. */
export type Thing = { readonly place: string; readonly value: Name };

/** What a creation made, as its answer shows it, by its usual identity. */
export function thingMade({ path: place }: Resource, entry: JsonObject | undefined): readonly Thing[] {
  const usual = ANYTHING.map((name) => memberOf(entry ?? {}, name)).find(isName);
  return usual === undefined ? [] : [{ place, value: usual }];
}

/** A body whose members name these things, at any depth, as far as they are called by their usual identity. */
export function namingThese(operation: Operation, body: Json, things: readonly Thing[]): Json {
  const root = requestSchema(operation);
  const named = things.map((one): Named => ({ ...one, thing: thingAt(one.place), identity: 'id' }));
  return root === undefined ? body : naming(root, body, named);
}

/** The body with who asks in place of other users: what is somebody's, another one may not make. */
export function byWhoAsks(session: Told, operation: Operation, body: Json): Json {
  const root = requestSchema(operation);
  const named = listedIn(session).who;
  return root === undefined || named.length === 0 ? body : naming(root, body, named);
}

/** The body that an operation was served with where drawn ones were refused, or the one that its entries were made of. */
export function servedOf({ document, baselines }: ProbeContext, operation: Operation): Json | undefined {
  const own = baselines.keptBody(operation);
  const { part, resource } = partOf(document, operation) ?? {};
  if (own !== undefined || (part !== 'change' && part !== 'replace')) return own;
  const maker = resource?.create ?? resource?.makeAt;
  return maker === undefined ? undefined : baselines.keptBody(maker);
}

/** True for a body that has members which take addresses. */
const hasAddresses = onceFor((operation: Operation): boolean => {
  const root = requestSchema(operation);
  if (root === undefined) return false;
  return [...schemaMembers(root).properties.values()].some((member) => takesAddresses(root, member));
});

/** The body without members that may be left out and take addresses of a kind of which none is known: a drawn one leads nowhere. */
function withoutLostAddresses({ contract }: Told, root: Schema, body: Json, named: readonly Named[]): Json {
  if (!isObject(body)) return body;
  const { properties, required } = schemaMembers(root);
  const kinds = resourcesOf(contract.interface).map(({ path: place }): Named => {
    return { thing: thingAt(place), identity: 'id', value: null, place };
  });
  const isLost = ([name, value]: readonly [string, Json]): boolean => {
    const member = properties.get(name);
    if (member === undefined || required.has(name) || value === null || !takesAddresses(root, member))
      return false;
    const isOf = (each: Named): boolean => isCalled(singularOf(plainName(name)), each);
    const isFine = validatorOf(subschema(root, member))(value).length === 0;
    return isFine && kinds.some(isOf) && !named.some(isOf);
  };
  return Object.fromEntries(Object.entries(body).filter((one) => !isLost(one)));
}

/** The body with the addresses of what is there in members that take some, and as a list of them: a drawn one leads nowhere. */
function withAddresses(session: Told, operation: Operation, root: Schema, body: Json): Json {
  const isLines = typeof body === 'string' && requestMediaType(operation).startsWith('text/uri-list');
  if (!isLines && !hasAddresses(operation)) return body;
  const named = namedFor(session, operation).filter(({ address }) => address !== undefined);
  if (!isLines)
    return withoutLostAddresses(session, root, naming(root, body, named, { addressesAlone: true }), named);
  const thing = thingAt(templateOf(operation));
  return named.find((one) => one.thing === thing)?.address ?? body;
}

/** The body of an update with the names of what is there in members by which the creation of its entry names something (`roomId`). */
function namingAsMade({ document, session }: ProbeContext, operation: Operation, body: Json): Json {
  const root = requestSchema(operation);
  const { part, resource } = partOf(document, operation) ?? {};
  const maker = part === 'change' || part === 'replace' ? resource?.create : undefined;
  if (root === undefined || maker === undefined || !isObject(body)) return body;
  const names = namingMembersOf(document, maker).map(({ name }) => name);
  if (!names.some((name) => Object.hasOwn(body, name))) return body;
  const { properties } = schemaMembers(root);
  const isMeant = (name: string): boolean => {
    const [value, member] = [memberOf(body, name), properties.get(name)];
    // What breaks the schema is meant to, and none is meant as well.
    return isName(value) && member !== undefined && validatorOf(subschema(root, member))(value).length === 0;
  };
  const there = [...referencesIn(session, operation, root)].filter(
    ([name]) => names.includes(name) && isMeant(name),
  );
  return there.length === 0 ? body : { ...body, ...Object.fromEntries(there) };
}

/**
 * The same where drawn values were refused: the body would be refused for what it names and not for what it is sent for. What breaks
 * the schema is meant to, and what names something that is there is left as it is. A login names nobody whose password the run does
 * not know: services count wrong ones.
 */
export function namingWhatIsThere(context: ProbeContext, operation: Operation, sent: Json): Json {
  const root = requestSchema(operation);
  const served = servedOf(context, operation);
  const body = context.baselines.asPrepared(operation, sent);
  if (root === undefined || asksForProof(operation)) return body;
  if (served === undefined)
    return withAddresses(context.session, operation, root, namingAsMade(context, operation, body));
  // A place in the web that can't be given again may be one that an entry has of its own.
  const maker = partOf(context.document, operation)?.resource.create;
  const isSpent = [operation, maker].some((one) => one !== undefined && context.baselines.isSpentAgain(one));
  const isOnce = (value: Json): boolean => isSpent && isWebAddress(value);
  // Any member of a listed entry may be what names it (`sku`): only where one was served so is it known to, and words of the run name nothing.
  const known = isObject(served)
    ? Object.entries(served).flatMap(([name, value]) =>
        isName(value) && !isOnce(value) && markersIn(plainText(value)).length === 0 ? [plainName(name)] : [],
      )
    : [];
  const prepared = context.baselines
    .preparedFor(operation)
    .map((one): Named => ({ ...one, thing: thingAt(one.place), identity: 'id' }));
  const there = namedFor(context.session, operation).filter(
    (one) => isByIdentity(one) || known.includes(one.identity),
  );
  const named = [...prepared, ...there];
  const addressed = [...callsIn(served)].filter(({ value }) =>
    named.some(({ address }) => address === value),
  );
  const isByAddress = (calls: readonly string[]): boolean =>
    addressed.some((one) => calls.some((called) => one.calls.includes(called)));
  return naming(root, body, named, { isByAddress });
}
