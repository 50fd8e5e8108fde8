import { partOf, type Resource } from '../../../interface/resources/resources.ts';
import { severalAtOnce, severalBy, type Several } from '../../../interface/resources/several-at-once.ts';
import { fromPointer, valueAt } from '../../../json/pointer.ts';
import { isList, isObject, type JsonObject, memberOf, objectsIn } from '../../../json/value.ts';
import type { Contract } from '../../../oracle/contract.ts';
import { type Reading, sentValue } from '../../../oracle/reading.ts';
import { onceFor } from '../../../system/once-for.ts';
import type { JudgedRun } from '../../check.ts';
import { isDoneOtherwise } from '../lists/asked-in-query.ts';
import { pathOfEntry } from '../deeds.ts';
import {
  type Creation,
  creationsOf,
  identityOf,
  isOfRun,
  keyOfRequest,
  markersOf,
  sentMarkers,
} from './creations.ts';

/** Entries that one request made at once, each with what it was given. */

/** The entries that a request asks to make at once; `undefined` where it is no such request, or not an ordinary one. */
export function sentAtOnce({ pointer }: Several, reading: Reading): readonly JsonObject[] | undefined {
  const body = reading.expectation.situation === 'ordinary' ? sentValue(reading) : undefined;
  const items = body === undefined ? undefined : valueAt(body, fromPointer(pointer));
  return isList(items) ? objectsIn(items) : undefined;
}

/** What the answer has for them, in its order; `undefined` where it shows none of that. */
export function resultsAtOnce({ results }: Several, { answer }: Reading): readonly JsonObject[] | undefined {
  if (results === undefined || answer === undefined || answer.status >= 300 || answer.status === 202)
    return undefined;
  if (answer.answer.truncated || answer.json.kind === 'invalid') return undefined;
  const shown = valueAt(answer.json.value, fromPointer(results.pointer));
  return isList(shown) ? objectsIn(shown) : undefined;
}

/** The entry that a result is, or has. */
function entryOf({ results }: Several, result: JsonObject): JsonObject | undefined {
  const entry = results?.within === undefined ? result : memberOf(result, results.within);
  return isObject(entry) ? entry : undefined;
}

/** The place among those that were sent of the one whose text a result shows; `undefined` where it shows that of none, or several. */
export function placeSent(
  several: Several,
  sent: readonly JsonObject[],
  result: JsonObject,
): number | undefined {
  const entry = entryOf(several, result);
  const markers = new Set(entry === undefined ? [] : markersOf(entry));
  const found = [...sent.keys()].filter((at) =>
    markersOf(sent[at] ?? {}).some((marker) => markers.has(marker)),
  );
  return found.length === 1 ? found[0] : undefined;
}

/** True where an answer leaves out some of those that were sent. */
export function leavesOut(several: Several, reading: Reading): boolean {
  const [sent = [], results = []] = [sentAtOnce(several, reading), resultsAtOnce(several, reading)];
  const places = new Set(results.map((result) => placeSent(several, sent, result)));
  return [...sent.keys()].some((at) => !places.has(at));
}

const madeBy = onceFor((several: Several) =>
  onceFor((reading: Reading): readonly Creation[] => {
    const [sent, results] = [sentAtOnce(several, reading), resultsAtOnce(several, reading)];
    if (sent === undefined || results === undefined) return [];
    const placed = results.map((result) => ({ result, at: placeSent(several, sent, result) }));
    return [...sent.entries()].flatMap(([at, given]): readonly Creation[] => {
      const [only, ...others] = placed.filter((one) => one.at === at);
      const returned = only === undefined ? undefined : entryOf(several, only.result);
      if (returned === undefined || others.length > 0) return [];
      const { collection } = several;
      return [{ reading, collection, sent: given, returned, identity: identityOf(collection, returned) }];
    });
  }),
);

/** Creations, those of several entries at once with them. */
export const allCreationsOf: (run: JudgedRun) => readonly Creation[] = onceFor((run: JudgedRun) => {
  if (severalAtOnce(run.contract.interface).length === 0) return creationsOf(run);
  const several = run.readings.flatMap((reading) => {
    const made = severalBy(run.contract.interface, reading.expectation.operation);
    const isAsked = made !== undefined && isOfRun(reading) && keyOfRequest(reading) === undefined;
    return isAsked && !isDoneOtherwise(reading) ? madeBy(made)(reading) : [];
  });
  const all = [...creationsOf(run), ...several];
  return all.toSorted((a, b) => a.reading.exchange.startMs - b.reading.exchange.startMs);
});

/** The places of the entries of which an answer shows that the request made them at once: they have its texts. */
export function placesMadeAtOnce(
  { interface: document }: Contract,
  reading: Reading,
): readonly { readonly path: string; readonly resource: Resource }[] {
  const several = isOfRun(reading) ? severalBy(document, reading.expectation.operation) : undefined;
  const results = several === undefined ? undefined : resultsAtOnce(several, reading);
  const resource = several === undefined ? undefined : partOf(document, several.collection.create)?.resource;
  if (several === undefined || results === undefined || resource === undefined) return [];
  const own = new Set(sentMarkers(reading));
  return results.flatMap((result) => {
    const entry = entryOf(several, result);
    const isOwn = entry !== undefined && markersOf(entry).some((marker) => own.has(marker));
    const path = isOwn ? pathOfEntry(resource, [], entry) : undefined;
    return path === undefined ? [] : [{ path, resource }];
  });
}
