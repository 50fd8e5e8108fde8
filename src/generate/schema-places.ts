import type { Schema } from '../schema/schema.ts';
import { definitionOf, flattenSchema, fullEffort } from './flatten-schema.ts';
import { isSchema, propertiesOf, requiredOf, schemasOf, type Keywords } from './keywords.ts';
import { toPointer } from './json-pointer.ts';

/** A place in the values of a schema: the whole, a member or an item. */
export type SchemaPlace = {
  readonly segments: readonly string[];
  /** True for members that at least one way to satisfy the schema requires. */
  readonly required: boolean;
  /** The sets of keywords that may hold there, one for each way to satisfy the schema. */
  readonly ways: readonly Keywords[];
};

type Visit = {
  readonly schema: Schema;
  readonly segments: readonly string[];
  readonly required: boolean;
  readonly around: readonly Schema[];
};

const MAX_PLACES = 300;
const MAX_SEGMENTS = 10;
const DEPTH = 6;

function inside(
  keywords: Keywords,
  segments: readonly string[],
  around: readonly Schema[],
): readonly Visit[] {
  const required = requiredOf(keywords);
  const members = [...propertiesOf(keywords)].map(([name, schema]) => ({
    schema,
    segments: [...segments, name],
    required: required.has(name),
    around,
  }));
  const unnamed = [...required].filter((name) => !propertiesOf(keywords).has(name));
  const { additionalProperties, items } = keywords;
  const other = isSchema(additionalProperties) ? additionalProperties : true;
  const others = unnamed.map((name) => ({
    schema: other,
    segments: [...segments, name],
    required: true,
    around,
  }));
  const prefix = schemasOf(keywords, 'prefixItems');
  const described = [...prefix, ...(isSchema(items) && items !== false ? [items] : [])];
  const listed = described.map((schema, index) => ({
    schema,
    segments: [...segments, String(index)],
    required: false,
    around,
  }));
  return [...members, ...others, ...listed];
}

/**
 * The places that a schema describes, the whole first and outer before inner ones; of lists, the first item of each
 * description. A definition inside itself is a place, but is not entered again. At most 300, and ten names deep; fewer where
 * the effort for one schema is spent before.
 */
export function schemaPlaces(root: Schema): readonly SchemaPlace[] {
  const effort = fullEffort();
  const places = new Map<string, SchemaPlace>();
  const visits: Visit[] = [{ schema: root, segments: [], required: true, around: [] }];
  // Breadth first; what was visited stays in the list, since a long one takes long to be shortened.
  for (const visit of visits) {
    if (places.size >= MAX_PLACES || effort.left < 0) break;
    const { segments, required, around } = visit;
    const definition = definitionOf(root, visit.schema);
    const ways = flattenSchema(root, definition, DEPTH, effort).map(({ keywords }) => keywords);
    const pointer = toPointer(segments);
    const known = places.get(pointer);
    places.set(pointer, {
      segments,
      required: required || known?.required === true,
      ways: [...(known?.ways ?? []), ...ways],
    });
    const isDeep = segments.length >= MAX_SEGMENTS || around.includes(definition);
    if (typeof definition === 'boolean' || isDeep) continue;
    for (const way of ways) visits.push(...inside(way, segments, [...around, definition]));
  }
  return [...places.values()];
}
