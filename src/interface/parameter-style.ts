import { isList, isObject, type Json, type JsonObject, type LosslessJson, memberOf } from '../json/value.ts';
import { printJson } from '../json/lossless.ts';
import type { Parameter, ParameterStyle } from './model.ts';

/** Styles of parameters: how each place writes values, arrays and objects. */

const STYLES: readonly ParameterStyle['style'][] = [
  'simple',
  'label',
  'matrix',
  'form',
  'spaceDelimited',
  'pipeDelimited',
  'deepObject',
];

/** The style of a parameter: what the document says, or what OpenAPI says for its place. */
export function styleOf(
  place: Parameter['in'],
  given: unknown,
  explode: boolean | undefined,
): ParameterStyle {
  const usual = place === 'query' || place === 'cookie' ? 'form' : 'simple';
  const style = STYLES.find((known) => known === given) ?? usual;
  return { style, explode: explode ?? style === 'form' };
}

function textOf(value: LosslessJson): string {
  return typeof value === 'string' ? value : printJson(value);
}

function membersOf(value: JsonObject): readonly (readonly [string, string])[] {
  return Object.keys(value).map((name) => [name, textOf(memberOf(value, name) ?? null)]);
}

/** What stands between the parts of a list in a style that does not explode. */
export const SEPARATORS: { readonly [style in ParameterStyle['style']]: string } = {
  content: ',',
  simple: ',',
  form: ',',
  matrix: ',',
  deepObject: ',',
  label: '.',
  spaceDelimited: ' ',
  pipeDelimited: '|',
};

/** The pairs of a query or of cookies that a value is written as, not yet encoded. */
export function writtenPairs(
  { name, style, explode }: Pick<Parameter, 'name'> & ParameterStyle,
  value: LosslessJson,
): readonly (readonly [string, string])[] {
  const separator = SEPARATORS[style];
  if (style === 'content') return [[name, printJson(value)]];
  if (isList(value)) {
    const items = value.map(textOf);
    return explode && style === 'form' ? items.map((item) => [name, item]) : [[name, items.join(separator)]];
  }
  if (!isObject(value)) return [[name, textOf(value)]];
  const members = membersOf(value);
  if (style === 'deepObject') return members.map(([member, text]) => [`${name}[${member}]`, text]);
  return explode && style === 'form' ? members : [[name, members.flat().join(separator)]];
}

/** The text of a path segment or a header field that a value is written as. `encode` is for its parts. */
export function writtenText(
  { name, style, explode }: Parameter,
  value: Json,
  encode: (text: string) => string,
): string {
  if (style === 'content') return encode(printJson(value));
  const isParted = isList(value) || isObject(value);
  const parts = isList(value)
    ? value.map((item) => encode(textOf(item)))
    : isObject(value)
      ? explode
        ? membersOf(value).map(([member, text]) => `${encode(member)}=${encode(text)}`)
        : membersOf(value).flatMap(([member, text]) => [encode(member), encode(text)])
      : [encode(textOf(value))];
  switch (style) {
    case 'label':
      return `.${parts.join(isParted && !explode ? ',' : '.')}`;
    case 'matrix':
      if (isObject(value) && explode) return parts.map((part) => `;${part}`).join('');
      return explode
        ? parts.map((part) => `;${encode(name)}=${part}`).join('')
        : `;${encode(name)}=${parts.join(',')}`;
    case 'simple':
    case 'form':
    case 'spaceDelimited':
    case 'pipeDelimited':
    case 'deepObject':
      return parts.join(',');
  }
}

/** True for a name in a query that belongs to a parameter. */
export function isOfParameter(parameter: Parameter, given: string): boolean {
  const { name, style, explode, schema } = parameter;
  if (given === name) return true;
  if (isOneText(parameter)) return false;
  if (given.startsWith(`${name}[`)) return true;
  // The members of an exploded object stand in the query by themselves.
  return style === 'form' && explode && isObject(schema) && typesOf(schema).includes('object');
}

function typesOf(schema: { readonly [keyword: string]: Json }): readonly Json[] {
  const { type } = schema;
  return isList(type) ? type : type === undefined ? [] : [type];
}

/** True for a parameter whose value is one text: what is an array or an object is written in several parts. */
export function isOneText({ schema, style }: Parameter): boolean {
  if (style === 'content') return true;
  if (style === 'label' || style === 'matrix') return false;
  if (!isObject(schema)) return true;
  const parts = ['anyOf', 'oneOf', 'allOf'].flatMap((keyword) => {
    const list = memberOf(schema, keyword);
    return isList(list) ? list.filter((part) => isObject(part)) : [];
  });
  return ![schema, ...parts].some((part) => ['array', 'object'].some((type) => typesOf(part).includes(type)));
}
