import fc from 'fast-check';
import type { Json } from '../json/json.ts';
import { allowedTypes, type JsonType, type Keywords } from './keywords.ts';
import { ordinaryText } from './ordinary-text.ts';

/** What to do to a place: gets the valid value that stands there, returns what is to stand there instead. */
export type Change = (original: Json | undefined) => Json | undefined;

/** The six types of RFC 8259. */
export type WrongType = Exclude<JsonType, 'integer'>;

const ALL: readonly WrongType[] = ['null', 'boolean', 'number', 'string', 'array', 'object'];

function constants(...values: readonly Json[]): fc.Arbitrary<Change> {
  return fc.constantFrom(...values).map((value) => () => value);
}

function crossShrinking(...arbitraries: readonly fc.Arbitrary<Change>[]): fc.Arbitrary<Change> {
  return fc.oneof({ withCrossShrink: true }, ...arbitraries);
}

/** Strings that a lenient reader takes for a value of the type that is asked for. */
function lookalikes(allowed: ReadonlySet<JsonType>): readonly string[] {
  const numeric = allowed.has('number') || allowed.has('integer') ? ['0', '12'] : [];
  const truth = allowed.has('boolean') ? ['true', 'false'] : [];
  return [...numeric, ...truth, ''];
}

function changesTo(type: WrongType, allowed: ReadonlySet<JsonType>): fc.Arbitrary<Change> {
  switch (type) {
    case 'null':
      return constants(null);
    case 'boolean':
      return constants(false, true);
    case 'number':
      return crossShrinking(
        constants(0),
        constants(12.5, 1, -1),
        fc.integer({ min: 0, max: 9999 }).map((value) => () => value),
      );
    case 'string':
      return crossShrinking(
        constants(...lookalikes(allowed)),
        ordinaryText().map((value) => () => value),
      );
    case 'array':
      return crossShrinking(
        constants([]),
        fc.constant((original) => [original ?? null]),
        constants([null], [0]),
      );
    case 'object':
      return crossShrinking(
        constants({}),
        fc.constant((original) => ({ value: original ?? null })),
      );
  }
}

/** For each JSON type that none of the ways allows at a place: how to put a value of that type there. */
export function wrongTypes(
  ways: readonly Keywords[],
): readonly { readonly type: WrongType; readonly change: fc.Arbitrary<Change> }[] {
  const allowed = new Set(ways.flatMap((keywords) => [...allowedTypes(keywords)]));
  const wrong = ALL.filter((type) => !allowed.has(type) && !(type === 'number' && allowed.has('integer')));
  return wrong.map((type) => ({ type, change: changesTo(type, allowed) }));
}
