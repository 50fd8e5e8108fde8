import type { Interface, Operation } from '../../../interface/model.ts';
import type { Several } from '../../../interface/resources/several-at-once.ts';
import { fromPointer, valueAt } from '../../../json/pointer.ts';
import { isList, type Json, type JsonObject, objectsIn } from '../../../json/value.ts';
import type { Schema } from '../../../schema/keywords.ts';
import { schemaMembers } from '../../../schema/members.ts';
import { subschema } from '../../../schema/resolve.ts';
import { presenterOf } from '../present.ts';
import { codeOf, jsonBody, jsonSchema, requiredHeaders, successOf } from '../documented-replies.ts';
import { type Content, type Entry, isRefusal, type Refusal, type Reply } from '../stages/stages.ts';

/** Entries that one request makes at once: what it asks for, and how its answer shows them. */

/** What became of one that was asked for. */
type Made = { readonly entry: Entry } | Refusal;

/** True for a refusal that the document has for an operation: of what it has none for, the answer tells. */
export function isDocumented({ responses }: Operation, { status }: Refusal): boolean {
  return responses.some((one) => one.status === String(status));
}

/** The entries that a body asks for, in their order. */
export function askedAtOnce({ pointer }: Several, content: Content): readonly JsonObject[] {
  const items = content.kind === 'json' ? valueAt(content.value, fromPointer(pointer)) : undefined;
  return isList(items) ? objectsIn(items) : [];
}

/** The body with one result for each entry, in their order. `schema`: that of the answer. */
function shownAtOnce(
  { results, collection: { identity } }: Several,
  schema: Schema,
  made: readonly Made[],
): Json {
  if (results === undefined) return [];
  const { within } = results;
  const inside =
    within === undefined ? results.schema : (schemaMembers(results.schema).properties.get(within) ?? true);
  const present = presenterOf(subschema(results.schema, inside), identity);
  const around = within === undefined ? undefined : presenterOf(results.schema, within);
  const shown = made.flatMap((one): readonly Json[] => {
    if (around === undefined || within === undefined) return isRefusal(one) ? [] : [present(one.entry)];
    return [around(isRefusal(one) ? { status: one.status } : { [within]: present(one.entry) })];
  });
  const [member] = fromPointer(results.pointer);
  return member === undefined ? shown : presenterOf(schema, member)({ [member]: shown });
}

/** The answer that shows what was made. */
export function replyForSeveral(document: Interface, several: Several, made: readonly Made[]): Reply {
  const response = successOf(several.operation);
  const shown = shownAtOnce(several, jsonSchema(response), made);
  const headers = response === undefined ? [] : requiredHeaders(document, response);
  return { status: codeOf(response?.status ?? '200'), headers, body: jsonBody(response, shown) };
}
