import { SAFE_METHODS } from '../../http/exchange.ts';
import type { Operation } from '../../interface/model.ts';
import type { Reading } from '../../oracle/reading.ts';
import { mayDependOnValues } from './other-bodies.ts';
import { firstValue, type Parts, withParameter } from './valid-request.ts';

/**
 * A request that says in its query whatever can be said of what it makes or changes: there is no body for it, and a service may ask
 * for what the document does not. A removal is told no more than it needs.
 */
export function withWholeQuery(operation: Operation, parts: Parts, seed: number): Parts {
  const { method, requestBody } = operation;
  if (requestBody !== undefined || SAFE_METHODS.has(method) || method === 'DELETE') return parts;
  return operation.parameters
    .filter(({ in: place, required }) => place === 'query' && !required)
    .reduce((whole, parameter) => {
      const value = firstValue(parameter, seed);
      return value === undefined ? whole : withParameter(whole, parameter, value);
    }, parts);
}

/** True for an operation that takes no body and was refused whatever it was asked with. */
export function isOwedMore({ id, requestBody }: Operation, readings: readonly Reading[]): boolean {
  if (requestBody !== undefined) return false;
  return mayDependOnValues(readings.filter(({ expectation }) => expectation.operation?.id === id));
}
