import type { HeaderLine } from '../exchange/exchange.ts';
import { objectsOf, textOf, type HarObject } from './har-fields.ts';

/** Header lines of a message. Pseudo fields of HTTP/2 go; values that a tool joined with line feeds come apart. */
export function harHeaders(message: HarObject): readonly HeaderLine[] {
  return objectsOf(message, 'headers').flatMap((field): readonly HeaderLine[] => {
    const name = textOf(field, 'name');
    const value = textOf(field, 'value');
    if (name === undefined || value === undefined || name.startsWith(':')) return [];
    return value.split(/\r?\n/).map((line) => [name, line]);
  });
}
