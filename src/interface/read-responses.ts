import { childOf, faultAt, flagOf, isObject, membersOf, nameOf, textOf, type Cursor } from './cursor.ts';
import type { Library } from './library.ts';
import { isJsonMediaType } from '../http/media-type.ts';
import type { DocumentedResponse, HeaderRule, Representation } from './model.ts';
import { readRepresentations } from './read-bodies.ts';
import { followed } from './resolve-reference.ts';
import { resolveSchema } from './resolve-schema.ts';
import { schemaMembers } from './schema-members.ts';

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
