import { onceForBoth } from '../../../system/once-for.ts';
import type { Interface, Operation } from '../../model.ts';
import { plainName } from '../../names.ts';
import { partOf } from '../resources.ts';

/** What is always there and belongs to who asks: `/me`, `/users/me/preferences`, `/profile`. */

const WHO_ASKS: ReadonlySet<string> = new Set([
  'me',
  'self',
  'myself',
  'profile',
  'account',
  'user',
  'currentuser',
]);

/** True for an operation on a thing of who asks. */
export const isOfWhoAsks = onceForBoth(
  (operation: Operation, document: Interface): boolean =>
    !operation.path.includes('{') &&
    operation.path.split('/').some((segment) => WHO_ASKS.has(plainName(segment))) &&
    partOf(document, operation)?.resource.kind === 'singleton',
);
