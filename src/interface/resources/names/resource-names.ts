import { isList } from '../../../json/value.ts';
import type { Schema } from '../../../schema/keywords.ts';
import { mergedKeywords } from '../../../schema/merge.ts';
import type { Collection } from '../../model.ts';
import { plainName, singularOf } from '../../names.ts';
import { encodedSegment } from '../../path-matching.ts';
import { withoutEndSlashes } from '../places/places.ts';

/**
 * Names that are paths: `publishers/p1/books/b7` stands at `/v1/publishers/p1/books/b7` (the resource names of Google's AIP-122). The
 * document says so of a member by a template in its description, by its pattern, or by an example.
 */

/** What a template has in place of a value. */
const ANY = '{}';

function segmentsOf(text: string): readonly string[] {
  return text.split('/');
}

const WORD = /^[A-Za-z][\w-]*$/;

/** Segments of which each second one is open: `publishers/{}/books/{}`. */
function isTemplate(segments: readonly string[]): boolean {
  return (
    segments.length > 1 &&
    segments.length % 2 === 0 &&
    segments.every((segment, at) => (at % 2 === 0 ? WORD.test(segment) : segment === ANY))
  );
}

/** `^publishers/[^/]+/books/[a-z]{3,9}$` as a template. */
function ofPattern(pattern: string): readonly string[] {
  const open = pattern
    .replaceAll(String.raw`\/`, '/')
    .replaceAll(/\[(?:\\.|[^\]\\])*\](?:[*+?]|\{[\d,]*\})*|\.[*+]/g, ANY)
    .replaceAll(/(?:\{\}|[()])+/g, ANY);
  return segmentsOf(open.replace(/^\^/, '').replace(/\$$/, ''));
}

/** `Format: publishers/{publisher}/books/*`: the templates that a text has. */
function inWords(words: string): readonly (readonly string[])[] {
  const found =
    words.match(
      /(?<![\w-])[A-Za-z][\w-]{0,60}\/(?:\{[^{}/]{0,60}\}|\*)(?:\/[A-Za-z][\w-]{0,60}\/(?:\{[^{}/]{0,60}\}|\*)){0,8}/g,
    ) ?? [];
  return found.map((text) => segmentsOf(text.replaceAll(/\{[^{}/]*\}|\*/g, ANY)));
}

/** `publishers/acme/books/moby-dick` as a template. */
function ofExample(text: string): readonly string[] {
  return segmentsOf(text).map((segment, at) => (at % 2 === 1 && segment !== '' ? ANY : segment));
}

/** The templates of names by which the document describes a member: `['publishers', '{}']`. Empty for most. */
export function nameTemplates(root: Schema, member: Schema): readonly (readonly string[])[] {
  const keywords = mergedKeywords(member, root);
  const { pattern, description, example, examples } = keywords;
  const shown = [example, ...(isList(examples) ? examples : [])];
  return [
    ...(typeof pattern === 'string' ? [ofPattern(pattern)] : []),
    ...(typeof description === 'string' ? inWords(description) : []),
    ...shown.flatMap((text) => (typeof text === 'string' ? [ofExample(text)] : [])),
  ].filter(isTemplate);
}

/** Members that may be the name of what they are in: others name something else by its path. */
const OWN_NAMES: readonly string[] = ['name', 'resourcename', 'fullname', 'id', 'resourceid'];

/** The member of an entry whose values are its path, where the last parameter of that is called so: `{publisher}`, `{publishersId}`. */
export function pathNameIn(
  schema: Schema,
  properties: ReadonlyMap<string, Schema>,
  parameter: string,
): string | undefined {
  const plain = plainName(parameter);
  const things = [plain, plain.replace(/(?:id|name)$/, '')].map(singularOf);
  return [...properties.keys()].find((name) => {
    if (!OWN_NAMES.includes(plainName(name))) return false;
    const [template] = nameTemplates(schema, properties.get(name) ?? true);
    const last = template?.at(-2);
    return last !== undefined && (things.includes(singularOf(plainName(last))) || plain === plainName(name));
  });
}

/** True where a path ends as a template of names does. */
export function endsAs(itemPath: string, template: readonly string[]): boolean {
  const own = segmentsOf(withoutEndSlashes(itemPath)).slice(-template.length);
  return (
    own.length === template.length &&
    own.every((segment, at) => (segment.includes('{') ? ANY : segment) === template[at])
  );
}

/**
 * The values that a name has for the last parameters of the path of an entry, where it is the end of such a path; `undefined` for any
 * other name.
 */
export function valuesInName(itemPath: string, name: string): readonly string[] | undefined {
  if (!name.includes('/')) return undefined;
  const given = segmentsOf(name);
  const own = segmentsOf(withoutEndSlashes(itemPath)).slice(-given.length);
  if (own.length < given.length || own[0]?.includes('{') !== false) return undefined;
  const isAlike = own.every((segment, at) => segment.includes('{') || segment === given[at]);
  const values = given.filter((_text, at) => own[at]?.includes('{') === true);
  return isAlike && values.length > 0 && values.every((text) => text !== '') ? values : undefined;
}

/** What stands in the last segment of the path of an entry of this name. */
export function segmentOfName(itemPath: string, name: string): string {
  return valuesInName(itemPath, name)?.at(-1) ?? name;
}

/** True for a member that by its description is the name of an entry at such a path. */
export function isNameOf(root: Schema, member: Schema, itemPath: string): boolean {
  return nameTemplates(root, member).some((template) => endsAs(itemPath, template));
}

/** An identity, as comparable text, as it stands in the path of an entry: strings without quotes, and of one that is a path itself its end. */
export function pathSegment({ read }: Pick<Collection, 'read'>, identity: string): string {
  const text = identity.startsWith('"') ? (JSON.parse(identity) as string) : identity;
  return encodedSegment(segmentOfName(read?.path ?? '', text));
}
