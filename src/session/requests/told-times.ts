import { isObject, type Json, memberOf } from '../../json/value.ts';
import { type Schema, textOf } from '../../schema/keywords.ts';
import { schemaMembers } from '../../schema/members.ts';
import { mergedKeywords } from '../../schema/merge.ts';

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

/** A body whose days and moments have been, where the document says of a member in words that it has: a drawn one may be still to come. */
export function atToldTimes(schema: Schema, body: Json): Json {
  if (!isObject(body)) return body;
  const { properties } = schemaMembers(schema);
  const members = Object.entries(body).map(([name, value]): readonly [string, Json] => {
    const member = properties.get(name);
    if (typeof value !== 'string' || member === undefined || !/^\d{4}-\d\d-\d\d/.test(value))
      return [name, value];
    const keywords = mergedKeywords(member, schema);
    const isTime = /^date(?:-time)?$/.test(textOf(keywords, 'format') ?? '');
    return [name, isTime && HAS_BEEN.test(textOf(keywords, 'description') ?? '') ? inThePast(value) : value];
  });
  const isSame = members.every(([name, value]) => value === memberOf(body, name));
  return isSame ? body : Object.fromEntries(members);
}
