import fc from 'fast-check';
import type { Schema } from '../schema/schema.ts';
import type { Json } from '../json/json.ts';
import { pastSegment, type Build, type BuildOptions } from './build-options.ts';
import { isSchema, numberOf, propertiesOf, requiredOf, type Keywords } from './keywords.ts';
import { unsupported, values, type Supply } from './supply.ts';
import { bound } from '../system/bounds.ts';

type Member = { readonly name: string; readonly arbitrary: fc.Arbitrary<Json | undefined> };

/** Members that no keyword names, as many as `minProperties` asks for. */
function extraMembers(keywords: Keywords, count: number): readonly (readonly [string, Schema])[] {
  const { additionalProperties } = keywords;
  const schema = isSchema(additionalProperties) ? additionalProperties : true;
  const missing = Math.max(0, (numberOf(keywords, 'minProperties') ?? 0) - count);
  return Array.from(
    { length: Math.min(missing, 100) },
    (_, index) => [`member${index + 1}`, schema] as const,
  );
}

function memberSchemas(keywords: Keywords): ReadonlyMap<string, Schema> {
  const { additionalProperties } = keywords;
  const named = new Map(propertiesOf(keywords));
  for (const name of requiredOf(keywords))
    if (!named.has(name)) named.set(name, isSchema(additionalProperties) ? additionalProperties : true);
  return new Map([...named, ...extraMembers(keywords, named.size)]);
}

/** Objects with the members that the keywords name, and as many more as `minProperties` asks for. */
export function buildObject(keywords: Keywords, options: BuildOptions, depth: number, build: Build): Supply {
  const { optional, through } = options;
  const required = requiredOf(keywords);
  const schemas = memberSchemas(keywords);
  const isForced = (name: string): boolean =>
    required.has(name) || through[0] === name || !propertiesOf(keywords).has(name);
  const supplies = new Map<string, Extract<Supply, { kind: 'values' }>>();
  let parts = 1;
  // What has to be there comes first: only what is left of the bound is for optional members.
  for (const wanted of optional === 'none' ? [true] : [true, false]) {
    for (const [name, schema] of schemas) {
      if (isForced(name) !== wanted) continue;
      const supply = build(schema, depth, pastSegment(through, name));
      if (supply.kind === 'unsupported') {
        if (required.has(name)) return unsupported(`member "${name}": ${supply.reason}`);
        continue;
      }
      if (!wanted && parts + supply.parts > bound('builtParts')) continue;
      parts += supply.parts;
      supplies.set(name, supply);
    }
  }
  const members: Member[] = [];
  for (const name of schemas.keys()) {
    const supply = supplies.get(name);
    if (supply === undefined) continue;
    const forced = isForced(name);
    const arbitrary =
      forced || optional === 'all'
        ? supply.arbitrary
        : fc.option(supply.arbitrary, { nil: undefined, freq: 2 });
    members.push({ name, arbitrary });
  }
  const held = fc.tuple(...members.map(({ arbitrary }) => arbitrary));
  return values(
    held.map((drawn): Json =>
      Object.fromEntries(
        members.flatMap(({ name }, index) => {
          const value = drawn[index];
          return value === undefined ? [] : [[name, value] as const];
        }),
      ),
    ),
    parts,
  );
}
