/** Values of parameters that a caller knows to be valid at the service. */
import type { Json } from '../../json/value.ts';
import { suggestion } from '../../system/nearest-name.ts';
import type { Interface, Operation, Parameter } from '../model.ts';
import { filterMatcher } from '../selection.ts';

/** Values by name, for the operations that a filter matches (see `Selection`). */
export type GivenParameters = { readonly filter: string; readonly values: ReadonlyMap<string, Json> };

/** The names that none of the operations has, and what would be right; `undefined` where each is there. */
export function parameterAdvice(
  { filter, values }: GivenParameters,
  document: Interface,
): string | undefined {
  const own = document.operations.filter(filterMatcher(filter));
  const names = [...new Set(own.flatMap(({ parameters }) => parameters.map(({ name }) => name)))];
  const unknown = [...values.keys()].find((name) => !names.includes(name));
  if (unknown === undefined) return undefined;
  const advice = names.length === 0 ? 'it has none' : suggestion(unknown, names);
  const which = filter === '/**' ? '' : ` that ${JSON.stringify(filter)} names`;
  return `no operation${which} has a parameter ${JSON.stringify(unknown)}; ${advice}`;
}

function withValues(operation: Operation, values: ReadonlyMap<string, Json>): Operation {
  const parameters = operation.parameters.map((parameter): Parameter => {
    const value = values.get(parameter.name);
    return value === undefined ? parameter : { ...parameter, known: value };
  });
  return { ...operation, parameters };
}

/** The document with what a caller knows: valid requests of these operations name these values. */
export function withGivenParameters(document: Interface, given: readonly GivenParameters[]): Interface {
  if (given.length === 0) return document;
  const changed = new Map<Operation, Operation>();
  for (const operation of document.operations) {
    const own = given.filter(({ filter }) => filterMatcher(filter)(operation));
    if (own.length > 0)
      changed.set(
        operation,
        own.reduce((done, { values }) => withValues(done, values), operation),
      );
  }
  const inPlace = (operation: Operation): Operation => changed.get(operation) ?? operation;
  return {
    ...document,
    operations: document.operations.map(inPlace),
    collections: document.collections.map((collection) => ({
      ...collection,
      create: inPlace(collection.create),
      list: inPlace(collection.list),
      read: collection.read === undefined ? undefined : inPlace(collection.read),
    })),
  };
}
