import { isObject } from '../../../json/value.ts';
import { schemaMembers } from '../../../schema/members.ts';
import { mergedKeywords } from '../../../schema/merge.ts';
import { allowedTypes, type Schema } from '../../../schema/keywords.ts';
import type { Operation } from '../../model.ts';
import { plainName, singularOf } from '../../names.ts';
import { parameterNames } from '../../path-matching.ts';
import { firstSegments, placeOf } from './places.ts';
import type { Resource } from '../resources.ts';
import { type Finding, identityIn } from '../shown-entries.ts';

/**
 * Other places of entries that have one of their own: what is inside of them stands under another name of theirs
 * (`/projects/{project_id}/issues/{number}`, and `/issues/{issue_id}/comments`).
 */

/** The place of one entry by another member of it. */
export type OtherPlace = { readonly itemPath: string; readonly identity: string };

export function placeFinding({ itemPath, identity }: OtherPlace): Finding {
  return {
    part: `also ${itemPath}`,
    ground: 'schemas',
    words: `what is inside of an entry, by its ${identity}`,
  };
}

/** The word and the parameter of a place that is one of them alone: `/issues/{issue_id}`. */
const SHALLOW = /^((?:\/[^/{}]+)*)\/([^/{}]+)\/\{([^{}]+)\}$/;

function typesOf(schema: Schema, root: Schema): string {
  const types = [...allowedTypes(mergedKeywords(schema, root))];
  return types.filter((one) => one !== 'null').join(' ');
}

/** The places under which something stands that nothing reads, changes or lists itself, each with what stands there. */
function openPlaces(operations: readonly Operation[]): ReadonlyMap<string, Operation> {
  const taken = new Set(operations.map(({ path }) => placeOf(path)));
  const open = new Map<string, Operation>();
  for (const operation of operations) {
    const parts = operation.path.split('/');
    const at = parts.findIndex((part) => part.startsWith('{'));
    const place = firstSegments(operation.path, at + 1);
    if (at > 0 && at < parts.length - 1 && !taken.has(placeOf(place)) && !open.has(place))
      open.set(place, operation);
  }
  return open;
}

/**
 * The other places of the entries of a resource: the last words of both paths are the same, and the parameter says which member of an
 * entry it is (`issue_id`). Where entries of several kinds may be meant, it is nobody's.
 */
export function otherPlacesOf(
  operations: readonly Operation[],
  resources: readonly { readonly resource: Omit<Resource, 'parent'>; readonly entry: Schema | undefined }[],
): ReadonlyMap<Omit<Resource, 'parent'>, readonly OtherPlace[]> {
  const found = new Map<Omit<Resource, 'parent'>, readonly OtherPlace[]>();
  for (const [place, operation] of openPlaces(operations)) {
    const [, lead = '', word = '', parameter = ''] = SHALLOW.exec(place) ?? [];
    const thing = singularOf(plainName(word));
    if (parameter === '' || plainName(parameter) === plainName(thing)) continue;
    // What is made at the path itself is what the place names, whether or not an entry can be read there.
    if (
      resources.some(({ resource: { path, create } }) => create !== undefined && path === `${lead}/${word}`)
    )
      continue;
    const own = operation.parameters.find((one) => one.in === 'path' && one.name === parameter);
    const meant = resources.flatMap(({ resource, entry }) => {
      const { kind, path, itemPath, elsewhere } = resource;
      const last = path.slice(path.lastIndexOf('/') + 1);
      const isOf =
        kind === 'collection' &&
        elsewhere === undefined &&
        path.startsWith(`${lead}/`) &&
        singularOf(plainName(last)) === thing &&
        parameterNames(itemPath ?? '').length > 1;
      const named = isOf && entry !== undefined ? identityIn(entry, parameter) : undefined;
      if (entry === undefined || named === undefined || named.ground !== 'schemas') return [];
      const isThing = [named.member, `${thing}${named.member}`].map(plainName).includes(plainName(parameter));
      const member = schemaMembers(entry).properties.get(named.member);
      const isAlike =
        isObject(own?.schema) && typesOf(own.schema, own.schema) === typesOf(member ?? true, entry);
      return isThing && isAlike ? [{ resource, identity: named.member }] : [];
    });
    const [only, ...others] = meant;
    if (only === undefined || others.length > 0) continue;
    const { resource, identity } = only;
    found.set(resource, [...(found.get(resource) ?? []), { itemPath: place, identity }]);
  }
  return found;
}
