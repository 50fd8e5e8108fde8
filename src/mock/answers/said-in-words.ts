import { opened } from '../../interface/resources/lists/member-places.ts';
import { keysInQuery } from '../../credential/choose.ts';
import { givenOf, toldAlternativesOf } from '../../interface/parameters/told-alternatives.ts';
import { areSame, comparedAs, toldPairsOf } from '../../interface/parameters/told-pairs.ts';
import {
  entriesShownBy,
  membersAsked,
  type ShapeAsk,
  shapeAsksOf,
} from '../../interface/parameters/shape-asks.ts';
import { isToCome, toldPastOf } from '../../interface/parameters/told-past.ts';
import { toldTextsOf } from '../../interface/parameters/told-texts.ts';
import { unknownAre } from '../../interface/parameters/told-unknown.ts';
import type { Interface, Operation } from '../../interface/model.ts';
import { entrySchemaOf, partOf, type Resource, resourcesOf } from '../../interface/resources/resources.ts';
import {
  toldLeftOut,
  type ToldMember,
  toldMembersOfStates,
} from '../../interface/resources/words/states/told-members.ts';
import { isState } from '../../interface/resources/words/states/told-states.ts';
import {
  amountIn,
  type Calculation,
  calculationsOf,
  resultIn,
} from '../../interface/resources/words/members/told-calculations.ts';
import { type ToldCount, toldCountsOf } from '../../interface/resources/words/members/told-counts.ts';
import { shownOnce } from '../../interface/resources/words/members/told-once.ts';
import { type ToldSum, toldSumsOf } from '../../interface/resources/words/members/told-sums.ts';
import { fromPointer, putAt, valueAt } from '../../json/pointer.ts';
import { isList, isObject, type Json, type JsonObject, memberOf, withoutMember } from '../../json/value.ts';
import { compileSchema } from '../../schema/compile.ts';
import { validSample } from '../../schema/generate/valid-sample.ts';
import type { Schema } from '../../schema/keywords.ts';
import { besideNull, schemaMembers } from '../../schema/members.ts';
import { subschema } from '../../schema/resolve.ts';
import { toldAfter } from '../../interface/resources/words/states/told-after.ts';
import { plainName } from '../../interface/names.ts';
import { onceFor, onceForBoth } from '../../system/once-for.ts';
import {
  type Content,
  type Entry,
  type InboundRequest,
  invalid,
  isRefusal,
  type Refusal,
  type Stages,
  type Visit,
} from './stages/stages.ts';

/**
 * What a document says in whole sentences and no schema has: which values are less than others, what is refused in a query, what
 * `fields` shows, which values go with a state, and what sums and numbers are of.
 */

/** A parameter of the query that the operation has not. */
function unknownIn(operation: Operation, { query }: InboundRequest): string | undefined {
  const own = operation.parameters.flatMap(({ in: place, name }) => (place === 'query' ? [name] : []));
  const known = new Set([...own, ...keysInQuery(operation)]);
  return [...query.keys()].find((name) => !known.has(name) && !known.has(name.split('[', 1)[0] ?? ''));
}

/** The refusal of what is said to be refused. */
function refusedByWords(
  document: Interface,
  operation: Operation,
  content: Content,
  { request, nowMs }: { readonly request: InboundRequest; readonly nowMs: number },
): Refusal | undefined {
  const unknown = unknownAre(document, operation) === 'refused' ? unknownIn(operation, request) : undefined;
  if (unknown !== undefined)
    return invalid(operation, 'unknown_parameter', `There is no parameter ${JSON.stringify(unknown)}.`);
  const broken = toldTextsOf(document, operation).find(({ parameter, isWrong }) => {
    const text = request.query.get(parameter.name) ?? '';
    return text !== '' && isWrong(text);
  });
  if (broken !== undefined)
    return invalid(operation, `wrong_${broken.kind}`, `${broken.parameter.name} is no ${broken.kind}.`);
  const sent = content.kind === 'json' && isObject(content.value) ? content.value : {};
  for (const pair of toldPairsOf(operation)) {
    const { place, less, more, kind, words } = pair;
    const [one, other] = [less, more].map((name) =>
      place === 'query' ? (request.query.get(name) ?? undefined) : memberOf(sent, name),
    );
    if ((comparedAs(kind, one, other) ?? 0) > 0 || areSame(pair, one, other))
      return invalid(operation, 'wrong_order', `${words}.`);
  }
  const alternatives = toldAlternativesOf(operation).find((told) => {
    const given = givenOf(told, sent);
    const isMissing = told.isNeeded && given.length === 0 && operation.method === 'POST';
    return isMissing || (told.isSingle && given.length > 1);
  });
  if (alternatives !== undefined && content.kind === 'json')
    return invalid(operation, 'wrong_members', `${alternatives.words}.`);
  const early = toldPastOf(operation).find(({ name }) => isToCome(memberOf(sent, name), nowMs));
  if (early !== undefined) return invalid(operation, 'still_to_come', `${early.words}.`);
  return undefined;
}

/** Entries with what the document says to be worked out of them: a list is narrowed and put in order by what it shows. */
function withWorkedOut(
  document: Interface,
  operation: Operation,
  entries: readonly Entry[],
): readonly Entry[] {
  const own = saidOf(document, operation)?.calculations.filter(({ list }) => list === undefined) ?? [];
  return own.length === 0 ? entries : entries.map((entry) => own.reduce(withCalculation, entry));
}

/** The entries of a list as words have them: with what is worked out, and, where it is asked for nothing, without those that it leaves out by their state. */
export function listedByWords(
  document: Interface,
  operation: Operation,
  { request }: Visit,
  kept: readonly Entry[],
): readonly Entry[] {
  const entries = withWorkedOut(document, operation, kept);
  const resource = partOf(document, operation)?.resource;
  const told = resource === undefined ? undefined : toldLeftOut(resource);
  if (told === undefined) return entries;
  const state = plainName(told.otherwise === null ? told.member.replace(/_?(?:at|on)$/i, '') : told.member);
  const isAsked = [...request.query].some(
    ([name, value]) => plainName(name).includes(state) && value !== 'false',
  );
  return isAsked ? entries : entries.filter((entry) => !told.isLeftOut(memberOf(opened(entry), told.member)));
}

/** An entry with the members that by the words of the document have a value after an action or an update, or none. */
export function withToldAfter(document: Interface, operation: Operation, entry: Entry): Entry {
  const resource = resourcesOf(document).find(({ actions, change, replace }) =>
    [...actions, change, replace].includes(operation),
  );
  const schema = resource === undefined ? undefined : entrySchemaOf(resource);
  if (resource === undefined || schema === undefined) return entry;
  const { properties } = schemaMembers(schema);
  return toldAfter(resource, operation).reduce<Entry>((own, { member, wanted }) => {
    if (wanted === 'null') return { ...own, [member]: null };
    if (wanted !== 'a value') return { ...own, [member]: wanted === 'true' };
    const isThere = (memberOf(own, member) ?? null) !== null;
    const value = validSample(besideNull(subschema(schema, properties.get(member) ?? true)));
    return isThere ? own : { ...own, [member]: value };
  }, entry);
}

/** A new entry, which is in the list: nothing was done to it. */
export function listedAtFirst(document: Interface, operation: Operation, entry: Entry): Entry {
  const resource = partOf(document, operation)?.resource;
  const { member, otherwise } = (resource === undefined ? undefined : toldLeftOut(resource)) ?? {};
  if (member === undefined || otherwise === undefined || Object.hasOwn(entry, member)) return entry;
  return { ...entry, [member]: otherwise };
}

type Said = {
  readonly resource: Resource;
  readonly schema: Schema;
  readonly members: readonly ToldMember[];
  readonly sums: readonly ToldSum[];
  readonly counts: readonly ToldCount[];
  readonly calculations: readonly Calculation[];
  /** What the creation alone shows. */
  readonly once: readonly string[];
  readonly isList: boolean;
};

/** What the document says of the entries that an operation shows. */
const saidOf = onceForBoth((document: Interface, operation: Operation): Said | undefined => {
  const found = partOf(document, operation);
  const resource =
    found?.resource ?? resourcesOf(document).find(({ actions }) => actions.includes(operation));
  const schema = resource === undefined ? undefined : entrySchemaOf(resource);
  if (resource === undefined || schema === undefined) return undefined;
  const [members, sums] = [toldMembersOfStates(resource), toldSumsOf(resource)];
  const calculations = calculationsOf(resource);
  const counts = toldCountsOf(document, resource);
  const once = found === undefined || operation === resource.create ? [] : shownOnce(resource);
  if ([members, sums, calculations, counts, once].every((told) => told.length === 0)) return undefined;
  return { resource, schema, members, sums, counts, calculations, once, isList: found?.part === 'list' };
});

const memberSchemas = onceFor((schema: Exclude<Schema, boolean>): ReadonlyMap<string, Schema> => {
  const { properties } = schemaMembers(schema);
  return new Map([...properties].map(([name, member]) => [name, subschema(schema, member)]));
});

/** A member with the value that goes with the state of its entry. */
function inState(entry: JsonObject, schema: Schema, told: ToldMember): JsonObject {
  const [state, value] = [memberOf(opened(entry), told.state), memberOf(entry, told.name)];
  const member = isObject(schema) ? (memberSchemas(schema).get(told.name) ?? true) : true;
  if (!isState(state) || value === undefined) return entry;
  const isThere = told.values.includes(state);
  if (!isThere && told.says !== 'there' && value !== null) {
    if (compileSchema(member)(null).length === 0) return { ...entry, [told.name]: null };
    if (!schemaMembers(schema).required.has(told.name)) return withoutMember(entry, told.name);
  }
  return isThere && told.says !== 'only' && value === null
    ? { ...entry, [told.name]: validSample(besideNull(member)) }
    : entry;
}

function withSum(entry: JsonObject, { name, list, factors }: ToldSum): JsonObject {
  const items = memberOf(entry, list);
  if (!isList(items) || !Object.hasOwn(entry, name)) return entry;
  const products = items.map((item) =>
    factors.reduce(
      (product, factor) => product * ((isObject(item) ? amountIn(item, factor) : undefined) ?? Number.NaN),
      1,
    ),
  );
  const sum = products.reduce((all, one) => all + one, 0);
  const isText = typeof memberOf(entry, name) === 'string';
  return Number.isFinite(sum) ? { ...entry, [name]: isText ? sum.toFixed(2) : sum } : entry;
}

function withCount(entry: JsonObject, told: ToldCount): JsonObject {
  const items = told.of === 'list' ? memberOf(entry, told.list) : undefined;
  return isList(items) && Object.hasOwn(entry, told.name) ? { ...entry, [told.name]: items.length } : entry;
}

function calculated(holder: JsonObject, told: Calculation): JsonObject {
  const { shown, right = 0 } = resultIn(told, holder) ?? {};
  if (shown === undefined) return holder;
  const isText = typeof memberOf(holder, told.name) === 'string';
  return { ...holder, [told.name]: isText ? right.toFixed(2) : Math.round(right * 100) / 100 };
}

function withCalculation(entry: JsonObject, told: Calculation): JsonObject {
  if (told.list === undefined) return calculated(entry, told);
  const items = memberOf(entry, told.list);
  return isList(items)
    ? { ...entry, [told.list]: items.map((item) => (isObject(item) ? calculated(item, told) : item)) }
    : entry;
}

function asSaid(entry: Json, { schema, members, sums, counts, calculations, once }: Said): Json {
  if (!isObject(entry)) return entry;
  const shown = once.reduce((own, name) => withoutMember(own, name), entry);
  const stated = members.reduce((own, told) => inState(own, schema, told), shown);
  // A sum may be one of what is calculated in a list, and a calculation one with a sum.
  const inLists = calculations.filter(({ list }) => list !== undefined);
  const inEntry = calculations.filter(({ list }) => list === undefined);
  const summed = sums.reduce(withSum, inLists.reduce(withCalculation, stated));
  return inEntry.reduce(withCalculation, counts.reduce(withCount, summed));
}

/** Where one entry stands in an answer that may wrap it. */
export function placeOfEntry(value: Json, { identity = '' }: Resource): readonly string[] {
  if (!isObject(value) || Object.hasOwn(value, identity)) return [];
  const [inner, ...others] = Object.entries(value).filter(
    ([, held]) => isObject(held) && Object.hasOwn(held, identity),
  );
  return inner === undefined || others.length > 0 ? [] : [inner[0]];
}

/** Changes the entries of an answer: those of the list at a place, or the one there. */
export function changedAt(value: Json, place: readonly string[], change: (entry: Json) => Json): Json {
  const at = valueAt(value, place);
  if (at === undefined) return value;
  return putAt(value, place, isList(at) ? at.map(change) : change(at)) ?? value;
}

/** A member that names something, as what it names. */
function expanded(member: Schema, value: Json): Json {
  if (typeof value !== 'string') return value;
  const object = validSample({ allOf: [member, { type: 'object' }] });
  return isObject(object) && compileSchema(member)({ ...object, id: value }).length === 0
    ? { ...object, id: value }
    : value;
}

function shaped(entry: Json, ask: ShapeAsk, asked: ReadonlySet<string>, schema: Schema): Json {
  if (!isObject(entry)) return entry;
  if (ask.kind === 'fields') {
    const left = Object.entries(membersAsked(entry, ask)).filter(
      ([name]) => !ask.members.has(name) || asked.has(name) || ask.kept.has(name),
    );
    const { within } = ask;
    return within === undefined ? Object.fromEntries(left) : { ...entry, [within]: Object.fromEntries(left) };
  }
  const members = [...ask.members].flatMap(([value, member]) => (asked.has(value) ? [member] : []));
  const schemas = isObject(schema) ? memberSchemas(schema) : new Map<string, Schema>();
  return members.reduce<JsonObject>((own, name) => {
    const value = memberOf(own, name);
    return value === undefined ? own : { ...own, [name]: expanded(schemas.get(name) ?? true, value) };
  }, entry);
}

function shapedAs(value: Json, operation: Operation, { request }: Visit): Json {
  return shapeAsksOf(operation).reduce<Json>((shown, ask) => {
    const texts = request.query.getAll(ask.parameter.name).flatMap((text) => text.split(','));
    const asked = new Set(texts.filter((text) => text !== ''));
    const { pointer = '', schema = true } = entriesShownBy(operation) ?? {};
    const isKnown = asked.size > 0 && [...asked].every((text) => ask.members.has(text));
    if (!isKnown) return shown;
    return changedAt(shown, fromPointer(pointer), (entry) => shaped(entry, ask, asked, schema));
  }, value);
}

/** A responder that does what the document says in words, too. `now`: Unix milliseconds. */
export function withWords(
  document: Interface,
  respond: Stages['respond'],
  now: () => number,
): Stages['respond'] {
  return (content, visit, stages) => {
    const { operation } = visit;
    const refused =
      operation === undefined
        ? undefined
        : refusedByWords(document, operation, content, { request: visit.request, nowMs: now() });
    const reply = refused ?? respond(content, visit, stages);
    if (operation === undefined || isRefusal(reply) || reply.status >= 300 || reply.body.kind !== 'json')
      return reply;
    const { value } = reply.body;
    const said = saidOf(document, operation);
    const place =
      said === undefined
        ? []
        : said.isList
          ? fromPointer(said.resource.entries?.pointer ?? '')
          : placeOfEntry(value, said.resource);
    const stated = said === undefined ? value : changedAt(value, place, (entry) => asSaid(entry, said));
    const shown = shapedAs(stated, operation, visit);
    return shown === value ? reply : { ...reply, body: { ...reply.body, value: shown } };
  };
}
