import { resourcesOf } from '../../src/interface/resources/resources.ts';
import type { Operation } from '../../src/interface/model.ts';
import { matchesStatus, refusalStatuses, saysWhenRefused } from '../../src/oracle/contract.ts';
import type { Reading } from '../../src/oracle/reading.ts';
import type { Baselines } from '../../src/session/baseline.ts';
import { makeForAction } from '../../src/session/entries/making/first-actions.ts';
import { recipeOf } from '../../src/session/entries/making/recipes.ts';
import { withFreshTag } from '../../src/session/entries/fresh-tags.ts';
import { placeInside } from '../../src/session/entries/places/place-inside.ts';
import { type Particular, type ProbeContext, requestFor, sendSpec } from '../../src/session/probe.ts';
import { mayDependOnValues } from '../../src/session/requests/other-bodies.ts';

/**
 * Entries in which nothing is wrong but the request: an action that is refused of a paid order, whatever its body is, shows nothing of
 * how it reads bodies.
 */

/** So many are made for one action. */
const MOST_MADE = 2;

type Fitting = { path: string | undefined; made: number };

const known = new WeakMap<Baselines, Map<string, Fitting>>();

function fittingOf({ baselines }: ProbeContext, { id }: Operation): Fitting {
  const all = known.get(baselines) ?? new Map<string, Fitting>();
  known.set(baselines, all);
  const own = all.get(id) ?? { path: undefined, made: 0 };
  all.set(id, own);
  return own;
}

/** Makes an entry in a state in which the action was served, and returns where to send it; `undefined` for anything but an action. */
export async function placeForAction(
  context: ProbeContext,
  operation: Operation,
  probe: string,
): Promise<string | undefined> {
  const resource = resourcesOf(context.document).find(({ actions }) => actions.includes(operation));
  const recipe = recipeOf(context, operation);
  if (resource === undefined || recipe === undefined) return undefined;
  const entry = await makeForAction(context, resource, probe, recipe);
  return entry === undefined ? undefined : placeInside(context.session, entry, operation);
}

/** True for a refusal that may have to do with the entry, and not with what is wrong with the request. */
function isOfEntry(operation: Operation, reading: Reading | undefined): boolean {
  const status = reading?.answer?.status;
  if (reading === undefined || status === undefined || status >= 500) return false;
  return mayDependOnValues([reading]) && !matchesStatus(refusalStatuses(operation), status);
}

/** Sends a request; an action that is refused for the entry that it is sent to once more, to one that it was served of. */
export async function sendToFitting(
  context: ProbeContext,
  operation: Operation,
  particular: Particular,
): Promise<Reading | undefined> {
  const fitting = fittingOf(context, operation);
  const send = async (): Promise<Reading | undefined> => {
    const { path } = fitting;
    const place = path === undefined ? {} : { path, withQuery: true as const };
    const spec = requestFor(context, operation, { ...particular, ...place });
    if (spec === undefined) return undefined;
    const headers =
      path === undefined ? spec.headers : withFreshTag(context.session, operation, path, spec.headers);
    return sendSpec(context, { ...spec, headers });
  };
  const reading = await send();
  const isCertain = saysWhenRefused(context.document);
  if (isCertain || fitting.made >= MOST_MADE || !isOfEntry(operation, reading)) return reading;
  fitting.made += 1;
  const made = await placeForAction(context, operation, `${particular.probe}-for`);
  if (made === undefined) {
    fitting.made = MOST_MADE;
    return reading;
  }
  fitting.path = made;
  return send();
}
