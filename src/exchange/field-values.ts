import { withoutBlanks } from '../http/field-text.ts';
import type { HeaderLine } from './exchange.ts';

/** The values of every line called `name` (in any letter case), in order, without white space around them. */
export function fieldValues(lines: readonly HeaderLine[], name: string): readonly string[] {
  const wanted = name.toLowerCase();
  const values: string[] = [];
  for (const [lineName, value] of lines) {
    if (lineName.length === wanted.length && lineName.toLowerCase() === wanted)
      values.push(withoutBlanks(value));
  }
  return values;
}

/** The value of the only line called `name`; `undefined` when there is none or more than one. */
export function singleFieldValue(lines: readonly HeaderLine[], name: string): string | undefined {
  const values = fieldValues(lines, name);
  return values.length === 1 ? values[0] : undefined;
}
