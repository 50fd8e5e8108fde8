import { isSaidFile } from '../../../interface/content/multipart.ts';
import { singularOf, plainName } from '../../../interface/names.ts';
import { isNameOf } from '../../../interface/resources/names/resource-names.ts';
import { canonicalJson } from '../../../json/canonical.ts';
import { isList, isName, isObject, type Json, type Name } from '../../../json/value.ts';
import type { Operation } from '../../../interface/model.ts';
import { templateOf } from '../../../interface/resources/places/places.ts';
import { validatorOf } from '../../../oracle/contract.ts';
import { isSchema, type Schema, textOf } from '../../../schema/keywords.ts';
import { schemaMembers } from '../../../schema/members.ts';
import { mergedKeywords } from '../../../schema/merge.ts';
import { subschema } from '../../../schema/resolve.ts';
import { takesAddresses } from '../../entries/places/addresses.ts';
import {
  callsOf,
  HOLDS_ANOTHER,
  isCalled,
  isToldToName,
  type Named,
  thingAt,
} from '../../../interface/resources/names/called.ts';

/** Puts the names of things into the members of a body that name such. */

/** What a member has that names a thing. */
export function valueFor({ value, address }: Named, byAddress: boolean): Json {
  return byAddress ? (address ?? value) : value;
}

/** So deep in a body names are looked for: the lines of an order and what is inside of each, the relationships of JSON:API. */
const MOST_DEPTH = 6;

/** True for a member that by its description has the whole name of such things: `publishers/{publisher}`. */
function isNamedByPath(root: Schema, member: Schema, { value, place }: Named): boolean {
  return typeof value === 'string' && value.includes('/') && isNameOf(root, member, `${place}/{}`);
}

/** What a member is for such a thing: one that is called as it is names it (`usual`), another one may name a second one beside it (`part`). */
function wayOf(
  root: Schema,
  member: Schema,
  calls: readonly string[],
  named: Named,
): 'usual' | 'part' | undefined {
  const [plain = '', ...others] = calls;
  if (isCalled(plain, named)) return 'usual';
  if (others.some((call) => isCalled(call, named))) return 'part';
  return isToldToName(textOf(mergedKeywords(member, root), 'description') ?? '', named) ? 'part' : undefined;
}

/** What members of one object name already: something that plays another part is another one (`from` and `to`). */
type Taken = ReadonlySet<Json>;

type Way = { readonly each: Named; readonly way: 'usual' | 'part' | undefined };

/** The things that a member may name, those first that nothing beside it names in another part. */
function ranked(ways: readonly Way[], taken: Taken): readonly Named[] {
  const fitting = ways.filter(({ way }) => way !== undefined);
  const isTaken = ({ value, address }: Named): boolean =>
    taken.has(value) || (address !== undefined && taken.has(address));
  const isFree = ({ each, way }: Way): boolean => way === 'usual' || !isTaken(each);
  return [...fitting.filter(isFree), ...fitting.filter((one) => !isFree(one))].map(({ each }) => each);
}

/** The things that a member of a body may name, the best first. `taken`: what others of the same object name. */
export function namesFor(
  root: Schema,
  [name, member]: readonly [string, Schema],
  named: readonly Named[],
  taken: Taken,
): readonly Named[] {
  // A file that is uploaded names nothing, whatever it is called.
  if (isSaidFile({ schema: member, root })) return [];
  const calls = callsOf(name, {}, undefined);
  return ranked(
    named.map((each) => ({ each, way: wayOf(root, member, calls, each) })),
    taken,
  );
}

/** So many members of a body name such a thing, each in its part: two of a transfer between warehouses. */
export function partsFor(root: Schema, named: Named): number {
  const { properties } = schemaMembers(root);
  return [...properties].filter(
    ([name, member]) => namesFor(root, [name, member], [named], new Set()).length > 0,
  ).length;
}

/**
 * `isWhole`: by their whole names alone, in members that the document says to have such. `isByAddress`: by their addresses in this
 * member. `addressesAlone`: nowhere but in members that take addresses.
 */
export type Ways = {
  readonly isWhole?: boolean;
  readonly isByAddress?: (calls: readonly string[]) => boolean;
  readonly addressesAlone?: boolean;
};

/** A body of which each member that names such a thing names it; what does not fit its schema stays as it is. */
export function naming(root: Schema, body: Json, named: readonly Named[], ways: Ways = {}): Json {
  const { isWhole = false, isByAddress, addressesAlone = false } = ways;
  const renamed = (
    calls: readonly string[],
    value: Name,
    member: Schema,
    { holder = member, taken = new Set() }: { readonly holder?: Schema; readonly taken?: Taken } = {},
  ): Json => {
    const known = named.map((each): Way => {
      if (isNamedByPath(root, member, each)) return { each, way: 'usual' };
      return { each, way: isWhole ? undefined : wayOf(root, member, calls, each) };
    });
    const called = ranked(known, taken);
    const byAddress = isByAddress?.(calls) === true || takesAddresses(root, holder);
    if (addressesAlone && !byAddress) return value;
    const values = called.map((each) => valueFor(each, byAddress));
    const isFine = values.includes(value) && !(taken.has(value) && known.every(({ way }) => way !== 'usual'));
    if (values.length === 0 || isFine) return value;
    const fits = validatorOf(subschema(root, member));
    if (fits(value).length > 0) return value;
    return values.find((each) => fits(each).length === 0) ?? value;
  };
  const oneOf = (items: readonly Json[], holder: string, schema: Schema, each: Schema): Json => {
    const [first] = items;
    const calls = [singularOf(plainName(holder))];
    // One that is too long or too short stays so.
    if (validatorOf(subschema(root, schema))(items).length > 0)
      return items.map((item) => (isName(item) ? renamed(calls, item, each, { holder: schema }) : item));
    const one = isName(first) ? renamed(calls, first, each, { holder: schema }) : first;
    const isTaken =
      one !== undefined && one !== first && validatorOf(subschema(root, schema))([one]).length === 0;
    return isTaken ? [one] : items;
  };
  const isTooMany = (items: readonly Json[], schema: Schema): boolean =>
    validatorOf(subschema(root, schema))(items).some(
      (error) => error.pointer === '' && error.keyword === 'maxItems',
    );
  // What is named twice may be kept once; a list that is too long stays so.
  const eachOnce = (before: readonly Json[], items: readonly Json[], schema: Schema): readonly Json[] => {
    if (canonicalJson(items) === canonicalJson(before) || isTooMany(before, schema)) return items;
    const once = [...new Map(items.map((item) => [canonicalJson(item), item])).values()];
    return validatorOf(subschema(root, schema))(once).length === 0 ? once : items;
  };
  const within = (value: Json, schema: Schema, depth: number, holder?: string): Json => {
    if (depth === 0) return value;
    if (isList(value)) {
      const { items } = mergedKeywords(schema, root);
      if (!isSchema(items)) return value;
      if (holder !== undefined && value.length > 0 && value.every(isName))
        return oneOf(value, holder, schema, items);
      return eachOnce(
        value,
        value.map((item) => within(item, items, depth, holder)),
        schema,
      );
    }
    if (!isObject(value)) return value;
    const { properties } = schemaMembers(schema, root);
    const taken = new Set<Json>();
    const members = Object.entries(value).map(([name, inner]): readonly [string, Json] => {
      const member = properties.get(name);
      if (member === undefined) return [name, inner];
      if (isName(inner)) {
        const own = renamed(callsOf(name, value, holder), inner, member, { taken });
        taken.add(own);
        return [name, own];
      }
      return [name, within(inner, member, depth - 1, name === HOLDS_ANOTHER ? holder : name)];
    });
    return Object.fromEntries(members);
  };
  return within(body, root, MOST_DEPTH);
}

/**
 * A body that is a list of names itself, of what the last word of its path is for (`PUT /films/{id}/actors [7]`). What is put somewhere is
 * not the first of its kind, which what holds it may have been made with; what is taken away is.
 */
export function namingListed(
  root: Schema,
  operation: Operation,
  body: readonly Json[],
  named: readonly Named[],
): Json {
  const call = `${thingAt(templateOf(operation))}id`;
  const fits = validatorOf(root);
  if (!body.every(isName) || fits(body).length > 0) return body;
  const lists = named.filter((each) => isCalled(call, each)).map(({ value }) => [value]);
  const [first, second] = lists.filter((list) => fits(list).length === 0);
  return (operation.method === 'DELETE' ? undefined : second) ?? first ?? body;
}
