import { faultAt, isObject, nameOf, type Cursor } from './cursor.ts';
import type { Schema } from '../schema/schema.ts';
import type { Json } from '../json/json.ts';
import { holderOf, mapHeld } from './schema-keywords.ts';

/** Schemas that may apply to one value at once. Documents that double them at each step come to billions. */
const MOST_IN_PLACE = 10_000;

/** Schemas that hold for one value: so many of their own, and those of definitions that they refer to. */
type Unit = { own: number; readonly references: string[] };

/** What applies to one value each: the schema as a whole, and each part of it that speaks of a part of the value. */
function unitsOf(schema: Json): readonly Unit[] {
  const units: Unit[] = [];
  const walk = (part: Json, unit: Unit): void => {
    unit.own += 1;
    if (!isObject(part)) return;
    const { $ref: reference } = part;
    if (typeof reference === 'string') unit.references.push(reference.slice('#/$defs/'.length));
    for (const [keyword, value] of Object.entries(part)) {
      const holder = holderOf(keyword);
      if (holder === undefined) continue;
      mapHeld(value, holder.holding, (held) => {
        walk(held, holder.inPlace ? unit : opened());
        return held;
      });
    }
  };
  const opened = (): Unit => {
    const unit = { own: 0, references: [] };
    units.push(unit);
    return unit;
  };
  walk(schema, opened());
  return units;
}

/**
 * True when a resolved schema applies fewer than `most` schemas to any one value, with its references followed: a branch
 * counts as often as it is reached. Chains of references may be long: nothing here goes down by calls.
 */
function appliesFewerThan(most: number, root: Schema): boolean {
  const held = typeof root === 'object' && isObject(root['$defs']) ? Object.entries(root['$defs']) : [];
  const units = new Map(held.map(([name, definition]) => [name, unitsOf(definition)]));
  const weights = new Map<string, number>();
  const weightOf = ({ own, references }: Unit): number =>
    references.reduce((sum, name) => sum + (weights.get(name) ?? 0), own);
  // In place there are no circles: they are refused when references are resolved.
  const waiting = held.map(([name]) => name);
  const begun = new Set<string>();
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const [whole] = units.get(name) ?? [];
    if (whole === undefined || weights.has(name)) continue;
    const missing = begun.has(name) ? [] : whole.references.filter((other) => !weights.has(other));
    begun.add(name);
    if (missing.length > 0) {
      waiting.push(name, ...missing);
      continue;
    }
    const weight = weightOf(whole);
    if (weight >= most) return false;
    weights.set(name, weight);
  }
  return [...unitsOf(root), ...[...units.values()].flat()].every((unit) => weightOf(unit) < most);
}

/** The schema, where it applies no more schemas to one value than can be judged. Throws `InterfaceFault` otherwise. */
export function bearable(schema: Schema, cursor: Cursor): Schema {
  if (appliesFewerThan(MOST_IN_PLACE, schema)) return schema;
  throw faultAt(
    cursor,
    `${nameOf(cursor)} applies more than ${MOST_IN_PLACE} schemas to one value, with its references followed`,
    'Combine fewer schemas by `allOf`, `anyOf` and `oneOf`: what doubles at each step can not be judged.',
  );
}
