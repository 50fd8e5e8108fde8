import type { Operation } from '../../../interface/model.ts';

/** The name of a derived fault: the operation, then what it is about, with points in between and without spaces. */
export function derivedName({ id }: Operation, ...parts: readonly string[]): string {
  return [id, ...parts].join('.').replaceAll(/\s+/g, '-');
}
