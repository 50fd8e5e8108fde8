import { isList, isObject, type Json, type JsonObject, memberOf } from '../../json/value.ts';
import { printJson } from '../../json/lossless.ts';
import { allowedTypes, fixedValues, ordinaryTypes, type Schema } from '../../schema/keywords.ts';
import { flattenedOnce, fullEffort } from '../../schema/merge.ts';
import type { Parameter, ParameterStyle } from '../model.ts';

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

function textOf(value: Json): string {
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

/** Texts under one name, and what parts them where there are several. */
type PartedPair = { readonly name: string; readonly parts: readonly string[]; readonly separator: string };

/** The texts that a value is written as in a query, in cookies or in a form, not yet encoded. */
export function partedPairs(
  { name, style, explode }: Pick<Parameter, 'name'> & ParameterStyle,
  value: Json,
): readonly PartedPair[] {
  const separator = SEPARATORS[style];
  const one = (own: string, text: string): PartedPair => ({ name: own, parts: [text], separator });
  if (style === 'content') return [one(name, printJson(value))];
  if (isList(value)) {
    const parts = value.map(textOf);
    return explode && style === 'form' ? parts.map((text) => one(name, text)) : [{ name, parts, separator }];
  }
  if (!isObject(value)) return [one(name, textOf(value))];
  const members = membersOf(value);
  if (style === 'deepObject') return members.map(([member, text]) => one(`${name}[${member}]`, text));
  return explode && style === 'form'
    ? members.map(([member, text]) => one(member, text))
    : [{ name, parts: members.flat(), separator }];
}

/** The same as pairs of a name and a text. */
export function writtenPairs(
  style: Pick<Parameter, 'name'> & ParameterStyle,
  value: Json,
): readonly (readonly [string, string])[] {
  return partedPairs(style, value).map(({ name, parts, separator }) => [name, parts.join(separator)]);
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
  const { name, style, explode } = parameter;
  if (parameter.in === 'querystring' || given === name) return true;
  const shape = shapeOf(parameter);
  if (shape === 'text') return false;
  if (given.startsWith(`${name}[`)) return true;
  // The members of an exploded object stand in the query by themselves.
  return style === 'form' && explode && (shape === 'object' || shape === 'several');
}

/** What a parameter is written as: one text, the items of a list, the members of an object, or it depends on the value. */
export type Shape = 'text' | 'list' | 'object' | 'several';

const shapes = new WeakMap<Parameter, Shape>();

/** The shape of what a parameter is written as. A list that may be one text as well has the same form. */
export function shapeOf(parameter: Parameter): Shape {
  const known = shapes.get(parameter) ?? findShape(parameter);
  shapes.set(parameter, known);
  return known;
}

function findShape({ schema, style }: Parameter): Shape {
  return style === 'content' ? 'text' : shapeOfSchema(schema, schema);
}

const DEPTH = 6;

/** The shape that a schema gives its values; `root` holds the definitions. */
export function shapeOfSchema(root: Schema, schema: Schema): Shape {
  if (typeof schema === 'boolean') return 'text';
  const types = flattenedOnce(root, schema, DEPTH, fullEffort()).map(({ keywords: way }) =>
    way['type'] === undefined && fixedValues(way) === undefined
      ? ['array', 'object'].filter((type) => ordinaryTypes(way).some((one) => one === type))
      : [...allowedTypes(way)],
  );
  const has = (type: string): boolean => types.some((own) => own.includes(type));
  if (has('array')) return has('object') ? 'several' : 'list';
  if (!has('object')) return 'text';
  return ['string', 'integer', 'number', 'boolean'].some(has) ? 'several' : 'object';
}

/** True for a parameter whose value is one text: what is an array or an object is written in several parts. */
export function isOneText(parameter: Parameter): boolean {
  return shapeOf(parameter) === 'text';
}

/** True for an object whose members stand in the query by themselves. */
export function isExplodedObject(parameter: Parameter): boolean {
  const { style, explode } = parameter;
  const shape = shapeOf(parameter);
  return style === 'form' && explode && (shape === 'object' || shape === 'several');
}
