import { queryDecoded } from '../../http/target.ts';
import { isList, isObject, type Json, memberOf } from '../../json/value.ts';
import { writeContent } from '../content/content.ts';
import { memberNames } from '../content/fields.ts';
import { decodeUtf8 } from '../content/texts.ts';
import type { Parameter } from '../model.ts';
import { isExplodedObject, partedPairs, shapeOf, writtenText } from './parameter-style.ts';

/**
 * Parameters as they are written into a request; `carried-parameters.ts` reads them back. What is written reads as what it was, or as
 * `open` where receivers read its style in different ways.
 */

/** Characters with a meaning in addresses that have none inside of a query. */
const RESERVED = /%(?:21|24|27|28|29|2A|2C|2F|3A|3B|3F|40)/g;

function encodedQuery(text: string, { allowReserved }: Pick<Parameter, 'allowReserved'>): string {
  const encoded = new URLSearchParams([['', text]]).toString().slice(1);
  return allowReserved === true ? encoded.replaceAll(RESERVED, decodeURIComponent) : encoded;
}

/** The text of a parameter with `content`; `undefined` for a value that can't be written so. */
function contentText({ representation }: Parameter, value: Json): string | undefined {
  const mediaType = { mediaType: 'application/json', schema: true, examples: [] } as const;
  const written = writeContent(representation ?? mediaType, value);
  return written === undefined ? undefined : decodeUtf8(written.bytes);
}

/** True for a query that is written as a form. */
export function isForm({ representation }: Parameter): boolean {
  return representation?.mediaType === 'application/x-www-form-urlencoded';
}

/** What members of an object in a query are written as where they have parts themselves: as most receivers take them. */
function deepPairs(name: string, value: Json): readonly (readonly [string, Json])[] {
  if (isList(value)) return value.flatMap((item) => deepPairs(`${name}[]`, item));
  if (!isObject(value)) return [[name, value]];
  return Object.keys(value).flatMap((member) =>
    deepPairs(`${name}[${member}]`, memberOf(value, member) ?? null),
  );
}

/** The parts of a query that a value is written as, encoded: each a name and a text. */
export function queryParts(parameter: Parameter, value: Json): readonly string[] {
  const { name, style, explode } = parameter;
  const pair = (own: string, text: string): string =>
    `${encodedQuery(own, {})}=${encodedQuery(text, parameter)}`;
  if (style === 'content') {
    const text = contentText(parameter, value) ?? '';
    if (parameter.in !== 'querystring') return [pair(name, text)];
    return text === '' ? [] : [isForm(parameter) ? text : encodeURIComponent(text.toWellFormed())];
  }
  const given = isObject(value) ? withoutNulls(value) : value;
  if (style === 'deepObject' && isObject(given))
    return deepPairs(name, given).map(([own, text]) => pair(own, plain(text)));
  if (style === 'form' && explode && isObject(given))
    return Object.entries(given).flatMap(([own, member]) =>
      (isList(member) ? member : [member]).map((item) => pair(own, plain(item))),
    );
  return partedPairs(parameter, given).map(({ name: own, parts, separator }) => {
    const between = separator === ',' ? ',' : encodeURIComponent(separator);
    return `${encodedQuery(own, {})}=${parts.map((part) => encodedQuery(part, parameter)).join(between)}`;
  });
}

function plain(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** No style has a form for null: a member that is null is left out. */
function withoutNulls(value: { readonly [name: string]: Json }): { readonly [name: string]: Json } {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== null));
}

/** The query with another value of one parameter; the rest stays as it is. */
export function queryWith(query: string, parameter: Parameter, value: Json): string {
  const isOwn = (given: string): boolean =>
    parameter.in === 'querystring' || isNamed(parameter, queryDecoded(given.split('=', 1).join('')));
  const kept = query.split('&').filter((part) => part !== '' && !isOwn(part));
  return [...kept, ...queryParts(parameter, value)].join('&');
}

/** The query without one parameter. */
export function queryWithout(query: string, parameter: Parameter): string {
  const names = new Set(ownNames(parameter));
  return query
    .split('&')
    .filter((part) => {
      const given = queryDecoded(part.split('=', 1).join(''));
      return part !== '' && !names.has(given) && !isNamed(parameter, given);
    })
    .join('&');
}

/** Names of the members that stand in a query by themselves. */
function ownNames(parameter: Parameter): readonly string[] {
  return isExplodedObject(parameter)
    ? [...memberNames({ schema: parameter.schema, root: parameter.schema })]
    : [];
}

/** True for a name in a query that the parameter is written under. */
export function isNamed(parameter: Parameter, given: string): boolean {
  if (given === parameter.name) return true;
  if (shapeOf(parameter) === 'text') return false;
  return given.startsWith(`${parameter.name}[`) || ownNames(parameter).includes(given);
}

/** The text of a path segment, encoded. */
export function segmentText(parameter: Parameter, value: Json, encode: (text: string) => string): string {
  if (parameter.style === 'content') return encode(contentText(parameter, value) ?? '');
  return writtenText(parameter, value, encode);
}

/** The text of a header field. */
export function fieldText(parameter: Parameter, value: Json): string {
  return segmentText(parameter, value, (text) => text);
}

/** The cookies that a value is written as, encoded. */
export function cookieParts(parameter: Parameter, value: Json): readonly string[] {
  if (parameter.style === 'content')
    return [`${parameter.name}=${encodeURIComponent(contentText(parameter, value) ?? '')}`];
  return partedPairs(parameter, value).map(
    ({ name, parts, separator }) => `${name}=${encodeURIComponent(parts.join(separator))}`,
  );
}
