import { documentedJson } from '../../http/media-type.ts';
import { listOf } from '../../json/value.ts';
import { isSchema, type Schema } from '../../schema/keywords.ts';
import { besideNull, schemaMembers } from '../../schema/members.ts';
import { mergedKeywords } from '../../schema/merge.ts';
import { onceFor } from '../../system/once-for.ts';
import type { Interface, Operation } from '../model.ts';
import { placeOf, withoutEndSlashes } from './places/places.ts';

/**
 * Linkages of JSON:API (`/articles/{id}/relationships/author`): which other things an entry names, with a place of their own. The media
 * type says what a PATCH, a POST and a DELETE of one do (https://jsonapi.org/format/1.1/#crud-updating-relationships).
 */

const MEDIA_TYPE = 'application/vnd.api+json';

/** Members of what names a thing (https://jsonapi.org/format/1.1/#document-resource-identifier-objects). */
const OF_IDENTIFIERS: ReadonlySet<string> = new Set(['type', 'id', 'lid', 'meta']);

/** What a linkage names, by a schema of it. */
type Named = {
  /** Many things, or one or none. */
  readonly isMany: boolean;
  /** The type of what it names, where the document has one alone. */
  readonly type: string | undefined;
};

export type Linkage = Named & {
  readonly read: Operation;
  /** PATCH: what it names takes the place of what was named. */
  readonly replace: Operation | undefined;
  /** POST: what it names is named beside the others. */
  readonly add: Operation | undefined;
  /** DELETE: what it names is named no more. */
  readonly remove: Operation | undefined;
};

function identifierIn(schema: Schema, root: Schema, isMany: boolean): Named | undefined {
  const { properties } = schemaMembers(schema, root);
  const own = properties.get('type');
  const isNamed = own !== undefined && properties.has('id');
  if (!isNamed || [...properties.keys()].some((name) => !OF_IDENTIFIERS.has(name))) return undefined;
  const keywords = mergedKeywords(own, root);
  const types = [...listOf(keywords['enum']), keywords['const']].filter((type) => typeof type === 'string');
  return { isMany, type: types.length === 1 ? types[0] : undefined };
}

/** What the `data` of a body names; `undefined` where it is something else. */
function namedBy(schema: Schema | undefined): Named | undefined {
  const data = schema === undefined ? undefined : schemaMembers(schema).properties.get('data');
  if (schema === undefined || data === undefined) return undefined;
  const { type, items } = mergedKeywords(data, schema);
  if (type !== 'array') return identifierIn(besideNull(data, schema), schema, false);
  return isSchema(items) ? identifierIn(items, schema, true) : undefined;
}

function schemaIn(
  representations: readonly { readonly mediaType: string; readonly schema: Schema }[],
): Schema | undefined {
  const json = documentedJson(representations);
  return json?.mediaType === MEDIA_TYPE ? json.schema : undefined;
}

/** The linkages of a document that are read where they are written. */
export const linkagesOf = onceFor((document: Interface): readonly Linkage[] => {
  const { operations } = document;
  return operations.flatMap((read): Linkage[] => {
    const shown = read.responses.find(({ status }) => status === '200');
    const named = read.method === 'GET' ? namedBy(schemaIn(shown?.representations ?? [])) : undefined;
    if (named === undefined || !read.path.includes('{') || withoutEndSlashes(read.path).endsWith('}'))
      return [];
    const { isMany } = named;
    const by = (method: string): Operation | undefined =>
      operations.find(
        (one) =>
          one.method === method &&
          one.documentation === 'full' &&
          placeOf(one.path) === placeOf(read.path) &&
          namedBy(schemaIn(one.requestBody?.representations ?? []))?.isMany === isMany,
      );
    const replace = by('PATCH');
    const [add, remove] = isMany ? [by('POST'), by('DELETE')] : [undefined, undefined];
    const isWritten = [replace, add, remove].some((one) => one !== undefined);
    return isWritten ? [{ read, ...named, replace, add, remove }] : [];
  });
});
