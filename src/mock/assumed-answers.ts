import { saysNothing } from '../interface/documented-answers.ts';
import type { Interface, Operation } from '../interface/model.ts';
import { namingParameter } from '../interface/resources/places/places.ts';
import { describedWithName } from '../interface/resources/names/names-elsewhere.ts';
import { sentSchemaOf } from '../interface/resources/read-collections.ts';
import {
  entrySchemaOf,
  isUndescribed,
  type Resource,
  resourcesOf,
} from '../interface/resources/resources.ts';
import { fromPointer } from '../json/pointer.ts';
import { isObject, type JsonObject } from '../json/value.ts';
import type { Schema } from '../schema/keywords.ts';
import { isObjectSchema } from '../schema/members.ts';

/**
 * What a mock shows where the document says nothing of the answers about entries: what was sent for them, under the name that their paths
 * have. A client that is written against the mock finds what it made.
 */

function showing(operation: Operation, schema: JsonObject): Operation {
  const success = operation.responses.find(({ status }) => status === '200' || status === '201');
  if (success === undefined || !saysNothing(success)) return operation;
  const assumed = { mediaType: 'application/json', schema, examples: [] };
  const responses = operation.responses.map((one) =>
    one === success ? { ...one, representations: [assumed] } : one,
  );
  return { ...operation, responses };
}

/** The entries of a resource as their creation describes them; `undefined` where the document describes them itself, or nothing does. */
function assumedEntry(resource: Resource): JsonObject | undefined {
  const { kind, create, read, identity } = resource;
  const sent = sentSchemaOf(create);
  if (kind !== 'collection' || read === undefined || identity === undefined || !isUndescribed(resource))
    return undefined;
  if (sent === undefined || !isObjectSchema(sent)) return undefined;
  const named = namingParameter(read)?.schema;
  const { type = 'string', format } = isObject(named) ? named : {};
  const name = { type, ...(format === undefined ? {} : { format }), readOnly: true };
  const entry = describedWithName(sent, identity, name);
  return isObject(entry) ? { ...entry, required: [identity] } : undefined;
}

/** A schema and the definitions that it refers to. */
function parted(schema: Schema): readonly [own: Schema, definitions: JsonObject] {
  if (typeof schema === 'boolean') return [schema, {}];
  const { $defs, ...own } = schema;
  return [own, isObject($defs) ? $defs : {}];
}

/** A list whose success has entries in the one member that the document leaves open. */
function listing(list: Operation, name: string, entry: Schema): Operation {
  const [items, definitions] = parted(entry);
  const shown = { type: 'object', required: [name], properties: { [name]: { type: 'array', items } } };
  const withEntries = (schema: Schema): Schema => {
    const [own, others] = parted(schema);
    return { allOf: [own, shown], $defs: { ...definitions, ...others } };
  };
  const responses = list.responses.map((one) => {
    const representations = one.representations.map((each) => ({
      ...each,
      schema: withEntries(each.schema),
    }));
    return one.status === '200' ? { ...one, representations } : one;
  });
  return { ...list, responses };
}

/** The document with what a mock shows of entries that it does not describe; the document itself where it describes all. */
export function withAssumedAnswers(document: Interface): Interface {
  const assumed = new Map<Operation, Operation>();
  for (const resource of resourcesOf(document)) {
    const entry = assumedEntry(resource);
    const { create, read, replace, change, list, entries } = resource;
    const [held] = fromPointer(entries?.schema === true ? entries.pointer : '');
    const shown = entry ?? entrySchemaOf(resource);
    if (list !== undefined && held !== undefined && shown !== undefined)
      assumed.set(list, listing(list, held, shown));
    if (entry === undefined) continue;
    for (const operation of [create, read, replace, change])
      if (operation !== undefined) assumed.set(operation, showing(operation, entry));
    const [items, $defs] = parted(entry);
    if (list !== undefined && entries?.schema === true && held === undefined)
      assumed.set(list, showing(list, { type: 'array', items, $defs }));
  }
  if (assumed.size === 0) return document;
  const inPlace = (operation: Operation): Operation => assumed.get(operation) ?? operation;
  return { ...document, operations: document.operations.map(inPlace) };
}
