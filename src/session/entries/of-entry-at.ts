import { deedOf, entryIn, pathOfEntry } from '../../checks/resources/deeds.ts';
import { sentTo } from '../../checks/resources/life/members/entry-state.ts';
import { fixedIn } from '../../checks/resources/life/members/fixed-members.ts';
import type { Operation } from '../../interface/model.ts';
import { canonicalPath } from '../../interface/resources/places/places.ts';
import { entrySchemaOf, partOf, type Resource } from '../../interface/resources/resources.ts';
import { toldChoices } from '../../interface/resources/words/members/quoted-values.ts';
import { changeAt, fromPointer, putAt, valueAt } from '../../json/pointer.ts';
import { isList, isName, isObject, type Json, type JsonObject, memberOf } from '../../json/value.ts';
import { requestSchema, validatorOf } from '../../oracle/contract.ts';
import { locksOf } from '../../oracle/locks.ts';
import type { Schema } from '../../schema/keywords.ts';
import { schemaMembers } from '../../schema/members.ts';
import { mergedKeywords } from '../../schema/merge.ts';
import { subschema } from '../../schema/resolve.ts';
import { onceForBoth } from '../../system/once-for.ts';
import { isOfShape, shownCodes } from '../requests/values/shown-codes.ts';
import { choicesOf, pickedBy } from '../requests/values/told-choices.ts';
import { namedAsPath } from './identity-in-body.ts';
import type { Sent } from './own-things.ts';

/** Bodies of requests to one entry: about the entry of their path, in the state in which it is, with what a creation set for good. */

/**
 * Members that say in which state an entry is: with values of which the document has a list, in requests that come after its
 * creation and not in the creation itself. A service may lead an entry on only from state to state, and refuse most requests in
 * some of them.
 */
export const statesOf = onceForBoth((resource: Resource, operation: Operation): readonly string[] => {
  const [sent, shown] = [sentTo(operation, resource), entrySchemaOf(resource)];
  const made = resource.create === undefined ? undefined : sentTo(resource.create, resource);
  if (sent === undefined || shown === undefined || made === undefined) return [];
  const [first, entry] = [schemaMembers(made.schema).properties, schemaMembers(shown).properties];
  return [...schemaMembers(sent.schema).properties].flatMap(([name, member]) => {
    const keywords = mergedKeywords(member, sent.schema);
    const values = memberOf(keywords, 'enum');
    const isOneOfSome = (isList(values) ? values : toldChoices(name, keywords)).length > 1;
    return isOneOfSome && entry.has(name) && !first.has(name) ? [name] : [];
  });
});

/** The last value that an answer showed of a member of an entry. */
function shownValue(
  { contract, readings }: Sent,
  resource: Resource,
  path: string,
  name: string,
): Json | undefined {
  for (const reading of readings.toReversed()) {
    if ((reading.answer?.status ?? 400) >= 300) continue;
    const shown = entryIn(resource, reading);
    const deed = shown === undefined ? undefined : deedOf(contract, reading);
    if (shown === undefined || deed === undefined || !Object.hasOwn(shown, name)) continue;
    const own = deed.part === 'create' ? pathOfEntry(resource, deed.values, shown) : deed.path;
    const value = memberOf(shown, name);
    if (deed.resource === resource && own === path && isName(value)) return value;
  }
  return undefined;
}

/** The body without members that would lead the entry on to another state, or with the state in which it is. */
function inItsState(session: Sent, resource: Resource, operation: Operation, path: string, body: Json): Json {
  const schema = requestSchema(operation);
  const states = statesOf(resource, operation);
  const place = fromPointer(sentTo(operation, resource)?.pointer ?? '');
  const inner = valueAt(body, place);
  if (schema === undefined || !isObject(inner) || !states.some((name) => Object.hasOwn(inner, name)))
    return body;
  const isValid = (value: Json): boolean => validatorOf(schema)(value).length === 0;
  const rest = Object.fromEntries(Object.entries(inner).filter(([name]) => !states.includes(name)));
  // A change of the state alone is meant.
  if (Object.keys(rest).length === 0) return body;
  const without = putAt(body, place, rest);
  if (isValid(without)) return without;
  const [bare = ''] = path.split('?', 1);
  const same = Object.fromEntries(
    Object.entries(inner).map(([name, value]): [string, Json] => [
      name,
      states.includes(name) ? (shownValue(session, resource, canonicalPath(bare), name) ?? value) : value,
    ]),
  );
  const steady = putAt(body, place, same);
  return isValid(steady) ? steady : body;
}

/** The body with the state of the entry that the last answer showed, where it has to name one. */
function ofStateRead(
  session: Sent,
  resource: Resource,
  operation: Operation,
  path: string,
  body: Json,
): Json {
  const schema = requestSchema(operation);
  if (schema === undefined || !isObject(body)) return body;
  const [bare = ''] = path.split('?', 1);
  const read = locksOf(resource, operation).flatMap((name): (readonly [string, Json])[] => {
    const shown = shownValue(session, resource, canonicalPath(bare), name);
    return shown === undefined || !Object.hasOwn(body, name) ? [] : [[name, shown]];
  });
  const changed: Json = { ...body, ...Object.fromEntries(read) };
  return validatorOf(schema)(changed).length === 0 ? changed : body;
}

/** What an update says of an entry, and what answers showed of it. */
type Update = {
  readonly isValid: (body: Json) => boolean;
  /** The schema of what is said of the entry, where the body holds that, and that itself. */
  readonly schema: Schema;
  readonly place: readonly string[];
  readonly inner: JsonObject;
  readonly shownOf: (name: string) => Json | undefined;
};

function updateIn(
  session: Sent,
  resource: Resource,
  operation: Operation,
  path: string,
  body: Json,
): Update | undefined {
  const schema = requestSchema(operation);
  const sent = sentTo(operation, resource);
  const place = fromPointer(sent?.pointer ?? '');
  const inner = valueAt(body, place);
  if (schema === undefined || sent === undefined || !isObject(inner)) return undefined;
  const [bare = ''] = path.split('?', 1);
  return {
    isValid: (value) => validatorOf(schema)(value).length === 0,
    schema: sent.schema,
    place,
    inner,
    shownOf: (name) => shownValue(session, resource, canonicalPath(bare), name),
  };
}

/** The body of an update without members that a creation sets for good, or with the values that they have: a service may refuse others. */
function withFixed(session: Sent, resource: Resource, operation: Operation, path: string, body: Json): Json {
  const update = updateIn(session, resource, operation, path, body);
  if (update === undefined) return body;
  const { place, inner, isValid, shownOf } = update;
  const fixed = Object.keys(inner).filter((name) => fixedIn(operation, resource).has(name));
  return fixed.reduce<Json>((changed, name) => {
    const shown = shownOf(name);
    const own = shown === undefined ? body : putAt(changed, [...place, name], shown);
    const without = changeAt(changed, [...place, name], () => undefined) ?? changed;
    return [own, without].find((one) => one !== body && isValid(one)) ?? changed;
  }, body);
}

/** The body of an update with the codes that the entry has, where they are of the form of an example that the drawn ones are not of. */
function withOwnCodes(
  session: Sent,
  resource: Resource,
  operation: Operation,
  path: string,
  body: Json,
): Json {
  const update = updateIn(session, resource, operation, path, body);
  if (update === undefined) return body;
  const { schema, place, inner, isValid, shownOf } = update;
  const changed = [...shownCodes(schema)].reduce<Json>((done, [name, example]) => {
    const drawn = memberOf(inner, name);
    if (typeof drawn !== 'string' || isOfShape(drawn, example)) return done;
    const own = shownOf(name);
    return typeof own === 'string' && isOfShape(own, example) ? putAt(done, [...place, name], own) : done;
  }, body);
  return isValid(changed) ? changed : body;
}

/**
 * The body of an update with another one of the values that the words of the creation have for a member, in the place of any other text: the
 * words of the update need not say it again.
 */
function ofToldChoices(
  session: Sent,
  resource: Resource,
  operation: Operation,
  path: string,
  body: Json,
): Json {
  const update = updateIn(session, resource, operation, path, body);
  const made = resource.create === undefined ? undefined : sentTo(resource.create, resource)?.schema;
  if (update === undefined || !isObject(made)) return body;
  const { place, inner, isValid, shownOf } = update;
  const changed = Object.entries(inner).reduce<Json>((done, [name, drawn]) => {
    const values = choicesOf(made, name);
    if (typeof drawn !== 'string' || values.length === 0 || values.includes(drawn)) return done;
    const shown = shownOf(name);
    const others = values.filter((value) => value !== shown);
    return putAt(done, [...place, name], pickedBy(drawn, others) ?? drawn) ?? done;
  }, body);
  return isValid(changed) ? changed : body;
}

/**
 * A body that is to be refused with what a creation set for good, where that is not what is wrong with it: another value of it might be
 * refused in its place.
 */
export function keepingFixed(session: Sent, operation: Operation, path: string, body: Json): Json {
  const found = partOf(session.contract.interface, operation);
  const isUpdate = found?.part === 'replace' || found?.part === 'change';
  const sent = isUpdate ? sentTo(operation, found.resource) : undefined;
  const place = fromPointer(sent?.pointer ?? '');
  const inner = valueAt(body, place);
  if (!isUpdate || sent === undefined || !isObject(inner)) return body;
  const [bare = ''] = path.split('?', 1);
  return [...schemaMembers(sent.schema).properties].reduce<Json>((changed, [name, member]) => {
    if (!Object.hasOwn(inner, name) || !fixedIn(operation, found.resource).has(name)) return changed;
    const isRight = validatorOf(subschema(sent.schema, member))(memberOf(inner, name)).length === 0;
    const shown = isRight ? shownValue(session, found.resource, canonicalPath(bare), name) : undefined;
    return shown === undefined ? changed : putAt(changed, [...place, name], shown);
  }, body);
}

/**
 * The body of a request to one entry with the identity that its path has, in the state in which it is.
 */
export function ofEntryAt(session: Sent, operation: Operation, path: string, body: Json): Json {
  const found = partOf(session.contract.interface, operation);
  const isUpdate = found?.part === 'replace' || found?.part === 'change';
  const own = isUpdate
    ? [withFixed, inItsState, ofStateRead, withOwnCodes, ofToldChoices].reduce(
        (changed, about) => about(session, found.resource, operation, path, changed),
        body,
      )
    : body;
  return namedAsPath(session, operation, path, own);
}
