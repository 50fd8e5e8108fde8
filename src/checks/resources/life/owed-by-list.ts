import { withoutEndSlashes } from '../../../http/target.ts';
import { encodedSegment } from '../../../interface/path-matching.ts';
import { isListedForAll } from '../../../interface/resources/places/listed-elsewhere.ts';
import { entrySchemaOf, isListedAlone, type Resource } from '../../../interface/resources/resources.ts';
import { type Json, type JsonObject, memberOf } from '../../../json/value.ts';
import type { Contract } from '../../../oracle/contract.ts';
import { textOf } from '../deeds.ts';
import { isOneOfFew, mayBeCut } from '../promises.ts';
import { isEqual, putsAway } from './members/shown-values.ts';
import { isNamedByClient, type Life } from './life.ts';

/** Entries that a list which shows all there is has to show: a list may have reasons of its own, and what is put away is not in it. */

function isPutAway(shown: JsonObject): boolean {
  return Object.entries(shown).some(([member, value]) => putsAway(member, value));
}

/** True for what a PUT made under a name of the client's, and a read showed under it and not put away: its list has it as well. */
function isKnownByName({ resource, madeBy, path, isRead, shown }: Life): boolean {
  const { identity, replace } = resource;
  const isPut = madeBy.expectation.operation === replace && replace?.requestBody !== undefined;
  if (!isPut || !isRead || shown === undefined || identity === undefined) return false;
  const name = textOf(memberOf(shown, identity));
  const isNamed = name !== undefined && path.endsWith(`/${encodedSegment(name)}`);
  return isNamed && !isPutAway(shown);
}

const DAY = /^\d{4}-\d\d-\d\d/;

/** True for a value by which a list may choose: whether something is so, which of several it is, and when. */
function mayChoose(resource: Resource, name: string, value: Json): boolean {
  const isTime = typeof value === 'string' && DAY.test(value);
  return isTime || isOneOfFew(entrySchemaOf(resource) ?? true, name, value);
}

/** True where nothing that a list may choose by tells two entries apart. */
function isAlike({ resource, making }: Life, one: JsonObject, other: JsonObject): boolean {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => {
    const [own, theirs] = [memberOf(one, name) ?? null, memberOf(other, name) ?? null];
    const isOfService = making?.values.has(name) === false && typeof own === 'string' && DAY.test(own);
    return (
      isOfService || isEqual(own, theirs) || ![own, theirs].some((value) => mayChoose(resource, name, value))
    );
  });
}

/**
 * True for what was made in the list itself, and read since, where the list shows another one that was made so, and one that is alike: by
 * what is told of them, neither is left out.
 */
function isLikeListed(
  life: Life,
  fellows: readonly Life[],
  listed: ReadonlyMap<string, JsonObject>,
): boolean {
  const { resource, making, isRead, shown } = life;
  const { create, list } = resource;
  if (making === undefined || making.operation !== create || list === undefined || !isRead) return false;
  if (withoutEndSlashes(create.path) !== withoutEndSlashes(list.path)) return false;
  if (shown === undefined || isPutAway(shown) || mayBeCut(listed.size)) return false;
  const beside = fellows.filter(
    (other) =>
      other.resource === resource &&
      other.place === life.place &&
      other.making?.operation === create &&
      other.standing === 'there' &&
      listed.has(other.path),
  );
  const entries = [...listed.values(), ...beside.map((other) => other.shown ?? {})];
  return beside.length > 0 && entries.some((entry) => isAlike(life, shown, entry));
}

/**
 * True for what a client named and put into a list, where nothing else shows it. What a PUT names may be an entry of the run elsewhere
 * (a picture in an album): then that has to be there. What a read shows as well is owed where the list is told to have it by its name, or
 * shows what is like it. `fellows`: the entries of the run; `listed`: those of the list, by their paths.
 */
export function isOwedByList(
  { interface: { collections } }: Contract,
  life: Life,
  fellows: readonly Life[],
  listed: ReadonlyMap<string, JsonObject>,
): boolean {
  const { resource, madeBy, path } = life;
  if (!isListedAlone(resource)) {
    // What the document shows to be made and listed is judged with that list, as long as it is what its creation made of it.
    const isChanged = life.changedMs !== madeBy.exchange.endMs;
    const isHeldToList = !isChanged && collections.some(({ create }) => create.id === resource.create?.id);
    return isKnownByName(life) || (!isHeldToList && isLikeListed(life, fellows, listed));
  }
  if (isListedForAll(resource)) return false;
  if (isNamedByClient(life)) return true;
  if (madeBy.expectation.operation !== resource.replace) return false;
  const name = path.slice(path.lastIndexOf('/'));
  return fellows.every(
    (other) => other.resource === resource || !other.path.endsWith(name) || other.standing === 'there',
  );
}
