import { deedOf, entriesIn, entryIn, isSuccess } from '../../../checks/resources/deeds.ts';
import type { OwnEntry } from '../../../checks/resources/ownership/own-entries.ts';
import type { Operation } from '../../../interface/model.ts';
import { plainName, singularOf } from '../../../interface/names.ts';
import { writtenText } from '../../../interface/parameters/parameter-style.ts';
import { encodedSegment, fillTemplate } from '../../../interface/path-matching.ts';
import { fromPointer, valueAt } from '../../../json/pointer.ts';
import {
  isList,
  isName,
  isObject,
  type Json,
  type JsonObject,
  memberOf,
  type Name,
  objectsIn,
} from '../../../json/value.ts';
import type { Contract } from '../../../oracle/contract.ts';
import type { Reading } from '../../../oracle/reading.ts';
import { ANYTHING, isCalled, thingAt } from '../../../interface/resources/names/called.ts';
import { entriesOf } from '../../../interface/resources/read-collections.ts';
import { identityIn } from '../../../interface/resources/shown-entries.ts';
import { leadsElsewhere, withoutEndSlashes } from '../../../http/target.ts';
import { plainText } from '../../../json/lossless.ts';
import { askerIn } from '../../requests/names/who-asks.ts';

/** Places that are named by another member of an entry than its identity, or beside the list that shows it. */

type Told = { readonly contract: Contract; readonly readings: readonly Reading[] };

/** What a read without a place in its path shows, of which nothing else is known: who asks (`/me`), or what the service is. */
function shownAlone({ expectation: { operation }, answer }: Reading): JsonObject | undefined {
  if (operation?.method !== 'GET' || operation.path.includes('{') || answer?.json.kind !== 'json')
    return undefined;
  return isObject(answer.json.value) ? answer.json.value : undefined;
}

/**
 * The entries that answers tell of: what the run made and is there, then what lists and reads of that and of what is always there (`/user`)
 * showed last.
 */
function* entriesTold(session: Told, own: readonly OwnEntry[]): Iterable<JsonObject> {
  for (const { resource, standing, madeBy } of own) {
    const made = standing === 'there' ? entryIn(resource, madeBy) : undefined;
    if (made !== undefined) yield made;
  }
  for (const reading of session.readings.toReversed()) {
    if (!isSuccess(reading)) continue;
    const deed = deedOf(session.contract, reading);
    const alone = deed === undefined ? shownAlone(reading) : undefined;
    if (alone !== undefined) yield alone;
    if (deed === undefined) continue;
    const { part, path, resource } = deed;
    if (part === 'list') yield* (entriesIn(resource, reading) ?? []).slice(0, 1);
    const isTelling =
      resource.kind === 'singleton' || own.some((one) => one.path === path && one.standing === 'there');
    const read = part === 'read' && isTelling ? entryIn(resource, reading) : undefined;
    if (read !== undefined) yield read;
  }
}

/** True for a name that stands in one segment of a path, whoever reads it. */
function isPlace(value: Json | undefined): value is Name {
  return isName(value) && !leadsElsewhere(plainText(value));
}

/** Entries, and behind them all the objects that they hold (`author` of an article). */
function* withHeld(entries: Iterable<JsonObject>): Iterable<JsonObject> {
  const held: JsonObject[] = [];
  for (const entry of entries) {
    yield entry;
    held.push(...objectsIn(Object.values(entry)));
  }
  yield* held;
}

/**
 * A path whose values stand in one entry, in members that are called as its parameters are (`/tracking/{trackingCode}`), for reading.
 * What any entry has (`id`, `name`) tells nothing of which one is meant. `own`: what the run made.
 */
export function pathOfMembers(
  session: Told,
  own: readonly OwnEntry[],
  operation: Operation,
): string | undefined {
  const inPath = operation.parameters.filter((parameter) => parameter.in === 'path');
  if (inPath.length === 0 || inPath.some(({ name }) => ANYTHING.includes(plainName(name)))) return undefined;
  for (const entry of withHeld(entriesTold(session, own))) {
    const values = inPath.flatMap((parameter): (readonly [string, string])[] => {
      const called = Object.entries(entry).find(([name]) => plainName(name) === plainName(parameter.name));
      const value = called?.[1];
      return isPlace(value) ? [[parameter.name, writtenText(parameter, value, encodedSegment)]] : [];
    });
    if (values.length < inPath.length) continue;
    return fillTemplate(operation.path, new Map(values), (text) => text);
  }
  return undefined;
}

/** The same by what is always there: the account of the key, as `/me` tells it. */
export function pathOfWhatIsThere({ contract, readings }: Told, operation: Operation): string | undefined {
  const ofWhoAsks = readings.filter((reading) => {
    const kind = deedOf(contract, reading)?.resource.kind;
    return kind === 'singleton' || (kind === undefined && shownAlone(reading) !== undefined);
  });
  return pathOfMembers({ contract, readings: ofWhoAsks }, [], operation);
}

/** The word before the one value of a path, and what stands before that: `/message` and nothing of `/message/{id}/headers`. */
const ONE_VALUE = /^((?:\/[^/{}]+)*)\/([^/{}]+)\/\{[^{}]+\}[^{}]*$/;

/** The words of a path without its last one, and that one as it names one thing. */
function listedAt(path: string): readonly [lead: string, thing: string] {
  const at = path.lastIndexOf('/');
  return [path.slice(0, at), singularOf(plainName(path.slice(at + 1)))];
}

/** What an entry of a list is called by where the parameter is called as its entries are, or as their identity is: `{role}` of `/roles/{role}/users`. */
function usualName(path: string, parameter: string, entry: JsonObject): Name | undefined {
  const identity = ANYTHING.find((name) => isName(memberOf(entry, name)));
  const value = identity === undefined ? undefined : memberOf(entry, identity);
  if (identity === undefined || !isName(value)) return undefined;
  const named = { thing: thingAt(path), identity, value, place: path };
  const plain = plainName(parameter);
  return plain === identity || isCalled(plain, named) ? value : undefined;
}

/** A path with its one value, which an answer showed. */
function pathWith(
  operation: Operation,
  parameter: Operation['parameters'][number],
  value: Name,
): string | undefined {
  const text = writtenText(parameter, value, encodedSegment);
  return fillTemplate(operation.path, new Map([[parameter.name, text]]), (each) => each);
}

/**
 * A path of what stands inside of an entry under the word for it, for reading, or of something below it: `/albums/{albumId}` by the
 * `album` that a song shows, or one of its `albums`. `own`: what the run made.
 */
export function pathOfInner(
  session: Told,
  own: readonly OwnEntry[],
  operation: Operation,
): string | undefined {
  const [, lead = '', word = ''] = ONE_VALUE.exec(operation.path) ?? [];
  const parameter = operation.parameters.find((one) => one.in === 'path');
  if (word === '' || parameter === undefined) return undefined;
  const thing = singularOf(plainName(word));
  for (const entry of entriesTold(session, own))
    for (const [name, held] of Object.entries(entry)) {
      const [first] = singularOf(plainName(name)) === thing ? objectsIn(isList(held) ? held : [held]) : [];
      const value = first === undefined ? undefined : usualName(`${lead}/${word}`, parameter.name, first);
      if (isPlace(value)) return pathWith(operation, parameter, value);
    }
  return undefined;
}

/** The entries that a list shows. Where nothing describes them, the answer is an array of them, or has one alone (`{"ranks": [{…}], "metadata": {…}}`). */
export function entriesShown(list: Operation, answer: Json): readonly JsonObject[] {
  const entries = entriesOf(list);
  if (entries !== undefined) return objectsIn(valueAt(answer, fromPointer(entries.pointer)));
  const lists = isList(answer) ? [answer] : isObject(answer) ? Object.values(answer).filter(isList) : [];
  return lists.length === 1 ? objectsIn(lists[0] ?? []) : [];
}

/**
 * A path of one thing of a list, for reading, or of something below it: the value is that of an entry which the list showed last. The list
 * is called as many of them are (`/message/{id}` beside `/messages`), where its schema has the member that the parameter names, or it
 * is the one in the path (`/roles/{role}/users`), where nothing reads its entries one by one.
 */
export function pathOfListed(session: Told, operation: Operation): string | undefined {
  const [, lead = '', word = ''] = ONE_VALUE.exec(operation.path) ?? [];
  const parameter = operation.parameters.find((one) => one.in === 'path');
  if (word === '' || parameter === undefined) return undefined;
  for (const reading of session.readings.toReversed()) {
    const list = reading.expectation.operation;
    if (list?.method !== 'GET' || list.path.includes('{') || !isSuccess(reading)) continue;
    const listPath = withoutEndSlashes(list.path);
    const [above, thing] = listedAt(listPath);
    const isSame = listPath === `${lead}/${word}`;
    const isBeside = above === lead && thing === plainName(word);
    if ((!isSame && !isBeside) || reading.answer === undefined) continue;
    const entries = entriesOf(list);
    const named = entries === undefined ? undefined : identityIn(entries.schema, parameter.name);
    if (!isSame && named?.ground !== 'schemas') continue;
    const { json } = reading.answer;
    if (json.kind === 'invalid') continue;
    const shown = entriesShown(list, json.value);
    const nameOf = (entry: JsonObject): Name | undefined => {
      const own = named?.ground === 'schemas' ? memberOf(entry, named.member) : undefined;
      return isName(own) ? own : isSame ? usualName(listPath, parameter.name, entry) : undefined;
    };
    const name = shown.map(nameOf).find(isPlace);
    if (name !== undefined) return pathWith(operation, parameter, name);
  }
  return undefined;
}

/** A path of who asks, whom a place beside it shows (`/users/me` beside `/users/{id}`), for reading, or of something below it. */
export function pathOfAsker(session: Told, operation: Operation): string | undefined {
  const [parameter, ...others] = operation.parameters.filter((one) => one.in === 'path');
  const lead = withoutEndSlashes(operation.path.slice(0, operation.path.indexOf('{')));
  if (parameter === undefined || others.length > 0) return undefined;
  for (const reading of session.readings.toReversed()) {
    const { operation: asked } = reading.expectation;
    const isBeside = asked?.path.slice(0, asked.path.lastIndexOf('/')) === lead;
    const shown = isBeside && asked !== undefined ? askerIn(asked, reading) : undefined;
    const value = shown && (memberOf(shown, parameter.name) ?? usualName(lead, parameter.name, shown));
    if (isPlace(value)) return pathWith(operation, parameter, value);
  }
  return undefined;
}
