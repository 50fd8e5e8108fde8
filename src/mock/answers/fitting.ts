import { nameInBody } from '../../interface/resources/places/name-sent.ts';
import { nameInQuery } from '../../interface/resources/places/places.ts';
import { parameterNames } from '../../interface/path-matching.ts';
import { jsonSchemaOf } from '../../interface/resources/read-collections.ts';
import type { Interface, Operation } from '../../interface/model.ts';
import { listModelOf } from '../../interface/resources/lists/pages.ts';
import { entrySchemaOf, partOf } from '../../interface/resources/resources.ts';
import { searchModelsOf } from '../../interface/resources/lists/searches.ts';
import { shownEntry } from '../../interface/resources/wrapping.ts';
import { fromPointer, putAt, valueAt } from '../../json/pointer.ts';
import { plainText } from '../../json/lossless.ts';
import { isList, isObject, type JsonObject, type Json } from '../../json/value.ts';
import { compileSchema } from '../../schema/compile.ts';
import { withoutHidden } from '../../schema/hidden-places.ts';
import type { Schema } from '../../schema/keywords.ts';
import { onceFor } from '../../system/once-for.ts';
import { sentOf } from './stages/content.ts';
import { asAsked } from './listing.ts';
import { type Content, isRefusal, type Refusal, type Reply, type Visit, wantedIn } from './stages/stages.ts';

/** What the document shows and nobody keeps, as a request asks for it. */

const validatorOf = onceFor((schema: object & Schema) => compileSchema(schema));

/**
 * What the document shows, as a request asks for it: a list with the values and the page, an entry under the name that the path has
 * for it. A wished example stays as it is.
 */
export function fitting(document: Interface, operation: Operation, visit: Visit, reply: Reply): Reply {
  const { request } = visit;
  const { body, status } = reply;
  if (body.kind !== 'json' || status >= 300 || request.headers.has('prefer')) return reply;
  const search = searchModelsOf(document).find((one) => one.operation === operation);
  const model = search ?? listModelOf(document, operation);
  const value =
    model === undefined
      ? asNamed(document, operation, wantedIn(visit), body.value)
      : asAsked(model, request, body.value);
  return value === body.value ? reply : { ...reply, body: { ...body, value } };
}

/** A search as a request for a list: what its body asks for stands in the query. */
export function withBodyAsked(document: Interface, visit: Visit, content: Content): Visit {
  const isSearch = searchModelsOf(document).some(({ operation }) => operation === visit.operation);
  if (!isSearch || content.kind !== 'json' || !isObject(content.value)) return visit;
  const pairs = Object.entries(content.value).flatMap(([name, value]) =>
    (isList(value) ? value : [value])
      .filter((item) => item !== null && typeof item !== 'object')
      .map((item): [string, string] => [name, plainText(item)]),
  );
  // A request has members that are worked out when they are asked for.
  const { method, path, queryText, headers, address } = visit.request;
  return {
    ...visit,
    request: { method, path, queryText, query: new URLSearchParams(pairs), headers, address },
  };
}

/** A visit whose body or query says which entry it is about, as if that stood in its path. */
export function withNameSent(visit: Visit, content: Content): Visit {
  const { operation, pathValues, request } = visit;
  const inBody =
    operation === undefined || content.kind !== 'json' ? undefined : nameInBody(operation, content.value);
  const name = inBody ?? (operation === undefined ? undefined : nameInQuery(operation, request.queryText));
  const parameter = parameterNames(operation?.place ?? '').at(-1);
  return name === undefined || parameter === undefined
    ? visit
    : { ...visit, pathValues: new Map([...pathValues, [parameter, name]]) };
}

/** What is shown of an entry that is read, with the identity that the path names, where its form is that of the one that is shown. */
function asNamed(document: Interface, operation: Operation, wanted: string, value: Json): Json {
  const found = partOf(document, operation);
  const schema = jsonSchemaOf(operation.responses.find(({ status }) => status.startsWith('2')));
  if (found?.part !== 'read' || schema === undefined || typeof schema === 'boolean') return value;
  const { identity } = found.resource;
  const known = entrySchemaOf(found.resource) ?? schema;
  if (identity === undefined) return value;
  const place = [...fromPointer(shownEntry(schema, identity, known).pointer), identity];
  const shown = valueAt(value, place);
  const name = typeof shown === 'number' ? Number(wanted) : wanted;
  if (typeof shown !== typeof name || (typeof name === 'number' && !Number.isSafeInteger(name))) return value;
  const named = putAt(value, place, name);
  return validatorOf(schema)(named).length === 0 ? named : value;
}

/** An answer that the document shows, as a request asks for it. */
export function shownBy(document: Interface, visit: Visit, documented: Reply | Refusal): Reply | Refusal {
  return visit.operation === undefined || isRefusal(documented)
    ? documented
    : fitting(document, visit.operation, visit, documented);
}

type Answered = {
  readonly document: Interface;
  readonly operation: Operation;
  /** Of the JSON that the operation answers its success with. */
  readonly schema: Schema;
};

/**
 * What a PUT or PATCH of something that nobody keeps answers with: what the document shows, with the members that the request gave,
 * as far as the document allows them. Where a GET on the same path shows the thing, it shows the same as that.
 */
export function withSent({ document, operation, schema }: Answered, content: Content, reply: Reply): Reply {
  const isRead = document.operations.some(({ method, path }) => method === 'GET' && path === operation.path);
  if (!/^(?:PUT|PATCH)$/.test(operation.method) || isRead || typeof schema === 'boolean') return reply;
  const sent = sentOf(content, { pointer: '', schema: true });
  const { body } = reply;
  if (body.kind !== 'json' || !isObject(body.value) || !isObject(sent)) return reply;
  const validate = validatorOf(schema);
  let shown: JsonObject = body.value;
  for (const [name, value] of Object.entries(withoutHidden(schema, sent) ?? {})) {
    const more: JsonObject = { ...shown, [name]: value };
    if (Object.hasOwn(shown, name) && validate(more).length === 0) shown = more;
  }
  return { ...reply, body: { ...body, value: shown } };
}
