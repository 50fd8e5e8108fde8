import fc from 'fast-check';
import { changeAt, fromPointer, toPointer } from '../../json/pointer.ts';
import { isObject, type Json } from '../../json/value.ts';
import { compileSchema, type SchemaError } from '../compile.ts';
import { type Direction, directSchema } from '../direction.ts';
import { isSchema, type Keywords, propertiesOf, requiredOf, type Schema, schemasOf } from '../keywords.ts';
import { brokenConstraints, type Change, wrongTypes } from './broken.ts';
import { dereferenced } from '../references.ts';
import { flattenSchema, fullEffort } from '../merge.ts';
import { guarded, type Supply } from './supply.ts';
import { validValues } from './valid.ts';

/** A place in the values of a schema: the whole, a member or an item. */
type SchemaPlace = {
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
function schemaPlaces(root: Schema): readonly SchemaPlace[] {
  const effort = fullEffort();
  const places = new Map<string, SchemaPlace>();
  const visits: Visit[] = [{ schema: root, segments: [], required: true, around: [] }];
  // Breadth first; what was visited stays in the list, since a long one takes long to be shortened.
  for (const visit of visits) {
    if (places.size >= MAX_PLACES || effort.left < 0) break;
    const { segments, required, around } = visit;
    const definition = dereferenced(root, visit.schema);
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
  const definitions = typeof root === 'object' && isObject(root['$defs']) ? { $defs: root['$defs'] } : {};
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

/** Values that lax services take most easily, for each JSON type: falsy ones, and ones that turn into text or a member. */
const TELLING = new Map<string, Json>(
  Object.entries<Json>({
    null: null,
    boolean: false,
    number: 7,
    integer: 7,
    string: '7',
    array: ['assay'],
    object: {},
  }),
);

/**
 * A wrong-typed value that a lax service would most likely let through: `base` (any value of the case) with a telling
 * one at the broken place; a list around `valid` where the whole body is to be a list. `undefined` where the schema
 * allows it after all, and for other kinds of cases.
 */
export function tellingValue(one: InvalidCase, schema: Schema, base: Json, valid: Json): Json | undefined {
  const { kind, pointer, detail } = one.breaks;
  if (kind !== 'wrong-type' && kind !== 'root-type') return undefined;
  const telling = kind === 'root-type' && detail === 'array' ? [valid] : TELLING.get(detail);
  if (telling === undefined) return undefined;
  const value = changeAt(base, fromPointer(pointer), () => telling);
  return value === undefined || compileSchema(schema)(value).length === 0 ? undefined : value;
}
