import { coversStatus, isForLimitsAlone, isSuccessByDefault } from '../interface/documented-answers.ts';
import { concreteMediaType, mediaKindOf, representationToWrite } from '../interface/content/media-kind.ts';
import { writtenInQuery } from '../interface/resources/members-in-query.ts';
import type { Collection, Interface, Operation, RateLimits, Representation } from '../interface/model.ts';
import { compileSchema, type SchemaValidator } from '../schema/compile.ts';
import type { Schema } from '../schema/keywords.ts';
import { onceFor, onceForEither } from '../system/once-for.ts';

export { isCertainlyServed, saysWhenRefused } from './promised.ts';

/** An interface as it stands at one base address. */
export type Contract = {
  readonly interface: Interface;
  /** Path of the target's base address, no trailing slash. */
  readonly basePath: string;
};

const validators = new WeakMap<object, SchemaValidator>();
const accept: SchemaValidator = () => [];
const refuse: SchemaValidator = () => [{ pointer: '', keyword: 'false', message: 'nothing is allowed here' }];

/** The validator of a schema, compiled at its first use. */
export function validatorOf(schema: Schema): SchemaValidator {
  if (typeof schema === 'boolean') return schema ? accept : refuse;
  const known = validators.get(schema);
  if (known !== undefined) return known;
  const compiled = compileSchema(schema);
  validators.set(schema, compiled);
  return compiled;
}

/** How assay writes the body of a request: as JSON where that is documented, otherwise in the first type that it can write. */
export function requestRepresentation({ requestBody }: Operation): Representation | undefined {
  return representationToWrite(requestBody?.representations ?? []);
}

/** The schema of the body that assay sends, or of what it gives in the query instead; `undefined` when the operation takes none that it can write. */
export function requestSchema(operation: Operation): Schema | undefined {
  return requestRepresentation(operation)?.schema ?? writtenInQuery(operation);
}

/** The media type of the body that assay sends. */
export function requestMediaType(operation: Operation): string {
  return concreteMediaType(requestRepresentation(operation)?.mediaType ?? 'application/json');
}

/** True where assay sends the body as JSON. */
export function takesJson(operation: Operation): boolean {
  return mediaKindOf(requestMediaType(operation)) === 'json';
}

/** The collection that an operation creates entries of. */
export function collectionCreatedBy(contract: Contract, operation: Operation): Collection | undefined {
  return contract.interface.collections.find((collection) => collection.create.id === operation.id);
}

const DOCUMENTED_REFUSALS = ['400', '422'];

/** Statuses of an answer that serves the request, as the document has them; any 2xx where it shows none. */
export const successStatuses: (operation: Operation) => readonly string[] = onceFor(
  ({ responses }: Operation) => {
    const documented = responses.map((r) => r.status).filter((status) => /^[123]/.test(status));
    return documented.length > 0 ? documented.map((status) => status.toUpperCase()) : ['2XX'];
  },
);

/** True for an answer that serves the request: a documented success, by `default` too. */
export function servesBy(operation: Operation, status: number): boolean {
  if (matchesStatus(successStatuses(operation), status)) return true;
  return status < 400 && operation.responses.some((response) => response.status === 'default');
}

/** What may come for any reason where nobody says when a 4xx comes: every 4xx, and what `default` covers. */
export function anyRefusal({ responses }: Operation): readonly string[] {
  return responses.some(({ status }) => status === 'default') ? ['1XX', '2XX', '3XX', '4XX'] : ['4XX'];
}

/** The documented statuses, without a `default` that is the success by its words. */
function beyondSuccess(responses: Operation['responses']): readonly string[] {
  return responses.filter((one) => !isSuccessByDefault(one)).map(({ status }) => status.toUpperCase());
}

/** The 4xx statuses that the document gives an operation, those of `default` among them. */
export function documentedRefusals({ responses }: Operation): readonly string[] {
  const documented = beyondSuccess(responses);
  return documented.includes('DEFAULT') ? ['4XX'] : documented.filter((status) => status.startsWith('4'));
}

/** Statuses that the document gives for a request that breaks the schema; empty where it gives none. */
export const refusalStatuses: (operation: Operation) => readonly string[] = onceFor(
  ({ responses }: Operation) => {
    const documented = beyondSuccess(responses);
    const exact = documented.filter((status) => DOCUMENTED_REFUSALS.includes(status));
    if (exact.length > 0) return exact;
    return documented.includes('4XX') || documented.includes('DEFAULT') ? ['4XX'] : [];
  },
);

const documentedStates = onceForEither(({ responses }: Operation, limits: RateLimits | undefined) =>
  responses
    .map((r) => r.status)
    .filter((status) => /^4\d\d$/.test(status) && !['400', '401', '415'].includes(status))
    .filter((status) => !isForLimitsAlone(limits, Number(status))),
);

/** Documented 4xx statuses that depend on the state of the service and not on the form of the request. */
export function stateStatuses(
  operation: Operation,
  pathValues: ReadonlyMap<string, string>,
  limits: RateLimits | undefined,
): readonly string[] {
  const documented = documentedStates(operation, limits);
  return pathValues.size > 0 ? [...documented, '404', '410'] : documented;
}

/** True when a status fits one of the patterns. */
export function matchesStatus(patterns: readonly string[], status: number): boolean {
  return patterns.some((pattern) => coversStatus(pattern, status));
}
