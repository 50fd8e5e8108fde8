import type { Interface, Operation } from '../../interface/model.ts';
import { listModelOf } from '../../interface/resources/pages.ts';
import { isObject, type JsonObject, memberOf } from '../../json/value.ts';
import { compileSchema } from '../../schema/compile.ts';
import type { Schema } from '../../schema/keywords.ts';
import { onceFor } from '../../system/once-for.ts';
import { sentOf } from './content.ts';
import { asAsked } from './listing.ts';
import { type Content, isRefusal, type Refusal, type Reply, type Visit } from './stages.ts';

/** What the document shows and nobody keeps, as a request asks for it. */

/** What the document shows of a list, with the values and the page that a request asks for. A wished example stays as it is. */
export function fitting(
  document: Interface,
  operation: Operation,
  request: Visit['request'],
  reply: Reply,
): Reply {
  const { body, status } = reply;
  if (body.kind !== 'json' || status >= 300 || request.headers.has('prefer')) return reply;
  const model = listModelOf(document, operation);
  return model === undefined
    ? reply
    : { ...reply, body: { ...body, value: asAsked(model, request, body.value) } };
}

/** An answer that the document shows, as a request asks for it. */
export function shownBy(
  document: Interface,
  { operation, request }: Visit,
  documented: Reply | Refusal,
): Reply | Refusal {
  return operation === undefined || isRefusal(documented)
    ? documented
    : fitting(document, operation, request, documented);
}

const validatorOf = onceFor((schema: object & Schema) => compileSchema(schema));

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
  for (const name of Object.keys(sent)) {
    const more: JsonObject = { ...shown, [name]: memberOf(sent, name) ?? null };
    if (Object.hasOwn(shown, name) && validate(more).length === 0) shown = more;
  }
  return { ...reply, body: { ...body, value: shown } };
}
