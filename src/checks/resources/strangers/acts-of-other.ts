import type { Resource } from '../../../interface/resources/resources.ts';
import { type Json, type JsonObject, memberOf } from '../../../json/value.ts';
import type { Reading } from '../../../oracle/reading.ts';
import { wishOf } from '../life/members/entry-state.ts';
import { isEqual, isSameValue } from '../life/members/shown-values.ts';
import { tellsOfRemoval } from '../life/life.ts';

/** What another user did to an entry of the first, and whether the first one sees it. */

/** Something that another user was told to have done, until the first user looks. */
export type Act = { readonly reading: Reading; readonly part: 'change' | 'replace' | 'remove' | 'action' };

export const DEVIATIONS = {
  change: 'another user changes the entry',
  replace: 'another user changes the entry',
  remove: 'another user removes the entry',
  action: 'another user does something to the entry',
} as const;

/**
 * What is known of an entry of the run: how it was shown last, and before that with nothing done in between. `isGone`: the first user
 * asked for it last, and it was not there.
 */
export type Known = {
  shown: JsonObject | undefined;
  earlier: JsonObject | undefined;
  isGone: boolean;
  acts: Act[];
};

/** True where the first user sees that the other one's request was done. */
export function isDone(
  { reading, part }: Act,
  resource: Resource,
  { shown, earlier, isGone: wasGone }: Known,
  { now, isGone }: { readonly now: JsonObject | undefined; readonly isGone: boolean },
): boolean {
  switch (part) {
    case 'remove':
      return isGone || tellsOfRemoval(resource, resource.read, shown, now);
    case 'change':
    case 'replace':
      return isTakenOver(reading, { part, resource }, shown, now);
    case 'action':
      if (wasGone) return now !== undefined;
      // What is another one at each read is nobody's doing.
      return Object.keys(now ?? {}).some((name) => {
        const [before, steady] = [memberOf(shown ?? {}, name), memberOf(earlier ?? {}, name)];
        return before !== undefined && isEqual(before, steady) && !isEqual(before, memberOf(now ?? {}, name));
      });
  }
}

/** True where a value that the other user sent, and that was not there before, is shown to the first. */
function isTakenOver(
  done: Reading,
  { part, resource }: { readonly part: 'change' | 'replace'; readonly resource: Resource },
  before: JsonObject | undefined,
  now: JsonObject | undefined,
): boolean {
  const { operation } = done.expectation;
  if (operation === undefined || now === undefined || before === undefined) return false;
  const sent = wishOf(part, { operation, resource }, done)?.values ?? new Map<string, Json>();
  return [...sent].some(
    ([name, value]) => !isSameValue(value, memberOf(before, name)) && isSameValue(value, memberOf(now, name)),
  );
}
