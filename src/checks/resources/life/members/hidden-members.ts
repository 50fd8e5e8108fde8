import type { Operation } from '../../../../interface/model.ts';
import { entrySchemaOf, type Resource } from '../../../../interface/resources/resources.ts';
import { shownBy } from '../../../../interface/resources/shown-entries.ts';
import { shownOnce } from '../../../../interface/resources/words/members/told-once.ts';
import { isList, isObject, type JsonObject, type Json, memberOf } from '../../../../json/value.ts';
import type { Reading } from '../../../../oracle/reading.ts';
import { hiddenInside, keywordsAt, type Place, valuesAt } from '../../../../schema/hidden-places.ts';
import type { Keywords } from '../../../../schema/keywords.ts';
import { onceForBoth } from '../../../../system/once-for.ts';
import { sentTo } from './entry-state.ts';
import { isEqual } from './shown-values.ts';
import type { Life, LifeCourt } from '../life.ts';

/**
 * Members of the client alone (`writeOnly`), of an entry or inside of its members: what was sent of them is in no answer. What the answer to
 * a creation shows, and the document says to be shown this once, is in no other one.
 */

function isDescribed(keywords: Keywords | undefined): keywords is Keywords {
  return keywords !== undefined;
}

/**
 * The places inside of the members of an entry that are hidden, where no answer is described to show them, and their values are not
 * ones that a service may show by itself.
 */
export const hiddenPlacesOf = onceForBoth((operation: Operation, resource: Resource): readonly Place[] => {
  const sent = sentTo(operation, resource)?.schema ?? true;
  const { read, create, replace } = resource;
  const shown = [
    entrySchemaOf(resource),
    resource.entries?.schema,
    ...[operation, read, create, replace].map((one) => shownBy(one, resource)),
  ].filter((schema) => schema !== undefined);
  const own = [sent, ...shown].flatMap((schema) => hiddenInside(schema));
  const places = new Map(own.map((place) => [nameOf(place), place]));
  return [...places.values()].filter((place) => {
    const answers = shown.map((schema) => keywordsAt(schema, place)).filter(isDescribed);
    const all = [keywordsAt(sent, place), ...answers].filter(isDescribed);
    const isFilledIn = all.some((one) =>
      ['enum', 'const', 'default'].some((name) => Object.hasOwn(one, name)),
    );
    return !isFilledIn && answers.every(({ writeOnly }) => writeOnly === true);
  });
});

/** A place as reports name it. */
function nameOf(place: Place): string {
  return place.map((step) => step ?? '*').join('/');
}

/** Shorter texts and lesser whole numbers may stand for something else. */
const LEAST_CHARACTERS = 4;
const LEAST_NUMBER = 1_000;

/** True for a value that no service shows in place of another one, as it does with `***`, 0 and an empty list. */
function isTelling(value: Json): boolean {
  if (typeof value === 'string') return value.length >= LEAST_CHARACTERS && new Set(value).size > 1;
  if (typeof value === 'bigint') return true;
  if (typeof value === 'number') return !Number.isInteger(value) || Math.abs(value) >= LEAST_NUMBER;
  if (isList(value)) return value.some(isTelling);
  return isObject(value) && Object.values(value).some(isTelling);
}

/** Notes what a request gives the hidden places inside of a member. */
export function hideInside(
  life: Life,
  operation: Operation,
  { name, value, by }: { readonly name: string; readonly value: Json; readonly by: Reading },
): void {
  for (const place of hiddenPlacesOf(operation, life.resource)) {
    if (place[0] !== name) continue;
    const values = valuesAt(value, place.slice(1)).filter(isTelling);
    if (values.length > 0) life.hidden.set(nameOf(place), { place, values, by });
  }
}

/** Judges that members of the client alone are not in an answer. */
export function judgeHidden({
  court,
  life,
  reading,
  shown,
}: {
  readonly court: LifeCourt;
  readonly life: Life;
  readonly reading: Reading;
  readonly shown: JsonObject;
}): void {
  for (const [name, { place, values, by, isOfService }] of life.hidden) {
    const there = valuesAt(shown, place);
    if (!there.some((got) => values.some((value) => isEqual(got, value)))) {
      court.proves('write-only-hidden', reading);
      continue;
    }
    life.hidden.delete(name);
    court.breaks(
      'write-only-hidden',
      life,
      { telling: reading, others: [by] },
      isOfService === true
        ? {
            expected: `no ${name}: by the document it is shown once, when the entry is made`,
            actual: `${name}, as it was shown then`,
            deviation: 'what is shown once is shown again',
          }
        : {
            expected: `no ${name} in any answer (writeOnly)`,
            actual: `${name}, as the client sent it`,
            deviation: 'a member of the client alone is shown',
          },
    );
  }
}

/** The same of what has just been made: what its answer shows this once is in no later one. */
export function judgeHiddenOfNew(look: Parameters<typeof judgeHidden>[0]): void {
  const { life, reading, shown } = look;
  judgeHidden(look);
  if (reading.expectation.operation !== life.resource.create) return;
  for (const name of shownOnce(life.resource)) {
    const value = memberOf(shown, name);
    if (value !== undefined && isTelling(value))
      life.hidden.set(name, { place: [name], values: [value], by: reading, isOfService: true });
  }
}
