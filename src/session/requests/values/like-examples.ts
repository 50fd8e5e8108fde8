import type { Operation } from '../../../interface/model.ts';
import { entrySchemaOf, partOf } from '../../../interface/resources/resources.ts';
import { uniqueMembers } from '../../../interface/resources/words/members/told-unique.ts';
import { isObject, type Json, memberOf } from '../../../json/value.ts';
import { requestSchema } from '../../../oracle/contract.ts';
import type { ProbeContext } from '../../probe.ts';
import { referencesIn } from '../names/referenced.ts';
import { isOfShape, reshaped, shownCodes } from './shown-codes.ts';

/**
 * Other codes of the form of an example, which can be taken once itself.
 */

/** One digit may be the number of a version or of a kind. */
const LEAST_DIGITS = 2;

/** The codes of a body that name nothing that is there. */
function codesOf(context: ProbeContext, operation: Operation): readonly (readonly [string, string])[] {
  const schema = requestSchema(operation);
  if (schema === undefined) return [];
  const references = referencesIn(context.session, operation, schema);
  return [...shownCodes(schema)].filter(([name]) => !references.has(name));
}

/** True for a text of the form of a code that the document shows. */
export function isLikeExample(context: ProbeContext, operation: Operation): (leaf: Json) => boolean {
  const codes = codesOf(context, operation);
  return (leaf) => typeof leaf === 'string' && codes.some(([, shown]) => isOfShape(leaf, shown));
}

/**
 * The body with other codes, of the shape of the examples: where the document says that they are unique, and, as far as they have digits,
 * where all else was drawn anew and the body was refused once more.
 */
export function withOtherCodes(
  context: ProbeContext,
  operation: Operation,
  body: Json,
  mayBeOfDigits: boolean,
): Json {
  if (!isObject(body)) return body;
  const resource = partOf(context.document, operation)?.resource;
  const schema = requestSchema(operation) ?? true;
  const entry = (resource === undefined ? undefined : entrySchemaOf(resource)) ?? true;
  const unique = uniqueMembers(operation, schema, entry);
  const changed = codesOf(context, operation).flatMap(([name, shown]): (readonly [string, Json])[] => {
    const value = memberOf(body, name);
    if (typeof value !== 'string' || !isOfShape(value, shown)) return [];
    const isUnique = unique.includes(name);
    const digits = value.match(/[0-9]/g)?.length ?? 0;
    if (!isUnique && (!mayBeOfDigits || digits < LEAST_DIGITS)) return [];
    return [[name, reshaped(value, context.seed, context.marker(), isUnique)]];
  });
  return { ...body, ...Object.fromEntries(changed) };
}
