import {
  attempt,
  childOf,
  type Cursor,
  faultAt,
  itemsOf,
  limitAt,
  membersOf,
  nameOf,
  requiredChild,
  textOf,
} from '../../document/cursor.ts';
import { followed, type Library } from '../../document/library.ts';
import { essenceOf } from '../../http/media-type.ts';
import { isObject } from '../../json/value.ts';
import { resolveWeighed } from '../../schema/resolve.ts';
import { ofToldForm } from '../../schema/told-form.ts';
import { mediaKindOf } from '../content/media-kind.ts';
import type { Parameter, Representation } from '../model.ts';
import { styleOf } from './parameter-style.ts';
import { parameterNames } from '../path-matching.ts';
import { readDescription, readExamples, readFlag, readRepresentations } from '../reading/read-messages.ts';

/** The parameters of an operation, as the document describes them. */

/** Header parameters that OpenAPI says to ignore: other parts of the document describe them. */
const DESCRIBED_ELSEWHERE = new Set(['accept', 'content-type', 'authorization']);

/** True for a media type that assay writes in an address or a field; what other texts look like no schema says. */
function isText(mediaType: string): boolean {
  const kind = mediaKindOf(mediaType);
  return !mediaType.includes('*') && (kind === 'json' || kind === 'form' || mediaType === 'text/plain');
}

/** What describes a parameter whose text is of a media type: the one entry under `content`. */
function contentOf(library: Library, parameter: Cursor): Representation | undefined {
  const content = childOf(parameter, 'content');
  if (content === undefined || !isObject(content.value)) return undefined;
  const [entry, ...others] = membersOf(content);
  if (entry === undefined || others.length > 0) return undefined;
  if (!isText(essenceOf(entry.name) ?? '')) return undefined;
  return readRepresentations(library, parameter, 'request')[0];
}

/** How the value of a parameter is written: by `content`, or in a style. */
function writtenAs(
  library: Library,
  cursor: Cursor,
  where: Parameter['in'],
): Pick<Parameter, 'style' | 'explode' | 'allowReserved'> {
  if (childOf(cursor, 'content') !== undefined) return { style: 'content', explode: false };
  const explode = childOf(cursor, 'explode') === undefined ? undefined : readFlag(library, cursor, 'explode');
  return {
    ...styleOf(where, childOf(cursor, 'style')?.value, explode),
    ...(readFlag(library, cursor, 'allowReserved') ? { allowReserved: true } : {}),
  };
}

function placeOf(place: Cursor): Parameter['in'] {
  const where = textOf(place);
  switch (where) {
    case 'path':
    case 'query':
    case 'querystring':
    case 'header':
    case 'cookie':
      return where;
    default:
      throw faultAt(
        place,
        `${nameOf(place)} is "${where}"`,
        'A parameter is in `path`, `query`, `header` or `cookie`.',
      );
  }
}

/** The parameter, or `undefined` for one that assay never sends by itself. */
function readParameter(library: Library, given: Cursor): Parameter | undefined {
  const cursor = followed(library, given);
  const name = textOf(requiredChild(cursor, 'name'));
  const where = placeOf(requiredChild(cursor, 'in'));
  const required = where === 'path' || readFlag(library, cursor, 'required');
  const representation = contentOf(library, cursor);
  if (representation === undefined && (where === 'querystring' || childOf(cursor, 'content') !== undefined)) {
    throw limitAt(
      cursor,
      `the ${required ? 'required' : 'optional'} parameter "${name}" has a serialization of its own, which assay does not support`,
      'Describe it by `schema`, or by `content` in JSON, as a form or as text.',
    );
  }
  if (where === 'header' && DESCRIBED_ELSEWHERE.has(name.toLowerCase())) return undefined;
  const description = readDescription(library, cursor);
  const written = {
    ...writtenAs(library, cursor, where),
    ...(description === '' ? {} : { description }),
  };
  if (representation !== undefined) {
    const examples = [...readExamples(library, cursor), ...representation.examples].map(({ value }) => value);
    return { name, in: where, required, schema: representation.schema, examples, representation, ...written };
  }
  const examples = readExamples(library, cursor).map(({ value }) => value);
  const schema = childOf(cursor, 'schema');
  if (schema === undefined) return { name, in: where, required, schema: true, examples, ...written };
  const resolved = resolveWeighed(library, schema);
  if (resolved.weight === 'place')
    throw limitAt(
      schema,
      `the schema of the parameter "${name}" is not there as a whole`,
      'Correct what is noted of it.',
    );
  const told = ofToldForm(resolved.schema, description);
  return { name, in: where, required, schema: told, examples, ...written };
}

/** True for a parameter that a request may be sent without, as far as the document can be read. */
function mayBeLeftOut(library: Library, given: Cursor): boolean {
  const read = attempt(() => followed(library, given));
  if ('fault' in read || !isObject(read.value.value)) return false;
  const { in: place, required } = read.value.value;
  return place !== 'path' && required !== true;
}

function readOwnParameters(library: Library, owner: Cursor): readonly Parameter[] {
  const list = childOf(owner, 'parameters');
  return (list === undefined ? [] : itemsOf(list)).flatMap((item) => {
    const read = attempt(() => readParameter(library, item));
    if ('value' in read) return read.value === undefined ? [] : [read.value];
    if (!mayBeLeftOut(library, item)) throw read.fault;
    library.lose(read.fault, 'the parameter is never sent');
    return [];
  });
}

/** What the path names and nothing describes is text; what it does not name is never sent. */
function fittedToPath(
  library: Library,
  path: Cursor,
  template: string,
  parameters: readonly Parameter[],
): readonly Parameter[] {
  const named = new Set(parameterNames(template));
  const declared = new Set(parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name));
  const missing = [...named].filter((name) => !declared.has(name));
  for (const name of missing) {
    const fault = faultAt(
      path,
      `the path "${template}" names the parameter "${name}", which nothing describes`,
      `Add it to \`parameters\`, with \`in: path\` and \`required: true\`.`,
    );
    library.lose(fault, 'it is taken for text');
  }
  for (const name of declared) {
    if (named.has(name)) continue;
    const fault = faultAt(
      path,
      `the path parameter "${name}" is not in the path "${template}"`,
      `Write {${name}} into the path, or remove the parameter.`,
    );
    library.lose(fault, 'the parameter is never sent');
  }
  return [
    ...parameters.filter((parameter) => parameter.in !== 'path' || named.has(parameter.name)),
    ...missing.map((name): Parameter => ({
      name,
      in: 'path',
      required: true,
      schema: { type: 'string' },
      examples: [],
      ...styleOf('path', undefined, undefined),
    })),
  ];
}

/** The parameters that are listed for an operation and its path, with what they refer to; those that can't be read are left out. */
export function listedParameters(library: Library, owners: readonly Cursor[]): readonly Cursor[] {
  const listed = owners.flatMap((owner) => {
    const list = childOf(owner, 'parameters');
    return list === undefined || !Array.isArray(list.value) ? [] : itemsOf(list);
  });
  return listed.flatMap((item) => {
    const read = attempt(() => followed(library, item));
    return 'value' in read ? [read.value] : [];
  });
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
  for (const owner of [path, operation])
    for (const parameter of readOwnParameters(library, owner))
      parameters.set(`${parameter.in} ${parameter.name}`, parameter);
  return fittedToPath(library, operation, template, [...parameters.values()]);
}
