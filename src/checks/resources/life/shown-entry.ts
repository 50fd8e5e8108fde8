import type { Operation } from '../../../interface/model.ts';
import { encodedSegment } from '../../../interface/path-matching.ts';
import { isUndescribed } from '../../../interface/resources/resources.ts';
import { type JsonObject, memberOf } from '../../../json/value.ts';
import type { Reading } from '../../../oracle/reading.ts';
import { entryIn, textOf } from '../deeds.ts';
import { type Life, tellsOfEntry } from './life.ts';

/** What an answer shows of an entry that a run made, also of one that no document describes. */

/** True where what an answer of an operation shows is the entry: of one that nothing describes, what names itself is. */
export function tellsOfLife({ resource }: Life, operation: Operation | undefined): boolean {
  return isUndescribed(resource) || tellsOfEntry(resource, operation);
}

/** The entry that an answer shows. Where nothing is said of it, it has to name the place that it has. */
export function shownOf(
  { resource, path }: Pick<Life, 'resource' | 'path'>,
  reading: Reading,
): JsonObject | undefined {
  const shown = entryIn(resource, reading);
  if (shown === undefined || !isUndescribed(resource)) return shown;
  const name = textOf(memberOf(shown, resource.identity ?? ''));
  return name !== undefined && path.endsWith(`/${encodedSegment(name)}`) ? shown : undefined;
}
