import { refusesAgain } from '../../src/checks/resources/life/actions.ts';
import { isUnsettled } from '../../src/checks/resources/life/lives.ts';
import { TELLING_LAG_MS } from '../../src/checks/resources/judges.ts';
import { pathBelow } from '../../src/interface/resources/places.ts';
import type { Operation } from '../../src/interface/model.ts';
import { type Resource, resourcesOf } from '../../src/interface/resources/resources.ts';
import { allowedIn, mayChange, sendToEntry } from '../../src/session/entries/entry-requests.ts';
import { makeForAction, recipeOf } from '../../src/session/entries/first-actions.ts';
import { judgedRun } from '../../src/session/judge-run.ts';
import type { ProbeContext } from '../../src/session/probe.ts';
import { FROM_STANDARD, type Probe } from '../../src/session/suite.ts';
import type { Living } from './bodies.ts';
import { look, lookAtOthers } from './steps.ts';

/** What actions do to entries (`POST /bookings/7/cancel`): a new one is read, acted on, read, and acted on once more. */

/** Actions on the entries of one resource that are looked at; others are asked for once. */
const MOST_ACTIONS = 3;

async function act(living: Living, action: Operation, name: string): Promise<void> {
  const { context, path } = living;
  const body = recipeOf(context, action)?.body ?? {};
  const particular = { probe: `${living.label}/${name}`, intent: 'ordinary', ...body } as const;
  await sendToEntry(context, action, pathBelow(path, action.path), particular);
}

async function live(context: ProbeContext, resource: Resource, action: Operation): Promise<void> {
  const label = `resources/action-${action.id}`;
  const recipe = recipeOf(context, action);
  if (recipe === undefined) return;
  if (recipe.before !== undefined && recipe.before === resource.remove) return;
  const path = await makeForAction(context, resource, label, recipe);
  if (path === undefined) return;
  const living: Living = { context, resource, path, label, shown: undefined };
  await look(living, 'before');
  await act(living, action, 'once');
  await look(living, 'after');
  const { session, capabilities, signal } = context;
  if (isUnsettled(judgedRun(session.contract, capabilities, session.readings), resource)) {
    await session.clock.sleep(TELLING_LAG_MS + 100, signal);
    await look(living, 'after-again');
  }
  if (refusesAgain(action) !== undefined) await act(living, action, 'twice');
  await lookAtOthers(living, 'action');
}

export const actions: Probe = {
  id: 'resources.actions',
  intends: ['life'],
  profiles: FROM_STANDARD,
  creates: true,
  run: async (context) => {
    if (!mayChange(context)) return;
    const isAllowed = allowedIn(context);
    for (const resource of resourcesOf(context.document)) {
      const { kind, create, replace, read } = resource;
      if (kind !== 'collection' || ![create, replace].some(isAllowed) || !isAllowed(read)) continue;
      for (const action of resource.actions.filter(isAllowed).slice(0, MOST_ACTIONS))
        await live(context, resource, action);
    }
  },
};
