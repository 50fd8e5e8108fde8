import fc from 'fast-check';
import type { Schema } from '../schema/schema.ts';
import { buildArray } from './build-array.ts';
import { buildObject } from './build-object.ts';
import type { Build, BuildOptions } from './build-options.ts';
import { definitionOf, flattenSchema, fullEffort, type FlatSchema } from './flatten-schema.ts';
import { fixedValues, ordinaryTypes, type JsonType, type Keywords } from './keywords.ts';
import { numberValues } from './number-values.ts';
import { stringValues } from './string-values.ts';
import { anyOf, unsupported, values, type Supply } from './supply.ts';

function buildType(
  type: JsonType,
  keywords: Keywords,
  options: BuildOptions,
  depth: number,
  build: Build,
): Supply {
  switch (type) {
    case 'null':
      return values(fc.constant(null));
    case 'boolean':
      return values(fc.boolean());
    case 'integer':
    case 'number':
      return numberValues(keywords, type);
    case 'string':
      return stringValues(keywords, options.text);
    case 'array':
      return buildArray(keywords, options, depth, build);
    case 'object':
      return buildObject(keywords, options, depth, build);
  }
}

/**
 * Values put together from what the keywords of a schema say. They are likely to be valid: whoever takes them has to
 * judge them by the schema. Schemas that contain themselves end where `depth` ends, by leaving out what is optional.
 */
export function buildValues(root: Schema, options: BuildOptions): Supply {
  const effort = fullEffort();
  const known = new Map<Schema, Map<number, Supply>>();
  const ofFlat = (
    { keywords, references }: FlatSchema,
    depth: number,
    through: readonly string[],
  ): Supply => {
    const fixed = fixedValues(keywords);
    if (fixed !== undefined)
      return fixed.length === 0 ? unsupported('no value is allowed') : values(fc.constantFrom(...fixed));
    const within = { ...options, through };
    const supplies = ordinaryTypes(keywords).map((type) =>
      buildType(type, keywords, within, depth - references, build),
    );
    return anyOf(supplies);
  };
  const build: Build = (schema, depth, through) => {
    const definition = definitionOf(root, schema);
    const followed = definition === schema ? depth : depth - 1;
    if (followed < 0) return unsupported('the schema contains itself without an end');
    if (effort.left < 0) return unsupported('the schema has too many parts');
    const cached = through.length === 0 ? known.get(definition)?.get(followed) : undefined;
    if (cached !== undefined) return cached;
    const flats = flattenSchema(root, definition, followed, effort);
    const supply = anyOf(flats.map((flat) => ofFlat(flat, followed, through)));
    if (through.length > 0 || typeof definition === 'boolean') return supply;
    known.set(definition, (known.get(definition) ?? new Map<number, Supply>()).set(followed, supply));
    return supply;
  };
  return build(root, options.depth, options.through);
}
