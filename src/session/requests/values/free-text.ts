import { isList, isObject, listOf, type Json, memberOf } from '../../../json/value.ts';
import { isHolder } from '../../../interface/resources/lists/member-places.ts';
import { describedValues, MOST_DESCRIBED } from '../../../interface/resources/words/members/quoted-values.ts';
import { DISCRIMINATOR, type Keywords, type Schema } from '../../../schema/keywords.ts';
import { besideNull, schemaMembers } from '../../../schema/members.ts';
import { mergedKeywords } from '../../../schema/merge.ts';
import { isNothing } from '../../../schema/scalar.ts';
import { shownCode } from './shown-codes.ts';
import { formsText } from '../../../schema/pattern/words.ts';

/** A member that holds free text: where it is, and how long its text may be. */
export type FreeText = { readonly path: readonly string[]; readonly longest: number };

/** A marker with a word behind it has to fit. */
const SHORTEST_USEFUL = 24;
const DEEPEST = 3;
/** So many choices are looked into, one inside of the other. */
const MOST_CHOICES = 2;

function longestText(schema: Exclude<Schema, boolean>): number | undefined {
  const types = Array.isArray(schema.type) ? schema.type : [schema.type];
  if (!types.includes('string') || formsText(schema) || schema.readOnly === true) return undefined;
  const longest = typeof schema.maxLength === 'number' ? schema.maxLength : Number.POSITIVE_INFINITY;
  return longest < SHORTEST_USEFUL ? undefined : longest;
}

/** True for a text that by its name or its description is the identity of something else. */
function namesAnother(name: string, { description }: Keywords): boolean {
  const words = typeof description === 'string' ? description.slice(0, MOST_DESCRIBED) : '';
  return /(?:[a-z]Id|[-_]id)$/.test(name) || /^(?:the )?(?:id|identity|identifier)s? of\b/i.test(words);
}

/** The member by which a value says of what kind it is: no word but that of a kind means anything there. */
function kindMember(schema: Schema, root: Schema): Json | undefined {
  const told = mergedKeywords(schema, root)[DISCRIMINATOR];
  return isObject(told) ? memberOf(told, 'propertyName') : undefined;
}

/** The free texts that an object has in each of the ways that its schema leaves open. */
function inEachWay(
  schema: Schema,
  root: Schema,
  path: readonly string[],
  choices: number,
): readonly FreeText[] {
  if (choices === 0) return [];
  const { oneOf, anyOf } = mergedKeywords(schema, root);
  const kind = kindMember(schema, root);
  const ways = listOf(oneOf ?? anyOf).filter((way) => isObject(way) && !isNothing(mergedKeywords(way, root)));
  const [first = [], ...others] = ways.map((way) =>
    freeTexts(isObject(way) ? way : true, root, path, choices - 1),
  );
  const isSame = (one: FreeText, other: FreeText): boolean => one.path.join('\n') === other.path.join('\n');
  return first.flatMap((text) => {
    if (text.path[path.length] === kind) return [];
    const same = others.map((texts) => texts.find((other) => isSame(text, other))?.longest);
    const longest = same.reduce<number>((least, one) => Math.min(least, one ?? 0), text.longest);
    return longest === 0 ? [] : [{ ...text, longest }];
  });
}

/** The members by which an object of JSON:API names itself (https://jsonapi.org/format/1.1/#document-resource-object-identification). */
const IDENTIFICATION: ReadonlySet<string> = new Set(['id', 'type']);

/** The free texts of an object schema, also inside of nested objects: shallow ones first, among them the required ones; the whole, where it is one. */
export function freeTexts(
  schema: Schema,
  root: Schema = schema,
  path: readonly string[] = [],
  choices = MOST_CHOICES,
): readonly FreeText[] {
  const whole = path.length === 0 ? longestText(mergedKeywords(schema, root)) : undefined;
  if (whole !== undefined) return [{ path, longest: whole }];
  const { properties, required } = schemaMembers(schema, root);
  if (properties.size === 0) return inEachWay(schema, root, path, choices);
  const kind = kindMember(schema, root);
  // What has values of its own, or may be left out and names something else, is no place for other words, if there is another.
  const rank = ([name, member]: readonly [string, Schema]): number => {
    const keywords = mergedKeywords(member, root);
    const isReference = !required.has(name) && namesAnother(name, keywords);
    const isTaken =
      isReference || describedValues(name, keywords).length > 0 || shownCode(keywords) !== undefined;
    // What no answer shows tells nothing.
    return (required.has(name) ? 0 : 1) + (isTaken ? 2 : 0) + (keywords['writeOnly'] === true ? 4 : 0);
  };
  const members = [...properties].filter(([name]) => name !== kind).toSorted((a, b) => rank(a) - rank(b));
  const own = members.flatMap(([name, member]): FreeText[] => {
    const longest = longestText(mergedKeywords(besideNull(member, root), root));
    return longest === undefined ? [] : [{ path: [...path, name], longest }];
  });
  if (path.length >= DEEPEST) return own;
  const nested = members
    .filter(([name]) => required.has(name) || isHolder(name))
    .flatMap(([name, member]) => freeTexts(member, root, [...path, name], choices));
  // What stands beside the members of an entry says which one that is, and is no place for other words.
  const isHeld = nested.some((text) => isHolder(text.path[path.length] ?? ''));
  const beside = own.filter((text) => !isHeld || !IDENTIFICATION.has(text.path[path.length] ?? ''));
  return [...beside, ...nested];
}

/** A body with a text put into a free text, cut to what the schema allows. Objects on the way are kept. */
export function putText(body: Json, { path, longest }: FreeText, text: string): Json {
  const [name, ...rest] = path;
  if (name === undefined) return text.slice(0, longest);
  if (isList(body))
    return body.map((item, at) =>
      String(at) === name ? putText(item, { path: rest, longest }, text) : item,
    );
  if (!isObject(body)) return body;
  const inner = memberOf(body, name) ?? {};
  return { ...body, [name]: putText(inner, { path: rest, longest }, text) };
}
