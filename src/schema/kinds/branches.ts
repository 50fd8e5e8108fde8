import type { ErrorObject } from 'ajv/dist/2020.js';

/** One judgement of one value by the alternatives of a schema. `several`: more than one of those of `oneOf` fit. */
export type Union = { readonly several?: boolean };

/** An alternative of a union: `at` counts from 0. */
type Branch = { readonly union: Union; readonly at: number };

/** Where errors of unions come from. */
export type Origin = {
  /** The innermost branch that an error was found in. */
  readonly within?: Branch;
  /** What an error of a union itself stands for: the errors in its branches name the same one. */
  readonly union?: Union;
};

/** Where an error comes from; nothing is said of one that is of no union. */
export function originOf(error: ErrorObject & Origin): Origin {
  const { within, union } = error;
  return { ...(within === undefined ? {} : { within }), ...(union === undefined ? {} : { union }) };
}
