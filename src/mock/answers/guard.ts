import { cookiePairs } from '../../http/fields.ts';
import type { Interface, Parameter } from '../../interface/model.ts';
import type { Json } from '../../json/value.ts';
import { compileSchemaLater, type SchemaValidator } from '../../schema/compile.ts';
import { readJsonText } from '../../interface/content/texts.ts';
import { isOfParameter } from '../../interface/parameter-style.ts';
import { mergedKeywords } from '../../schema/merge.ts';
import { challenge } from '../state/keys.ts';
import type { Route } from './router.ts';
import { type Caller, refusal, type Refusal, type Visit } from './stages.ts';

/** The methods of a path for `Allow`: the documented ones, HEAD beside GET, and OPTIONS. */
export function allowedMethods(route: Route): readonly string[] {
  switch (route.kind) {
    case 'outside':
    case 'unknown':
      return ['OPTIONS'];
    case 'path': {
      const methods = [...route.candidates.keys()];
      const head = route.candidates.has('GET') ? ['HEAD'] : [];
      return [...new Set([...methods, ...head, 'OPTIONS'])];
    }
  }
}

function refuseRoute(visit: Visit, basePath: string): Refusal | undefined {
  const { request, route } = visit;
  if (request.method === 'OPTIONS' && (route.kind === 'path' || request.path === '*')) return undefined;
  switch (route.kind) {
    case 'outside':
      return refusal(
        undefined,
        [404],
        'not_found',
        `Nothing is here; this interface starts at ${basePath}/.`,
      );
    case 'unknown':
      return refusal(undefined, [404], 'not_found', 'There is no such path in this interface.');
    case 'path': {
      if (visit.operation !== undefined) return undefined;
      const allowed = allowedMethods(route).join(', ');
      const message = `This path does not take ${request.method}; it takes ${allowed}.`;
      const operation = [...route.candidates.values()][0]?.operation;
      return refusal(operation, [405], 'method_not_allowed', message, [['Allow', allowed]]);
    }
  }
}

function refuseCaller(caller: Caller, { operation }: Visit): Refusal | undefined {
  const scheme = operation?.credential;
  if (scheme === undefined || caller.kind === 'key') return undefined;
  const headers = [challenge(scheme)];
  switch (caller.credential) {
    case 'missing':
      return refusal(operation, [401, 403], 'unauthorized', 'The key is missing.', headers);
    case 'unknown':
      return refusal(operation, [401, 403], 'unauthorized', 'The key is not valid.', headers);
  }
}

/** Refuses what has no place in the interface (404, 405) and then who has no valid key (401). */
export function createGuard(basePath: string): (caller: Caller, visit: Visit) => Refusal | undefined {
  return (caller, visit) => refuseRoute(visit, basePath) ?? refuseCaller(caller, visit);
}

function typesOf(parameter: Parameter): readonly string[] {
  const { type } = mergedKeywords(parameter.schema);
  return [type].flat().filter((name) => typeof name === 'string');
}

function sentValues(parameter: Parameter, visit: Visit): readonly string[] {
  switch (parameter.in) {
    case 'path':
      return [visit.pathValues.get(parameter.name)].filter((value) => value !== undefined);
    case 'query':
      return [...visit.request.query]
        .filter(([name]) => isOfParameter(parameter, name))
        .map(([, value]) => value);
    case 'header':
      return [visit.request.headers.get(parameter.name.toLowerCase())].filter((value) => value !== undefined);
    case 'cookie':
      return cookiePairs(visit.request.headers.get('cookie') ?? '')
        .filter(([name]) => name === parameter.name)
        .map(([, value]) => value);
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
  if (parameter.style === 'content')
    return sent.some((text) => {
      const value = readJsonText(text);
      return value === undefined || validate(value).length > 0;
    });
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
