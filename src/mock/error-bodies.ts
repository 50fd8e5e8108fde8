import type { DocumentedResponse, Interface, Operation } from '../interface/model.ts';
import type { Schema } from '../schema/schema.ts';
import { documentedJson } from '../http/media-type.ts';
import { errorFill } from './error-fill.ts';
import type { Refusal, ReplyBody } from './stages.ts';

type Shape = {
  readonly mediaType: string;
  readonly schema: Schema;
  readonly statusMembers: readonly string[];
};

/** Problem details, RFC 9457. */
const PROBLEM: Shape = {
  mediaType: 'application/problem+json',
  schema: {
    type: 'object',
    required: ['title', 'status', 'detail'],
    properties: { title: { type: 'string' }, status: { type: 'integer' }, detail: { type: 'string' } },
  },
  statusMembers: ['status'],
};

function jsonShape(response: DocumentedResponse): Shape | undefined {
  const found = documentedJson(response.representations);
  return found === undefined ? undefined : { ...found, statusMembers: response.statusMembers };
}

function isError(response: DocumentedResponse): boolean {
  return /^[45]/.test(response.status) || response.status === 'default';
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
    const shape = findShape(document, operation, refusal.status);
    const written = JSON.stringify(shape);
    const make = byShape.get(written) ?? bodyMaker(shape);
    byPlace.set(place, make);
    byShape.set(written, make);
    return make(refusal);
  };
}

type BodyMaker = (refusal: Refusal) => ReplyBody;

function bodyMaker(shape: Shape): BodyMaker {
  const fill = errorFill(shape.schema, shape.statusMembers);
  return (refusal) => ({ kind: 'json', mediaType: shape.mediaType, value: fill(refusal) });
}
