import {
  attempt,
  childOf,
  type Cursor,
  faultAt,
  flagOf,
  InterfaceFault,
  limitAt,
  membersOf,
  nameOf,
  textOf,
} from '../../document/cursor.ts';
import { isObject, listOf } from '../../json/value.ts';
import { followed, type Library } from '../../document/library.ts';
import type { SourceDocument } from '../../document/source.ts';
import { nearestName } from '../../system/nearest-name.ts';
import { essenceOf, isJsonMediaType, PROBLEM_DETAILS } from '../../http/media-type.ts';
import { closesThroughout, withoutClosures } from '../../schema/closed-throughout.ts';
import { type Direction, directSchema } from '../../schema/direction.ts';
import { schemaMembers } from '../../schema/members.ts';
import { resolveSchema, resolveWeighed } from '../../schema/resolve.ts';
import type { Schema } from '../../schema/keywords.ts';
import { mergedKeywords } from '../../schema/merge.ts';
import { mediaKindOf } from '../content/media-kind.ts';
import { onceFor } from '../../system/once-for.ts';
import type {
  DocumentedResponse,
  HeaderRule,
  NamedExample,
  PartEncoding,
  Representation,
  RequestBody,
} from '../model.ts';
import { readLinks } from '../links.ts';
import { styleOf } from '../parameters/parameter-style.ts';

const closesAll = onceFor(({ root }: SourceDocument) => closesThroughout(root));

/** The name of an example that the document gives none. */
const UNNAMED = 'default';

/** An example whose reference leads nowhere is left out: nothing that is judged depends on it. */
function followedOrNothing(library: Library, cursor: Cursor): Cursor | undefined {
  try {
    return followed(library, cursor);
  } catch (error) {
    if (error instanceof InterfaceFault) return undefined;
    throw error;
  }
}

function namedExample(library: Library, name: string, given: Cursor): readonly NamedExample[] {
  const cursor = followedOrNothing(library, given);
  if (cursor === undefined) return [];
  const value = childOf(cursor, 'value') ?? childOf(cursor, 'dataValue');
  return value === undefined ? [] : [{ name, value: value.value }];
}

/** The examples of a media type or parameter that stand in the document, in its order; `example`, which has no name, is `default`. */
export function readExamples(library: Library, mediaType: Cursor): readonly NamedExample[] {
  const single = childOf(mediaType, 'example');
  const several = childOf(mediaType, 'examples');
  return [
    ...(single === undefined ? [] : [{ name: UNNAMED, value: single.value }]),
    ...(several !== undefined && isObject(several.value) ? membersOf(several) : []).flatMap(
      ({ name, cursor }) => namedExample(library, name, cursor),
    ),
  ];
}

const STYLE_MEMBERS = ['style', 'explode', 'allowReserved'];

/** What the document says of one member of a form, or of one part. */
function partEncoding(library: Library, cursor: Cursor): PartEncoding {
  const contentType = childOf(cursor, 'contentType')?.value;
  const [first = ''] = typeof contentType === 'string' ? contentType.split(',') : [];
  const explode = childOf(cursor, 'explode') === undefined ? undefined : readFlag(library, cursor, 'explode');
  const hasStyle = STYLE_MEMBERS.some((name) => childOf(cursor, name) !== undefined);
  return {
    contentType: essenceOf(first.trim()),
    style: hasStyle ? styleOf('query', childOf(cursor, 'style')?.value, explode) : undefined,
    headers: readHeaders(library, cursor),
  };
}

function readEncoding(library: Library, mediaType: Cursor): ReadonlyMap<string, PartEncoding> | undefined {
  const encoding = childOf(mediaType, 'encoding');
  if (encoding === undefined || !isObject(encoding.value)) return undefined;
  const parts = membersOf(encoding).flatMap(({ name, cursor }): (readonly [string, PartEncoding])[] => {
    const read = attempt(() => partEncoding(library, cursor));
    if ('value' in read) return [[name, read.value]];
    library.lose(read.fault, 'that part is written as if nothing were said of it');
    return [];
  });
  return parts.length === 0 ? undefined : new Map(parts);
}

/** The name of the outermost element: that of the schema that is referred to, where it gives itself none. */
function rootNameOf(schema: Cursor | undefined): string | undefined {
  const reference = schema !== undefined && isObject(schema.value) ? schema.value['$ref'] : undefined;
  const name = typeof reference === 'string' ? reference.slice(reference.lastIndexOf('/') + 1) : '';
  return /^[A-Za-z_][\w.-]*$/.test(name) ? name : undefined;
}

/** What a schema says of bytes or of text that has no form: a string, whatever else it says. */
function schemaOfText(mediaType: string, schema: Schema): Schema {
  const kind = mediaKindOf(mediaType);
  if (kind !== 'binary' && kind !== 'text') return schema;
  const { type, maxLength } = mergedKeywords(schema);
  if (kind === 'text' && type !== undefined) return schema;
  return { type: 'string', ...(typeof maxLength === 'number' ? { maxLength } : {}) };
}

/** The types that media types may begin with (RFC 6838 section 4.2, and what was registered since). */
const TYPES: readonly string[] =
  'application audio example font haptics image message model multipart text video'.split(' ');

/** The media type that a name of it stands for: a type that nobody registered, and that is nearly one of those, is a slip of the pen. */
function mediaTypeMeant(library: Library, name: string, cursor: Cursor): string {
  const written = essenceOf(name) ?? name.trim().toLowerCase();
  const [type = '', ...rest] = written.split('/');
  const isKnown = TYPES.includes(type) || type === '*' || type.startsWith('x-') || rest.length !== 1;
  const meant = isKnown ? undefined : nearestName(type, TYPES);
  if (meant === undefined) return written;
  const essence = [meant, ...rest].join('/');
  library.lose(
    faultAt(cursor, `there is no media type ${JSON.stringify(written)}`, `Write ${essence}.`),
    `it is read as ${essence}`,
  );
  return essence;
}

function representationOf(
  library: Library,
  name: string,
  cursor: Cursor,
  direction: Direction,
): Representation {
  const mediaType = followed(library, cursor);
  const schema = childOf(mediaType, 'schema');
  const resolved = schema === undefined ? undefined : resolveWeighed(library, schema);
  if (direction === 'request' && schema !== undefined && resolved?.weight === 'place')
    throw limitAt(
      schema,
      `the schema of the body (${name}) is not there as a whole`,
      'Correct what is noted of it.',
    );
  const essence = mediaTypeMeant(library, name, cursor);
  const directed = resolved === undefined ? true : directSchema(resolved.schema, direction);
  const whole = direction === 'request' && closesAll(library.root) ? withoutClosures(directed) : directed;
  const items = childOf(mediaType, 'itemSchema');
  const itemSchema = items === undefined ? undefined : resolveSchema(library, items);
  const encoding = readEncoding(library, mediaType);
  const rootName = mediaKindOf(essence) === 'xml' ? rootNameOf(schema) : undefined;
  return {
    mediaType: essence,
    schema: direction === 'request' ? schemaOfText(essence, whole) : whole,
    examples: readExamples(library, mediaType),
    ...(itemSchema === undefined ? {} : { itemSchema: directSchema(itemSchema, direction) }),
    ...(encoding === undefined ? {} : { encoding }),
    ...(rootName === undefined ? {} : { rootName }),
  };
}

/** The media types that one name has beside each other (`application/json|application/xml`), which is none itself. */
function severalIn(library: Library, name: string, cursor: Cursor): readonly string[] {
  const parts = essenceOf(name) === undefined ? name.split(/[|,]/).map((part) => part.trim()) : [];
  if (parts.length < 2 || !parts.every((part) => essenceOf(part) !== undefined)) return [name];
  library.lose(
    faultAt(
      cursor,
      `${JSON.stringify(name)} is no media type`,
      `Write an entry for each: ${parts.join(', ')}.`,
    ),
    'it is read as each of them',
  );
  return parts;
}

/** The media types under `content`, with their schemas as they hold for what goes this way. */
export function readRepresentations(
  library: Library,
  owner: Cursor,
  direction: Direction,
): readonly Representation[] {
  const content = childOf(owner, 'content');
  // OpenAPI has no reference to a whole `content`, and documents that are put together have some.
  const entries = content === undefined ? [] : membersOf(followed(library, content));
  const named = entries.flatMap(({ name, cursor }) =>
    severalIn(library, name, cursor).map((one) => ({ name: one, cursor })),
  );
  const read = named.map(({ name, cursor }) =>
    attempt(() => representationOf(library, name, cursor, direction)),
  );
  const faults = read.flatMap((each) => ('fault' in each ? [each.fault] : []));
  const representations = read.flatMap((each) => ('value' in each ? [each.value] : []));
  const [first] = faults;
  if (first !== undefined && (direction === 'response' || representations.length === 0)) throw first;
  for (const fault of faults) library.lose(fault, 'that media type is never sent');
  return representations;
}

/** The member as a switch, off where it is missing or none. */
export function readFlag(library: Library, owner: Cursor, name: string): boolean {
  const flag = childOf(owner, name);
  if (flag === undefined) return false;
  const read = attempt(() => flagOf(flag));
  if ('value' in read) return read.value;
  library.lose(read.fault, 'it is read as if it were not there');
  return false;
}

/** The request body of an operation, or `undefined` when it takes none. */
export function readRequestBody(library: Library, operation: Cursor): RequestBody | undefined {
  const given = childOf(operation, 'requestBody');
  if (given === undefined) return undefined;
  const cursor = followed(library, given);
  // An empty one says nothing; anything else that is no mapping says something that nobody can read.
  if (cursor.value !== null) membersOf(cursor);
  return {
    required: readFlag(library, cursor, 'required'),
    representations: readRepresentations(library, cursor, 'request'),
  };
}

function readHeader(library: Library, name: string, given: Cursor): HeaderRule {
  const cursor = followed(library, given);
  const schema = childOf(cursor, 'schema');
  membersOf(cursor);
  const description = readDescription(library, cursor);
  return {
    name,
    required: readFlag(library, cursor, 'required'),
    schema: schema === undefined ? true : resolveSchema(library, schema),
    ...(description === '' ? {} : { description }),
  };
}

function readHeaders(library: Library, response: Cursor): readonly HeaderRule[] {
  const headers = childOf(response, 'headers');
  return (headers === undefined ? [] : membersOf(headers))
    .filter(({ name }) => name.toLowerCase() !== 'content-type')
    .flatMap(({ name, cursor }) => {
      const read = attempt(() => readHeader(library, name, cursor));
      if ('value' in read) return [read.value];
      library.lose(read.fault, 'that header is not judged');
      return [];
    });
}

/**
 * True for a schema of problem details that describes their `status`, which is the HTTP status (RFC 9457 section 3.1.2), as a whole
 * number, and does not itself say which.
 */
function describesStatus({ mediaType, schema }: Representation): boolean {
  const member = schemaMembers(schema).properties.get('status');
  if (mediaType !== PROBLEM_DETAILS || member === undefined) return false;
  const keywords = mergedKeywords(member, schema);
  const { type } = keywords;
  const isWhole = type === 'integer' || listOf(type).includes('integer');
  return isWhole && !Object.hasOwn(keywords, 'enum') && !Object.hasOwn(keywords, 'const');
}

function statusMembersOf(status: string, representations: readonly Representation[]): readonly string[] {
  const names = new Set<string>();
  const shown = representations.filter(({ mediaType }) => isJsonMediaType(mediaType));
  for (const { schema } of shown) {
    for (const [name, member] of schemaMembers(schema).properties) {
      if (isObject(member) && member['x-http-status'] === true) names.add(name);
    }
  }
  // Beside another JSON body, whose status may be anything, nobody can tell which one is meant.
  if (/^[45d]/.test(status) && shown.length > 0 && shown.every(describesStatus)) names.add('status');
  return [...names];
}

/** The status as OpenAPI has it; a range in lower case is one all the same. `undefined` for what is none. */
function readStatus(library: Library, cursor: Cursor, written: string): string | undefined {
  if (/^([1-5]\d\d|[1-5]XX|default)$/.test(written)) return written;
  const range = /^[1-5]xx$/i.test(written) ? written.toUpperCase() : undefined;
  const fault = faultAt(
    cursor,
    `${nameOf(cursor)} is not a status`,
    'Write a code such as `200`, a range such as `4XX`, or `default`.',
  );
  library.lose(fault, range === undefined ? 'that response is left out' : `it is read as \`${range}\``);
  return range;
}

/** What a document says of something in words; empty where it says nothing. */
export function readDescription(library: Library, described: Cursor): string {
  const description = childOf(described, 'description');
  if (description === undefined) return '';
  const read = attempt(() => textOf(description));
  if ('value' in read) return read.value;
  library.lose(read.fault, 'it is read as if it were not there');
  return '';
}

function readResponse(library: Library, status: string, given: Cursor): DocumentedResponse {
  const cursor = followed(library, given);
  membersOf(cursor);
  const representations = readRepresentations(library, cursor, 'response');
  const links = readLinks(library, cursor);
  return {
    status,
    description: readDescription(library, cursor),
    representations,
    headers: readHeaders(library, cursor),
    statusMembers: statusMembersOf(status, representations),
    ...(links.length === 0 ? {} : { links }),
  };
}

/** The documented responses of an operation, in the order of the document. One that can't be read is there, without content. */
export function readResponses(library: Library, operation: Cursor): readonly DocumentedResponse[] {
  const responses = childOf(operation, 'responses');
  return (responses === undefined ? [] : membersOf(responses))
    .filter(({ name }) => !name.startsWith('x-'))
    .flatMap(({ name, cursor }) => {
      const status = readStatus(library, cursor, name);
      if (status === undefined) return [];
      const read = attempt(() => readResponse(library, status, cursor));
      if ('value' in read) return [read.value];
      library.lose(read.fault, 'of answers with that status only the status is judged');
      return [{ status, description: '', representations: [], headers: [], statusMembers: [] }];
    });
}
