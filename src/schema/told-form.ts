import { isObject } from '../json/value.ts';
import type { Schema } from './keywords.ts';
import type { SchemaObject } from './members.ts';

/**
 * Forms of days and times that the words about a text tell, and no keyword: `Start date (YYYY-MM-DD)`, `MM-YYYY`, `RFC 3339`. Generators
 * that know of a type and nothing else write such texts everywhere. What is sent has the form; words hold nobody to it.
 */

const MARK = 'x-assay-form ';

/** In a resolved schema: the format of days as RFC 3339 writes them (`full-date`), told in words. */
export const TOLD_DAY = `${MARK}YYYY-MM-DD`;

/** In a resolved schema: the format of moments as RFC 3339 writes them (`date-time`), told in words. */
export const TOLD_MOMENT = `${MARK}date-time`;

/** Years, months, days, hours, minutes and seconds, with signs between them. */
const WRITTEN = /\b(?:YYYY|MM|DD|HH)(?:(?:[-./:]|[T ](?=HH))(?:YYYY|MM|DD|HH|mm|MI|SS)){1,5}/i;
const RFC_3339 = /\brfc[ -]?3339\b/i;
const ISO_8601 = /\biso[ -]?8601\b/i;
const OF_MOMENTS = /\b(?:date-?time|timestamp|moment)s?\b/i;
/** More words than this tell nothing of a form. */
const MOST_WORDS = 500;

function formatTold(words: string): string | undefined {
  const told = words.slice(0, MOST_WORDS);
  const [written] = WRITTEN.exec(told) ?? [];
  if (written !== undefined)
    return /T(?=HH)/i.test(written) ? TOLD_MOMENT : `${MARK}${written.toUpperCase()}`;
  return RFC_3339.test(told) || (ISO_8601.test(told) && OF_MOMENTS.test(told)) ? TOLD_MOMENT : undefined;
}

const ANY_MOMENT = new Date(0);
const FORMING = ['enum', 'const', 'format', 'pattern', '$ref'] as const;

/** A text without a form of its own, with the one that the words about it tell. */
export function withToldForm(schema: SchemaObject, words: unknown): SchemaObject {
  const isText = schema.type === 'string' && !FORMING.some((name) => Object.hasOwn(schema, name));
  const format = isText && typeof words === 'string' ? formatTold(words) : undefined;
  const { length } = format === undefined ? '' : (writtenAsTold(format, ANY_MOMENT) ?? '');
  const { minLength = 0, maxLength = length } = schema;
  const isWithin = Number(minLength) <= length && length <= Number(maxLength);
  return format === undefined || !isWithin ? schema : { ...schema, format };
}

/** The same of whatever a parameter takes. */
export function ofToldForm(schema: Schema, words: string): Schema {
  return isObject(schema) ? withToldForm(schema, words) : schema;
}

/** A moment in the form that a format of these tells; `undefined` for any other format. */
export function writtenAsTold(format: string, moment: Date): string | undefined {
  if (!format.startsWith(MARK)) return undefined;
  const text = moment.toISOString();
  if (format === TOLD_MOMENT) return `${text.slice(0, 19)}Z`;
  let isPastHours = false;
  const part = (name: string): string => {
    if (name === 'YYYY') return text.slice(0, 4);
    if (name === 'DD') return text.slice(8, 10);
    if (name === 'SS') return text.slice(17, 19);
    const isHour = name === 'HH';
    const isMinute = name === 'MI' || isPastHours;
    isPastHours ||= isHour;
    if (isHour) return text.slice(11, 13);
    return isMinute ? text.slice(14, 16) : text.slice(5, 7);
  };
  return format.slice(MARK.length).replaceAll(/YYYY|MM|DD|HH|MI|SS/g, part);
}
