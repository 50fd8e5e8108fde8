import { templateOf, withoutEndSlashes } from './places/places.ts';
import { fromPointer, toPointer } from '../../json/pointer.ts';
import {
  attempt,
  childOf,
  type Cursor,
  faultAt,
  itemsOf,
  nameOf,
  requiredChild,
  requireNames,
  rootOf,
  textOf,
} from '../../document/cursor.ts';
import { isObject, memberOf } from '../../json/value.ts';
import { nearestName } from '../../system/nearest-name.ts';
import { onceFor } from '../../system/once-for.ts';
import type { Library } from '../../document/library.ts';
import { representationToWrite } from '../content/media-kind.ts';
import { isAnything, jsonShownBy, saysNothing } from '../documented-answers.ts';
import { fixedValues, isSchema, type Keywords, numberOf, type Schema } from '../../schema/keywords.ts';
import { dereferenced } from '../../schema/references.ts';
import {
  besideNull,
  documentedMembers,
  isObjectSchema,
  schemaMembers,
  type SchemaObject,
} from '../../schema/members.ts';
import { mergedKeywords } from '../../schema/merge.ts';
import { subschema } from '../../schema/resolve.ts';
import type { Collection, DocumentedResponse, Method, Operation } from '../model.ts';
import { assignedIdentity } from './names/assigned-identity.ts';
import { writtenInQuery } from './members-in-query.ts';
import { sentEntry, shownEntry, wrappedEntry } from './wrapping.ts';

/** What a schema describes beside null, with what it refers to. */
const describedBy = onceFor((schema: SchemaObject): Schema => {
  const whole = dereferenced(schema, schema);
  const described = besideNull(whole, schema);
  return described === whole ? schema : subschema(schema, described);
});

/**
 * What the JSON of a response or request body describes, beside null where that may come in its place; `undefined` when it has no JSON
 * form.
 */
export function jsonSchemaOf(
  body: Pick<DocumentedResponse, 'representations'> | undefined,
): Schema | undefined {
  const schema = jsonShownBy(body)?.schema;
  return isObject(schema) ? describedBy(schema) : schema;
}

/** The schema of what makes or changes something: its body, in whatever media type it goes, or what it gives in its query. */
export function sentSchemaOf(operation: Operation | undefined): Schema | undefined {
  const body = representationToWrite(operation?.requestBody?.representations ?? [])?.schema;
  return body ?? (operation === undefined ? undefined : writtenInQuery(operation));
}

/** What a creation answers with: its success status and schema, where that is a JSON object. */
export function createdBy(operation: Operation): Collection['created'] | undefined {
  for (const status of ['201', '200']) {
    const schema = jsonSchemaOf(operation.responses.find((response) => response.status === status));
    if (schema !== undefined && isObjectSchema(schema)) return { status, schema, pointer: '' };
  }
  return undefined;
}

/** What a creation asks for. */
export function sentBy(operation: Operation, created: Schema): Collection['sent'] {
  return sentEntry(sentSchemaOf(operation) ?? false, created, operation.path);
}

export type Entries = { readonly pointer: string; readonly schema: Schema };

function entriesIn(root: Schema, schema: Schema, pointer: string): Entries | undefined {
  // What a page has and whose page it is may be written in two parts (`allOf`), of which the first one leaves the items open.
  const { type, items } = mergedKeywords(besideNull(schema, root), root);
  if (type !== 'array') return undefined;
  const entry = isObject(items) ? besideNull(items, root) : false;
  return isObjectSchema(entry, root) ? { pointer, schema: subschema(root, entry) } : undefined;
}

/** Members that hold the entries of a list where others hold what belongs to them (`included`, `errors`, `facets`). */
const ENTRIES: readonly string[] = ['data', 'items', 'results', 'entries', 'records', 'value', 'content'];

/** Members around the one that holds the entries of a list: of HAL, and of envelopes. */
const AROUND: readonly string[] = ['_embedded', 'data', 'result', 'response', 'payload', 'body'];

function entriesInside(root: Schema, schema: Schema, above: readonly string[]): Entries | undefined {
  const members = [...schemaMembers(schema, root).properties];
  const wrapped = members.flatMap(([name, member]) => {
    const entries = entriesIn(root, member, toPointer([...above, name]));
    return entries === undefined ? [] : [{ name, entries }];
  });
  const called = ENTRIES.find((usual) => wrapped.some(({ name }) => name === usual));
  const found = wrapped.length === 1 ? wrapped[0] : wrapped.find(({ name }) => name === called);
  if (wrapped.length > 0 || above.length > 0) return found?.entries;
  const around = members.filter(([name]) => AROUND.includes(name));
  const [only] = around;
  if (only === undefined || around.length > 1) return undefined;
  const [name, inner] = only;
  return entriesInside(root, besideNull(inner, root), [name]);
}

/**
 * Where a list's 200 body holds its entries: the body itself, or the only member that is an array of objects; of several the one
 * that is called as such members are. Where there is none, the same inside of what is around it (`_embedded`, `data`).
 */
export function entriesOf(list: Operation): Entries | undefined {
  const root = jsonSchemaOf(list.responses.find(({ status }) => status === '200'));
  if (root === undefined) return undefined;
  const direct = entriesIn(root, root, '');
  return direct ?? entriesInside(root, root, []);
}

/** True for a list of which the document says at most that it is one. */
function holdsAnything(root: Schema, schema: Schema): boolean {
  const { type, items = true } = mergedKeywords(besideNull(schema, root), root);
  return isAnything(schema) || (type === 'array' && isSchema(items) && isAnything(items));
}

/**
 * Entries of a list of whose answer nothing is said: where it is an array, it is one of them. The same of the one member that holds the
 * entries elsewhere, beside what belongs to them (`{"data": …, "pagination": {…}}`).
 */
export function openEntries({ responses }: Operation): Entries | undefined {
  const success = responses.find(({ status }) => status === '200');
  if (success === undefined) return undefined;
  if (saysNothing(success)) return { pointer: '', schema: true };
  const root = jsonSchemaOf(success);
  if (root === undefined) return undefined;
  const open = [...schemaMembers(root).properties].filter(([, member]) => holdsAnything(root, member));
  const [only, ...others] = open.map(([name]) => name);
  return only !== undefined && others.length === 0 && ENTRIES.includes(only)
    ? { pointer: toPointer([only]), schema: true }
    : undefined;
}

/** Members of the created entry that the service sets: those that a request does not have, or that are read-only. */
export function assignedMembers(create: Operation, created: Schema): readonly string[] {
  const sent = documentedMembers(sentBy(create, created).schema);
  return [...schemaMembers(created).properties]
    .filter(([name, member]) => !sent.has(name) || (isObject(member) && member['readOnly'] === true))
    .map(([name]) => name);
}

/** The name of the parameter that stands behind the path of a list, for one entry of it. */
function parameterBehind(path: string, operations: readonly Operation[]): string | undefined {
  const folder = path.endsWith('/') ? path : `${path}/`;
  const [name] = operations.flatMap((operation) => {
    const template = templateOf(operation);
    const rest = template.startsWith(folder) ? template.slice(folder.length) : '';
    return /^\{([^{}/]+)\}/.exec(rest)?.slice(1) ?? [];
  });
  return name;
}

function isReadOf(operation: Operation, path: string): boolean {
  const folder = path.endsWith('/') ? path : `${path}/`;
  const template = templateOf(operation);
  const rest = template.startsWith(folder) ? template.slice(folder.length) : '';
  return operation.method === 'GET' && operation.documentation === 'full' && /^\{[^{}/]+\}\/?$/.test(rest);
}

/** The documented GET on one entry of the collection at `path`, where there is one. */
function readOf(operations: readonly Operation[], path: string): Operation | undefined {
  return operations.find((operation) => isReadOf(operation, path));
}

/** What the answer to a creation alone shows, and lists never: who has not kept it has to make another one. */
const SHOWN_ONCE = /secret|token|password|passphrase|credential|api_?key/i;

/** The identity of what is created, and what else the service sets, where the list shows such entries. */
function namingOf(
  create: Operation,
  created: Schema,
  {
    shown,
    operations,
  }: { readonly shown: ReadonlyMap<string, Schema>; readonly operations: readonly Operation[] },
): Pick<Collection, 'identity' | 'assigned'> | undefined {
  if ([...schemaMembers(created).required].some((name) => !shown.has(name) && !SHOWN_ONCE.test(name)))
    return undefined;
  const assigned = assignedMembers(create, created);
  const { path } = create;
  const identity = assignedIdentity(created, assigned, { path, behind: parameterBehind(path, operations) });
  return identity === undefined || !shown.has(identity) ? undefined : { identity, assigned };
}

/** What most tells entries apart that nothing names: a text that their creation gives, and that its answer and the list show. */
function hasTextOfClient(create: Operation, created: Schema, entry: Schema): boolean {
  const [sent, ...shown] = [sentBy(create, created).schema, created, entry].map(
    (root) => [root, schemaMembers(root).properties] as const,
  );
  if (sent === undefined) return false;
  const [root, members] = sent;
  return [...members].some(
    ([name, member]) =>
      takesAnyText(member, root) &&
      shown.every(([other, properties]) => takesAnyText(properties.get(name) ?? false, other)),
  );
}

function takesAnyText(member: Schema, root: Schema): boolean {
  const keywords = mergedKeywords(besideNull(member, root), root);
  const isText = keywords['type'] === 'string' && fixedValues(keywords) === undefined;
  return isText && keywords['format'] === undefined && keywords['pattern'] === undefined;
}

/**
 * What else the service sets in entries that nothing names: no member of them and no path. The creation is told to make one (201), its
 * answer shows all that it asks for, and the list all that the answer does.
 */
function namelessOf(
  create: Operation,
  created: Collection['created'],
  { entry, operations }: { readonly entry: Schema; readonly operations: readonly Operation[] },
): Pick<Collection, 'identity' | 'assigned'> | undefined {
  const { schema, status } = created;
  const [own, shown] = [schemaMembers(schema), schemaMembers(entry).properties];
  const sent = schemaMembers(sentBy(create, schema).schema);
  const isShown = [...sent.required].every((name) => own.properties.has(name) || SHOWN_ONCE.test(name));
  const isListed = [...own.properties.keys()].every((name) => shown.has(name));
  const isApart = parameterBehind(create.path, operations) === undefined;
  if (status !== '201' || !isApart || !isShown || !isListed) return undefined;
  if (!hasTextOfClient(create, schema, entry)) return undefined;
  return { identity: '', assigned: assignedMembers(create, schema) };
}

/**
 * True where a GET shows what a POST on the same path answers with, and no list of such: an entry that has a list inside of it. What
 * wraps one entry and many in the same members (`{data, meta}`) has a list in the one alone.
 */
function isShownWhole(read: Operation, created: Schema, { pointer }: Entries): boolean {
  const body = jsonSchemaOf(read.responses.find(({ status }) => status === '200')) ?? true;
  const [shown, own] = [schemaMembers(body).properties, schemaMembers(created).properties];
  const held = own.get(fromPointer(pointer)[0] ?? '');
  const hasList = held !== undefined && isObject(memberOf(mergedKeywords(held, created), 'items'));
  return hasList && own.size > 1 && [...own.keys()].every((name) => shown.has(name));
}

/** True for operations of one path; where one has a word beside its place, of one place. */
function areAtOnePlace(one: Operation, other: Operation): boolean {
  if (one.place === undefined && other.place === undefined) return one.path === other.path;
  return withoutEndSlashes(templateOf(one)) === withoutEndSlashes(templateOf(other));
}

function collectionOf(create: Operation, operations: readonly Operation[]): Collection | undefined {
  const list = operations.find((one) => one.method === 'GET' && areAtOnePlace(one, create));
  const whole = createdBy(create);
  const entries = list === undefined ? undefined : entriesOf(list);
  if (list === undefined || whole === undefined || entries === undefined) return undefined;
  if (isShownWhole(list, whole.schema, entries)) return undefined;
  const inner = wrappedEntry(whole.schema, entries.schema);
  const places = [whole, ...(inner === undefined ? [] : [{ ...whole, ...inner }])];
  const shown = schemaMembers(entries.schema).properties;
  for (const created of places) {
    const naming =
      namingOf(create, created.schema, { shown, operations }) ??
      namelessOf(create, created, { entry: entries.schema, operations });
    if (naming === undefined) continue;
    return {
      path: templateOf(create),
      create,
      list,
      read: readOf(operations, templateOf(create)),
      created,
      sent: sentBy(create, created.schema),
      entriesPointer: entries.pointer,
      entrySchema: entries.schema,
      ...naming,
    };
  }
  return undefined;
}

function listAt(list: Operation, pointer: string): Keywords {
  const root = jsonSchemaOf(list.responses.find(({ status }) => status === '200')) ?? true;
  const at = fromPointer(pointer).reduce<Schema>(
    (schema, name) => schemaMembers(schema, root).properties.get(name) ?? true,
    root,
  );
  return mergedKeywords(at, root);
}

/** So many entries the list at a place of the answer may have (`maxItems`); `Infinity` where the document does not say. */
export function mostEntriesOf(list: Operation, pointer: string): number {
  return numberOf(listAt(list, pointer), 'maxItems') ?? Infinity;
}

/** So many entries the list at a place of the answer has at least (`minItems`). */
export function leastEntriesOf(list: Operation, pointer: string): number {
  return numberOf(listAt(list, pointer), 'minItems') ?? 0;
}

/** The collections that the operations form: what a POST creates, a GET on the same path lists. */
export function findCollections(operations: readonly Operation[]): readonly Collection[] {
  return operations.flatMap((operation) => {
    const collection = operation.method === 'POST' ? collectionOf(operation, operations) : undefined;
    return collection === undefined ? [] : [collection];
  });
}

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
  for (const name of fromPointer(pointer)) at = schemaMembers(at, root).properties.get(name) ?? false;
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
  requireNames(cursor, known);
  const creation = requiredChild(cursor, 'create');
  const create = operationAt(creation, 'POST', operations);
  const listing = requiredChild(cursor, 'list');
  const list = operationAt(listing, 'GET', operations);
  const reading = childOf(cursor, 'read');
  const whole = createdBy(create);
  if (whole === undefined)
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
  const created = { ...whole, ...shownEntry(whole.schema, name, entries.schema) };
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
    sent: sentBy(create, created.schema),
    entriesPointer: entries.pointer,
    entrySchema: entries.schema,
    identity: name,
    assigned: [...new Set([...assignedMembers(create, created.schema), name])],
  };
}

/** The collections of the document: those under `x-collections` where it is written, those found otherwise. */
export function readCollections(library: Library, operations: readonly Operation[]): readonly Collection[] {
  const declared = childOf(rootOf(library.root), 'x-collections');
  if (declared === undefined) return findCollections(operations);
  return itemsOf(declared).flatMap((cursor) => {
    const read = attempt(() => readCollection(cursor, operations));
    if ('value' in read) return [read.value];
    library.lose(read.fault, 'that collection is not tested as one');
    return [];
  });
}
