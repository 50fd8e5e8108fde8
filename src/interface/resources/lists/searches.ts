import { documentedJson } from '../../../http/media-type.ts';
import { textOf } from '../../../schema/keywords.ts';
import { schemaMembers } from '../../../schema/members.ts';
import { mergedKeywords } from '../../../schema/merge.ts';
import { subschema } from '../../../schema/resolve.ts';
import { onceFor } from '../../../system/once-for.ts';
import type { Interface, Operation, Parameter } from '../../model.ts';
import { asksForList } from '../listing-posts.ts';
import { type ListModel, modelWith } from './pages.ts';
import { type Resource, resourcesOf } from '../resources.ts';

/** Lists that are asked for with a body (`POST /orders/search`): its members are what the parameters of a query are elsewhere. */

const SEARCHES = /^(?:search|query|find|filter|lookup|list)$/i;

/** The list that a search is of, by its path, or by its own place there; `undefined` where it is none, or may do something else. */
export function searchedBy(document: Interface, operation: Operation): Resource | undefined {
  const { method, path } = operation;
  const [, above, last = ''] = /^(.*)\/([^/]+)$/.exec(path) ?? [];
  if (method !== 'POST' || path.includes('{')) return undefined;
  return resourcesOf(document).find(({ kind, path: own, list }) => {
    if (kind !== 'collection') return false;
    const isInPlace = own === path && list !== undefined && asksForList(operation, list);
    return isInPlace || (own === above && SEARCHES.test(last));
  });
}

/** The members of a body that may all be left out, as parameters. */
function membersAsked({ requestBody }: Operation): readonly Parameter[] {
  const root = documentedJson(requestBody?.representations ?? [])?.schema ?? true;
  const { properties, required } = schemaMembers(root);
  if (required.size > 0) return [];
  return [...properties].map(([name, member]) => {
    const description = textOf(mergedKeywords(member, root), 'description');
    return {
      name,
      in: 'query',
      required: false,
      schema: subschema(root, member),
      examples: [],
      style: 'form',
      explode: true,
      ...(description === undefined ? {} : { description }),
    };
  });
}

function searchModel(document: Interface, operation: Operation): ListModel | undefined {
  const resource = searchedBy(document, operation);
  const asked = resource === undefined ? [] : membersAsked(operation);
  const model = asked.length === 0 ? undefined : modelWith(document, operation, asked);
  // What else may be named by an answer is no entry of the list.
  return model === undefined || model.identity !== resource?.identity ? undefined : model;
}

/** The searches of a document, as lists. */
export const searchModelsOf: (document: Interface) => readonly ListModel[] = onceFor((document: Interface) =>
  document.operations.flatMap((operation) => searchModel(document, operation) ?? []),
);
