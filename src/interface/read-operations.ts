import {
  childOf,
  faultAt,
  flagOf,
  membersOf,
  positionOf,
  requiredChild,
  rootOf,
  textOf,
  type Cursor,
} from './cursor.ts';
import type { Library } from './library.ts';
import type { DocumentedResponse, Method, Operation } from './model.ts';
import { readRequestBody } from './read-bodies.ts';
import { readCredential } from './read-credentials.ts';
import { readParameters } from './read-parameters.ts';
import { readResponses } from './read-responses.ts';
import { followed } from './resolve-reference.ts';

const METHODS: ReadonlyMap<string, Method> = new Map([
  ['get', 'GET'],
  ['put', 'PUT'],
  ['post', 'POST'],
  ['delete', 'DELETE'],
  ['options', 'OPTIONS'],
  ['head', 'HEAD'],
  ['patch', 'PATCH'],
  ['trace', 'TRACE'],
]);

function saysNothing(responses: readonly DocumentedResponse[]): boolean {
  return responses.every(
    ({ status, representations }) => status === 'default' && representations.length === 0,
  );
}

function readOperation(
  library: Library,
  method: Method,
  template: string,
  path: Cursor,
  cursor: Cursor,
): Operation {
  membersOf(cursor);
  const id = childOf(cursor, 'operationId');
  const deprecated = childOf(cursor, 'deprecated');
  const responses = readResponses(library, cursor);
  const named = saysNothing(responses);
  return {
    id: id === undefined ? `${method} ${template}` : textOf(id),
    method,
    path: template,
    documentation: named ? 'named' : 'full',
    deprecated: deprecated !== undefined && flagOf(deprecated),
    credential: readCredential(library, cursor),
    parameters: readParameters(library, template, path, cursor),
    requestBody: readRequestBody(library, cursor),
    responses: named ? [] : responses,
    position: positionOf(cursor),
  };
}

/**
 * Every operation under `paths`, in the order of the document. One without `operationId` goes by method and path.
 * Throws `InterfaceFault` for ids that are used twice and for whatever else does not fit OpenAPI.
 */
export function readOperations(library: Library): readonly Operation[] {
  const operations: Operation[] = [];
  const owners = new Map<string, Operation>();
  for (const { name: template, cursor: given } of membersOf(requiredChild(rootOf(library.root), 'paths'))) {
    if (template.startsWith('x-')) continue;
    if (!template.startsWith('/'))
      throw faultAt(
        given,
        `the path "${template}" does not start with a slash`,
        `Write it as "/${template}".`,
      );
    const path = followed(library, given);
    for (const { name, cursor: written } of membersOf(path)) {
      const method = METHODS.get(name);
      if (method === undefined) continue;
      const cursor = followed(library, written);
      const operation = readOperation(library, method, template, path, cursor);
      const owner = owners.get(operation.id);
      if (owner !== undefined) {
        throw faultAt(
          cursor,
          `the operation id "${operation.id}" is used twice: here and at ${owner.position.file}:${owner.position.line}`,
          'Give each operation an id of its own.',
        );
      }
      owners.set(operation.id, operation);
      operations.push(operation);
    }
  }
  return operations;
}
