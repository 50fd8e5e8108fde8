import { documentedJson } from '../http/media-type.ts';
import { compileSchema, type SchemaValidator } from '../interface/compile-schema.ts';
import type { Collection, Interface, Operation } from '../interface/model.ts';
import type { Schema } from '../schema/schema.ts';

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

/** The JSON schema of a request body, or `undefined` when the operation takes no JSON. */
export function requestSchema(operation: Operation): Schema | undefined {
  return documentedJson(operation.requestBody?.representations ?? [])?.schema;
}

/** The media type in which a request of the operation sends JSON. */
export function requestMediaType(operation: Operation): string {
  return documentedJson(operation.requestBody?.representations ?? [])?.mediaType ?? 'application/json';
}

/** The collection that an operation creates entries of. */
export function collectionCreatedBy(contract: Contract, operation: Operation): Collection | undefined {
  return contract.interface.collections.find((collection) => collection.create.id === operation.id);
}
