import fc from 'fast-check';
import { compileSchema, type SchemaError } from '../interface/compile-schema.ts';
import { directSchema, type Direction } from '../interface/direct-schema.ts';
import type { Schema } from '../schema/schema.ts';
import type { Json } from '../json/json.ts';
import { brokenConstraints } from './broken-constraints.ts';
import { changeAt, toPointer } from './json-pointer.ts';
import { isMembers } from '../json/guards.ts';
import { schemaPlaces, type SchemaPlace } from './schema-places.ts';
import { guarded, type Supply } from './supply.ts';
import { validValues } from './valid-values.ts';
import { wrongTypes, type Change } from './wrong-types.ts';

/** What is broken in a value, and where. `detail` is the JSON type that was put there, or the keyword that it breaks. */
type Breakage = {
  readonly kind: 'missing-member' | 'wrong-type' | 'root-type' | 'constraint';
  /** JSON Pointer to the member that is missing, of the wrong type, or breaks its constraint. */
  readonly pointer: string;
  readonly detail: string;
};

/** Values that break a schema in one place. */
export type InvalidCase = { readonly breaks: Breakage; readonly arbitrary: fc.Arbitrary<Json> };

export type InvalidValuesOptions = {
  /** Leaves out members that don't travel in this direction (`readOnly` ones in requests). */
  readonly direction?: Direction;
  /** Only cases of this kind. */
  readonly kind?: Breakage['kind'];
};

/** Of a place that may be satisfied in more ways, only the constraints of these are broken. */
const MOST_WAYS = 64;

/** A break that has still to be proven. `judgedAt` is where a validator sees it: a missing member, at its parent. */
type Candidate = {
  readonly breaks: Breakage;
  readonly changed: readonly string[];
  readonly judgedAt: string;
  readonly keyword: string | undefined;
  readonly change: fc.Arbitrary<Change>;
};

function missingMember({ segments }: SchemaPlace): Candidate {
  return {
    breaks: { kind: 'missing-member', pointer: toPointer(segments), detail: 'required' },
    changed: segments,
    judgedAt: toPointer(segments.slice(0, -1)),
    keyword: 'required',
    change: fc.constant(() => undefined),
  };
}

function wrongTypesAt({ segments, ways }: SchemaPlace): readonly Candidate[] {
  const pointer = toPointer(segments);
  const kind = segments.length === 0 ? 'root-type' : 'wrong-type';
  return wrongTypes(ways).map(({ type, change }) => ({
    breaks: { kind, pointer, detail: type },
    changed: segments,
    judgedAt: pointer,
    keyword: undefined,
    change,
  }));
}

function constraintsAt({ segments, ways }: SchemaPlace, root: Schema): readonly Candidate[] {
  const definitions = typeof root === 'object' && isMembers(root['$defs']) ? { $defs: root['$defs'] } : {};
  const valuesOf = (schema: Schema): fc.Arbitrary<Json> | undefined => {
    const supply = validValues(typeof schema === 'boolean' ? schema : { ...schema, ...definitions });
    return supply.kind === 'values' ? supply.arbitrary : undefined;
  };
  const changes = new Map<string, Candidate>();
  const broken = ways.slice(0, MOST_WAYS).flatMap((way) => brokenConstraints(way, valuesOf));
  for (const { keyword, change, added } of broken) {
    const changed = added === undefined ? segments : [...segments, added];
    const pointer = toPointer(changed);
    const known = changes.get(`${keyword} ${pointer}`);
    changes.set(`${keyword} ${pointer}`, {
      breaks: { kind: 'constraint', pointer, detail: keyword === 'type' ? 'integer' : keyword },
      changed,
      judgedAt: toPointer(segments),
      keyword,
      change: known === undefined ? change : fc.oneof(known.change, change),
    });
  }
  return [...changes.values()];
}

/** The candidates of a kind at a place, or all. */
function candidatesAt(
  place: SchemaPlace,
  root: Schema,
  kind: Breakage['kind'] | undefined,
): readonly Candidate[] {
  const missing = place.required && place.segments.length > 0 ? [missingMember(place)] : [];
  const constraints = kind === undefined || kind === 'constraint' ? constraintsAt(place, root) : [];
  return [...missing, ...wrongTypesAt(place), ...constraints].filter(
    ({ breaks }) => kind === undefined || breaks.kind === kind,
  );
}

/** The strictest proof that the values can give: this keyword alone, or this place alone, or this place among others. */
function proven(
  candidate: Candidate,
  base: Extract<Supply, { kind: 'values' }>,
  validate: (value: Json) => readonly SchemaError[],
): InvalidCase | undefined {
  const { breaks, changed, judgedAt, keyword } = candidate;
  const values = fc
    .tuple(base.arbitrary, candidate.change)
    .map(([value, change]) => changeAt(value, changed, change) ?? null);
  const here = (error: SchemaError): boolean =>
    error.pointer === judgedAt && (keyword === undefined || error.keyword === keyword);
  const proofs = [
    (errors: readonly SchemaError[]) => errors.length > 0 && errors.every(here),
    (errors: readonly SchemaError[]) =>
      errors.some(here) && errors.every(({ pointer }) => pointer === judgedAt),
    (errors: readonly SchemaError[]) => errors.some(here),
  ];
  for (const proof of proofs) {
    const supply = guarded(values, (value) => proof(validate(value)), '', base.parts);
    if (supply.kind === 'values') return { breaks, arbitrary: supply.arbitrary };
  }
  return undefined;
}

/**
 * Values that break the schema, one case for each required member that can be missing, each JSON type that a place
 * doesn't allow, and each constraint. A value is a valid, ordinary one with a single place changed; the compiled schema
 * judges every one before it is handed out. Cases that can't be proven, or whose place never occurs, are left out. Each case is
 * made when it is asked for: a large schema has thousands, and a run sends few of them.
 */
export function* invalidValues(
  schema: Schema,
  options: InvalidValuesOptions = {},
): Generator<InvalidCase, undefined> {
  const { direction, kind } = options;
  const root = direction === undefined ? schema : directSchema(schema, direction);
  const validate = compileSchema(root);
  if (validValues(root, { validate }).kind === 'unsupported') return;
  for (const place of schemaPlaces(root)) {
    const candidates = candidatesAt(place, root, kind);
    if (candidates.length === 0) continue;
    const base = validValues(root, { through: toPointer(place.segments), validate });
    if (base.kind === 'unsupported') continue;
    for (const candidate of candidates) {
      const found = proven(candidate, base, validate);
      if (found !== undefined) yield found;
    }
  }
}
