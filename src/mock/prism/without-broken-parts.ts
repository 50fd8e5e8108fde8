import type { SchemaValidator } from '../../interface/compile-schema.ts';
import type { Json } from '../../json/json.ts';

/** Taking parts away may break what holds them: so often the rest is looked at again. */
const MAX_ROUNDS = 6;

function withoutPart(value: Json, [name, ...rest]: readonly string[]): Json {
  if (name === undefined || typeof value !== 'object' || value === null) return value;
  const part = (held: Json): readonly Json[] => (rest.length === 0 ? [] : [withoutPart(held, rest)]);
  if (Array.isArray(value))
    return (value as readonly Json[]).flatMap((item, at) => (String(at) === name ? part(item) : [item]));
  return Object.fromEntries(
    Object.entries(value as { readonly [member: string]: Json }).flatMap(([member, held]) =>
      member === name ? part(held).map((left) => [member, left] as const) : [[member, held] as const],
    ),
  );
}

function namesOf(pointer: string): readonly string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/**
 * The value without the members and items that break the schema, or `undefined` where nothing valid is left. A generator that
 * stops a recursion in the middle leaves such parts.
 */
export function withoutBrokenParts(value: Json, validate: SchemaValidator): Json | undefined {
  let left = value;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const [error] = validate(left);
    if (error === undefined) return left;
    if (error.pointer === '') return undefined;
    left = withoutPart(left, namesOf(error.pointer));
  }
  return undefined;
}
