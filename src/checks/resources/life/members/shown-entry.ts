import type { Operation } from '../../../../interface/model.ts';
import { encodedSegment } from '../../../../interface/path-matching.ts';
import { isUndescribed } from '../../../../interface/resources/resources.ts';
import { isNothing, isObject, type Json, type JsonObject, memberOf } from '../../../../json/value.ts';
import type { Reading } from '../../../../oracle/reading.ts';
import { entryIn, textOf } from '../../deeds.ts';
import { describedMembers, type Life, tellsOfEntry } from '../life.ts';

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

/**
 * Of which members an answer tells: a reading of all, any other of those that it describes or shows. Where nothing is said of an answer it may
 * show a part of the entry.
 */
export function tellingOf(
  { resource }: Life,
  { expectation: { operation } }: Reading,
  shown: JsonObject,
  isReading: boolean,
): (name: string) => boolean {
  const described = isReading ? undefined : describedMembers(resource, operation);
  const isWhole = described === undefined && !isUndescribed(resource);
  return (name) => isWhole || described?.has(name) === true || Object.hasOwn(shown, name);
}

const SUCCESS = /^(?:is_?)?(?:success|successful|succeeded|ok)$/i;
const FAILED: ReadonlySet<unknown> = new Set(['error', 'fail', 'failed', 'failure', 'nok', false]);

function tellsOfFailure([name, value]: readonly [string, Json]): boolean {
  if (SUCCESS.test(name)) return value === false || value === 'false' || value === 0;
  if (/^errors?$/i.test(name)) return !isNothing(value) && value !== false;
  if (!/^(?:status|status_?code|code|result)$/i.test(name)) return false;
  return FAILED.has(typeof value === 'string' ? value.toLowerCase() : value) || Number(value) >= 400;
}

/**
 * True for an answer of success which says of itself that nothing was done (`{"success": false}`), about an entry that nothing describes: many
 * services have no other way to refuse, and no document says that they must not.
 */
export function saysItFailed({ resource }: Pick<Life, 'resource'>, { answer }: Reading): boolean {
  if (answer === undefined || !isUndescribed(resource) || answer.json.kind === 'invalid') return false;
  const { value } = answer.json;
  return isObject(value) && Object.entries(value).some(tellsOfFailure);
}
