import type { Interface, Operation } from '../../../interface/model.ts';
import { partOf } from '../../../interface/resources/resources.ts';
import type { Wrapping } from '../../../interface/resources/wrapping.ts';
import { isObject, type Json, type JsonObject, memberOf } from '../../../json/value.ts';
import { schemaMembers } from '../../../schema/members.ts';

/** What a body says of an entry, and where. */
export type Said = { readonly place: Wrapping; readonly value: Json };

/**
 * What requests send plainly and entries show in one object (`{"name": …}`, of `{"id": 7, "info": {"name": …}}`), as the entry shows it.
 * `before`: the entry that a change leaves the rest of.
 */
export function asEntriesShow(
  document: Interface,
  operation: Operation,
  { place, value }: Said,
  before: JsonObject = {},
): Said {
  const holding = partOf(document, operation)?.resource.holding;
  const { schema } = place;
  const isHeld = holding === undefined || schemaMembers(schema).properties.has(holding);
  if (isHeld || !isObject(value) || typeof schema === 'boolean') return { place, value };
  const { $defs } = schema;
  const kept = memberOf(before, holding);
  const whole = { type: 'object', properties: { [holding]: schema } };
  return {
    place: { ...place, schema: $defs === undefined ? whole : { $defs, ...whole } },
    value: { [holding]: operation.method === 'PATCH' && isObject(kept) ? { ...kept, ...value } : value },
  };
}
