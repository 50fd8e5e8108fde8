import { isObject } from './cursor.ts';
import { documentedJson } from '../http/media-type.ts';
import type { Collection, DocumentedResponse, Operation } from './model.ts';
import type { Schema } from '../schema/schema.ts';
import { subschema } from './resolve-schema.ts';
import { dereferenced, isObjectSchema, schemaMembers } from './schema-members.ts';

/** The JSON schema of a response or request body, or `undefined` when it has no JSON form. */
export function jsonSchemaOf(
  body: Pick<DocumentedResponse, 'representations'> | undefined,
): Schema | undefined {
  return documentedJson(body?.representations ?? [])?.schema;
}

/** What a creation answers with: its success status and schema, where that is a JSON object. */
export function createdBy(operation: Operation): Collection['created'] | undefined {
  for (const status of ['201', '200']) {
    const schema = jsonSchemaOf(operation.responses.find((response) => response.status === status));
    if (schema !== undefined && isObjectSchema(schema)) return { status, schema };
  }
  return undefined;
}

type Entries = { readonly pointer: string; readonly schema: Schema };

function entriesIn(root: Schema, schema: Schema, pointer: string): Entries | undefined {
  const at = dereferenced(root, schema);
  if (!isObject(at) || at['type'] !== 'array') return undefined;
  const { items } = at;
  if (!isObject(items) || !isObjectSchema(items, root)) return undefined;
  return { pointer, schema: subschema(root, dereferenced(root, items)) };
}

/** Where a list's 200 body holds its entries: the body itself, or the only member that is an array of objects. */
export function entriesOf(list: Operation): Entries | undefined {
  const root = jsonSchemaOf(list.responses.find(({ status }) => status === '200'));
  if (root === undefined) return undefined;
  const direct = entriesIn(root, root, '');
  if (direct !== undefined) return direct;
  const wrapped = [...schemaMembers(root).properties].flatMap(([name, member]) => {
    const entries = entriesIn(root, member, `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`);
    return entries === undefined ? [] : [entries];
  });
  return wrapped.length === 1 ? wrapped[0] : undefined;
}

function looksLikeIdentity(name: string): boolean {
  return /^(id|uuid|guid|_id)$/i.test(name) || /(Id|ID|_id|-id|Uuid|_uuid)$/.test(name);
}

function canIdentify(root: Schema, member: Schema): boolean {
  const at = dereferenced(root, member);
  if (!isObject(at)) return false;
  const { type, format } = at;
  if (typeof format === 'string' && ['date-time', 'date', 'time', 'duration'].includes(format)) return false;
  return type === 'string' || type === 'integer';
}

/** Members of the created entry that the service sets: those that a request does not have, or that are read-only. */
export function assignedMembers(create: Operation, created: Schema): readonly string[] {
  const sent = schemaMembers(jsonSchemaOf(create.requestBody) ?? false).properties;
  return [...schemaMembers(created).properties]
    .filter(([name, member]) => !sent.has(name) || (isObject(member) && member['readOnly'] === true))
    .map(([name]) => name);
}

/**
 * The assigned member that names an entry. A name such as `id` decides, then being required, then being read-only.
 * Without such a name there has to be a single candidate: a wrong guess would blame an honest service.
 */
function identityOf(created: Schema, assigned: readonly string[]): string | undefined {
  const { properties, required } = schemaMembers(created);
  const candidates = assigned.filter((name) => canIdentify(created, properties.get(name) ?? false));
  const score = (name: string): number => {
    const member = properties.get(name);
    const readOnly = member !== undefined && isObject(member) && member['readOnly'] === true;
    return (
      (/^(id|uuid)$/i.test(name) ? 8 : 0) +
      (looksLikeIdentity(name) ? 4 : 0) +
      (required.has(name) ? 2 : 0) +
      (readOnly ? 1 : 0)
    );
  };
  const named = candidates.filter(looksLikeIdentity);
  if (named.length === 0) {
    const needed = candidates.filter((name) => required.has(name));
    return needed.length === 1 ? needed[0] : undefined;
  }
  return named.sort((a, b) => score(b) - score(a))[0];
}

function isReadOf(operation: Operation, path: string): boolean {
  const rest = operation.path.startsWith(`${path}/`) ? operation.path.slice(path.length + 1) : '';
  return operation.method === 'GET' && operation.documentation === 'full' && /^\{[^{}/]+\}$/.test(rest);
}

/** The documented GET on one entry of the collection at `path`, where there is one. */
export function readOf(operations: readonly Operation[], path: string): Operation | undefined {
  return operations.find((operation) => isReadOf(operation, path));
}

function collectionOf(create: Operation, operations: readonly Operation[]): Collection | undefined {
  const list = operations.find(({ method, path }) => method === 'GET' && path === create.path);
  const created = createdBy(create);
  const entries = list === undefined ? undefined : entriesOf(list);
  if (list === undefined || created === undefined || entries === undefined) return undefined;
  const shown = schemaMembers(entries.schema).properties;
  if ([...schemaMembers(created.schema).required].some((name) => !shown.has(name))) return undefined;
  const assigned = assignedMembers(create, created.schema);
  const identity = identityOf(created.schema, assigned);
  if (identity === undefined || !shown.has(identity)) return undefined;
  return {
    path: create.path,
    create,
    list,
    read: readOf(operations, create.path),
    created,
    entriesPointer: entries.pointer,
    entrySchema: entries.schema,
    identity,
    assigned,
  };
}

/** The collections that the operations form: what a POST creates, a GET on the same path lists. */
export function findCollections(operations: readonly Operation[]): readonly Collection[] {
  return operations.flatMap((operation) => {
    const collection = operation.method === 'POST' ? collectionOf(operation, operations) : undefined;
    return collection === undefined ? [] : [collection];
  });
}
