import { isObject, type Json, memberOf } from '../../../json/value.ts';
import { type Schema, textOf } from '../../../schema/keywords.ts';
import { schemaMembers } from '../../../schema/members.ts';
import { mergedKeywords } from '../../../schema/merge.ts';
import { withSharedMembers } from '../../../schema/shared-members.ts';
import { sentencesOf, wordsOfName } from '../../../interface/names.ts';

/** Words for a day or a moment that has been: `Not in the future`, `Must be in the past`. */
const HAS_BEEN =
  /\b(?:not|never|cannot|can't)(?: be| lie)? in the future\b|\b(?:must|has to|have to|needs to) (?:be|lie) in the past\b/i;
/** From this year on a moment may be still to come. Leap years are so many years apart, and any number of them. */
const FIRST_TO_COME = 2024;
const YEARS = 20;

function inThePast(text: string): string {
  const year = Number(text.slice(0, 4));
  return year < FIRST_TO_COME ? text : `${String(2000 + (year % YEARS))}${text.slice(4)}`;
}

/** The same of what an operation refuses: `An incident in the future is refused with 422`. */
const REFUSED =
  /^(?:an?|the|any) ([\w -]{1,40}?) (?:that (?:is|lies) )?in the future (?:is|will be) (?:refused|rejected|answered)\b/i;

/** True for the member that a sentence means by its words: the only one with a time, or one that is called so (`incidentDate`). */
function isMeant(words: string, name: string, isOnly: boolean): boolean {
  const own = wordsOfName(name);
  return isOnly || wordsOfName(words).some((word) => own.includes(word));
}

/**
 * A body whose days and moments have been, where the document says of a member in words that it has, or of the operation that it refuses
 * others: a drawn one may be still to come.
 */
export function atToldTimes(schema: Schema, body: Json, description = ''): Json {
  if (!isObject(body)) return body;
  const whole = withSharedMembers(schema);
  const { properties } = schemaMembers(whole);
  const times = Object.entries(body).flatMap(([name, value]): (readonly [string, string, string])[] => {
    const member = properties.get(name);
    if (typeof value !== 'string' || member === undefined || !/^\d{4}-\d\d-\d\d/.test(value)) return [];
    const keywords = mergedKeywords(member, whole);
    const isTime = /^date(?:-time)?$/.test(textOf(keywords, 'format') ?? '');
    return isTime ? [[name, value, textOf(keywords, 'description') ?? '']] : [];
  });
  const refused =
    times.length === 0 ? [] : sentencesOf(description).flatMap((one) => REFUSED.exec(one)?.[1] ?? []);
  const past = times
    .filter(
      ([name, , words]) =>
        HAS_BEEN.test(words) || refused.some((one) => isMeant(one, name, times.length === 1)),
    )
    .map(([name, value]) => [name, inThePast(value)] as const)
    .filter(([name, value]) => value !== memberOf(body, name));
  return past.length === 0 ? body : { ...body, ...Object.fromEntries(past) };
}
