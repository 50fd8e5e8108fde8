import { compileSchemaLater, type SchemaValidator } from '../interface/compile-schema.ts';
import type { Interface, Parameter } from '../interface/model.ts';
import type { Json } from '../json/json.ts';
import { mergedKeywords } from './merged-keywords.ts';
import { refusal } from './refusals.ts';
import type { Refusal, Visit } from './stages.ts';

function typesOf(parameter: Parameter): readonly string[] {
  const { type } = mergedKeywords(parameter.schema);
  return [type].flat().filter((name) => typeof name === 'string');
}

function sentValues(parameter: Parameter, visit: Visit): readonly string[] {
  switch (parameter.in) {
    case 'path':
      return [visit.pathValues.get(parameter.name)].filter((value) => value !== undefined);
    case 'query':
      return visit.request.query.getAll(parameter.name);
    case 'header':
      return [visit.request.headers.get(parameter.name.toLowerCase())].filter((value) => value !== undefined);
    case 'cookie':
      return (visit.request.headers.get('cookie') ?? '')
        .split(';')
        .map((pair) => pair.trim())
        .filter((pair) => pair.startsWith(`${parameter.name}=`))
        .map((pair) => pair.slice(parameter.name.length + 1));
  }
}

/** The readings that a text may have under the declared types; a text is always also a string. */
function readings(text: string, types: readonly string[]): readonly Json[] {
  const numeric = types.includes('integer') || types.includes('number');
  return [
    ...(numeric && /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(text) ? [Number(text)] : []),
    ...(types.includes('boolean') && /^(true|false)$/.test(text) ? [text === 'true'] : []),
    text,
  ];
}

function isBroken(parameter: Parameter, validate: SchemaValidator, sent: readonly string[]): boolean {
  const types = typesOf(parameter);
  if (types.includes('object')) return false;
  if (types.includes('array')) return false;
  return sent.some((text) => readings(text, types).every((value) => validate(value).length > 0));
}

/** A path that no entry can have may as well be not found, where that is what the document shows. */
function statusesFor(parameter: Parameter): readonly [number, ...number[]] {
  return parameter.in === 'path' ? [400, 422, 404] : [400, 422];
}

/**
 * Checks the documented parameters of a request: the required ones are there, single values satisfy their schema. Arrays and
 * objects, whose serialization varies, are only looked for.
 */
export function createParameterValidator(document: Interface): (visit: Visit) => Refusal | undefined {
  const validators = new Map<Parameter, SchemaValidator>();
  for (const { parameters } of document.operations)
    for (const parameter of parameters) validators.set(parameter, compileSchemaLater(parameter.schema));
  return (visit) => {
    for (const parameter of visit.operation?.parameters ?? []) {
      const sent = sentValues(parameter, visit);
      const validate = validators.get(parameter);
      const where = `The ${parameter.in} parameter ${JSON.stringify(parameter.name)}`;
      if (sent.length === 0 && parameter.required)
        return refusal(visit.operation, [400, 422], 'missing_parameter', `${where} is missing.`);
      if (validate !== undefined && isBroken(parameter, validate, sent))
        return refusal(visit.operation, statusesFor(parameter), 'invalid_parameter', `${where} is invalid.`);
    }
    return undefined;
  };
}
