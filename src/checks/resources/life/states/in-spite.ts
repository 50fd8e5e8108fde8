import { opened, placedMembers } from '../../../../interface/resources/lists/member-places.ts';
import { plainName } from '../../../../interface/names.ts';
import type { Interface, Operation } from '../../../../interface/model.ts';
import type { Resource } from '../../../../interface/resources/resources.ts';
import { refusalTold, type ToldRefusal } from '../../../../interface/resources/words/states/told-refusals.ts';
import {
  type FullRefusal,
  refusesWhatIsFull,
} from '../../../../interface/resources/words/states/told-removals.ts';
import { listedStates, type State } from '../../../../interface/resources/words/states/told-states.ts';
import { fromPointer, valueAt } from '../../../../json/pointer.ts';
import { isObject, type Json, type JsonObject, memberOf } from '../../../../json/value.ts';
import { type Reading, sentValue } from '../../../../oracle/reading.ts';
import { excerptJson } from '../../../outcome.ts';
import { statusText } from '../../../statuses.ts';
import { asksForWhole } from '../../lists/asked-in-query.ts';
import { isSuccess } from '../../deeds.ts';
import { namedInBody } from '../../creations/named-in-body.ts';
import { isMadeOrDone } from './actions.ts';
import { promisedBetween, sentTo } from '../members/entry-state.ts';
import { isEqual } from '../members/shown-values.ts';
import type { Life, LifeCourt } from '../life.ts';
import { freshValue, isAsked } from './sure-states.ts';
import { judgeTransition } from './transitions.ts';

/** What is done to an entry in a state in which the document refuses that: it is changed or removed, or something is made inside of it. */

/** What was served of an entry although the document refuses it in the state that the entry was in. */
export type InSpite = { readonly by: Reading; readonly told: ToldRefusal; readonly now: Json };

/**
 * What changes an entry, or makes something inside of it, although the document refuses that in its state: the next look says whether
 * it stayed in it all the time. Who names the state leads the entry on, and what changes a part of it alone may be fine.
 */
function servedInSpite(life: Life, reading: Reading): InSpite | undefined {
  const { operation } = reading.expectation;
  const told = operation === undefined ? undefined : refusalTold(life.resource, operation);
  if (operation === undefined || told === undefined || !isAsked(reading)) return undefined;
  // What is kept although it was removed was shown since, and nothing was done to it that was served.
  const away = life.isKeptAsRemoved ? life.shownAway : undefined;
  const now = away === undefined ? freshValue(life, told.member) : memberOf(opened(away), told.member);
  if (now === undefined || !told.isRefusedIn(now)) return undefined;
  const { change, replace } = life.resource;
  if (operation !== change && operation !== replace) return { by: reading, told, now };
  const sent = valueAt(
    sentValue(reading) ?? null,
    fromPointer(sentTo(operation, life.resource)?.pointer ?? ''),
  );
  if (!isObject(sent) || Object.hasOwn(opened(sent), told.member)) return undefined;
  const names = [...promisedBetween(operation, life.resource).keys()];
  return isFilledUp(operation, life.resource, sent) &&
    names.every((name) => name === told.member || Object.hasOwn(sent, name))
    ? { by: reading, told, now }
    : undefined;
}

/** True for a body that has every member of what holds those of the entry (`attributes`). */
function isFilledUp(operation: Operation, resource: Resource, sent: JsonObject): boolean {
  const place = sentTo(operation, resource);
  const held = place === undefined ? [] : placedMembers(place.schema);
  return held.every(({ member, within }) => {
    const holder = within === undefined ? sent : memberOf(sent, within);
    return within === undefined || (isObject(holder) && Object.hasOwn(holder, member));
  });
}

/** The same of a change or a replacement, which may name a state to which nothing leads the entry as well. */
export function changedInSpite(court: LifeCourt, life: Life, reading: Reading): InSpite | undefined {
  judgeTransition(court, life, reading);
  return servedInSpite(life, reading);
}

function blameInSpite(court: LifeCourt, life: Life, { by, told, now }: InSpite, telling: Reading): void {
  if (by.answer === undefined) return;
  court.breaks(
    'action-stored',
    life,
    { telling, others: [by, ...life.doneBy.values()] },
    {
      expected: `${told.status}: by the document that comes where ${told.member} is ${excerptJson(now)}`,
      actual: `${statusText(by.answer)}, with ${told.member}: ${excerptJson(now)} before`,
      deviation: 'something is done to an entry in a state in which that is refused',
    },
  );
}

/** Judges what was changed in spite of the state of the entry, once a look shows it in the same one. */
export function judgeInSpite(court: LifeCourt, life: Life, reading: Reading, shown: JsonObject): void {
  const { inSpite } = life;
  life.inSpite = undefined;
  if (inSpite !== undefined && isEqual(memberOf(opened(shown), inSpite.told.member), inSpite.now))
    blameInSpite(court, life, inSpite, reading);
}

/** The holder of something new, as it was when that was made. */
export function noteMadeInside(lives: Iterable<Life>, reading: Reading, place: string): void {
  for (const life of lives)
    if (place.startsWith(`${life.path}/`) && isSuccess(reading))
      life.inSpite = servedInSpite(life, reading) ?? life.inSpite;
}

/**
 * The same of a removal, behind which nothing is shown: no service leads an entry by itself to a state that new ones have, or an action
 * leads to.
 */
export function judgeRemovedInSpite(court: LifeCourt, life: Life, reading: Reading): void {
  const inSpite = servedInSpite(life, reading);
  if (inSpite === undefined) return;
  const { told, now } = inSpite;
  const listed = listedStates(life.resource)
    .get(told.member)
    ?.map(({ value }) => value);
  const others: readonly (State | boolean)[] = typeof now === 'boolean' ? [!now] : (listed ?? []);
  const open = others.filter((value) => !told.isRefusedIn(value));
  if (open.length > 0 && open.every((value) => isMadeOrDone(life, told.member, value)))
    blameInSpite(court, life, inSpite, reading);
}

type Book = { readonly contract: { readonly interface: Interface }; readonly lives: Iterable<Life> };

/** True where something of another kind was removed since what is inside was seen: a product may take its stock in all depots along. */
function mayBeTaken(child: Life, holder: Life, lives: Iterable<Life>): boolean {
  const seenMs = Math.max(child.lookedMs, child.madeBy.exchange.endMs);
  return [...lives].some(
    ({ resource, standing, removedBy }) =>
      resource !== child.resource &&
      resource !== holder.resource &&
      standing === 'gone' &&
      (removedBy?.exchange.endMs ?? Number.POSITIVE_INFINITY) > seenMs,
  );
}

/** True for an entry that says of itself to be so: by a value of its own, or by a flag that is called so. */
function isCalled({ making, shown }: Life, word: string): boolean {
  return Object.entries(opened(making?.shown ?? shown ?? {})).some(([name, value]) =>
    typeof value === 'string'
      ? plainName(value) === plainName(word)
      : value === true && plainName(name).endsWith(word),
  );
}

/** Entries whose creation named an entry in its body, where nothing was done to them since. */
function naming(life: Life, { named }: FullRefusal, lives: Iterable<Life>): readonly Life[] {
  const isMeant = ({ resource, shown, making }: Life): boolean =>
    named.some(({ child, state }) => {
      const now = state === undefined ? null : memberOf(opened(shown ?? making?.shown ?? {}), state.member);
      return child.path === resource.path && (state?.values.some((value) => value === now) ?? true);
    });
  return [...lives].filter(
    (other) =>
      isMeant(other) &&
      other.changedMs === other.madeBy.exchange.endMs &&
      namedInBody([life], other.madeBy).length > 0,
  );
}

/** A removal that was served although something is inside of the entry, or names it, of which the document says that it keeps the entry there. */
export function judgeRemovedFull(
  court: LifeCourt,
  life: Life,
  reading: Reading,
  { book, inside }: { readonly book: Book; readonly inside: readonly Life[] },
): void {
  const { operation } = reading.expectation;
  const document = book.contract.interface;
  const told = operation === undefined ? undefined : refusesWhatIsFull(document, operation);
  // What was removed before may be kept, and tell so.
  if (told === undefined) return;
  const within = inside.filter(({ resource }) => told.kinds.includes(resource.path));
  const beside = naming(life, told, book.lives);
  const kept = [...within, ...beside].find(
    (child) =>
      child.standing === 'there' &&
      child.removedBy === undefined &&
      child.madeBy.answer?.status !== 202 &&
      (told.unless === undefined || !isCalled(child, told.unless)) &&
      !mayBeTaken(child, life, book.lives),
  );
  // A parameter may have asked for just that (`?force=true`).
  if (kept === undefined || !asksForWhole(reading)) return;
  if (String(reading.answer?.status) === told.status) court.proves('children-follow', reading);
  if (reading.answer === undefined || !isSuccess(reading) || reading.answer.status === 202) return;
  court.breaks(
    'children-follow',
    life,
    { telling: reading, others: [kept.madeBy] },
    {
      expected: `${told.status}: by the document that comes as long as something is ${beside.includes(kept) ? 'there that names it' : 'inside'}`,
      actual: `${statusText(reading.answer)}, with ${kept.path} ${beside.includes(kept) ? 'there' : 'inside'}`,
      deviation: beside.includes(kept)
        ? 'an entry is removed although something names it'
        : 'an entry is removed although something is inside of it',
    },
  );
}
