import fc from 'fast-check';
import type { Json, Schema } from '../interface/model.ts';
import { pastSegment, type Build, type BuildOptions } from './build-options.ts';
import { isSchema, numberOf, propertiesOf, requiredOf, type Keywords } from './keywords.ts';
import { unsupported, values, type Supply } from './supply.ts';

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
  const members: Member[] = [];
  for (const [name, schema] of memberSchemas(keywords)) {
    const forced = required.has(name) || through[0] === name || !propertiesOf(keywords).has(name);
    if (!forced && optional === 'none') continue;
    const supply = build(schema, depth, pastSegment(through, name));
    if (supply.kind === 'unsupported') {
      if (required.has(name)) return unsupported(`member "${name}": ${supply.reason}`);
      continue;
    }
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
  );
}
