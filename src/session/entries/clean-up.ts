import { saysAbsent } from '../../http/exchange.ts';
import type { OwnEntry } from '../../checks/resources/ownership/own-entries.ts';
import { Halt } from '../pace/budget.ts';
import { allowedIn, lookForClaims, mayChange, sendToEntry } from './entry-requests.ts';
import { ownershipOf } from './own-things.ts';
import { changedThings, putAllBack } from './things-there.ts';
import { leftFor } from './named-in-bodies.ts';
import { type ProbeContext, requestFor, sendSpec } from '../probe.ts';
import type { Operation } from '../../interface/model.ts';

/** After so many refusals of a kind in a row nothing more of it is tried. */
const MOST_REFUSALS = 3;

/**
 * Puts back what the run changed of others, and takes away what it made, as far as the document has a way: what is inside of something first. Ends quietly where budget
 * or time do; what stays is named in the report.
 */
export async function cleanUp(
  context: ProbeContext,
  { isLowered }: { readonly isLowered: boolean },
): Promise<void> {
  if (!mayChange(context)) return;
  const { session } = context;
  const isAllowed = allowedIn(context);
  const isLeft = ({ resource, standing }: OwnEntry): boolean =>
    standing !== 'gone' && isAllowed(resource.remove);
  const { claims, entries } = ownershipOf(session);
  const calls = callsThatRemove(context);
  // A removal that finds nothing is followed by a look.
  const changed = changedThings(context).length;
  const silent = [...ownershipOf(session).silent.places];
  const count = 2 * (entries.filter(isLeft).length + claims.length + changed + silent.length) + calls.length;
  if (count === 0) return;
  session.beginEnding();
  // What the caller allows at most holds for this as well; a profile's own bound is for what tells something.
  if (!isLowered) session.budget.extend(count);
  try {
    await putAllBack(context);
    await lookForClaims(context, undefined, 'clean-up/claims');
    for (const [place, { list, remove }] of silent)
      if (isAllowed(list) && isAllowed(remove))
        await sendToEntry(context, list, place, { probe: `clean-up/${list.id}`, intent: 'ordinary' });
    const left = ownershipOf(session).entries.filter(isLeft);
    // What was made last may hang on what was made before it.
    const latest = left.toReversed();
    await removeAll(
      context,
      latest.toSorted((a, b) => depthOf(b) - depthOf(a)),
    );
    await sendRemovals(context, calls);
  } catch (error) {
    if (!(error instanceof Halt)) throw error;
  }
}

/** How deep an entry is: by its own path, or by the place that it was made in. */
function depthOf({ path, place }: OwnEntry): number {
  return Math.max(path.split('/').length, place.split('/').length + 1);
}

/** The calls that take away what calls made (`POST /users.delete {id}`), one for each that is there. */
function callsThatRemove(context: ProbeContext): readonly Operation[] {
  const isAllowed = allowedIn(context);
  return context.document.operations.filter(isAllowed).flatMap((operation) => {
    const isServed = context.baselines.isServed(operation);
    return isServed ? Array.from({ length: leftFor(context.session, operation) }, () => operation) : [];
  });
}

/** Sends them until one is refused: each names what was made last. */
async function sendRemovals(context: ProbeContext, calls: readonly Operation[]): Promise<void> {
  const refused = new Set<Operation>();
  for (const call of calls) {
    if (refused.has(call)) continue;
    const spec = requestFor(context, call, { probe: `clean-up/${call.id}`, intent: 'ordinary' });
    const reading = spec === undefined ? undefined : await sendSpec(context, spec, { again: 'never' });
    if ((reading?.answer?.status ?? 500) >= 300) refused.add(call);
  }
}

/** Asks for the removal of these entries, as long as the service removes what is asked. */
async function removeAll(context: ProbeContext, left: readonly OwnEntry[]): Promise<void> {
  const refusals = new Map<string, number>();
  for (const { path, resource } of left) {
    const { remove, read } = resource;
    const standing = ownershipOf(context.session).at(path)?.standing;
    const refused = refusals.get(resource.path) ?? 0;
    if (remove === undefined || standing === 'gone' || refused >= MOST_REFUSALS) continue;
    const particular = { probe: `clean-up/${remove.id}`, intent: 'ordinary' } as const;
    const reading = await sendToEntry(context, remove, path, particular, { again: 'never' });
    const status = reading?.answer?.status ?? 0;
    if (read !== undefined && saysAbsent(status))
      await sendToEntry(
        context,
        read,
        path,
        { ...particular, probe: `clean-up/${read.id}` },
        { again: 'never' },
      );
    const isGone = ownershipOf(context.session).at(path)?.standing === 'gone';
    // A 409 is about the state of one entry, and says nothing of the others.
    if (status !== 409)
      refusals.set(resource.path, isGone || (status >= 200 && status < 300) ? 0 : refused + 1);
  }
}

/** Takes away what was made since these entries were known, what is inside of something first. */
export async function removeSince(context: ProbeContext, known: ReadonlySet<object>): Promise<void> {
  if (!mayChange(context)) return;
  const isAllowed = allowedIn(context);
  const made = ownershipOf(context.session)
    .entries.filter(
      (entry) => !known.has(entry) && entry.standing !== 'gone' && isAllowed(entry.resource.remove),
    )
    .toSorted((a, b) => b.path.split('/').length - a.path.split('/').length);
  await removeAll(context, made);
}
