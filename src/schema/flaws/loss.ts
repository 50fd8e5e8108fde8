/**
 * What becomes of a schema that is broken somewhere: the broken part no longer holds, so that more values are valid than the
 * document means, never fewer. Nobody is blamed for what a fault of the document leaves open.
 */
import type { InterfaceFault } from '../../document/cursor.ts';
import { isObject, type Json, memberOf } from '../../json/value.ts';
import { holderOf, mapHeld, type Schema } from '../keywords.ts';

/** How much is lost: words that say nothing about values, one constraint, or all that a place said. */
export type Weight = 'nothing' | 'constraint' | 'place';

export type Loss = { readonly fault: InterfaceFault; readonly weight: Weight };

/** What a loss comes to, for whoever reads the note. */
export function consequenceOf({ fault, weight }: Loss): string {
  switch (weight) {
    case 'nothing':
      return fault.kind === 'fault' ? 'it is read as if that were not there' : 'nothing is lost';
    case 'constraint':
      return 'that constraint is neither generated nor judged';
    case 'place':
      return 'any value is taken at that place';
  }
}

type SchemaObject = { readonly [keyword: string]: Json };

/** Marks a schema that lost something, until `widened` has looked at what stands around it. */
const LOST = '$assayLost';

/** The schema, marked. */
export function marked(schema: SchemaObject): SchemaObject {
  return { ...schema, [LOST]: true };
}

type IsLost = (part: Json) => boolean;

function someHeld(schema: SchemaObject, keyword: string, test: IsLost): boolean {
  const holder = holderOf(keyword);
  const value = memberOf(schema, keyword);
  if (holder === undefined || value === undefined) return false;
  let found = false;
  mapHeld(value, holder.holding, (held) => {
    found ||= test(held);
    return held;
  });
  return found;
}

/** True for a schema that lost something anywhere, or refers to a definition that did. */
function losesBy(lostNames: ReadonlySet<string>): IsLost {
  const test: IsLost = (part) => {
    if (!isObject(part)) return false;
    const { $ref: reference } = part;
    if (part[LOST] === true) return true;
    if (typeof reference === 'string' && lostNames.has(reference.slice('#/$defs/'.length))) return true;
    return Object.keys(part).some((keyword) => someHeld(part, keyword, test));
  };
  return test;
}

/** Keywords whose meaning turns round, or that count, when what they hold takes more values: what holds of them still. */
function around(schema: SchemaObject, isLost: IsLost): SchemaObject {
  const { [LOST]: _mark, ...rest } = schema;
  let result: SchemaObject = rest;
  const without = (...keywords: readonly string[]): void => {
    result = Object.fromEntries(Object.entries(result).filter(([keyword]) => !keywords.includes(keyword)));
  };
  if (isLost(schema)) without('unevaluatedProperties', 'unevaluatedItems');
  if (someHeld(schema, 'not', isLost)) without('not');
  if (someHeld(schema, 'if', isLost)) without('if', 'then', 'else');
  if (someHeld(schema, 'contains', isLost)) without('maxContains');
  const { oneOf, ...others } = result;
  if (oneOf === undefined || !someHeld(schema, 'oneOf', isLost)) return result;
  if (others['anyOf'] === undefined) return { ...others, anyOf: oneOf };
  const { allOf } = others;
  return {
    ...others,
    allOf: [...(Array.isArray(allOf) ? (allOf as readonly Json[]) : []), { anyOf: oneOf }],
  };
}

function widenedPart(part: Json, isLost: IsLost): Json {
  if (!isObject(part)) return part;
  const keywords = Object.entries(around(part, isLost)).map(([keyword, value]): [string, Json] => {
    const holder = holderOf(keyword);
    return [
      keyword,
      holder === undefined ? value : mapHeld(value, holder.holding, (held) => widenedPart(held, isLost)),
    ];
  });
  return keywords.length === 0 && part[LOST] === true ? true : Object.fromEntries(keywords);
}

/**
 * A resolved schema without marks, in which what stands around the marked places is as wide as they are: of `oneOf` one or more
 * branches may fit where one of them lost something, `not` no longer holds.
 */
export function widened(schema: Schema): Schema {
  if (typeof schema === 'boolean') return schema;
  const { $defs: held, ...root } = schema;
  const definitions = isObject(held) ? Object.entries(held) : [];
  const lost = new Set<string>();
  for (let before = -1; before < lost.size;) {
    before = lost.size;
    const isLost = losesBy(lost);
    for (const [name, definition] of definitions) if (isLost(definition)) lost.add(name);
  }
  const isLost = losesBy(lost);
  const result = widenedPart(root, isLost);
  if (!isObject(result)) return result === true;
  if (definitions.length === 0) return result;
  const inner = definitions.map(([name, definition]): [string, Json] => [
    name,
    widenedPart(definition, isLost),
  ]);
  return { ...result, $defs: Object.fromEntries(inner) };
}
