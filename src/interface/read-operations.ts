import {
  childOf,
  type Cursor,
  faultAt,
  flagOf,
  itemsOf,
  membersOf,
  nameOf,
  positionOf,
  requiredChild,
  rootOf,
  textOf,
} from '../document/cursor.ts';
import { followed, type Library } from '../document/library.ts';
import { resolveSchema } from '../schema/resolve.ts';
import type { DocumentedResponse, Method, Operation, Parameter } from './model.ts';
import { parameterNames } from './path-matching.ts';
import { readCredential } from './read-credentials.ts';
import { readRequestBody, readResponses } from './read-messages.ts';

/** Header parameters that OpenAPI says to ignore: other parts of the document describe them. */
const DESCRIBED_ELSEWHERE = new Set(['accept', 'content-type', 'authorization']);

function readParameter(library: Library, given: Cursor): Parameter | undefined {
  const cursor = followed(library, given);
  const name = textOf(requiredChild(cursor, 'name'));
  const place = requiredChild(cursor, 'in');
  const where = textOf(place);
  const flag = childOf(cursor, 'required');
  const required = where === 'path' || (flag !== undefined && flagOf(flag));
  if (where === 'querystring' || childOf(cursor, 'content') !== undefined) {
    if (!required) return undefined;
    throw faultAt(
      cursor,
      `the required parameter "${name}" has a serialization of its own, which assay does not support`,
      'Describe it by `schema`, in `path`, `query`, `header` or `cookie`.',
    );
  }
  if (where !== 'path' && where !== 'query' && where !== 'header' && where !== 'cookie') {
    throw faultAt(
      place,
      `${nameOf(place)} is "${where}"`,
      'A parameter is in `path`, `query`, `header` or `cookie`.',
    );
  }
  if (where === 'header' && DESCRIBED_ELSEWHERE.has(name.toLowerCase())) return undefined;
  const schema = childOf(cursor, 'schema');
  return { name, in: where, required, schema: schema === undefined ? true : resolveSchema(library, schema) };
}

function checkPathParameters(path: Cursor, template: string, parameters: readonly Parameter[]): void {
  const named = parameterNames(template);
  const declared = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
  const missing = named.find((name) => !declared.includes(name));
  if (missing !== undefined) {
    throw faultAt(
      path,
      `the path "${template}" names the parameter "${missing}", which nothing describes`,
      `Add it to \`parameters\`, with \`in: path\` and \`required: true\`.`,
    );
  }
  const unused = declared.find((name) => !named.includes(name));
  if (unused !== undefined) {
    throw faultAt(
      path,
      `the path parameter "${unused}" is not in the path "${template}"`,
      `Write {${unused}} into the path, or remove the parameter.`,
    );
  }
}

/**
 * The parameters of an operation, those of its path first; its own replace those of the same name and place.
 * Optional parameters that assay can't serialize are left out: they are never sent.
 */
export function readParameters(
  library: Library,
  template: string,
  path: Cursor,
  operation: Cursor,
): readonly Parameter[] {
  const parameters = new Map<string, Parameter>();
  for (const owner of [path, operation]) {
    const list = childOf(owner, 'parameters');
    for (const item of list === undefined ? [] : itemsOf(list)) {
      const parameter = readParameter(library, item);
      if (parameter !== undefined) parameters.set(`${parameter.in} ${parameter.name}`, parameter);
    }
  }
  const all = [...parameters.values()];
  checkPathParameters(operation, template, all);
  return all;
}

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

/** The names under `tags`; whatever else stands there groups nothing. */
function tagsOf(operation: Cursor): readonly string[] {
  const tags = childOf(operation, 'tags')?.value;
  return Array.isArray(tags) ? tags.filter((tag) => typeof tag === 'string') : [];
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
    tags: tagsOf(cursor),
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
