import {
  type CarriedParameter,
  type Carrier,
  readCarried,
  valueOfParts,
} from '../../../interface/parameters/carried-parameters.ts';
import { readText, typesOf } from '../../../interface/content/texts.ts';
import type { Interface, Parameter } from '../../../interface/model.ts';
import { isExplodedObject } from '../../../interface/parameters/parameter-style.ts';
import type { Json } from '../../../json/value.ts';
import { compileSchemaLater, type SchemaValidator } from '../../../schema/compile.ts';
import { challenge } from '../../state/keys.ts';
import type { Route } from './router.ts';
import { type Caller, refusal, type Refusal, type Reply, type Visit } from './stages.ts';

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

/** The answer to OPTIONS: the methods of the path (RFC 9110 section 9.3.7). */
export function optionsReply(route: Route): Reply {
  return { status: 204, headers: [['Allow', allowedMethods(route).join(', ')]], body: { kind: 'none' } };
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

/** The readings that a text may have under the declared types; a text is always also a string. */
function readings(text: string, types: readonly string[]): readonly Json[] {
  const numeric = types.includes('integer') || types.includes('number');
  return [
    ...(numeric && /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(text) ? [Number(text)] : []),
    ...(types.includes('boolean') && /^(true|false)$/.test(text) ? [text === 'true'] : []),
    text,
  ];
}

/** The texts of one part as values: the schema says of which types they are. */
function textValues({ schema }: Parameter, text: string): readonly Json[] {
  return readings(text, [...typesOf({ schema, root: schema })]);
}

/** True for what a parameter can't be; what can be read in several ways is taken. */
function isBroken(parameter: Parameter, validate: SchemaValidator, carried: CarriedParameter): boolean {
  const isNone = (values: readonly Json[]): boolean => values.every((value) => validate(value).length > 0);
  switch (carried.kind) {
    case 'absent':
    case 'open':
      return false;
    case 'malformed':
      return true;
    case 'text':
      return isNone(textValues(parameter, carried.text));
    case 'value':
      return isNone([carried.value]);
    case 'list': {
      const [only = '', ...others] = carried.items;
      const alone = others.length === 0 ? textValues(parameter, only) : [];
      return isNone([valueOfParts(parameter, carried, readText), ...alone]);
    }
    case 'object':
      return isNone([valueOfParts(parameter, carried, readText)]);
  }
}

function carrierOf({ request, pathValues }: Visit): Carrier {
  return {
    pathValues,
    path: request.path,
    query: request.queryText,
    fieldLines: (name) => {
      const joined = request.headers.get(name.toLowerCase());
      return joined === undefined ? [] : [joined];
    },
  };
}

/** A path that no entry can have may as well be not found, where that is what the document shows. */
function statusesFor(parameter: Parameter): readonly [number, ...number[]] {
  return parameter.in === 'path' ? [400, 422, 404] : [400, 422];
}

/** True where the document asks for the parameter; an object whose members stand in the query by themselves may have none. */
function isNeeded(parameter: Parameter, validate: SchemaValidator): boolean {
  return parameter.required && !(isExplodedObject(parameter) && validate({}).length === 0);
}

/**
 * Checks the documented parameters of a request: the required ones are there, and all satisfy their schema, as far as their style
 * has one reading. A credential is looked at elsewhere.
 */
export function createParameterValidator(document: Interface): (visit: Visit) => Refusal | undefined {
  const validators = new Map<Parameter, SchemaValidator>();
  for (const { parameters } of document.operations)
    for (const parameter of parameters) validators.set(parameter, compileSchemaLater(parameter.schema));
  return (visit) => {
    const { operation } = visit;
    const carrier = carrierOf(visit);
    for (const parameter of operation?.parameters ?? []) {
      const validate = validators.get(parameter) ?? compileSchemaLater(parameter.schema);
      const carried = readCarried(parameter, operation?.parameters ?? [], carrier);
      const where = `The ${parameter.in} parameter ${JSON.stringify(parameter.name)}`;
      if (carried.kind === 'absent' && isNeeded(parameter, validate))
        return refusal(operation, [400, 422], 'missing_parameter', `${where} is missing.`);
      if (isBroken(parameter, validate, carried))
        return refusal(operation, statusesFor(parameter), 'invalid_parameter', `${where} is invalid.`);
    }
    return undefined;
  };
}
