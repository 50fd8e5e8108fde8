import { fromPointer } from '../../json/pointer.ts';
import { isObject, type Json, type JsonObject, memberOf } from '../../json/value.ts';
import { essenceOf } from '../../http/media-type.ts';
import { subschema } from '../../schema/resolve.ts';
import { allowedTypes, fixedValues, type Schema, textOf } from '../../schema/keywords.ts';
import { besideNull, schemaMembers } from '../../schema/members.ts';
import { compilePattern, unicodePattern } from '../../schema/pattern/pattern.ts';
import { scalarKeywords } from '../../schema/scalar.ts';
import { onceFor } from '../../system/once-for.ts';
import type { Operation, Parameter } from '../model.ts';
import { plainName, sentencesOf } from '../names.ts';
import { entriesOf, jsonSchemaOf } from '../resources/read-collections.ts';

/** Parameters that say what of an entry is shown: some members alone (`fields`), or objects in place of their identities (`expand`). */

export type ShapeAsk = {
  readonly kind: 'fields' | 'expand';
  readonly parameter: Parameter;
  /** The values that may be asked for, and the member that each is about. */
  readonly members: ReadonlyMap<string, string>;
  /** Members that are shown whatever is asked for. */
  readonly kept: ReadonlySet<string>;
  /** The document lists no values: how many others have to be shown before it is told that nobody looked at the wish. */
  readonly isFree?: true;
  /** What holds these members in an entry (`attributes` of JSON:API); `undefined` where they stand in the entry itself. */
  readonly within?: string;
  /** Members of which the document says that they are objects only where that is asked for. */
  readonly plain: ReadonlySet<string>;
};

const FIELDS: ReadonlySet<string> = new Set('fields select attributes properties columns only'.split(' '));
const ONLY =
  /^only (?:these|those|the (?:given|listed|named|selected|requested)) (?:members|fields|properties|attributes|columns)\b/i;
const TO_ANSWER =
  /^(?:an? )?(?:comma[- ]separated )?(?:list of )?(?:the )?(?:names of )?(?:the )?(?:members|fields|properties|attributes|columns) to (?:answer with|respond with|return|show|send back|be (?:returned|shown))\b/i;
const IS_ALWAYS = /^(\w{1,60}) is always\b/i;
const IF_EXPANDED = /\b(?:if|when|where|unless) (?:it is )?expanded\b/i;
const NAMED_AS_CODE = /`(\w{1,60})`/g;
export const FEWEST_FIELDS = 3;
/** What names an entry, and leads to it, many services show whatever is asked for. */
const ALWAYS: readonly string[] = [
  'id',
  '_id',
  'uuid',
  'key',
  'type',
  'object',
  'links',
  '_links',
  'self',
  'href',
  'url',
];

/** The media type of JSON:API. */
const JSON_API = 'application/vnd.api+json';
/** The parameter of JSON:API that says which attributes of a type are shown (https://jsonapi.org/format/1.1/#fetching-sparse-fieldsets). */
const SPARSE = /^fields\[([\w-]{1,60})\]$/;
const ATTRIBUTES = 'attributes';

/** What an operation shows: the schema of an entry, and where the list of them stands, or the one resource of JSON:API. */
export function entriesShownBy(
  operation: Operation,
): { readonly schema: Schema; readonly pointer: string | undefined } | undefined {
  const entries = entriesOf(operation);
  if (entries !== undefined) return entries;
  const schema = jsonSchemaOf(operation.responses.find(({ status }) => status === '200'));
  if (schema === undefined) return undefined;
  const data = schemaMembers(schema).properties.get('data');
  const resource = data === undefined ? undefined : subschema(schema, besideNull(data, schema));
  return resource !== undefined && typesOf(resource).length > 0
    ? { schema: resource, pointer: '/data' }
    : { schema, pointer: undefined };
}

/** The types that a resource of JSON:API may have, which has attributes beside that; none for anything else. */
function typesOf(schema: Schema): readonly Json[] {
  const { properties } = schemaMembers(schema);
  return properties.has(ATTRIBUTES)
    ? (fixedValues(scalarKeywords(properties.get('type') ?? true, schema)) ?? [])
    : [];
}

/** Sparse fieldsets of JSON:API: by its media type, or where the parameter says it. */
function sparseFieldsOf(operation: Operation, parameter: Parameter, schema: Schema): ShapeAsk | undefined {
  const [, type] = SPARSE.exec(parameter.name) ?? [];
  const types = typesOf(schema);
  if (type === undefined || types.length !== 1 || types[0] !== type) return undefined;
  const member = schemaMembers(schema).properties.get(ATTRIBUTES) ?? true;
  const held = subschema(schema, besideNull(member, schema));
  const { properties, required } = schemaMembers(held);
  const isJsonApi = operation.responses.some(
    ({ status, representations }) =>
      status === '200' && representations.some(({ mediaType }) => essenceOf(mediaType) === JSON_API),
  );
  const told: Parameter = isJsonApi ? { ...parameter, description: 'Only these members.' } : parameter;
  const ask = fieldsOf(told, [...properties.keys()], required);
  return ask === undefined ? undefined : { ...ask, parameter, within: ATTRIBUTES };
}

/** The members of an entry that an ask is about. */
export function membersAsked(entry: JsonObject, { within }: ShapeAsk): JsonObject {
  const held = within === undefined ? entry : memberOf(entry, within);
  return isObject(held) ? held : {};
}

/** The listed values of a parameter, or of the items that it takes. */
function listedIn({ schema }: Parameter): readonly string[] {
  const keywords = scalarKeywords(schema);
  const { items } = keywords;
  const inner = isObject(items) ? scalarKeywords(items, schema) : keywords;
  return (fixedValues(inner) ?? []).filter((value) => typeof value === 'string');
}

/** The names that a parameter without a list of values takes. */
function takenOf({ schema }: Parameter, names: readonly string[]): readonly string[] {
  const { pattern } = scalarKeywords(schema);
  const source = typeof pattern === 'string' ? unicodePattern(pattern) : undefined;
  if (source === undefined) return pattern === undefined ? names : [];
  return names.filter((name) => compilePattern(source).test(name) === true);
}

function fieldsOf(
  parameter: Parameter,
  names: readonly string[],
  required: ReadonlySet<string>,
): ShapeAsk | undefined {
  const { description = '' } = parameter;
  const values = listedIn(parameter);
  const isFree = values.length === 0;
  const taken = isFree ? takenOf(parameter, names) : values.filter((value) => names.includes(value));
  const sentences = sentencesOf(description);
  const isTold = sentences.some((sentence) => ONLY.test(sentence) || TO_ANSWER.test(sentence));
  if (!isTold || taken.length < FEWEST_FIELDS) return undefined;
  const named = [...description.matchAll(NAMED_AS_CODE)].map(([, one = '']) => one);
  const always = sentences.flatMap((sentence) => IS_ALWAYS.exec(sentence)?.[1] ?? []);
  // Who shows what was asked for alone leaves out what the schema of the answer requires.
  if (isFree && [...required].some((name) => ![...always, ...ALWAYS].includes(name))) return undefined;
  return {
    kind: 'fields',
    parameter,
    members: new Map(taken.map((value) => [value, value])),
    kept: new Set([...required, ...named, ...always, ...ALWAYS]),
    plain: new Set(),
    ...(isFree ? { isFree } : {}),
  };
}

function askOf(operation: Operation, parameter: Parameter): ShapeAsk | undefined {
  const shown = entriesShownBy(operation);
  const name = plainName(parameter.name);
  if (parameter.in !== 'query' || shown === undefined) return undefined;
  const { properties, required } = schemaMembers(shown.schema);
  if (SPARSE.test(parameter.name)) return sparseFieldsOf(operation, parameter, shown.schema);
  if (FIELDS.has(name)) return fieldsOf(parameter, [...properties.keys()], required);
  if (name !== 'expand') return undefined;
  const values = listedIn(parameter);
  const around = fromPointer(shown.pointer ?? '').join('.');
  const members = values.flatMap((value): (readonly [string, string])[] => {
    const member = around !== '' && value.startsWith(`${around}.`) ? value.slice(around.length + 1) : value;
    const types = allowedTypes(scalarKeywords(properties.get(member) ?? false, shown.schema));
    return types.has('string') && types.has('object') ? [[value, member]] : [];
  });
  const plain = members.flatMap(([, member]) => {
    const words = textOf(scalarKeywords(properties.get(member) ?? false, shown.schema), 'description') ?? '';
    return IF_EXPANDED.test(words) ? [member] : [];
  });
  return members.length === 0
    ? undefined
    : { kind: 'expand', parameter, members: new Map(members), kept: new Set(), plain: new Set(plain) };
}

/** What may be asked of an operation that reads. */
export const shapeAsksOf = onceFor((operation: Operation): readonly ShapeAsk[] =>
  operation.method === 'GET' && operation.documentation === 'full'
    ? operation.parameters.flatMap((parameter) => askOf(operation, parameter) ?? [])
    : [],
);
