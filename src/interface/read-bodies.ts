import { essenceOf } from '../http/media-type.ts';
import { childOf, flagOf, membersOf, type Cursor } from './cursor.ts';
import { directSchema, type Direction } from './direct-schema.ts';
import type { Library } from './library.ts';
import type { Representation, RequestBody } from './model.ts';
import { readExamples } from './read-examples.ts';
import { followed } from './resolve-reference.ts';
import { resolveSchema } from './resolve-schema.ts';

/** The media types under `content`, with their schemas as they hold for bodies that go this way. */
export function readRepresentations(
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
