import {
  childOf,
  type Cursor,
  faultAt,
  flagOf,
  InterfaceFault,
  membersOf,
  nameOf,
  textOf,
} from '../document/cursor.ts';
import { isObject } from '../json/value.ts';
import { followed, type Library } from '../document/library.ts';
import { essenceOf, isJsonMediaType } from '../http/media-type.ts';
import { type Direction, directSchema } from '../schema/direction.ts';
import { schemaMembers } from '../schema/members.ts';
import { resolveSchema } from '../schema/resolve.ts';
import type { DocumentedResponse, HeaderRule, NamedExample, Representation, RequestBody } from './model.ts';

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

/** The examples of a media type that stand in the document, in its order; `example`, which has no name, is `default`. */
function readExamples(library: Library, mediaType: Cursor): readonly NamedExample[] {
  const single = childOf(mediaType, 'example');
  const several = childOf(mediaType, 'examples');
  return [
    ...(single === undefined ? [] : [{ name: UNNAMED, value: single.value }]),
    ...(several !== undefined && isObject(several.value) ? membersOf(several) : []).flatMap(
      ({ name, cursor }) => namedExample(library, name, cursor),
    ),
  ];
}

/** The media types under `content`, with their schemas as they hold for bodies that go this way. */
function readRepresentations(
  library: Library,
  owner: Cursor,
  direction: Direction,
): readonly Representation[] {
  const content = childOf(owner, 'content');
  return (content === undefined ? [] : membersOf(content)).map(({ name, cursor }) => {
    const mediaType = followed(library, cursor);
    const schema = childOf(mediaType, 'schema');
    return {
      mediaType: essenceOf(name) ?? name.trim().toLowerCase(),
      schema: schema === undefined ? true : directSchema(resolveSchema(library, schema), direction),
      examples: readExamples(library, mediaType),
    };
  });
}

/** The request body of an operation, or `undefined` when it takes none. */
export function readRequestBody(library: Library, operation: Cursor): RequestBody | undefined {
  const given = childOf(operation, 'requestBody');
  if (given === undefined) return undefined;
  const cursor = followed(library, given);
  const required = childOf(cursor, 'required');
  return {
    required: required !== undefined && flagOf(required),
    representations: readRepresentations(library, cursor, 'request'),
  };
}

function readHeaders(library: Library, response: Cursor): readonly HeaderRule[] {
  const headers = childOf(response, 'headers');
  return (headers === undefined ? [] : membersOf(headers))
    .filter(({ name }) => name.toLowerCase() !== 'content-type')
    .map(({ name, cursor: given }) => {
      const cursor = followed(library, given);
      const required = childOf(cursor, 'required');
      const schema = childOf(cursor, 'schema');
      return {
        name,
        required: required !== undefined && flagOf(required),
        schema: schema === undefined ? true : resolveSchema(library, schema),
      };
    });
}

function statusMembersOf(representations: readonly Representation[]): readonly string[] {
  const names = new Set<string>();
  for (const { mediaType, schema } of representations) {
    if (!isJsonMediaType(mediaType)) continue;
    for (const [name, member] of schemaMembers(schema).properties) {
      if (isObject(member) && member['x-http-status'] === true) names.add(name);
    }
  }
  return [...names];
}

function checkStatus(cursor: Cursor, status: string): void {
  if (/^([1-5]\d\d|[1-5]XX|default)$/.test(status)) return;
  throw faultAt(
    cursor,
    `${nameOf(cursor)} is not a status`,
    'Write a code such as `200`, a range such as `4XX`, or `default`.',
  );
}

/** The documented responses of an operation, in the order of the document. */
export function readResponses(library: Library, operation: Cursor): readonly DocumentedResponse[] {
  const responses = childOf(operation, 'responses');
  return (responses === undefined ? [] : membersOf(responses))
    .filter(({ name }) => !name.startsWith('x-'))
    .map(({ name, cursor: given }) => {
      checkStatus(given, name);
      const cursor = followed(library, given);
      const description = childOf(cursor, 'description');
      const representations = readRepresentations(library, cursor, 'response');
      return {
        status: name,
        description: description === undefined ? '' : textOf(description),
        representations,
        headers: readHeaders(library, cursor),
        statusMembers: statusMembersOf(representations),
      };
    });
}
