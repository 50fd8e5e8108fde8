import type { Interface, Operation, Parameter } from '../../interface/model.ts';
import type { Engine } from '../engine.ts';
import type { Fault } from '../faults/fault.ts';
import { type JsonObject, type JsonValue, plainText, printJson } from '../json.ts';
import { sample } from '../sample.ts';
import { maskedKey } from './mock-state.ts';

const MAX_OPERATIONS = 1000;
const MAX_KEYS = 100;
const MAX_BODY_LENGTH = 20_000;

function parameterOf({ name, in: place, required, schema }: Parameter): JsonObject {
  return { name, in: place, required, value: required ? plainText(sample(schema)) : '' };
}

function bodyOf({ requestBody }: Operation): JsonObject | null {
  const [first] = requestBody?.representations ?? [];
  if (first === undefined) return null;
  const [example] = first.examples;
  const value: JsonValue = example === undefined ? sample(first.schema) : example.value;
  const text = typeof value === 'string' && !first.mediaType.includes('json') ? value : printJson(value);
  return { mediaType: first.mediaType, text: text.slice(0, MAX_BODY_LENGTH) };
}

function statusesOf(operation: Operation, { rateLimits }: Interface): readonly string[] {
  const implied = [
    ...(operation.credential === undefined ? [] : ['401']),
    ...(rateLimits === undefined ? [] : [String(rateLimits.status)]),
  ];
  const codes = operation.responses.map(({ status }) => status).filter((status) => /^\d{3}$/.test(status));
  return [...new Set([...codes, ...implied])].sort();
}

/** What a page may ask of the mock: its operations with values to start from, its keys, and the faults that it knows. */
export function offerOf(document: Interface, { keys }: Engine, faults: readonly Fault[]): JsonObject {
  const { title, version, basePath, operations } = document;
  return {
    title,
    version,
    basePath,
    operations: operations.slice(0, MAX_OPERATIONS).map((operation) => ({
      id: operation.id,
      method: operation.method,
      path: operation.path,
      deprecated: operation.deprecated,
      named: operation.documentation === 'named',
      credential: operation.credential === undefined ? null : { ...operation.credential },
      parameters: operation.parameters.map(parameterOf),
      body: bodyOf(operation),
      statuses: statusesOf(operation, document),
    })),
    keys: keys.slice(0, MAX_KEYS).map(({ key, plan }) => ({ key, plan, label: maskedKey(key) })),
    faults: faults.map(({ name, family, title: text }) => ({ name, family, title: text })),
  };
}
