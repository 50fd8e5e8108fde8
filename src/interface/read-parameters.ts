import { childOf, faultAt, flagOf, itemsOf, nameOf, requiredChild, textOf, type Cursor } from './cursor.ts';
import type { Library } from './library.ts';
import type { Parameter } from './model.ts';
import { parameterNames } from './path-matching.ts';
import { followed } from './resolve-reference.ts';
import { resolveSchema } from './resolve-schema.ts';

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
