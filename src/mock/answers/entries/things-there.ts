import { jsonSchemaOf } from '../../../interface/resources/read-collections.ts';
import type { Interface, Operation } from '../../../interface/model.ts';
import { type Linkage, linkagesOf } from '../../../interface/resources/linkages.ts';
import { entrySchemaOf, partOf, type Resource } from '../../../interface/resources/resources.ts';
import { sentBy } from '../../../interface/resources/read-collections.ts';
import { canonicalJson } from '../../../json/canonical.ts';
import { isObject, type Json, type JsonObject, listOf, memberOf } from '../../../json/value.ts';
import { compileSchemaLater } from '../../../schema/compile.ts';
import type { Schema } from '../../../schema/keywords.ts';
import { withoutHidden } from '../../../schema/hidden-places.ts';
import { schemaMembers } from '../../../schema/members.ts';
import { onceFor } from '../../../system/once-for.ts';
import { givenIn, sentOf } from '../stages/content.ts';
import { changedMembers } from './changes.ts';
import { type Content, isRefusal, type Reply, type Stages, type Things } from '../stages/stages.ts';

/**
 * Things that are always there (`/settings`, `/orders/{id}/address`): they are as the document shows them, with what clients gave them in
 * its place, as far as the answer's schema allows it.
 */

const validatorOf = onceFor((schema: object & Schema) => compileSchemaLater(schema));

/** What clients gave a thing, once this request was served. */
function givenBy(
  operation: Operation,
  resource: Resource,
  content: Content,
  before: JsonObject,
): JsonObject | undefined {
  const place = sentBy(operation, entrySchemaOf(resource) ?? true);
  const value = sentOf(content, place);
  if (operation.method === 'PATCH') return changedMembers(operation, before, value);
  const given = givenIn(place);
  return isObject(value)
    ? Object.fromEntries(Object.entries(value).filter(([name]) => given.has(name)))
    : undefined;
}

/** An answer about a thing with what clients gave it. */
function showing(operation: Operation, reply: Reply, given: JsonObject): Reply {
  const { body } = reply;
  const schema = jsonSchemaOf(
    operation.responses.find(({ status }) => status === String(reply.status)) ??
      operation.responses.find(({ status }) => status.startsWith('2')),
  );
  if (body.kind !== 'json' || !isObject(body.value) || schema === undefined) return reply;
  if (typeof schema === 'boolean') return reply;
  const described = schemaMembers(schema).properties;
  let shown: JsonObject = body.value;
  for (const [name, value] of Object.entries(withoutHidden(schema, given) ?? {})) {
    const more: JsonObject = { ...shown, [name]: value };
    const isShown = described.has(name) || memberOf(shown, name) !== undefined;
    if (isShown && validatorOf(schema)(more).length === 0) shown = more;
  }
  return { ...reply, body: { ...body, value: shown } };
}

function nameOf(one: Json): string {
  return isObject(one) ? canonicalJson([memberOf(one, 'type') ?? null, memberOf(one, 'id') ?? null]) : '';
}

/** What a linkage of JSON:API names, once this request was served; as long as nobody gave it anything, it names none of many. */
function linkedBy(
  { isMany, read, add, remove }: Linkage,
  { id }: Operation,
  content: Content,
  before: JsonObject | undefined,
): JsonObject | undefined {
  const body = content.kind === 'json' ? content.value : undefined;
  const sent = isObject(body) ? memberOf(body, 'data') : undefined;
  const known = before ?? (isMany ? { data: [] } : undefined);
  if (id === read.id || sent === undefined) return known;
  if (id !== add?.id && id !== remove?.id) return { data: sent };
  const own = new Set(listOf(sent).map(nameOf));
  const others = listOf(known?.['data']).filter((one) => !own.has(nameOf(one)));
  return { data: id === add?.id ? [...others, ...listOf(sent)] : others };
}

/** A responder that keeps and shows the things of a document. `things`: where they are kept. */
export function withThings(
  document: Interface,
  things: Things | undefined,
  respond: Stages['respond'],
): Stages['respond'] {
  return (content, visit, stages) => {
    const reply = respond(content, visit, stages);
    const { operation, request } = visit;
    if (things === undefined || operation === undefined || isRefusal(reply) || reply.status >= 300)
      return reply;
    const linkage = linkagesOf(document).find(({ read, replace, add, remove }) =>
      [read, replace, add, remove].some((one) => one?.id === operation.id),
    );
    if (linkage !== undefined && !request.headers.has('prefer')) {
      const linked = linkedBy(linkage, operation, content, things.thingAt(request.path));
      if (linked !== undefined && operation.id !== linkage.read.id) things.keepThing(request.path, linked);
      return linked === undefined ? reply : showing(operation, reply, linked);
    }
    const { resource, part } = partOf(document, operation) ?? {};
    if (resource?.kind !== 'singleton' || request.headers.has('prefer')) return reply;
    if (part === 'remove') things.keepThing(request.path, {});
    const before = things.thingAt(request.path);
    const isWritten = part === 'replace' || part === 'change';
    const given = isWritten ? givenBy(operation, resource, content, before ?? {}) : before;
    if (isWritten && given !== undefined) things.keepThing(request.path, given);
    return given === undefined ? reply : showing(operation, reply, given);
  };
}
