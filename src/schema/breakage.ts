import type { Union } from './kinds/branches.ts';
import type { SchemaError } from './compile.ts';

/** How a value breaks a schema, the most telling first: what the whole is, what a part is, what is not there, and all else; `format` alone. */
export type BreakageKind = 'root-type' | 'wrong-type' | 'missing-member' | 'format' | 'constraint';

const UNIONS: ReadonlySet<string> = new Set(['anyOf', 'oneOf']);
/** Keywords that only say that something in them broke. */
const AROUND: ReadonlySet<string> = new Set(['allOf', 'anyOf', 'oneOf', 'if']);
/** Keywords that say that a value is of another branch altogether. */
const FOREIGN: ReadonlySet<string> = new Set(['type', 'false schema']);
/** Keywords by which members tell which branch a value is of. */
const FIXED: ReadonlySet<string> = new Set(['const', 'enum']);

function isWithin({ pointer }: SchemaError, place: string): boolean {
  return pointer === place || pointer.startsWith(`${place}/`);
}

/**
 * The errors without those of alternatives that the value was never meant for: where one of them says that the value has
 * another type, and another one looks further into it, only that one tells.
 */
function telling(errors: readonly SchemaError[]): readonly SchemaError[] {
  const unions = errors.filter(({ keyword }) => UNIONS.has(keyword));
  const own = errors.filter(({ keyword }) => !AROUND.has(keyword));
  return unions.reduce((left, { pointer }) => {
    const isForeign = (error: SchemaError): boolean => error.pointer === pointer && error.keyword === 'type';
    const others = left.filter((error) => isWithin(error, pointer) && !isForeign(error));
    return others.length === 0 ? left : left.filter((error) => !isForeign(error));
  }, own);
}

/** How far a value is from a branch: what is wrong with its members, what is not there, and what tells another branch. */
type Distance = readonly [wrong: number, missing: number, fixed: number];

/** The branch's own errors; those around others only where there is nothing else. */
function ownErrors(errors: readonly SchemaError[]): readonly SchemaError[] {
  const own = errors.filter(({ keyword }) => !AROUND.has(keyword));
  return own.length > 0 ? own : errors;
}

function distanceAt(place: string, errors: readonly SchemaError[]): Distance {
  const wrong = errors.map(({ pointer, keyword, message }) =>
    pointer === place ? `${keyword} ${message}` : (pointer.slice(place.length).split('/', 2)[1] ?? ''),
  );
  const missing = errors.filter(({ pointer, keyword }) => pointer === place && keyword === 'required');
  const fixed = errors.filter(
    ({ pointer, keyword }) => FIXED.has(keyword) && pointer.slice(place.length).split('/').length <= 2,
  );
  return [new Set(wrong).size, missing.length, fixed.length];
}

function compared(one: Distance, other: Distance): number {
  return one[0] - other[0] || one[1] - other[1] || one[2] - other[2];
}

/**
 * The branch that a value was meant for, where one is nearer to it than all others: values that are of another type are far
 * away, and one that only a format stands against is nearest, since readers need not see formats. `undefined` where none is.
 */
function branchMeant(
  place: string,
  branches: ReadonlyMap<number, readonly SchemaError[]>,
): number | undefined {
  const near = [...branches]
    .map(([at, errors]) => ({ at, own: ownErrors(errors) }))
    .filter(({ own }) => !own.some((error) => error.pointer === place && FOREIGN.has(error.keyword)));
  const byFormat = near.find(({ own }) => own.every(isFormatAlone));
  if (byFormat !== undefined) return byFormat.at;
  const [first, second] = near
    .map(({ at, own }) => ({ at, distance: distanceAt(place, own) }))
    .toSorted((one, other) => compared(one.distance, other.distance));
  if (first === undefined) return undefined;
  return second === undefined || compared(first.distance, second.distance) < 0 ? first.at : undefined;
}

/** The errors without those of branches that the value was not meant for, as far as it was meant for one. */
function ofBranchesMeant(errors: readonly SchemaError[]): readonly SchemaError[] {
  const unions = new Set(errors.flatMap(({ union }) => (union === undefined ? [] : [union])));
  if (unions.size === 0) return errors;
  const outer: SchemaError[] = [];
  const inner = new Map<Union, Map<number, SchemaError[]>>();
  for (const error of errors) {
    const { within } = error;
    if (within === undefined || !unions.has(within.union)) {
      outer.push(error);
      continue;
    }
    const branches = inner.get(within.union) ?? new Map<number, SchemaError[]>();
    const found = branches.get(within.at) ?? [];
    found.push(error);
    inner.set(within.union, branches.set(within.at, found));
  }
  // The error of a union comes after all that is inside of it: what is nested deep needs no deep calls.
  const told = new Map<Union, readonly SchemaError[]>();
  const opened = (found: readonly SchemaError[]): readonly SchemaError[] =>
    found.flatMap((error) => [error, ...(error.union === undefined ? [] : (told.get(error.union) ?? []))]);
  for (const { union, pointer } of errors) {
    if (union === undefined) continue;
    const branches = new Map([...(inner.get(union) ?? [])].map(([at, held]) => [at, opened(held)] as const));
    const at = union.several === true ? undefined : branchMeant(pointer, branches);
    told.set(union, at === undefined ? [...branches.values()].flat() : (branches.get(at) ?? []));
  }
  return opened(outer);
}

/** The kind of a value's errors (one or more). Who makes broken values and who judges them asks here alike. */
export function breakageOf(errors: readonly SchemaError[]): BreakageKind {
  const own = telling(ofBranchesMeant(errors));
  if (own.some((error) => error.pointer === '' && error.keyword === 'type')) return 'root-type';
  if (own.some((error) => error.keyword === 'type')) return 'wrong-type';
  if (own.some((error) => error.keyword === 'required')) return 'missing-member';
  return own.length > 0 && own.every(isFormatAlone) ? 'format' : 'constraint';
}

/**
 * True for an error that readers of the schema need not see: a format is an annotation (JSON Schema 2020-12, Validation, section
 * 7.2.1), and who does not know one goes by the type alone (OpenAPI 3.1, section 4.4; 3.0, section 4.4).
 */
function isFormatAlone({ keyword }: SchemaError): boolean {
  return keyword === 'format';
}

/** True for errors (one or more) that a value owes to a format alone, in the branch of a union that it was meant for, too. */
export function isOfFormatAlone(errors: readonly SchemaError[]): boolean {
  return breakageOf(errors) === 'format';
}
