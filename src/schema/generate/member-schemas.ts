import { isObject, type Json } from '../../json/value.ts';
import { sampleOne } from '../../system/seeded.ts';
import { isSchema, type Keywords, numberOf, propertiesOf, requiredOf, type Schema } from '../keywords.ts';
import type { Supply } from './supply.ts';

/** Which members an object has that is built: those that the keywords name, and as many more as `minProperties` asks for. */

/** Values of a schema. */
type Build = (schema: Schema) => Supply;

const MOST_EXTRA = 100;
const TRIES_FOR_A_NAME = 4;

/** What members that no keyword names may be called, and what they hold; `undefined` where any name will do. */
function otherNames(keywords: Keywords): { readonly names: Schema; readonly schema: Schema } | undefined {
  const { additionalProperties = true, propertyNames, patternProperties } = keywords;
  const [pattern] = isObject(patternProperties) ? Object.entries(patternProperties) : [];
  if (additionalProperties === false && pattern !== undefined && isSchema(pattern[1]))
    return {
      names: { allOf: [{ type: 'string', pattern: pattern[0] }, ...schemaIn(propertyNames)] },
      schema: pattern[1],
    };
  if (!isObject(propertyNames)) return undefined;
  const schema = isSchema(additionalProperties) ? additionalProperties : true;
  return { names: { allOf: [{ type: 'string' }, propertyNames] }, schema };
}

function schemaIn(value: Json | undefined): readonly Schema[] {
  return isSchema(value) ? [value] : [];
}

/** Members that no keyword names, as many as `minProperties` asks for. */
function extraMembers(
  keywords: Keywords,
  known: ReadonlyMap<string, Schema>,
  build: Build,
): readonly (readonly [string, Schema])[] {
  const missing = Math.min(Math.max(0, (numberOf(keywords, 'minProperties') ?? 0) - known.size), MOST_EXTRA);
  const { additionalProperties } = keywords;
  const others = missing === 0 ? undefined : otherNames(keywords);
  if (others === undefined) {
    const schema = isSchema(additionalProperties) ? additionalProperties : true;
    return Array.from({ length: missing }, (_, index) => [`member${index + 1}`, schema] as const);
  }
  const supply = build(others.names);
  const found = new Set<string>();
  for (
    let tried = 0;
    supply.kind === 'values' && tried < missing * TRIES_FOR_A_NAME && found.size < missing;
    tried += 1
  ) {
    const name = sampleOne(supply.arbitrary, 0, `name ${String(tried)}`);
    if (typeof name === 'string' && !known.has(name)) found.add(name);
  }
  return [...found].map((name) => [name, others.schema]);
}

/** The members with their schemas. */
export function memberSchemas(keywords: Keywords, build: Build): ReadonlyMap<string, Schema> {
  const { additionalProperties } = keywords;
  const named = new Map(propertiesOf(keywords));
  for (const name of requiredOf(keywords))
    if (!named.has(name)) named.set(name, isSchema(additionalProperties) ? additionalProperties : true);
  return new Map([...named, ...extraMembers(keywords, named, build)]);
}
