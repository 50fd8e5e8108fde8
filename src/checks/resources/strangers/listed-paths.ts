import type { Resource } from '../../../interface/resources/resources.ts';
import type { JsonObject } from '../../../json/value.ts';
import { type Deed, pathOfEntry } from '../deeds.ts';

/** The entries that a list shows, by their paths. */
export function byPath(
  resource: Resource,
  values: Deed['values'],
  entries: readonly JsonObject[],
): ReadonlyMap<string, JsonObject> {
  return new Map(
    entries.flatMap((entry) => {
      const path = pathOfEntry(resource, values, entry);
      return path === undefined ? [] : [[path, entry] as const];
    }),
  );
}
