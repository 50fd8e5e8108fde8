import { percentDecoded } from '../../../http/target.ts';
import { schemaMembers } from '../../../schema/members.ts';
import { onceFor } from '../../../system/once-for.ts';
import { withoutEndSlashes } from '../places/places.ts';
import { endsAs, nameTemplates } from './resource-names.ts';
import { entrySchemaOf, type Resource } from '../resources.ts';

/** The whole names of entries (`publishers/p1/books/b7`), of those that are named by the end of their path. */

/** So many segments at the end of a path are the name of an entry; `undefined` where one alone is. */
const nameLengthOf = onceFor((resource: Resource): number | undefined => {
  const { identity, itemPath } = resource;
  const schema = entrySchemaOf(resource);
  if (schema === undefined || identity === undefined || itemPath === undefined) return undefined;
  const member = schemaMembers(schema).properties.get(identity);
  const templates = member === undefined ? [] : nameTemplates(schema, member);
  return templates.find((template) => endsAs(itemPath, template))?.length;
});

/** The name of the entry at a path; `undefined` for entries that are not named by the end of their path. */
export function wholeNameAt(resource: Resource, path: string): string | undefined {
  const length = nameLengthOf(resource);
  if (length === undefined) return undefined;
  const last = withoutEndSlashes(path).split('/').slice(-length);
  return last.map((segment) => percentDecoded(segment) ?? segment).join('/');
}
