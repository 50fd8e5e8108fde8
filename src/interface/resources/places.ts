import { percentDecoded } from '../../http/target.ts';
import { encodedSegment, parameterNames } from '../path-matching.ts';

/** Places of a document and of a service, in one way of writing. */

/** A template with its parameters nameless and without a slash at its end: the same for all operations of one place. */
export function placeOf(template: string): string {
  return withoutEndSlashes(template.replaceAll(/\{[^{}]*\}/g, '{}'));
}

/** A path without slashes at its end; `/` alone stays. */
export function withoutEndSlashes(template: string): string {
  let end = template.length;
  while (end > 1 && template[end - 1] === '/') end -= 1;
  return template.slice(0, end);
}

/** How many entries a place is inside of. */
export function depthOf(path: string): number {
  return parameterNames(path).length;
}

/** A template with these values for its parameters, in their order, percent-encoded. */
export function filledInOrder(template: string, values: readonly string[]): string {
  const left = values.values();
  return template.replaceAll(/\{[^{}]*\}/g, () => encodedSegment(left.next().value ?? ''));
}

/** A path as it is compared: each segment encoded in one way. */
export function canonicalPath(path: string): string {
  return withoutEndSlashes(path)
    .split('/')
    .map((segment) => encodedSegment(percentDecoded(segment) ?? segment))
    .join('/');
}
