import { isSuccessByDefault } from '../../../interface/documented-answers.ts';
import { documentedJson } from '../../../http/media-type.ts';
import type { Interface, Operation } from '../../../interface/model.ts';
import { isObject, JSON_TYPES, type JsonType, jsonTypeOf, type Json, memberOf } from '../../../json/value.ts';
import { compileSchema, type SchemaError } from '../../../schema/compile.ts';
import { sample } from '../../../schema/generate/sample.ts';
import type { Schema } from '../../../schema/keywords.ts';
import {
  type Content,
  isRefusal,
  type Refusal,
  type Stages,
  type Visit,
} from '../../answers/stages/stages.ts';
import type { Fault } from '../fault.ts';
import { CONSTRAINTS } from './broken-values.ts';
import { derivedName } from './derived-name.ts';
import { leadsTo, type MemberPlace, memberPlaces, placeName, valuesAt } from './member-places.ts';

/** A kind of invalid body that a service may take: `takes` gets the body and all that its schema has against it. */
type Laxness = {
  readonly name: string;
  readonly title: string;
  readonly check: string;
  readonly takes: (value: Json, errors: readonly SchemaError[]) => boolean;
};

function missing({ path }: MemberPlace): Laxness {
  const owner = path.slice(0, -1);
  const name = path.at(-1) ?? '';
  return {
    name: 'missing-accepted',
    title: 'may be missing',
    check: 'validation.missing-member',
    takes: (value, errors) =>
      errors.length === 1 &&
      errors.every(({ keyword, pointer }) => keyword === 'required' && leadsTo(pointer, owner)) &&
      valuesAt(value, owner).some((holder) => isObject(holder) && !Object.hasOwn(holder, name)),
  };
}

function otherType({ path }: MemberPlace, type: JsonType): Laxness {
  return {
    name: `${type}-accepted`,
    title: `may be ${type === 'null' ? 'null' : `of type ${type}`}`,
    check: path.length === 0 ? 'validation.root-type' : 'validation.wrong-type',
    takes: (value, errors) =>
      errors.every(({ pointer }) => leadsTo(pointer, path)) &&
      valuesAt(value, path).some((member) => jsonTypeOf(member) === type),
  };
}

function constraint({ path }: MemberPlace, name: string): Laxness {
  return {
    name: `${name}-not-enforced`,
    title: `may break "${name}"`,
    check: name === 'format' ? 'validation.format' : 'validation.constraint',
    takes: (_value, errors) =>
      errors.every(({ keyword, pointer }) => keyword === name && leadsTo(pointer, path)),
  };
}

/** The types that the keywords of a place rule out; of a place without a type, none. */
function otherTypes({ type }: MemberPlace['keywords']): readonly JsonType[] {
  if (type === undefined) return [];
  const allowed = [type].flat().map((name) => (name === 'integer' ? 'number' : name));
  return JSON_TYPES.filter((name) => !allowed.includes(name));
}

function laxnesses(place: MemberPlace): readonly Laxness[] {
  const { path, required, keywords } = place;
  return [
    ...(required && path.length > 0 ? [missing(place)] : []),
    ...otherTypes(keywords).map((type) => otherType(place, type)),
    ...CONSTRAINTS.filter(
      (name) => memberOf(keywords, name) !== undefined && memberOf(keywords, name) !== true,
    ).map((name) => constraint(place, name)),
  ];
}

function isFor({ id }: Operation, visit: Visit): boolean {
  return visit.operation?.id === id;
}

function taking(
  stages: Stages,
  operation: Operation,
  validate: (value: Json) => readonly SchemaError[],
  takes: Laxness['takes'],
): Stages {
  return {
    ...stages,
    validate(content, visit) {
      const refusal = stages.validate(content, visit);
      if (refusal?.code !== 'invalid_body' || content.kind !== 'json' || !isFor(operation, visit))
        return refusal;
      return takes(content.value, validate(content.value)) ? undefined : refusal;
    },
  };
}

/** Takes what is no valid JSON, or no body at all, as if a sample of the schema had been sent. */
function parsing(
  stages: Stages,
  operation: Operation,
  schema: Schema,
  isTaken: (content: Content | Refusal) => boolean,
): Stages {
  const taken: Content = { kind: 'json', value: sample(schema) };
  return {
    ...stages,
    parse(bytes, visit) {
      const content = stages.parse(bytes, visit);
      return isFor(operation, visit) && isTaken(content) ? taken : content;
    },
    validate: (content, visit) => (content === taken ? undefined : stages.validate(content, visit)),
  };
}

function wholeFaults(operation: Operation, schema: Schema): readonly Fault[] {
  const { requestBody } = operation;
  const whole = (
    name: string,
    title: string,
    check: string,
    taken: (content: Content | Refusal) => boolean,
  ): Fault => ({
    name: derivedName(operation, 'body', name),
    family: 'validation',
    title: `${operation.id} takes ${title}`,
    breaks: [`${check}@${operation.id}`],
    apply: (stages) => parsing(stages, operation, schema, taken),
  });
  const broken = whole(
    'malformed-accepted',
    'a body that is no JSON',
    'validation.malformed-json',
    (content) => isRefusal(content) && content.code === 'invalid_json',
  );
  const absent = whole(
    'absent-accepted',
    'a request without a body',
    'validation.no-body',
    (content) => !isRefusal(content) && content.kind === 'absent',
  );
  return requestBody?.required === true ? [broken, absent] : [broken];
}

/** Whether the document shows that an invalid body is refused at all; where it doesn't, taking one is no fault. */
export function refusesInvalid({ responses }: Operation): boolean {
  return responses.some(
    (one) => ['400', '422', '4XX', 'DEFAULT'].includes(one.status.toUpperCase()) && !isSuccessByDefault(one),
  );
}

function operationFaults(operation: Operation): readonly Fault[] {
  const json = documentedJson(operation.requestBody?.representations ?? []);
  if (json === undefined || operation.documentation === 'named' || !refusesInvalid(operation)) return [];
  const validate = compileSchema(json.schema);
  const ofPlaces = memberPlaces(json.schema).flatMap((place) =>
    laxnesses(place).map(({ name, title, check, takes }): Fault => ({
      name: derivedName(operation, 'body', ...(place.path.length === 0 ? [] : [placeName(place.path)]), name),
      family: 'validation',
      title: `in a body for ${operation.id}, ${placeName(place.path)} ${title}`,
      breaks: [`${check}@${operation.id}`],
      apply: (stages) => taking(stages, operation, validate, takes),
    })),
  );
  return [...ofPlaces, ...wholeFaults(operation, json.schema)];
}

/**
 * For each JSON request body whose refusal is documented, and each place in it: the member may be missing, may be of each
 * other type, may break each constraint; and the body may be no JSON, or absent.
 */
export function requestBodyFaults({ operations }: Interface): readonly Fault[] {
  return operations.flatMap(operationFaults);
}
