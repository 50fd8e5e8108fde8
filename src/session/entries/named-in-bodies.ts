import { saysAbsent } from '../../http/exchange.ts';
import { isSuccess, tellsOfNew } from '../../checks/resources/deeds.ts';
import type { Interface, Operation } from '../../interface/model.ts';
import {
  namedDeedOf,
  type NamingMember,
  namingMembersOf,
} from '../../interface/resources/words/named-deeds.ts';
import { thingAt, USUAL_IDENTITIES } from '../../interface/resources/names/called.ts';
import { plainName } from '../../interface/names.ts';
import { percentDecoded } from '../../http/target.ts';
import { numbersIn, parseJson, plainText } from '../../json/lossless.ts';
import { isList, isName, isObject, type Json, memberOf, type Name, objectsIn } from '../../json/value.ts';
import { requestSchema, saysWhenRefused, validatorOf } from '../../oracle/contract.ts';
import { type Reading, sentValue } from '../../oracle/reading.ts';
import { addressOfOwn, takesAddresses } from './places/addresses.ts';
import { markersIn } from '../../checks/resources/creations/creations.ts';
import { schemaMembers } from '../../schema/members.ts';
import { subschema } from '../../schema/resolve.ts';
import type { OwnEntry } from '../../checks/resources/ownership/own-entries.ts';
import { livingOf, ownershipOf, type Sent } from './own-things.ts';
import { resourcesOf } from '../../interface/resources/resources.ts';
import { onceFor } from '../../system/once-for.ts';

/**
 * What a run made and names in the bodies of calls (`POST /users.update {id}`): what could change or remove something names nothing
 * else, since whoever answers may do it.
 */

type Named = { readonly thing: string; readonly value: Name; isThere: boolean };

type Names = {
  /** What the run made, by its identity as text. */
  readonly own: Map<string, Named>;
  /** Identities that were shown before the run had made anything of that name. */
  readonly foreign: Set<string>;
  noted: number;
};

/** How many identities of others are remembered: what is not remembered is never taken for the run's own. */
const MOST_FOREIGN = 20_000;

const kept = new WeakMap<Sent, Names>();

/** The objects of a value, outer ones first, three levels deep. */
function objectsOf(value: Json, depth = 3): readonly { readonly [name: string]: Json }[] {
  if (isList(value)) return objectsIn(value).flatMap((item) => objectsOf(item, depth));
  if (!isObject(value)) return [];
  const inside = depth === 0 ? [] : Object.values(value).flatMap((member) => objectsOf(member, depth - 1));
  return [value, ...inside];
}

/** What names an object of a kind: its `id`, or the member that is called for it (`taskId`). */
function identityOf(object: { readonly [name: string]: Json }, thing: string): Name | undefined {
  const called = Object.keys(object).find((name) =>
    USUAL_IDENTITIES.some((usual) => plainName(name) === `${thing}${plainName(usual)}`),
  );
  const name = USUAL_IDENTITIES.find((usual) => Object.hasOwn(object, usual)) ?? called;
  const value = name === undefined ? undefined : memberOf(object, name);
  return isName(value) ? value : undefined;
}

function scalarsIn(value: Json | undefined): readonly string[] {
  if (value === undefined || value === null) return [];
  if (isList(value)) return value.flatMap((item) => scalarsIn(item));
  return isObject(value) ? Object.values(value).flatMap((item) => scalarsIn(item)) : [plainText(value)];
}

function note(names: Names, { contract }: Sent, reading: Reading): void {
  const { answer, expectation } = reading;
  if (answer === undefined || answer.answer.truncated || answer.json.kind !== 'json') return;
  const { operation } = expectation;
  const deed = operation === undefined ? undefined : namedDeedOf(contract.interface, operation);
  const sent = scalarsIn(sentValue(reading));
  if (deed?.does === 'removes' && answer.status < 500 && answer.status >= 200)
    for (const text of sent) {
      const own = names.own.get(text);
      if (own !== undefined && (isSuccess(reading) || saysAbsent(answer.status))) own.isThere = false;
    }
  if (!isSuccess(reading)) return;
  const objects = objectsOf(answer.json.value);
  if (deed !== undefined && deed.does !== 'reads' && deed.does !== 'removes' && tellsOfNew(reading)) {
    const made = objects.map((object) => identityOf(object, deed.thing)).find((value) => value !== undefined);
    const text = made === undefined ? '' : plainText(made);
    const isNew =
      made !== undefined && !names.foreign.has(text) && !names.own.has(text) && !sent.includes(text);
    if (isNew && names.foreign.size < MOST_FOREIGN)
      names.own.set(text, { thing: deed.thing, value: made, isThere: true });
  }
  if (names.foreign.size >= MOST_FOREIGN) return;
  for (const object of objects)
    for (const [name, value] of Object.entries(object))
      if (isName(value) && /(?:id|uuid|guid)$/i.test(name) && !names.own.has(plainText(value)))
        names.foreign.add(plainText(value));
}

/** True for a document with calls that name what they are about. */
const hasCalls = onceFor((document: Interface): boolean =>
  document.operations.some((operation) => namingMembersOf(document, operation).length > 0),
);

function namesOf(session: Sent): Names {
  const names = kept.get(session) ?? { own: new Map(), foreign: new Set(), noted: 0 };
  kept.set(session, names);
  if (hasCalls(session.contract.interface))
    for (const reading of session.readings.slice(names.noted)) note(names, session, reading);
  names.noted = session.readings.length;
  return names;
}

/** Keeps what was made and shown up to now, before the readings of a session are left out from a place on. */
export function keepNamesFrom(session: Sent, at: number): void {
  namesOf(session).noted = at;
}

/** What the run made of a kind and what is there still, as its requests name it: the oldest first, and what is `avoided` behind it. */
function livingNamed(session: Sent, thing: string, avoided: ReadonlySet<OwnEntry>): readonly Name[] {
  const entries = ownershipOf(session).entries.filter(({ resource }) => thingAt(resource.path) === thing);
  const texts = entries.filter(({ standing }) => standing === 'there').map(({ path }) => identityIn(path));
  const gone = new Set(
    entries.filter(({ standing }) => standing !== 'there').map(({ path }) => identityIn(path)),
  );
  const called = [...namesOf(session).own.values()].filter(
    (one) => one.thing === thing && !gone.has(plainText(one.value)),
  );
  const there = [...called.filter(({ isThere }) => isThere).map(({ value }) => value), ...texts];
  const left = new Set(
    [...avoided]
      .filter(({ resource }) => thingAt(resource.path) === thing)
      .map(({ path }) => identityIn(path)),
  );
  const isLeft = (value: Name): boolean => left.has(plainText(value));
  return [
    ...there.filter((value) => !isLeft(value)),
    ...there.filter(isLeft),
    ...called.filter(({ isThere }) => !isThere).map(({ value }) => value),
  ];
}

/** The addresses of what the run made of a kind and what is there still, in the same order. */
function livingAddresses(session: Sent, thing: string, avoided: ReadonlySet<OwnEntry>): readonly Name[] {
  const entries = ownershipOf(session).entries.filter(
    ({ resource, standing }) => standing === 'there' && thingAt(resource.path) === thing,
  );
  return entries
    .toSorted((a, b) => Number(avoided.has(a)) - Number(avoided.has(b)))
    .flatMap((own) => addressOfOwn(session.contract, own) ?? []);
}

/** The name of an entry in its path. */
export function identityIn(path: string): string {
  const segment = path.slice(path.lastIndexOf('/') + 1);
  return percentDecoded(segment) ?? segment;
}

function fitting(
  session: Sent,
  operation: Operation,
  member: NamingMember,
  avoided: ReadonlySet<OwnEntry>,
): Json | undefined {
  const schema = requestSchema(operation);
  const described = schema === undefined ? undefined : schemaMembers(schema).properties.get(member.name);
  if (schema === undefined || described === undefined) return undefined;
  const fits = validatorOf(subschema(schema, described));
  const isRemoval = namedDeedOf(session.contract.interface, operation)?.does === 'removes';
  const living = takesAddresses(schema, described)
    ? livingAddresses(session, member.thing, avoided)
    : livingNamed(session, member.thing, avoided);
  // What is removed was made last: others are asked for with what was made first.
  const [value] = isRemoval ? living.slice(-1) : living;
  if (value === undefined) return undefined;
  const text = plainText(value);
  const readings: readonly Json[] = [value, text, ...numbersIn(text)];
  const ways: readonly Json[] = [...readings, ...readings.map((one) => [one])];
  return ways.find((way) => fits(way).length === 0);
}

/** True for what was made by the run or can name nothing that is there. */
function isHarmless(
  session: Sent,
  value: Json | undefined,
  isRemoval: boolean,
  isShown: (text: string) => boolean,
): boolean {
  if (value === undefined || value === null) return !isRemoval;
  if (isList(value))
    return value.length > 0 && value.every((item) => isHarmless(session, item, true, isShown));
  if (typeof value === 'boolean') return false;
  if (isObject(value)) return !isRemoval && Object.keys(value).length === 0;
  const text = plainText(value);
  const { own, foreign } = namesOf(session);
  if (own.has(text)) return true;
  const resources = resourcesOf(session.contract.interface);
  if (
    resources.some((resource) =>
      livingOf(session, resource).some(({ path }) => percentDecoded(path.split('/').at(-1) ?? '') === text),
    )
  )
    return true;
  if (foreign.has(text) || isShown(text)) return false;
  if (/^[-+]?\d/.test(text)) return Math.abs(Number.parseFloat(text)) >= UNLIKELY;
  return markersIn(text).length > 0 || text.length >= SHORTEST_UNLIKELY;
}

/** Numbers and texts from here on name nothing that somebody made. */
const UNLIKELY = 1_000_000_000;
const SHORTEST_UNLIKELY = 8;

/** The values that a document shows, as texts. */
function shownBy(operation: Operation): (text: string) => boolean {
  const whole = JSON.stringify([requestSchema(operation), operation.requestBody?.representations]);
  return (text) => whole.includes(JSON.stringify(text));
}

/** Why a call must not go out, with whatever key: it could change or remove what others made. */
export function namesOthers(
  session: Sent,
  {
    method,
    path,
    body,
  }: { readonly method: string; readonly path: string; readonly body: Uint8Array | undefined },
): string | undefined {
  const { interface: document } = session.contract;
  if (saysWhenRefused(document)) return undefined;
  const [bare = ''] = path.split('?', 1);
  const operation = document.operations.find((one) => one.method === method && one.path === bare);
  const deed = operation === undefined ? undefined : namedDeedOf(document, operation);
  if (operation === undefined || (deed?.does !== 'changes' && deed?.does !== 'removes')) return undefined;
  const members = namingMembersOf(document, operation);
  if (members.length === 0) return undefined;
  // What has nothing but a name to say which entry it is about has to have one of the run.
  const isRemoval = deed.does === 'removes' || method !== 'POST';
  const parsed = body === undefined ? undefined : parseJson(body);
  const sent = parsed?.kind === 'json' ? parsed.value : formOf(body);
  const isShown = shownBy(operation);
  if (!isObject(sent))
    return isRemoval && sent !== undefined
      ? `${method} ${bare} says not what it is about (--allow-writes sends it)`
      : undefined;
  const required = schemaMembers(requestSchema(operation) ?? true).required;
  const named = members.filter(({ name }) => Object.hasOwn(sent, name) || (isRemoval && required.has(name)));
  const isNamed = !isRemoval || named.length > 0;
  if (isNamed && named.every(({ name }) => isHarmless(session, memberOf(sent, name), isRemoval, isShown)))
    return undefined;
  return `${method} ${bare} names something that the run did not make (--allow-writes sends it)`;
}

function formOf(body: Uint8Array | undefined): Json | undefined {
  if (body === undefined) return undefined;
  const text = new TextDecoder().decode(body);
  return /^[\w.-]+=/.test(text) ? Object.fromEntries(new URLSearchParams(text)) : undefined;
}

/**
 * The body of a call about what the run made, where it names something; what names nothing of the run is left out where it may be.
 * `avoided`: what it names only where there is nothing else of the kind.
 */
export function ofOwnNamed(
  session: Sent,
  operation: Operation,
  body: Json,
  avoided: ReadonlySet<OwnEntry> = new Set(),
): Json {
  const { interface: document } = session.contract;
  const members = namingMembersOf(document, operation);
  const schema = requestSchema(operation);
  const deed = namedDeedOf(document, operation);
  if (
    members.length === 0 ||
    schema === undefined ||
    deed === undefined ||
    !isObject(body) ||
    saysWhenRefused(document)
  )
    return body;
  const mayChange = deed.does === 'changes' || deed.does === 'removes';
  const { foreign } = namesOf(session);
  return members.reduce((changed: { readonly [name: string]: Json }, member) => {
    const { name } = member;
    const described = schemaMembers(schema).properties.get(name);
    if (described === undefined) return changed;
    const isLeftOut = !Object.hasOwn(changed, name);
    // Of a member that has to be there it is meant.
    const mayAdd = operation.method !== 'POST' && !schemaMembers(schema).required.has(name);
    if (isLeftOut && !mayAdd) return changed;
    // What breaks the member is meant to.
    const isBroken = validatorOf(subschema(schema, described))(memberOf(changed, name) ?? null).length > 0;
    if (!isLeftOut && isBroken) return changed;
    // What makes something may name whichever of them it likes, and an update is about the one that it names.
    const isChosen = deed.does === 'makes' || operation.method !== 'POST';
    const named = isChosen ? scalarsIn(memberOf(changed, name)) : [];
    const known = [
      ...livingNamed(session, member.thing, avoided),
      ...livingAddresses(session, member.thing, avoided),
    ];
    const isMade = (text: string): boolean => known.some((one) => plainText(one) === text);
    if (named.length > 0 && named.every(isMade)) return changed;
    const own = fitting(session, operation, member, avoided);
    // What changes nothing of it may name what others made, where that was meant: who asks, for one.
    const isMeant = !mayChange && foreign.has(plainText(memberOf(changed, name) ?? null));
    if (own !== undefined && !isMeant) return { ...changed, [name]: own };
    if (own !== undefined) return changed;
    if (!mayChange || schemaMembers(schema).required.has(name)) return changed;
    const { [name]: left, ...rest } = changed;
    return left === undefined ? changed : rest;
  }, body);
}

/** What is made before a call that removes or changes something: its thing, where only one is left or none. */
export function makersFor(session: Sent, operation: Operation): readonly Operation[] {
  const { interface: document } = session.contract;
  const deed = namedDeedOf(document, operation);
  if (deed?.does !== 'removes' && deed?.does !== 'changes') return [];
  const least = deed.does === 'removes' ? 2 : 1;
  const { own } = namesOf(session);
  return namingMembersOf(document, operation).flatMap(({ thing }) => {
    const living = [...own.values()].filter((one) => one.thing === thing && one.isThere);
    const isThere = operation.method !== 'POST' && livingNamed(session, thing, new Set()).length > 0;
    if (living.length >= least || isThere) return [];
    return (
      document.operations.find((one) => {
        const other = namedDeedOf(document, one);
        return other?.does === 'makes' && other.thing === thing;
      }) ?? []
    );
  });
}

/** How many things that calls made and that are there a call may take away. */
export function leftFor(session: Sent, operation: Operation): number {
  const { interface: document } = session.contract;
  if (namedDeedOf(document, operation)?.does !== 'removes') return 0;
  const [first] = namingMembersOf(document, operation);
  const own = first === undefined ? [] : [...namesOf(session).own.values()];
  return own.filter(({ thing, isThere }) => thing === first?.thing && isThere).length;
}
