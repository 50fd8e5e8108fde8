import fc from 'fast-check';
import type { HeaderLine } from '../../http/exchange.ts';
import { cookiePairs, fieldValues } from '../../http/fields.ts';
import { targetParts } from '../../http/target.ts';
import type { Operation, Parameter } from '../../interface/model.ts';
import {
  cookieParts,
  fieldText,
  queryParts,
  queryWith,
  queryWithout,
  segmentText,
} from '../../interface/parameters/written-parameters.ts';
import { toldPairsOf } from '../../interface/parameters/told-pairs.ts';
import { encodedSegment, fillTemplate } from '../../interface/path-matching.ts';
import { isObject, type Json, memberOf } from '../../json/value.ts';
import { changeAt, toPointer, valueAt } from '../../json/pointer.ts';
import { optionalStates } from '../../oracle/locks.ts';
import { isOfCredential } from '../../oracle/parameter-facts.ts';
import { isOrdinary } from '../../oracle/request-facts.ts';
import { requestSchema, takesJson, validatorOf } from '../../oracle/contract.ts';
import { sentAndShown } from '../../oracle/shown-bounds.ts';
import { freeTexts, putText } from './values/free-text.ts';
import { MOST_ORDINARY_PARTS } from '../../schema/generate/sample.ts';
import { guarded, type Supply, unsupported, values as supplyOf } from '../../schema/generate/supply.ts';
import { ordinaryText } from '../../schema/generate/texts.ts';
import { validValues, type ValidValuesOptions } from '../../schema/generate/valid.ts';
import { fixedValues, isAnnotation, type Schema } from '../../schema/keywords.ts';
import { sampleOne } from '../../system/seeded.ts';
import { keptToOneself } from './values/kept-to-oneself.ts';
import { ofAlternatives } from './values/alternatives.ts';
import { asTold } from './values/told-choices.ts';
import { repeatsAmong } from './values/repeated-members.ts';
import { namesParent } from '../../interface/resources/names/called.ts';
import { schemaMembers } from '../../schema/members.ts';
import { withSpans } from './values/spans.ts';

/** What makes a request of an operation, apart from the credential. */
export type RequestParts = {
  /** Path and query relative to the base address. */
  readonly path: string;
  readonly headers: readonly HeaderLine[];
  readonly body: Json | undefined;
};

/** With these a document says itself which numbers there are. */
const BOUND_ELSEWHERE = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'enum', 'const'];

/** With these a document says which texts there are. */
const FORMS = ['enum', 'const', 'format', 'pattern'];

/** Numbers in a path are large ones: a request that must not be served should not name what somebody made. */
function unlikely({ in: place, schema }: Parameter): Schema {
  if (typeof schema === 'object' && schema.type === 'array') {
    // An empty array is written as nothing, and a required parameter is not nothing.
    const { minItems, maxItems } = schema;
    return maxItems === 0
      ? schema
      : { ...schema, minItems: Math.max(1, typeof minItems === 'number' ? minItems : 0) };
  }
  if (
    place !== 'path' ||
    typeof schema === 'boolean' ||
    BOUND_ELSEWHERE.some((keyword) => Object.hasOwn(schema, keyword))
  )
    return schema;
  return schema.type === 'integer' || schema.type === 'number'
    ? { ...schema, minimum: 1_000_000_000, maximum: 2_000_000_000 }
    : schema;
}

/** Where the values of parameters come from. */
type ValuesFrom = 'anywhere' | 'examples';

/** The values that the document shows for a parameter, as far as they are valid. */
export function shownValues({ examples, schema, known }: Parameter): readonly Json[] {
  if (known !== undefined) return [known];
  const own = isObject(schema) ? [schema.example, schema.default].flatMap((value) => value ?? []) : [];
  return [...examples, ...own].filter((value) => value !== '' && validatorOf(schema)(value).length === 0);
}

/**
 * What has to be sent outside of the path and has a default, or a word that nothing else is said of, is sent as the document gives it:
 * any other version or language is as valid, and mostly none that a service has.
 */
function meantValues(parameter: Parameter): readonly Json[] {
  const { in: place, schema } = parameter;
  if (place === 'path' || !isObject(schema)) return [];
  const shown = shownValues(parameter);
  const usual = memberOf<Json>(schema, 'default');
  if (usual !== undefined && shown.includes(usual)) return [usual];
  return schema['type'] === 'string' && !FORMS.some((keyword) => Object.hasOwn(schema, keyword)) ? shown : [];
}

const NO_ROOM = 'a path has no room for an empty value';

/** Values for a parameter; path values are never empty. */
function parameterValues(parameter: Parameter, from: ValuesFrom): Supply {
  if (parameter.known !== undefined) return supplyOf(fc.constant(parameter.known));
  const shown = from === 'examples' ? shownValues(parameter) : meantValues(parameter);
  if (shown.length > 0) return supplyOf(fc.constantFrom(...shown));
  const supply = validValues(unlikely(parameter), { text: ordinaryText({ maxLength: 12 }) });
  if (supply.kind === 'unsupported') return supply;
  if (parameter.in !== 'path') return supply;
  const fixed = isObject(parameter.schema) ? fixedValues(parameter.schema) : undefined;
  if (fixed?.every((value) => value === '') === true) return unsupported(NO_ROOM);
  return guarded(supply.arbitrary, (value) => value !== '', NO_ROOM);
}

/** Bodies whose values the answer may show as well, where it says more of them than the request does and there are some. */
function fittingBoth(operation: Operation, options: ValidValuesOptions): Supply | undefined {
  const schema = sentAndShown(operation);
  const supply = schema === undefined ? undefined : validValues(schema, { ...options, hardToFind: false });
  return supply?.kind === 'values' ? supply : undefined;
}

/** Bodies whose spans of time end after they start, where they are valid so. */
function spanned(operation: Operation, schema: Schema, supply: Supply): Supply {
  if (supply.kind === 'unsupported') return supply;
  const told = toldPairsOf(operation).filter(({ place }) => place === 'body');
  const inOrder = (body: Json): Json => {
    const ordered = withSpans(schema, body, told);
    return ordered === body || validatorOf(schema)(ordered).length === 0 ? ordered : body;
  };
  return supplyOf(supply.arbitrary.map(inOrder));
}

function parentsIn({ path }: Operation, schema: Schema): readonly (readonly string[])[] {
  const { properties, required } = schemaMembers(schema);
  return [...properties.keys()].flatMap((name) =>
    !required.has(name) && namesParent(name, path) ? [[name]] : [],
  );
}

/**
 * Bodies that say nothing of the state of an entry that nobody has read, and nothing of another one of its kind that it stands below (`parentId`): a drawn one
 * is none. Where they need not and are not meant to (`through`).
 */
function ofNoState(operation: Operation, schema: Schema, supply: Supply, through: string): Supply {
  const unknown = isObject(schema) ? [...optionalStates(schema), ...parentsIn(operation, schema)] : [];
  const places = unknown.filter((place) => !through.startsWith(toPointer(place)));
  if (supply.kind === 'unsupported' || places.length === 0) return supply;
  const without = (body: Json): Json =>
    places.reduce((rest, place) => changeAt(rest, place, () => undefined) ?? rest, body);
  return supplyOf(
    supply.arbitrary.map((body) => (validatorOf(schema)(without(body)).length === 0 ? without(body) : body)),
  );
}

function ofNobodyElse(operation: Operation, schema: Schema, supply: Supply): Supply {
  return supply.kind === 'unsupported'
    ? supply
    : supplyOf(supply.arbitrary.map((body) => keptToOneself(operation, schema, asTold(schema, body))));
}

/** A body of which nothing is said at all is an object: many readers of JSON take nothing else, and `{}` tells of no member. */
function atLeastAnObject(operation: Operation, schema: Schema): Schema {
  const isOpen = schema === true || (isObject(schema) && Object.keys(schema).every(isAnnotation));
  return isOpen && takesJson(operation) ? { type: 'object' } : schema;
}

const bodies = new WeakMap<Operation, Map<string, Supply>>();
type KnownParts = WeakMap<Operation, Supply<Omit<RequestParts, 'body'>>>;
const parameters: KnownParts = new WeakMap();
const shownParameters: KnownParts = new WeakMap();

/**
 * Valid bodies of an operation with ordinary text, or why none can be made. `through`: JSON Pointer to a member that each
 * of them has. `all`: as many optional members as may stand together. Kept: making them takes milliseconds.
 */
export function validBodies(
  operation: Operation,
  optional: 'all' | 'none' | 'mixed',
  through = '',
): Supply | undefined {
  const schema = requestSchema(operation);
  if (schema === undefined) return undefined;
  const known = bodies.get(operation) ?? new Map<string, Supply>();
  const which = `${optional} ${through}`;
  const options = { optional, direction: 'request', through, mostParts: MOST_ORDINARY_PARTS } as const;
  const drawn = (): Supply =>
    spanned(
      operation,
      schema,
      fittingBoth(operation, options) ?? validValues(atLeastAnObject(operation, schema), options),
    );
  const own = (): Supply => ofNobodyElse(operation, schema, ofNoState(operation, schema, drawn(), through));
  const others = (): Supply | undefined =>
    optional === 'all' ? undefined : validBodies(operation, 'all', through);
  const made = known.get(which) ?? ofAlternatives(operation, schema, own(), { through, others });
  // Members may exclude each other, so that no body has all of them.
  const isTooMuch = made.kind === 'unsupported' && optional === 'all';
  const supply = isTooMuch ? (validBodies(operation, 'mixed', through) ?? made) : made;
  bodies.set(operation, known.set(which, supply));
  return supply;
}

export type Parts = Omit<RequestParts, 'body'>;

/** A request with another query, made of the one that it has. */
function withQuery({ path, headers }: Parts, change: (query: string) => string): Parts {
  const { path: bare, query } = targetParts(path);
  const written = change(query);
  return { path: written === '' ? bare : `${bare}?${written}`, headers };
}

/** The lines without one parameter. */
function linesWithout(headers: readonly HeaderLine[], { in: place, name }: Parameter): readonly HeaderLine[] {
  if (place === 'header') return headers.filter((line) => line[0].toLowerCase() !== name.toLowerCase());
  const pairs = fieldValues(headers, 'cookie').flatMap(cookiePairs);
  const kept = pairs.filter(([given]) => given !== name).map((pair) => pair.join('='));
  const others = headers.filter((line) => line[0].toLowerCase() !== 'cookie');
  return kept.length === 0 ? others : [...others, ['Cookie', kept.join('; ')]];
}

/** A request without one of its parameters, which is not in the path; the others stay as they are. */
export function withoutParameter(parts: Parts, parameter: Parameter): Parts {
  switch (parameter.in) {
    case 'query':
      return withQuery(parts, (query) => queryWithout(query, parameter));
    case 'querystring':
      return withQuery(parts, () => '');
    case 'header':
    case 'cookie':
      return { path: parts.path, headers: linesWithout(parts.headers, parameter) };
    case 'path':
      return parts;
  }
}

/** A request with another value of one parameter, which is not in the path; its other parameters stay as they are. */
export function withParameter(parts: Parts, parameter: Parameter, value: Json): Parts {
  switch (parameter.in) {
    case 'query':
    case 'querystring':
      return withQuery(parts, (query) => queryWith(query, parameter, value));
    case 'header': {
      const { path, headers } = withoutParameter(parts, parameter);
      return { path, headers: [...headers, [parameter.name, fieldText(parameter, value)]] };
    }
    case 'cookie': {
      const { path, headers } = withoutParameter(parts, parameter);
      const given = fieldValues(headers, 'cookie');
      const others = headers.filter((line) => line[0].toLowerCase() !== 'cookie');
      return {
        path,
        headers: [...others, ['Cookie', [...given, ...cookieParts(parameter, value)].join('; ')]],
      };
    }
    case 'path':
      return parts;
  }
}

/**
 * What to send of a parameter first: what the document shows of it, else a drawn value; `undefined` where none can be made. `others`:
 * how many values were drawn before, all of which are taken.
 */
export function firstValue(parameter: Parameter, seed: number, others = 0): Json | undefined {
  const shown = shownValues(parameter).at(parameter.known === undefined ? others : 0);
  if (shown !== undefined) return shown;
  // An object without members is written as nothing.
  const text = ordinaryText({ maxLength: 12 });
  const supply = validValues(unlikely(parameter), { text, optional: 'all' });
  const label = `optional ${parameter.in} ${parameter.name}${others === 0 ? '' : ` ${String(others)}`}`;
  return supply.kind === 'unsupported' ? undefined : sampleOne(supply.arbitrary, seed, label);
}

/** Path, query and header parameters with valid values: the required ones only. */
export function parameterParts(
  operation: Operation,
  from: ValuesFrom = 'anywhere',
): Supply<Omit<RequestParts, 'body'>> {
  const known = from === 'examples' ? shownParameters : parameters;
  const supply = known.get(operation) ?? makeParameterParts(operation, from);
  known.set(operation, supply);
  return supply;
}

function makeParameterParts(operation: Operation, from: ValuesFrom): Supply<Omit<RequestParts, 'body'>> {
  const needed = operation.parameters.filter(
    (p) => (p.required || p.in === 'path') && !isOfCredential(operation, p),
  );
  const arbitraries = new Map<string, fc.Arbitrary<Json>>();
  for (const parameter of needed) {
    const supply = parameterValues(parameter, from);
    if (supply.kind === 'unsupported') return supply;
    arbitraries.set(`${parameter.in} ${parameter.name}`, supply.arbitrary);
  }
  const repeats = repeatsAmong(needed.flatMap(({ in: place, name }) => (place === 'query' ? [name] : [])));
  const arbitrary = fc.record(Object.fromEntries(arbitraries)).map((drawn) => {
    const again = repeats.map(([name, first]) => [`query ${name}`, memberOf<Json>(drawn, `query ${first}`)]);
    const values = { ...drawn, ...Object.fromEntries(again) };
    const of = (place: Parameter['in']): readonly (readonly [Parameter, Json])[] =>
      needed.filter((p) => p.in === place).map((p) => [p, memberOf(values, `${place} ${p.name}`) ?? '']);
    const query = [...of('query'), ...of('querystring')].flatMap(([one, value]) => queryParts(one, value));
    const segments = of('path').map(([parameter, value]): [string, string] => [
      parameter.name,
      segmentText(parameter, value, encodedSegment),
    ]);
    const path = fillTemplate(operation.path, new Map(segments), (text) => text);
    const cookies = of('cookie').flatMap(([parameter, value]) => cookieParts(parameter, value));
    const cookie: HeaderLine[] = cookies.length === 0 ? [] : [['Cookie', cookies.join('; ')]];
    const fields = of('header').map(([one, value]): HeaderLine => [one.name, fieldText(one, value)]);
    return {
      path: query.length === 0 ? path : `${path}?${query.join('&')}`,
      headers: [...fields, ...cookie],
    };
  });
  return supplyOf(arbitrary);
}

/** Letters of both cases, blanks, a hyphen and a digit: what an ordinary text may hold. */
const EVERY_KIND = ' Plain Words-7';
const LONGEST_DRAWN = 60;

/**
 * The body with every kind of ordinary letter in each free text that it has, whatever was drawn. The first one is left to the
 * marker, which has them all.
 */
export function withEveryKindOfLetter(operation: Operation, body: Json): Json {
  const schema = requestSchema(operation);
  if (schema === undefined) return body;
  const others = freeTexts(schema).slice(1);
  const lettered = others.reduce((done: Json, place) => {
    const drawn = valueAt(done, place.path);
    if (typeof drawn !== 'string') return done;
    return putText(done, place, `${drawn.slice(0, LONGEST_DRAWN).trimEnd()}${EVERY_KIND}`.trimStart());
  }, body);
  const changed = asTold(schema, lettered);
  const fits = (at: Schema): boolean => validatorOf(at)(changed).length === 0;
  const mayBeShown = fits(sentAndShown(operation) ?? true);
  return fits(schema) && mayBeShown && isOrdinary(schema, changed) ? changed : body;
}
