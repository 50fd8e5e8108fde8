import { canonicalJson } from '../../src/json/canonical.ts';
import { areNested, changeAt } from '../../src/json/pointer.ts';
import { isList, isObject, type Json, memberOf } from '../../src/json/value.ts';
import { validatorOf } from '../../src/oracle/contract.ts';
import { boundaryValues, boundsOf, sizeInside } from '../../src/schema/generate/boundaries.ts';
import { isSchema, numberOf, type Schema } from '../../src/schema/keywords.ts';
import { kindOfValue } from '../../src/schema/kinds/kind-of-value.ts';
import { besideNull, schemaMembers } from '../../src/schema/members.ts';
import { mergedKeywords } from '../../src/schema/merge.ts';

/** The edges of a body: values at the bounds of its members, of members inside of objects, and of the first items of its lists. */

/** A place in a body by names and indexes, what its schema says of it, and what stands there. */
type BodyPlace = {
  readonly path: readonly string[];
  readonly schema: Schema;
  readonly value: Json | undefined;
};

/** A value at an edge of the schema of its place. */
export type Edge = BodyPlace & { readonly name: string; readonly value: Json };

export const MOST_PER_PLACE = 4;
/** So many names deep places are looked for, and so many of them in one body. */
const DEEPEST = 6;
const MOST_PLACES = 100;
/** A longer list of objects is a large request. */
const MOST_ITEMS = 20;

/** The members that a body has or may have, the members of the objects that it has, and the first items of its lists: outer ones first. */
function placesIn(root: Schema, body: Json): readonly BodyPlace[] {
  const open = [...placesWithin(root, { path: [], schema: root, value: body })];
  for (const place of open) {
    if (open.length >= MOST_PLACES) break;
    if (place.path.length < DEEPEST) open.push(...placesWithin(root, place));
  }
  return open.slice(0, MOST_PLACES);
}

function placesWithin(root: Schema, { path, schema, value }: BodyPlace): readonly BodyPlace[] {
  if (value === undefined || value === null || typeof value !== 'object') return [];
  const at = kindOfValue(root, schema, value);
  if (isList(value)) {
    const { items } = mergedKeywords(at, root);
    const [first] = value;
    return first !== undefined && isSchema(items)
      ? [{ path: [...path, '0'], schema: items, value: first }]
      : [];
  }
  if (!isObject(value)) return [];
  return [...schemaMembers(at, root).properties].map(([name, member]) => ({
    path: [...path, name],
    schema: member,
    value: memberOf(value, name),
  }));
}

/** Items of a list that a place may hold, drawn; the more of them differ, the better. */
export type DrawItems = (path: readonly string[]) => readonly Json[];

/** An item with the least numbers: many together may be more than a service has in store. */
function least(root: Schema, schema: Schema, item: Json): Json {
  if (!isObject(item)) return item;
  const { properties } = schemaMembers(kindOfValue(root, schema, item), root);
  const members = Object.entries(item).map(([name, value]): readonly [string, Json] => {
    const member = properties.get(name);
    const [smallest] = member === undefined ? [] : boundsOf(member, root);
    return [name, typeof value === 'number' && smallest !== undefined ? smallest : value];
  });
  return Object.fromEntries(members);
}

/** The shortest and the longest list of objects: plain items are made of nothing, these are drawn, each another one. */
function listsAt(root: Schema, { path, schema, value }: BodyPlace, draw: DrawItems): readonly Json[] {
  if (!isList(value) || !value.some(isObject)) return [];
  const said = mergedKeywords(kindOfValue(root, schema, value), root);
  const { items } = said;
  const lengths = ['minItems', 'maxItems'].flatMap((keyword) => numberOf(said, keyword) ?? []);
  const open = lengths.filter((length) => length > 0 && length <= MOST_ITEMS && length !== value.length);
  if (open.length === 0 || !isSchema(items)) return [];
  const all = [...draw(path), ...value].map((item) => least(root, items, item));
  const each = [...new Map(all.map((item) => [canonicalJson(item), item])).values()];
  return open.map((length) => Array.from({ length }, (_, at): Json => each[at % each.length] ?? null));
}

/** Null, the default and the bounds first, of which the document says most. What stands there anyway is no news. */
function edgesAt(root: Schema, place: BodyPlace, draw: DrawItems): readonly Edge[] {
  const { path, schema } = place;
  const now = canonicalJson(place.value);
  const fallback = JSON.stringify(memberOf(mergedKeywords(schema, root), 'default'));
  const weight = (value: Json): number => {
    if (value === null || JSON.stringify(value) === fallback) return 0;
    return sizeInside(schema, value, root) === undefined ? 2 : 1;
  };
  return [...boundaryValues(schema, root), ...listsAt(root, place, draw)]
    .filter((value) => canonicalJson(value) !== now)
    .toSorted((one, other) => weight(one) - weight(other))
    .slice(0, MOST_PER_PLACE)
    .map((value, at) => ({ path, schema, value, name: `${path.join('.')}-${String(at + 1)}` }));
}

/** The edges of a body, each place in turn: those of its own members, and those inside of them. */
export function edgesOf(
  schema: Schema,
  body: Json,
  draw: DrawItems,
): { readonly outer: readonly Edge[]; readonly inner: readonly Edge[] } {
  const isValid = (edge: Edge): boolean => validatorOf(schema)(withEdges(body, [edge])).length === 0;
  const ofPlaces = placesIn(schema, body).map((place) => edgesAt(schema, place, draw).filter(isValid));
  const inTurn = Array.from({ length: MOST_PER_PLACE }, (_, round) =>
    ofPlaces.flatMap((own) => own.slice(round, round + 1)),
  ).flat();
  return {
    outer: inTurn.filter(({ path }) => path.length === 1),
    inner: inTurn.filter(({ path }) => path.length > 1),
  };
}

/**
 * Edges that stand in one body together, each in as early a group as can be: many at once cost one request where they are taken.
 * `beside`: a place that has to stay what it is, and whose own edges have groups of their own.
 */
export function together(
  edges: readonly Edge[],
  beside: readonly string[] | undefined,
): readonly (readonly Edge[])[] {
  const isOpen = ({ path }: Edge): boolean => beside === undefined || !areNested(path, beside);
  return [edges.filter(isOpen), edges.filter((edge) => !isOpen(edge))].flatMap((own) => {
    const groups: Edge[][] = [];
    for (const edge of own) {
      const group = groups.find((each) => !each.some(({ path }) => areNested(path, edge.path)));
      if (group === undefined) groups.push([edge]);
      else group.push(edge);
    }
    return groups;
  });
}

/** The body with these edges in it. */
export function withEdges(body: Json, edges: readonly Edge[]): Json {
  return edges.reduce<Json>((made, { path, value }) => changeAt(made, path, () => value) ?? made, body);
}

/**
 * Places that a body has where all of its objects and lists are there, as far as the document names their members: a first member or
 * item of each, outer ones first.
 */
export function innerPlaces(root: Schema): readonly (readonly string[])[] {
  const open: Omit<BodyPlace, 'value'>[] = [{ path: [], schema: root }];
  const found: (readonly string[])[] = [];
  for (const { path, schema } of open) {
    const at = besideNull(schema, root);
    const { items } = mergedKeywords(at, root);
    const inner: readonly (readonly [string, Schema])[] =
      isSchema(items) && items !== false ? [['0', items]] : [...schemaMembers(at, root).properties];
    const [first] = inner;
    if (first !== undefined) found.push([...path, first[0]]);
    if (path.length >= DEEPEST || open.length >= MOST_PLACES) continue;
    open.push(...inner.map(([name, member]) => ({ path: [...path, name], schema: member })));
  }
  return found;
}
