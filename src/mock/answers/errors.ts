import { PROBLEM_DETAILS } from '../../http/media-type.ts';
import { isSuccessByDefault, jsonShownBy } from '../../interface/documented-answers.ts';
import { writeContent } from '../../interface/content/content.ts';
import type { DocumentedResponse, Interface, Operation, Representation } from '../../interface/model.ts';
import { compileSchemaLater } from '../../schema/compile.ts';
import { validSample } from '../../schema/generate/valid-sample.ts';
import type { Schema } from '../../schema/keywords.ts';
import { schemaMembers } from '../../schema/members.ts';
import { subschema } from '../../schema/resolve.ts';
import { isObject, type Json } from '../../json/value.ts';
import { STATUS_CODES } from '../server/listener.ts';
import type { Refusal, ReplyBody } from './stages/stages.ts';

const CODE_NAME = /^(error_?)?(code|type|reason|key)$|^error$/i;
const TITLE_NAME = /^title$/i;
const TEXT_NAME = /(message|detail|description|title|text)$/i;
const MAX_DEPTH = 6;

type Fill = (refusal: Refusal) => Json;

/** What a member of this name may say about a refusal, the most telling first. */
function offers(name: string, isStatus: boolean, refusal: Refusal): readonly Json[] {
  return [
    ...(isStatus ? [refusal.status, String(refusal.status)] : []),
    ...(CODE_NAME.test(name) ? [refusal.code, refusal.status] : []),
    ...(TITLE_NAME.test(name) ? [STATUS_CODES[refusal.status] ?? refusal.code] : []),
    ...(TEXT_NAME.test(name) ? [refusal.message] : []),
  ];
}

function memberFill(name: string, schema: Schema, statusMembers: readonly string[], depth: number): Fill {
  const validate = compileSchemaLater(schema);
  const otherwise = errorFill(schema, statusMembers, depth + 1);
  const isStatus = statusMembers.includes(name);
  return (refusal) => {
    const fitting = offers(name, isStatus, refusal).find((value) => validate(value).length === 0);
    return fitting === undefined ? otherwise(refusal) : fitting;
  };
}

/**
 * Makes bodies of an error schema: the members named in `statusMembers` hold the HTTP status, members with the name of a code
 * or a message say what happened where their schema allows it, other required ones hold a sample.
 */
function errorFill(schema: Schema, statusMembers: readonly string[], depth = 0): Fill {
  const sampled = validSample(schema);
  const { properties, required } = schemaMembers(schema);
  if (!isObject(sampled) || properties.size === 0 || depth > MAX_DEPTH) return () => sampled;
  const told = (name: string): boolean =>
    statusMembers.includes(name) || CODE_NAME.test(name) || TEXT_NAME.test(name);
  const names = [...properties.keys(), ...required].filter((name) => required.has(name) || told(name));
  const fills = [...new Set(names)].map(
    (name) =>
      [
        name,
        memberFill(name, subschema(schema, properties.get(name) ?? true), statusMembers, depth),
      ] as const,
  );
  return (refusal) => Object.fromEntries(fills.map(([name, fill]) => [name, fill(refusal)]));
}

type Shape = {
  readonly mediaType: string;
  readonly schema: Schema;
  readonly statusMembers: readonly string[];
};

/** Problem details, RFC 9457. */
const PROBLEM: Shape = {
  mediaType: PROBLEM_DETAILS,
  schema: {
    type: 'object',
    required: ['title', 'status', 'detail'],
    properties: { title: { type: 'string' }, status: { type: 'integer' }, detail: { type: 'string' } },
  },
  statusMembers: ['status'],
};

function jsonShape(response: DocumentedResponse): Shape | undefined {
  const found = jsonShownBy(response);
  return found === undefined ? undefined : { ...found, statusMembers: response.statusMembers };
}

function isError(response: DocumentedResponse): boolean {
  return /^(?:[45]|default$)/.test(response.status) && !isSuccessByDefault(response);
}

/**
 * The documented shape of an error: of this status, of its range, the default, any error of the operation, of any other.
 * Never that of a success, whatever the status is.
 */
function findShape(document: Interface, operation: Operation | undefined, status: number): Shape {
  const own = (operation?.responses ?? []).filter(isError);
  const ranked = [
    ...own.filter((response) => response.status === String(status)),
    ...own.filter((response) => response.status.toUpperCase() === `${Math.floor(status / 100)}XX`),
    ...own.filter((response) => response.status === 'default'),
    ...own,
    ...document.operations.flatMap((other) => other.responses.filter(isError)),
  ];
  return ranked.map(jsonShape).find((shape) => shape !== undefined) ?? PROBLEM;
}

/**
 * Makes bodies for refusals in the error shape that the document shows. Where no error has a JSON shape they are
 * problem details (RFC 9457).
 */
export function createErrorBodies(
  document: Interface,
): (refusal: Refusal, operation: Operation | undefined) => ReplyBody {
  const byPlace = new Map<string, BodyMaker>();
  const byShape = new Map<string, BodyMaker>();
  return (refusal, operation) => {
    const place = `${refusal.status} ${operation?.id ?? ''}`;
    const known = byPlace.get(place);
    if (known !== undefined) return known(refusal);
    const other = otherRepresentation(operation, refusal.status);
    if (other !== undefined) {
      const make = otherBodyMaker(other);
      byPlace.set(place, make);
      return make(refusal);
    }
    const shape = findShape(document, operation, refusal.status);
    const written = JSON.stringify(shape);
    const make = byShape.get(written) ?? bodyMaker(shape);
    byPlace.set(place, make);
    byShape.set(written, make);
    return make(refusal);
  };
}

type BodyMaker = (refusal: Refusal) => ReplyBody;

/** What the document shows for this error alone, where that is no JSON. */
function otherRepresentation(operation: Operation | undefined, status: number): Representation | undefined {
  const own = (operation?.responses ?? []).filter(isError);
  const shown =
    own.find((response) => response.status === String(status)) ??
    own.find((response) => response.status.toUpperCase() === `${Math.floor(status / 100)}XX`) ??
    own.find((response) => response.status === 'default');
  return jsonShownBy(shown) === undefined ? shown?.representations[0] : undefined;
}

function otherBodyMaker(representation: Representation): BodyMaker {
  const fill = errorFill(representation.schema, []);
  return (refusal) => {
    const written = [fill(refusal), refusal.message]
      .map((value) => writeContent(representation, value))
      .find((content) => content !== undefined);
    if (written === undefined)
      return { kind: 'text', mediaType: representation.mediaType, text: refusal.message };
    return { kind: 'bytes', mediaType: written.contentType, bytes: written.bytes };
  };
}

function bodyMaker(shape: Shape): BodyMaker {
  const fill = errorFill(shape.schema, shape.statusMembers);
  const validate = compileSchemaLater(shape.schema);
  return (refusal) => {
    const filled = fill(refusal);
    // Where members depend on each other, what is told of the refusal may be none of what is allowed.
    const value = validate(filled).length === 0 ? filled : validSample(shape.schema);
    return { kind: 'json', mediaType: shape.mediaType, value };
  };
}
