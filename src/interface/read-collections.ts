import {
  childOf,
  faultAt,
  isObject,
  itemsOf,
  membersOf,
  nameOf,
  requiredChild,
  rootOf,
  textOf,
  type Cursor,
} from './cursor.ts';
import {
  assignedMembers,
  createdBy,
  entriesOf,
  findCollections,
  jsonSchemaOf,
  readOf,
} from './find-collections.ts';
import type { Collection, Method, Operation } from './model.ts';
import type { Schema } from '../schema/schema.ts';
import { nearestName } from './nearest-name.ts';
import { subschema } from './resolve-schema.ts';
import { dereferenced, isObjectSchema, schemaMembers } from './schema-members.ts';
import type { SourceDocument } from './source-document.ts';

function operationAt(cursor: Cursor, method: Method, operations: readonly Operation[]): Operation {
  const id = textOf(cursor);
  const operation = operations.find((candidate) => candidate.id === id);
  if (operation === undefined) {
    const near = nearestName(
      id,
      operations.map((candidate) => candidate.id),
    );
    throw faultAt(
      cursor,
      `${nameOf(cursor)} names the operation "${id}", which is not in the document`,
      near === undefined ? 'Use the operationId of one that is.' : `Did you mean "${near}"?`,
    );
  }
  if (operation.method !== method || operation.documentation === 'named') {
    throw faultAt(
      cursor,
      `${nameOf(cursor)} is "${id}", which is no ${method} with documented responses`,
      `Name a ${method} operation with documented responses.`,
    );
  }
  return operation;
}

function entriesAt(cursor: Cursor, list: Operation): { readonly pointer: string; readonly schema: Schema } {
  const pointer = textOf(cursor);
  const root = jsonSchemaOf(list.responses.find(({ status }) => status === '200')) ?? false;
  let at = root;
  for (const token of pointer.split('/').slice(1)) {
    at = schemaMembers(at, root).properties.get(token.replaceAll('~1', '/').replaceAll('~0', '~')) ?? false;
  }
  const array = dereferenced(root, at);
  const items = isObject(array) ? array['items'] : undefined;
  if (!isObject(items) || !isObjectSchema(items, root)) {
    throw faultAt(
      cursor,
      `${nameOf(cursor)} is "${pointer}", and "${list.id}" has no array of objects there`,
      'Write a JSON Pointer into the 200 body, for example "/items", or "" for the body itself.',
    );
  }
  return { pointer, schema: subschema(root, dereferenced(root, items)) };
}

function readCollection(cursor: Cursor, operations: readonly Operation[]): Collection {
  const known = ['create', 'list', 'read', 'identity', 'entries'];
  for (const { name, cursor: member } of membersOf(cursor)) {
    if (!known.includes(name))
      throw faultAt(
        member,
        `${nameOf(cursor)} has no place for \`${name}\``,
        `The names are ${known.join(', ')}.`,
      );
  }
  const creation = requiredChild(cursor, 'create');
  const create = operationAt(creation, 'POST', operations);
  const listing = requiredChild(cursor, 'list');
  const list = operationAt(listing, 'GET', operations);
  const reading = childOf(cursor, 'read');
  const created = createdBy(create);
  if (created === undefined)
    throw faultAt(
      creation,
      `"${create.id}" documents no JSON object under 201 or 200`,
      'Name an operation that answers with what it created.',
    );
  const pointer = childOf(cursor, 'entries');
  const entries = pointer === undefined ? entriesOf(list) : entriesAt(pointer, list);
  if (entries === undefined)
    throw faultAt(
      listing,
      `it is not clear where "${list.id}" holds the entries`,
      'Add `entries` with a JSON Pointer into the 200 body.',
    );
  const identity = requiredChild(cursor, 'identity');
  const name = textOf(identity);
  if (
    !schemaMembers(created.schema).properties.has(name) ||
    !schemaMembers(entries.schema).properties.has(name)
  ) {
    throw faultAt(
      identity,
      `${nameOf(identity)} is "${name}", which created and listed entries don't both have`,
      'Name a member that both have.',
    );
  }
  return {
    path: create.path,
    create,
    list,
    read: reading === undefined ? readOf(operations, create.path) : operationAt(reading, 'GET', operations),
    created,
    entriesPointer: entries.pointer,
    entrySchema: entries.schema,
    identity: name,
    assigned: [...new Set([...assignedMembers(create, created.schema), name])],
  };
}

/** The collections of the document: those under `x-collections` where it is written, those found otherwise. */
export function readCollections(
  document: SourceDocument,
  operations: readonly Operation[],
): readonly Collection[] {
  const declared = childOf(rootOf(document), 'x-collections');
  if (declared === undefined) return findCollections(operations);
  return itemsOf(declared).map((cursor) => readCollection(cursor, operations));
}
