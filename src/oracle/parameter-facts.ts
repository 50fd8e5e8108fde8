import { alternativesOf, keysInQuery } from '../credential/choose.ts';
import { allOf } from '../credential/key-ring.ts';
import { withoutKeyExpressions } from '../credential/place.ts';
import type { SentRequest } from '../http/exchange.ts';
import { fieldValues } from '../http/fields.ts';
import { queryParameters, targetParts } from '../http/target.ts';
import {
  type CarriedParts,
  type Carrier,
  readCarried,
  valueOfParts,
} from '../interface/parameters/carried-parameters.ts';
import { bestReading, readText } from '../interface/content/texts.ts';
import type { Operation, Parameter } from '../interface/model.ts';
import type { PathMatch } from '../interface/path-matching.ts';
import { isCappedAbove } from '../interface/parameters/told-caps.ts';
import { isExplodedObject, isOfParameter, isOneText } from '../interface/parameters/parameter-style.ts';
import type { Json } from '../json/value.ts';
import { isOfFormatAlone } from '../schema/breakage.ts';
import { isUnjudged, type SchemaError } from '../schema/compile.ts';
import { onceFor } from '../system/once-for.ts';
import { validatorOf } from './contract.ts';
import { lenientReadingsOf, spellsNothing } from './lenient-texts.ts';

/** What the parameters of a request are, measured against the documented ones. */

export type ParameterFacts = 'valid' | 'invalid' | 'format' | 'unjudged' | 'unknown-query';

/** What one parameter is; `unjudged`: lenient readers may take it. */
type OneFact = 'valid' | 'invalid' | 'format' | 'unjudged';

/** What a text may be read as: the schema decides, which may give a parameter several types. */
function readingsOf(text: string): readonly Json[] {
  if (text === 'true' || text === 'false') return [text, text === 'true'];
  return /^-?\d+(?:\.\d+)?$/.test(text) ? [text, Number(text)] : [text];
}

const UPPER_BOUNDS: ReadonlySet<string> = new Set(['format', 'maximum', 'exclusiveMaximum']);

/** True for a number with which nothing is wrong but that it is too large. */
function isAbove(value: Json, errors: readonly SchemaError[]): boolean {
  return typeof value === 'number' && value > 0 && errors.every(({ keyword }) => UPPER_BOUNDS.has(keyword));
}

/** The fact of a parameter that may be read as each of these values, and as the others by lenient readers. */
function factOf(parameter: Parameter, readings: readonly Json[], lenient: readonly Json[]): OneFact {
  const validate = validatorOf(parameter.schema);
  const all: readonly (readonly SchemaError[])[] = readings.map((value) => validate(value));
  if (all.some(isUnjudged)) return 'unjudged';
  if (all.some((errors) => errors.length === 0)) return 'valid';
  if (lenient.some((value) => validate(value).length === 0)) return 'unjudged';
  if (isCappedAbove(parameter) && readings.some((value, at) => isAbove(value, all[at] ?? [])))
    return 'unjudged';
  return all.some(isOfFormatAlone) ? 'format' : 'invalid';
}

/** Where a parameter may be left out, one that says nothing is left out to many readers. */
function factOfText(parameter: Parameter, text: string): OneFact {
  const fact = factOf(parameter, readingsOf(text), lenientReadingsOf(text));
  const isLeftOut = fact !== 'valid' && !parameter.required && spellsNothing(text);
  return isLeftOut ? 'unjudged' : fact;
}

function factOfParts(parameter: Parameter, parts: CarriedParts): OneFact {
  const strict = valueOfParts(parameter, parts, readText);
  const lenient = valueOfParts(
    parameter,
    parts,
    (text, place) => bestReading(place, [readText(text, place), ...lenientReadingsOf(text)]) ?? text,
  );
  const [only = '', ...others] = parts.kind === 'list' ? parts.items : [''];
  // A list of one may be a text by itself, where the schema allows that as well.
  const asText = parts.kind === 'list' && others.length === 0;
  return factOf(
    parameter,
    [strict, ...(asText ? readingsOf(only) : [])],
    [lenient, ...(asText ? lenientReadingsOf(only) : [])],
  );
}

/** An object whose members stand in the query by themselves is there, where it has to have none. */
function isMissed(parameter: Parameter): boolean {
  const { required, schema } = parameter;
  return required && !(isExplodedObject(parameter) && validatorOf(schema)({}).length === 0);
}

function oneFact(operation: Operation, parameter: Parameter, carrier: Carrier): OneFact {
  const carried = readCarried(parameter, operation.parameters, carrier);
  switch (carried.kind) {
    case 'absent':
      return isMissed(parameter) ? 'invalid' : 'valid';
    case 'open':
      return 'valid';
    case 'malformed':
      return 'invalid';
    case 'text':
      return factOfText(parameter, carried.text);
    case 'value':
      return factOf(parameter, [carried.value], []);
    case 'list':
    case 'object':
      return factOfParts(parameter, carried);
  }
}

function carrierOf(request: SentRequest, pathValues: ReadonlyMap<string, string>, query: string): Carrier {
  return {
    pathValues,
    path: targetParts(request.target).path,
    query: withoutKeyExpressions(query),
    fieldLines: (name) => fieldValues(request.headers, name),
  };
}

/** True where a credential of the operation stands at the place of the parameter: the run sends that, and nothing else there. */
export function isOfCredential(operation: Operation, { in: place, name }: Parameter): boolean {
  const isSame = (other: string): boolean =>
    place === 'header' ? other.toLowerCase() === name.toLowerCase() : other === name;
  return alternativesOf(operation)
    .flatMap(allOf)
    .some((scheme) => scheme.kind === 'api-key' && scheme.in === place && isSame(scheme.name));
}

/** The parameters that hold no credential. */
const ownParameters = onceFor((operation: Operation): readonly Parameter[] =>
  operation.parameters.filter((parameter) => !isOfCredential(operation, parameter)),
);

/** Measures the parameters of a request. What receivers read in different ways is taken as valid. */
export function parameterFacts(
  operation: Operation,
  request: SentRequest,
  pathValues: ReadonlyMap<string, string>,
  query: string,
): ParameterFacts {
  if (query === '' && operation.parameters.length === 0) return 'valid';
  if (repeatsParameter(operation, query)) return 'unjudged';
  const carrier = carrierOf(request, pathValues, query);
  const facts = ownParameters(operation).map((parameter) => oneFact(operation, parameter, carrier));
  for (const fact of ['invalid', 'format', 'unjudged'] as const) if (facts.includes(fact)) return fact;
  if (query === '') return 'valid';
  const own = operation.parameters.filter((p) => p.in === 'query' || p.in === 'querystring');
  const ofKeys = keysInQuery(operation);
  const isKnown = (name: string): boolean =>
    ofKeys.includes(name) || own.some((one) => isOfParameter(one, name));
  return [...queryParameters(carrier.query).keys()].every(isKnown) ? 'valid' : 'unknown-query';
}

/** True for a place that an operation may be asked for: each value of its path has the form that the document gives it. */
export function isOfForm({ operation, pathValues }: PathMatch, path: string): boolean {
  const carrier: Carrier = { pathValues, path, query: '', fieldLines: () => [] };
  return operation.parameters
    .filter((parameter) => parameter.in === 'path')
    .map((parameter) => oneFact(operation, parameter, carrier))
    .every((fact) => fact === 'valid' || fact === 'unjudged');
}

/** True where a query gives a parameter of one text several times: which of the texts counts is nowhere said. */
export function repeatsParameter({ parameters }: Operation, query: string): boolean {
  if (query === '') return false;
  const given = queryParameters(withoutKeyExpressions(query));
  return parameters.some((one) => one.in === 'query' && isOneText(one) && given.getAll(one.name).length > 1);
}

/** The parameters that a request carries, those of one text or not. */
export function sentParameters(
  operation: Operation,
  request: SentRequest,
  pathValues: ReadonlyMap<string, string>,
  query: string,
): readonly Parameter[] {
  const carrier = carrierOf(request, pathValues, query);
  return operation.parameters.filter(
    (parameter) => readCarried(parameter, operation.parameters, carrier).kind !== 'absent',
  );
}
