import { isListedAlone } from '../../../../interface/resources/resources.ts';
import { type JsonObject, type Json, memberOf } from '../../../../json/value.ts';
import type { Reading } from '../../../../oracle/reading.ts';
import { excerptJson } from '../../../outcome.ts';
import { listedMembers, promisedBetween } from '../members/entry-state.ts';
import { has, isSameValue, isTelling } from '../members/shown-values.ts';
import { isHidden, type Life, type LifeCourt } from '../life.ts';

/**
 * What the answer to a creation shows as the request gave it, and the new entry does not when it is read: it was told, and not kept.
 */

type Given = readonly [name: string, value: Json];

/** The members that the answer to the creation of an entry shows as they were given, and that its readings describe alike. */
function toldOf({ making, resource }: Life, isApart: boolean): readonly Given[] {
  if (making?.shown === undefined) return [];
  const { operation, values, shown } = making;
  const promised = promisedBetween(operation, resource);
  const listed = isListedAlone(resource) ? listedMembers(resource) : undefined;
  return [...values].filter(
    ([name, value]) =>
      promised.has(name) &&
      isTelling(value) &&
      isSameValue(value, memberOf(shown, name)) &&
      !isSameValue(value, promised.get(name)?.fallback) &&
      !isHidden(name, isApart) &&
      listed?.has(name) !== false,
  );
}

/** True for an entry that nothing was done to, and of which nothing is shown that its creation told. */
function isForgotten(life: Life, isApart: boolean): boolean {
  const { shown } = life;
  if (shown === undefined || !life.isRead || life.changedMs !== life.madeBy.exchange.endMs) return false;
  const told = toldOf(life, isApart);
  return told.length > 0 && !told.some(([name]) => has(shown, name));
}

/** Blames the reading of an entry for a member that its creation told. */
function blame(
  court: LifeCourt,
  life: Life,
  reading: Reading,
  [name, value]: Given,
  { actual, deviation }: { readonly actual: string; readonly deviation: string },
): void {
  court.breaks(
    'made-as-asked',
    life,
    { telling: reading, others: [] },
    {
      expected: `${name}: ${excerptJson(value)}, as the creation gave it, and as its answer shows it`,
      actual: `${name}: ${actual}`,
      deviation,
    },
  );
}

/**
 * Judges the first reading of an entry. A text in the client's own words is shown where another member is that the creation gave;
 * anything else where another entry shows the member, or where entries keep something: of two that show nothing of what their creations
 * told, nothing was kept. Returns whether a member is lost.
 */
export function judgeForgotten(
  { court, lives }: { readonly court: LifeCourt; readonly lives: readonly Life[] },
  life: Life,
  reading: Reading,
  { shown, isApart }: { readonly shown: JsonObject; readonly isApart: boolean },
): boolean {
  const { making, resource } = life;
  if (making === undefined) return false;
  const promised = promisedBetween(making.operation, resource);
  const told = toldOf(life, isApart);
  const lost = told.filter(([name]) => !has(shown, name));
  const isKept = [...making.values].some(([name, value]) => isSameValue(value, memberOf(shown, name)));
  const isNothing =
    lost.length === told.length &&
    !isKept &&
    lives.some((one) => one !== life && one.resource === resource && isForgotten(one, isApart));
  const isShownOfOthers = (name: string): boolean =>
    lives.some(
      (one) => one !== life && one.resource === resource && one.isRead && has(one.shown ?? {}, name),
    );
  const broken = lost.find(
    ([name]) => isNothing || (isKept && (promised.get(name)?.isFreeText === true || isShownOfOthers(name))),
  );
  if (broken === undefined) return false;
  blame(court, life, reading, broken, {
    actual: 'it is missing when it is read',
    deviation: 'a creation loses a member',
  });
  return true;
}

/** The members in whose place an entry shows others than its creation told, of the same type. */
function replacedIn(life: Life, shown: JsonObject, isApart: boolean): readonly Given[] {
  return toldOf(life, isApart).filter(([name, value]) => {
    const now = memberOf(shown, name);
    const isPlain = typeof value === 'number' || typeof value === 'boolean';
    return isPlain && typeof now === typeof value && !isSameValue(value, now);
  });
}

/**
 * Judges the first reading of an entry that shows another number, or flag, than its creation told, as the request gave it. One may have
 * been changed since: that of another entry of the kind has to have shown the same of the same member. Returns whether there is one.
 */
export function judgeReplaced(
  { court, lives }: { readonly court: LifeCourt; readonly lives: readonly Life[] },
  life: Life,
  reading: Reading,
  { shown, isApart }: { readonly shown: JsonObject; readonly isApart: boolean },
): boolean {
  const own = replacedIn(life, shown, isApart);
  life.replaced = new Set(own.map(([name]) => name));
  const fellows = lives.filter((one) => one !== life && one.resource === life.resource);
  const replaced = own.find(([name]) => fellows.some((one) => one.replaced.has(name)));
  if (replaced === undefined) return false;
  blame(court, life, reading, replaced, {
    actual: `${excerptJson(memberOf(shown, replaced[0]) ?? null)} when it is read`,
    deviation: 'a creation leaves another value',
  });
  return true;
}
