import { compileSchema, type SchemaValidator } from '../interface/compile-schema.ts';
import type { Collection, DocumentedResponse, Interface, Operation, Schema } from '../interface/model.ts';

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

/** True when a documented status (`201`, `4XX`, `default`) covers a status code. */
export function coversStatus(documented: string, status: number): boolean {
  if (documented === 'default') return true;
  if (/^[1-5]xx$/i.test(documented)) return documented.startsWith(String(Math.floor(status / 100)));
  return documented === String(status);
}

function vagueness(documented: string): number {
  if (documented === 'default') return 2;
  return /xx$/i.test(documented) ? 1 : 0;
}

/** The documented response for a status: exact codes win over ranges, ranges over `default` (OpenAPI, Responses Object). */
export function responseFor(operation: Operation, status: number): DocumentedResponse | undefined {
  return operation.responses
    .filter((response) => coversStatus(response.status, status))
    .sort((a, b) => vagueness(a.status) - vagueness(b.status))[0];
}

/** The JSON schema of a request body, or `undefined` when the operation takes no JSON. */
export function requestSchema(operation: Operation): Schema | undefined {
  return operation.requestBody?.representations.find((r) => isJsonMediaType(r.mediaType))?.schema;
}

/** True for `application/json` and `+json` types (RFC 6839). The argument is in lower case, without parameters. */
export function isJsonMediaType(mediaType: string): boolean {
  return mediaType === 'application/json' || mediaType.endsWith('+json');
}

/** The collection that an operation creates entries of. */
export function collectionCreatedBy(contract: Contract, operation: Operation): Collection | undefined {
  return contract.interface.collections.find((collection) => collection.create.id === operation.id);
}
