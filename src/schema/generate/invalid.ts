import fc from 'fast-check';
import { changeAt, fromPointer, toPointer, valueAt } from '../../json/pointer.ts';
import { isObject, type Json, memberOf } from '../../json/value.ts';
import { bound } from '../../system/bounds.ts';
import { type BreakageKind, breakageOf } from '../breakage.ts';
import { compileSchema, isUnjudged, type SchemaError, type SchemaValidator } from '../compile.ts';
import { type Direction, directSchema } from '../direction.ts';
import { isSchema, type Keywords, numberOf, requiredOf, type Schema, schemasOf } from '../keywords.ts';
import { brokenConstraints, type Change, wrongTypes } from './broken.ts';
import { dereferenced } from '../references.ts';
import { flattenedOnce, fullEffort } from '../merge.ts';
import { subschema } from '../resolve.ts';
import type { Supply } from './supply.ts';
import { validValues } from './valid.ts';

/** A place in the values of a schema: the whole, a member or an item. */
type SchemaPlace = {
  readonly segments: readonly string[];
  /** The same place of the next item of a list that it is in. */
  readonly next: readonly string[] | undefined;
  /** True for members that at least one way to satisfy the schema requires. */
  readonly required: boolean;
  /** The sets of keywords that may hold there, one for each way to satisfy the schema. */
  readonly ways: readonly Keywords[];
};

/** A definition that describes a place, and the definitions around it. */
type Visit = { readonly schema: Schema; readonly around: readonly Schema[] };

/** A place that is still to be looked at, with all that describes it. */
type Open = Pick<SchemaPlace, 'segments' | 'next'> & { required: boolean; readonly visits: Visit[] };

const MAX_PLACES = 300;
const MAX_SEGMENTS = 10;
const DEPTH = 6;
/** Of a place that may be satisfied in more ways, only the constraints of these are broken. */
const MOST_WAYS = 64;

/** A member of a map, where one is broken. */
const MAP_MEMBER = 'member1';

/** A member or an item. `next`: the name of the item behind it, where there may be one of its kind. */
type Part = {
  readonly name: string;
  readonly next?: string;
  readonly schema: Schema;
  readonly required: boolean;
};

/** Tells of the members and items that a set of keywords describes. */
function forParts(keywords: Keywords, tellAll: (part: Part) => void): void {
  const tell = (name: string, schema: Schema, isRequired: boolean): void =>
    tellAll({ name, schema, required: isRequired });
  const required = requiredOf(keywords);
  const { properties, additionalProperties, items } = keywords;
  const members = isObject(properties) ? properties : {};
  for (const [name, schema] of Object.entries(members))
    if (isSchema(schema)) tell(name, schema, required.has(name));
  const unnamed = isSchema(additionalProperties) ? additionalProperties : true;
  for (const name of required) if (!isSchema(memberOf(members, name))) tell(name, unnamed, true);
  // The values of a map are all described by one schema.
  if (isObject(unnamed) && Object.keys(unnamed).length > 0 && !Object.hasOwn(members, MAP_MEMBER))
    tell(MAP_MEMBER, unnamed, false);
  const prefix = schemasOf(keywords, 'prefixItems');
  for (const [index, item] of prefix.entries()) tell(String(index), item, false);
  if (!isSchema(items) || items === false) return;
  const [index, most] = [prefix.length, numberOf(keywords, 'maxItems') ?? Number.POSITIVE_INFINITY];
  const following = most > index + 1 ? { next: String(index + 1) } : {};
  tellAll({ name: String(index), schema: items, required: false, ...following });
}

/**
 * The places that a schema describes, the whole first and outer before inner ones; of lists, the first item of each
 * description. A definition inside itself is a place, but is not entered again. At most 300, and ten names deep; fewer where
 * the effort for one schema is spent before. Each place is looked at when it is asked for.
 */
function* schemaPlaces(root: Schema): Generator<SchemaPlace, undefined> {
  const effort = fullEffort();
  const open: Open[] = [
    { segments: [], next: undefined, required: true, visits: [{ schema: root, around: [] }] },
  ];
  let count = 0;
  // Breadth first, so that no more are ever needed than come first. What was visited stays in the list, without what was found.
  for (const { segments, next, required, visits } of open) {
    if (count >= MAX_PLACES || effort.left < 0) return;
    count += 1;
    const seen = new Set<Schema>();
    const ways: Keywords[] = [];
    const entered: { readonly own: readonly Keywords[]; readonly around: readonly Schema[] }[] = [];
    for (const { schema, around } of visits.splice(0)) {
      if (ways.length >= MOST_WAYS) break;
      const definition = dereferenced(root, schema);
      if (typeof definition === 'object' && seen.has(definition)) continue;
      seen.add(definition);
      const own = flattenedOnce(root, definition, DEPTH, effort).map(({ keywords }) => keywords);
      ways.push(...own);
      const isDeep = segments.length >= MAX_SEGMENTS || around.includes(definition);
      if (typeof definition === 'object' && !isDeep) entered.push({ own, around: [...around, definition] });
    }
    yield { segments, next, required, ways };
    if (open.length < MAX_PLACES) open.push(...placesWithin({ segments, next }, entered));
  }
}

/** The places inside of one, each with all that describes it, once: most ways share most of their members. */
function placesWithin(
  { segments, next }: Pick<SchemaPlace, 'segments' | 'next'>,
  entered: readonly { readonly own: readonly Keywords[]; readonly around: readonly Schema[] }[],
): Iterable<Open> {
  const within = new Map<string, Open>();
  const known = new Map<string, Set<Schema>>();
  for (const { own, around } of entered) {
    for (const keywords of own) {
      forParts(keywords, ({ name, next: following, schema, required }) => {
        const place = within.get(name) ?? {
          segments: [...segments, name],
          next: following === undefined ? next && [...next, name] : [...segments, following],
          required: false,
          visits: [],
        };
        const seen = known.get(name) ?? new Set<Schema>();
        within.set(name, place);
        known.set(name, seen);
        place.required ||= required;
        if (seen.size >= MOST_WAYS || seen.has(schema)) return;
        seen.add(schema);
        place.visits.push({ schema, around });
      });
    }
  }
  return within.values();
}

/** What is broken in a value, and where. `detail` is the JSON type that was put there, or the keyword that it breaks, with the way where each is tried. */
type Breakage = {
  readonly kind: BreakageKind;
  /** JSON Pointer to the member that is missing, of the wrong type, or breaks its constraint. */
  readonly pointer: string;
  readonly detail: string;
};

/** How the errors of the values are read: a fraction for an integer breaks the type. */
export function readAs({ kind, detail, pointer }: Breakage): BreakageKind {
  if (kind !== 'constraint' || detail !== 'integer') return kind;
  return pointer === '' ? 'root-type' : 'wrong-type';
}

/** Values that break a schema in one place, and are read as breaking it in that way. */
export type InvalidCase = {
  readonly breaks: Breakage;
  /** JSON Pointer to what is broken, as in the first item of each list: the same for all ways to break it, whichever item they are in. */
  readonly place: string;
  readonly arbitrary: fc.Arbitrary<Json>;
  /** Of how many values, one inside the other, the largest one is made. */
  readonly parts: number;
  /** A further way to break what another case breaks. */
  readonly isVariant?: true;
};

export type InvalidValuesOptions = {
  /** Leaves out members that don't travel in this direction (`readOnly` ones in requests). */
  readonly direction?: Direction;
  /** Only cases of this kind. */
  readonly kind?: BreakageKind;
  /** Optional members and items are left out of larger values; as many parts as can be built by default. */
  readonly mostParts?: number;
  /** Called before each piece of work; what it throws ends the making of cases. Cases that were made may be kept: they call nothing. */
  readonly onWork?: () => void;
};

/** A break that has still to be proven. `judgedAt` is where a validator sees it: a missing member, at its parent. */
type Candidate = {
  readonly breaks: Breakage;
  readonly changed: readonly string[];
  readonly judgedAt: string;
  readonly keyword: string | undefined;
  readonly change: fc.Arbitrary<Change>;
  readonly isVariant?: true;
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

function constraintsAt(
  { segments, ways }: SchemaPlace,
  root: Schema,
  mostParts: number,
): readonly Candidate[] {
  const valuesOf = (schema: Schema): fc.Arbitrary<Json> | undefined => {
    const supply = validValues(subschema(root, schema), { mostParts });
    return supply.kind === 'values' ? supply.arbitrary : undefined;
  };
  const changes = new Map<string, Candidate>();
  const broken = ways.slice(0, MOST_WAYS).flatMap((way) => brokenConstraints(way, valuesOf));
  for (const { keyword, change, added, way, isVariant } of broken) {
    const changed = added === undefined ? segments : [...segments, added];
    const pointer = toPointer(changed);
    const detail = way === undefined ? keyword : `${keyword}-${way}`;
    const known = changes.get(`${detail} ${pointer}`);
    changes.set(`${detail} ${pointer}`, {
      breaks: {
        kind: keyword === 'format' ? 'format' : 'constraint',
        pointer,
        detail: detail === 'type' ? 'integer' : detail,
      },
      changed,
      judgedAt: toPointer(segments),
      keyword,
      change: known === undefined ? change : fc.oneof(known.change, change),
      ...(isVariant === undefined ? {} : { isVariant }),
    });
  }
  return [...changes.values()];
}

/** The candidates of a kind at a place, or all. */
function candidatesAt(
  place: SchemaPlace,
  root: Schema,
  { kind, mostParts = bound('builtParts') }: InvalidValuesOptions,
): readonly Candidate[] {
  const missing = place.required && place.segments.length > 0 ? [missingMember(place)] : [];
  const constraints =
    kind === undefined || kind === 'constraint' || kind === 'format'
      ? constraintsAt(place, root, mostParts)
      : [];
  return [...missing, ...wrongTypesAt(place), ...constraints].filter(
    ({ breaks }) => kind === undefined || breaks.kind === kind,
  );
}

/**
 * So many trial draws (always the same ones), and more where those tell too little; so many have to give a proof: who looks for a rare one
 * searches for ever.
 */
const TRIES = [3, 12, 30] as const;
const NEEDED = 3;

/** The strictest proof that the values can give: this keyword alone, or this place alone, or this place among others. */
function proven(
  candidate: Candidate,
  base: Extract<Supply, { kind: 'values' }>,
  { judge, onWork }: { readonly judge: SchemaValidator; readonly onWork: () => void },
): Omit<InvalidCase, 'place'> | undefined {
  const { breaks, changed, judgedAt, keyword, isVariant } = candidate;
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
  const kind = readAs(breaks);
  const draw = (count: number): readonly (readonly SchemaError[])[] =>
    fc.sample(values, { seed: 0, numRuns: count }).map((value) => {
      // One value may take long to judge, and many are looked at for one case.
      onWork();
      return judge(value);
    });
  // The first of these draws are the same however many there are, and mostly they give the strictest proof.
  const [few, several, many] = TRIES;
  let drawn = draw(few);
  if (drawn.every(isUnjudged)) return undefined;
  for (const [at, proof] of proofs.entries()) {
    const isProven = (errors: readonly SchemaError[]): boolean =>
      proof(errors) && breakageOf(errors) === kind;
    const found = (): number => drawn.filter(isProven).length;
    if (found() < NEEDED && drawn.length === few) drawn = draw(several);
    // What several draws never show is not looked for in many, but for the last of the proofs.
    const isLookedFor = found() > 0 || at === proofs.length - 1;
    if (found() < NEEDED && isLookedFor && drawn.length === several) drawn = draw(many);
    if (found() >= NEEDED)
      return {
        breaks,
        arbitrary: values.filter((value) => isProven(judge(value))),
        parts: base.parts,
        ...(isVariant === undefined ? {} : { isVariant }),
      };
  }
  return undefined;
}

/** So many places in a row that give no case, and others that are deeper than this are not looked at: each costs much. */
const MOST_IN_VAIN = 8;
const SHALLOW = 2;

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
  const { direction, mostParts = bound('builtParts'), onWork = (): void => {} } = options;
  const root = direction === undefined ? schema : directSchema(schema, direction);
  const judge = compileSchema(root);
  if (validValues(root, { validate: judge, mostParts }).kind === 'unsupported') return;
  let vain = 0;
  for (const place of schemaPlaces(root)) {
    onWork();
    if (vain >= MOST_IN_VAIN && place.segments.length > SHALLOW) return;
    const candidates = candidatesAt(place, root, options);
    if (candidates.length === 0) continue;
    vain += 1;
    const baseAt = (segments: readonly string[]): Supply =>
      validValues(root, {
        through: toPointer(segments),
        validate: judge,
        mostParts,
        hardToFind: segments.length === 0,
      });
    const base = baseAt(place.segments);
    if (base.kind === 'unsupported') continue;
    const { next } = place;
    const behind = next === undefined ? undefined : baseAt(next);
    const others = next === undefined ? [] : candidatesAt({ ...place, segments: next }, root, options);
    for (const [at, candidate] of candidates.entries()) {
      onWork();
      // Whoever looks at the first item alone takes what is broken behind it, and the other way round.
      const other = at % 2 === 0 && behind?.kind === 'values' ? others[at] : undefined;
      const ofOther =
        other === undefined || behind?.kind !== 'values'
          ? undefined
          : proven(other, behind, { judge, onWork });
      const found = ofOther ?? proven(candidate, base, { judge, onWork });
      if (found === undefined) continue;
      vain = 0;
      yield { ...found, place: candidate.breaks.pointer };
    }
  }
}

/**
 * The value of a type that lax services take most easily in the place of a valid one: falsy ones, ones that turn into text or a
 * member, and the valid one as a text, as a number, or in a list.
 */
function telling(type: string, valid: Json | undefined): Json | undefined {
  switch (type) {
    case 'null':
      return null;
    case 'boolean':
      return false;
    case 'number':
    case 'integer':
      return typeof valid === 'boolean' ? Number(valid) : 7;
    case 'string':
      return typeof valid === 'boolean' || typeof valid === 'number' ? String(valid) : '7';
    case 'array':
      return [typeof valid === 'string' ? valid : 'assay'];
    case 'object':
      return {};
    default:
      return undefined;
  }
}

/** True for cases in which a value is of another type: one of them tells more than others. */
export function isOfType({ breaks: { kind } }: InvalidCase): boolean {
  return kind === 'wrong-type' || kind === 'root-type';
}

/**
 * A wrong-typed value that a lax service would most likely let through: `base` (any value of the case) with a telling
 * one at the broken place; a list around `valid` where the whole body is to be a list. `undefined` where the schema
 * allows it after all, and for other kinds of cases.
 */
export function tellingValue(one: InvalidCase, schema: Schema, base: Json, valid: Json): Json | undefined {
  const { kind, pointer, detail } = one.breaks;
  if (!isOfType(one)) return undefined;
  const place = fromPointer(pointer);
  const told = kind === 'root-type' && detail === 'array' ? [valid] : telling(detail, valueAt(valid, place));
  if (told === undefined) return undefined;
  const value = changeAt(base, place, () => told);
  const errors = value === undefined ? [] : compileSchema(schema)(value);
  return errors.length === 0 || breakageOf(errors) !== kind ? undefined : value;
}
