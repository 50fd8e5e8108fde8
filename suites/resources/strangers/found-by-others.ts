import { shownAt } from '../../../src/interface/resources/lists/member-places.ts';
import { type ListModel, listModelsOf } from '../../../src/interface/resources/lists/pages.ts';
import { searchModelsOf } from '../../../src/interface/resources/lists/searches.ts';
import { entrySchemaOf, type Resource } from '../../../src/interface/resources/resources.ts';
import type { Interface, Operation } from '../../../src/interface/model.ts';
import { type JsonObject } from '../../../src/json/value.ts';
import { schemaMembers } from '../../../src/schema/members.ts';
import type { Particular } from '../../../src/session/probe.ts';
import { requestFor } from '../../../src/session/probe.ts';
import { withParameter } from '../../../src/session/requests/valid-request.ts';
import type { Living } from '../bodies.ts';

/** Searches of another user that would find what the first one made. */

/** So many searches are asked by another user. */
const MOST_SEARCHES = 3;

/** The lists and searches beside that of a resource that show its entries, by their members. */
function othersOf(document: Interface, resource: Resource): readonly ListModel[] {
  const schema = entrySchemaOf(resource);
  const own = schema === undefined ? [] : [...schemaMembers(schema).properties.keys()];
  return [...listModelsOf(document), ...searchModelsOf(document)].filter(
    ({ operation, entries, identity }) => {
      const shown = schemaMembers(entries.schema).properties;
      const isSame = shown.size === own.length && own.every((name) => shown.has(name));
      const isElsewhere = operation !== resource.list && !operation.path.includes('{');
      const isNamed = identity === undefined || identity === resource.identity;
      return isElsewhere && isSame && own.length > 0 && isNamed;
    },
  );
}

/** What a search is sent with to find an entry: its own text where it looks for one. */
function askFor(
  { context, label }: Living,
  { operation, filters }: ListModel,
  shown: JsonObject,
): Pick<Particular, 'body' | 'parts'> | undefined {
  const filter = filters.find((one) => one.kind === 'text' && typeof shownAt(shown, one) === 'string');
  const value = filter === undefined ? undefined : shownAt(shown, filter);
  const name = filter?.parameter.name;
  if (operation.method === 'POST')
    return { body: { json: name === undefined || value === undefined ? {} : { [name]: value } } };
  const isOpen = operation.parameters.some(
    (one) => one.in === 'query' && one.required && one.name !== name && one.known === undefined,
  );
  const plain = isOpen ? undefined : requestFor(context, operation, { probe: label, intent: 'ordinary' });
  if (plain === undefined) return undefined;
  const { path, headers } = plain;
  const parts = { path, headers };
  return {
    parts:
      filter === undefined || value === undefined ? parts : withParameter(parts, filter.parameter, value),
  };
}

/** What may be asked of each search that would find an entry, as it was shown. */
export function searchesFor(
  living: Living,
  mayAsk: (operation: Operation | undefined) => operation is Operation,
): readonly { readonly operation: Operation; readonly asked: Pick<Particular, 'body' | 'parts'> }[] {
  const { context, resource, shown } = living;
  if (shown === undefined) return [];
  return othersOf(context.document, resource)
    .filter(({ operation }) => mayAsk(operation) && context.baselines.isServed(operation))
    .flatMap((model) => {
      const asked = askFor(living, model, shown);
      return asked === undefined ? [] : [{ operation: model.operation, asked }];
    })
    .slice(0, MOST_SEARCHES);
}
