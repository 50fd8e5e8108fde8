import type { Interface } from '../../../interface/model.ts';
import { encodedSegment } from '../../../interface/path-matching.ts';
import { nameInQuery } from '../../../interface/resources/names/name-in-query.ts';
import { segmentOfName } from '../../../interface/resources/names/resource-names.ts';
import { wholeNameAt } from '../../../interface/resources/names/whole-names.ts';
import { resourcesOf } from '../../../interface/resources/resources.ts';
import { plainText } from '../../../json/lossless.ts';
import { memberOf } from '../../../json/value.ts';
import { type Entry, type Kept, refusal, type Refusal, type Stages, type Visit } from '../stages/stages.ts';

/** Names of new entries: those that the query of a creation gives, and those that are the paths of their entries (`shelves/s1/books/b7`). */

/** The new entry under the name that belongs to its place; a refusal where the query gives it a name that is taken. */
export function namedAtPlace(
  document: Interface,
  collection: Kept,
  { entry, visit, stages }: { readonly entry: Entry; readonly visit: Visit; readonly stages: Stages },
): { readonly entry: Entry } | Refusal {
  const { create, identity, named = identity, path } = collection;
  const resource = resourcesOf(document).find((one) => one.create?.id === create.id);
  const { path: list, query } = visit.request;
  const parameter = resource === undefined ? undefined : nameInQuery(resource);
  const given = parameter === undefined ? null : query.get(parameter.name);
  if (given !== null && stages.find(collection, given) !== undefined)
    return refusal(create, [409, 400], 'taken', `There is another one with the ${named} ${given}.`);
  const segment = given ?? segmentOfName(`${path}/{}`, plainText(memberOf(entry, named) ?? ''));
  const place = `${list}/${encodedSegment(segment)}`;
  const name = (resource === undefined ? undefined : wholeNameAt(resource, place)) ?? given;
  return { entry: name === null ? entry : { ...entry, [named]: name } };
}
