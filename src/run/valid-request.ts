import fc from 'fast-check';
import { ordinaryText } from '../generate/ordinary-text.ts';
import type { Supply } from '../generate/supply.ts';
import { validValues } from '../generate/valid-values.ts';
import type { HeaderLine } from '../exchange/exchange.ts';
import type { Json, Operation, Parameter, Schema } from '../interface/model.ts';
import { requestSchema } from '../oracle/contract.ts';

/** What makes a request of an operation, apart from the credential. */
export type RequestParts = {
  /** Path and query relative to the base address. */
  readonly path: string;
  readonly headers: readonly HeaderLine[];
  readonly body: Json | undefined;
};

/** Values for a parameter; path values are never empty. */
function parameterValues(parameter: Parameter): Supply<string> {
  const supply = validValues(parameter.schema, { text: ordinaryText({ maxLength: 12 }) });
  if (supply.kind === 'unsupported') return supply;
  const text = supply.arbitrary
    .map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))
    .filter((value) => parameter.in !== 'path' || value !== '');
  return { kind: 'values', arbitrary: text };
}

const bodies = new WeakMap<Operation, Map<string, Supply>>();
const parameters = new WeakMap<Operation, Supply<Omit<RequestParts, 'body'>>>();

/** Valid bodies of an operation with ordinary text, or why none can be made. Kept: making them takes milliseconds. */
export function validBodies(operation: Operation, optional: 'all' | 'none' | 'mixed'): Supply | undefined {
  const schema = requestSchema(operation);
  if (schema === undefined) return undefined;
  const known = bodies.get(operation) ?? new Map<string, Supply>();
  const supply = known.get(optional) ?? validValues(schema, { optional, direction: 'request' });
  bodies.set(operation, known.set(optional, supply));
  return supply;
}

function fillTemplate(template: string, values: ReadonlyMap<string, string>): string {
  return template.replace(/\{([^}]+)\}/g, (_whole, name: string) =>
    encodeURIComponent(values.get(name) ?? ''),
  );
}

/** Path, query and header parameters with valid values: the required ones only. */
export function parameterParts(operation: Operation): Supply<Omit<RequestParts, 'body'>> {
  const supply = parameters.get(operation) ?? makeParameterParts(operation);
  parameters.set(operation, supply);
  return supply;
}

function makeParameterParts(operation: Operation): Supply<Omit<RequestParts, 'body'>> {
  const needed = operation.parameters.filter((p) => p.required || p.in === 'path');
  const arbitraries: Record<string, fc.Arbitrary<string>> = {};
  for (const parameter of needed) {
    const supply = parameterValues(parameter);
    if (supply.kind === 'unsupported') return supply;
    arbitraries[`${parameter.in} ${parameter.name}`] = supply.arbitrary;
  }
  const arbitrary = fc.record(arbitraries).map((values) => {
    const of = (place: Parameter['in']): [string, string][] =>
      needed.filter((p) => p.in === place).map((p) => [p.name, values[`${place} ${p.name}`] ?? '']);
    const query = new URLSearchParams(of('query')).toString();
    const path = fillTemplate(operation.path, new Map(of('path')));
    return { path: query === '' ? path : `${path}?${query}`, headers: of('header') };
  });
  return { kind: 'values', arbitrary };
}

/** Top-level members that hold free text long enough for a marker, required ones first. */
export function markableMembers(schema: Schema): readonly string[] {
  if (typeof schema === 'boolean') return [];
  const parts = [schema, ...(Array.isArray(schema.allOf) ? schema.allOf : [])].filter(isObject);
  const properties = parts.flatMap((part) =>
    isObject(part.properties) ? Object.entries(part.properties) : [],
  );
  const required = parts.flatMap((part) => (Array.isArray(part.required) ? part.required : []));
  const free = properties
    .filter(([, member]) => isObject(member) && isFreeText(member))
    .map(([name]) => name);
  return free.sort((a, b) => Number(required.includes(b)) - Number(required.includes(a)));
}

function isObject(value: Json | undefined): value is { readonly [name: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isFreeText(schema: { readonly [name: string]: Json }): boolean {
  const formed = ['enum', 'const', 'format', 'pattern', '$ref'].some((keyword) => keyword in schema);
  const long = typeof schema.maxLength !== 'number' || schema.maxLength >= 24;
  const types = Array.isArray(schema.type) ? schema.type : [schema.type];
  return types.includes('string') && !formed && long && schema.readOnly !== true;
}
