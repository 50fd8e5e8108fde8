import { isMarked } from '../../../schema/direction.ts';
import { documentedFor, documentedJson, essenceOf } from '../../../http/media-type.ts';
import { readContent } from '../../../interface/content/content.ts';
import { mediaKindOf } from '../../../interface/content/media-kind.ts';
import type { Interface, Operation, Representation } from '../../../interface/model.ts';
import { compileSchemaLater, type SchemaError, type SchemaValidator } from '../../../schema/compile.ts';
import { isFixedIn } from '../../../interface/resources/words/members/told-fixed.ts';
import { membersInQuery } from '../../../interface/content/query.ts';
import { writtenInQuery } from '../../../interface/resources/members-in-query.ts';
import { fileSent } from '../../../interface/resources/uploads.ts';
import { sentEntry, type Wrapping } from '../../../interface/resources/wrapping.ts';
import { canonicalJson } from '../../../json/canonical.ts';
import { parseExactJson } from '../../../json/lossless.ts';
import { fromPointer, valueAt } from '../../../json/pointer.ts';
import { type Json, type JsonObject, memberOf } from '../../../json/value.ts';
import { schemaMembers } from '../../../schema/members.ts';
import { onceFor, onceForBoth } from '../../../system/once-for.ts';
import { type Content, invalid, type Kept, refusal, type Refusal, type Visit } from './stages.ts';

const MAX_NAMED_ERRORS = 3;

function representationOf(operation: Operation, mediaType: string): Representation | undefined {
  return documentedFor(operation.requestBody?.representations ?? [], mediaType);
}

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function decode(bytes: Uint8Array): string | undefined {
  try {
    return strictUtf8.decode(bytes);
  } catch {
    return undefined;
  }
}

/** Reads a body as the operation documents it: media type, strict UTF-8, JSON. Bodies that nothing documents are ignored. */
export function parseContent(bytes: Uint8Array, visit: Visit): Content | Refusal {
  const { operation, request } = visit;
  if (operation?.requestBody === undefined) {
    const value = operation === undefined ? undefined : membersInQuery(operation, `?${request.queryText}`);
    return value === undefined ? { kind: 'opaque' } : { kind: 'json', value };
  }
  const mediaType = essenceOf(request.headers.get('content-type')) ?? '';
  const isAbsent = mediaType === '' || ['json', 'xml'].includes(mediaKindOf(mediaType));
  if (bytes.length === 0 && isAbsent) return { kind: 'absent' };
  const representation = representationOf(operation, mediaType);
  if (representation === undefined) {
    const wanted = operation.requestBody.representations.map((known) => known.mediaType).join(' or ');
    const field = request.headers.get('content-type');
    const given = field === undefined ? 'is missing' : `is ${JSON.stringify(field)}`;
    const message = `The Content-Type of the body ${given}; send ${wanted || 'another one'}.`;
    return refusal(operation, [415, 400], 'unsupported_media_type', message);
  }
  if (mediaKindOf(mediaType) !== 'json') return readOther(representation, bytes, visit);
  const text = decode(bytes);
  if (text === undefined) return invalid(operation, 'invalid_json', 'The body is not valid UTF-8.');
  const parsed = parseExactJson(text);
  if (parsed.kind === 'invalid')
    return invalid(operation, 'invalid_json', `The body cannot be read as JSON: ${parsed.reason}.`);
  return { kind: 'json', value: parsed.value };
}

/** Reads a body that is not JSON as the value that its schema describes. */
function readOther(
  representation: Representation,
  bytes: Uint8Array,
  { operation, request }: Visit,
): Content | Refusal {
  const contentType = request.headers.get('content-type') ?? '';
  const read = readContent(representation, bytes, contentType);
  const file = fileSent(contentType, bytes);
  switch (read.kind) {
    case 'any':
    case 'unread':
      return { kind: 'opaque', file };
    case 'malformed':
      return invalid(
        operation,
        'invalid_body',
        `The body is not what its Content-Type says: ${read.reason}.`,
      );
    case 'value':
      return { kind: 'json', value: read.value, file };
  }
}

function describe(errors: readonly SchemaError[]): string {
  const named = errors.slice(0, MAX_NAMED_ERRORS).map(({ pointer, message }) => {
    const place = pointer === '' ? 'the body' : `"${pointer}"`;
    return `${place} ${message}`.slice(0, 200);
  });
  const more = errors.length > named.length ? ` (and ${errors.length - named.length} more)` : '';
  return `The body is invalid: ${named.join('; ')}${more}.`;
}

/** Validators for the bodies of every operation, compiled once. Throws when the document holds a broken schema. */
export function createContentValidator(
  document: Interface,
): (content: Content, visit: Visit) => Refusal | undefined {
  const validators = new Map<Representation, SchemaValidator>();
  for (const { requestBody } of document.operations)
    for (const representation of requestBody?.representations ?? [])
      validators.set(representation, compileSchemaLater(representation.schema));
  return (content, { operation, request }) => {
    if (operation?.requestBody === undefined) return undefined;
    switch (content.kind) {
      case 'opaque':
        return undefined;
      case 'absent':
        return operation.requestBody.required
          ? invalid(operation, 'invalid_body', 'The body is missing.')
          : undefined;
      case 'json': {
        const mediaType = essenceOf(request.headers.get('content-type')) ?? '';
        const representation = representationOf(operation, mediaType);
        const errors = representation && validators.get(representation)?.(content.value);
        return errors === undefined || errors.length === 0
          ? undefined
          : invalid(operation, 'invalid_body', describe(errors));
      }
    }
  };
}

/** What a request asks an entry to be: its body, or the member of that which wraps the entry. */
export const sentBy = onceForBoth((operation: Operation, created: Kept['created']): Wrapping => {
  const representations = operation.requestBody?.representations ?? [];
  const { schema = writtenInQuery(operation) ?? true } =
    documentedJson(representations) ?? representations[0] ?? {};
  return sentEntry(schema, created.schema, operation.path);
});

export function sentOf(content: Content, { pointer }: Wrapping): Json {
  if (content.kind !== 'json') return {};
  return valueAt(content.value, fromPointer(pointer)) ?? {};
}

/** Members of the request that clients may give a value. */
export const givenIn = onceFor(({ schema }: Wrapping): ReadonlySet<string> => {
  const names = [...schemaMembers(schema).properties.keys()];
  return new Set(names.filter((name) => !isMarked(schema, name, 'readOnly')));
});

/**
 * What an update makes of an entry, without other values for what its creation set for good; where the document has a refusal for it, that
 * is the answer. `create`: what a creation is sent.
 */
export function keepingFixed(
  operation: Operation,
  { own, create }: { readonly own: Wrapping; readonly create: Wrapping },
  entry: JsonObject,
  next: JsonObject,
): JsonObject | Refusal {
  const [ownMembers, others] = [own, create].map(({ schema }) => schemaMembers(schema).properties);
  const isKept = (name: string): boolean => {
    const root = ownMembers?.has(name) === true ? own.schema : create.schema;
    const member = ownMembers?.get(name) ?? others?.get(name) ?? true;
    return Object.hasOwn(next, name) && isFixedIn(operation, root, name, member);
  };
  const fixed = Object.entries(entry).filter(([name]) => isKept(name));
  const other = fixed.find(
    ([name, value]) => canonicalJson(memberOf(next, name) ?? null) !== canonicalJson(value),
  );
  if (other === undefined) return next;
  const isRefused = operation.responses.some(({ status }) => status === '409' || status === '422');
  return isRefused
    ? refusal(operation, [422, 409], 'invalid', `${other[0]} cannot be changed.`)
    : { ...next, ...Object.fromEntries(fixed) };
}
