import {
  isForbidden,
  isOnTheWay,
  type ToldTransitions,
  transitionsTold,
} from '../../src/interface/resources/words/states/told-transitions.ts';
import { isState, type State } from '../../src/interface/resources/words/states/told-states.ts';
import type { Operation } from '../../src/interface/model.ts';
import { type Resource, resourcesOf } from '../../src/interface/resources/resources.ts';
import { isObject, type Json, memberOf } from '../../src/json/value.ts';
import { requestSchema, validatorOf } from '../../src/oracle/contract.ts';
import { isSuccess } from '../../src/checks/resources/deeds.ts';
import { TELLING_LAG_MS } from '../../src/checks/resources/judges.ts';
import { sendToEntry } from '../../src/session/entries/entry-requests.ts';
import { makeForAction } from '../../src/session/entries/making/first-actions.ts';
import { placeInside } from '../../src/session/entries/places/place-inside.ts';
import type { ProbeContext } from '../../src/session/probe.ts';
import { leastBody } from '../../src/session/requests/other-bodies.ts';
import type { Living } from './bodies.ts';
import { look, probeOfLives } from './steps.ts';

/** Asks for states of entries to which the document says that nothing leads: of a new one, and of one that was led as far as it goes. */

/** So many states are asked for of one entry that are refused there. */
const MOST_REFUSED = 3;

type Way = { readonly living: Living; readonly operation: Operation; readonly told: ToldTransitions };

function stateNow({ living: { shown }, told: { member } }: Way): State | undefined {
  const now = shown === undefined ? undefined : memberOf(shown, member);
  return isState(now) ? now : undefined;
}

/** Asks for a state. Returns whether it was served. */
async function lead({ living, operation, told }: Way, to: State, name: string): Promise<boolean> {
  const { context, resource, path, label } = living;
  const schema = requestSchema(operation) ?? true;
  const least = operation === resource.change ? {} : leastBody(context, operation);
  const json: Json = { ...(isObject(least) ? least : {}), [told.sent]: to };
  if (validatorOf(schema)(json).length > 0) return false;
  const place = operation === resource.change ? path : placeInside(context.session, path, operation);
  const probe = `${label}/${name}-${String(to)}`;
  const reading = await sendToEntry(context, operation, place, { probe, intent: 'ordinary', body: { json } });
  await look(living, `after-${name}-${String(to)}`);
  return reading !== undefined && isSuccess(reading);
}

function askedInVain({ told }: Way, from: State): readonly State[] {
  return told.values.filter((asked) => isForbidden(told, from, asked));
}

/** Looks once more where the entry may be on its way by itself: what is refused from a state is told by one that stays. */
async function seeItStay(way: Way): Promise<void> {
  const { living, told } = way;
  const from = stateNow(way);
  if (from === undefined || !askedInVain(way, from).some((to) => isOnTheWay(told, from, to))) return;
  const { session, signal } = living.context;
  await session.clock.sleep(TELLING_LAG_MS + 50, signal);
  await look(living, 'stays');
}

/** Asks for the states that are refused from the one in which the entry is, those first to which others lead. */
async function tryOthers(way: Way, name: string): Promise<void> {
  const { told } = way;
  const from = stateNow(way);
  if (from === undefined) return;
  const known = new Set([...told.next.values()].flat().map(({ asked }) => asked));
  const refused = askedInVain(way, from).toSorted(
    (one, other) => Number(known.has(other)) - Number(known.has(one)),
  );
  for (const to of refused.slice(0, MOST_REFUSED)) {
    await lead(way, to, name);
    if (stateNow(way) !== from) return;
  }
}

/** What has to be asked for to get from a state to one from which nothing leads on; the shortest way. */
function wayToEnd({ next }: ToldTransitions, from: State): readonly State[] | undefined {
  const seen = new Set<State>([from]);
  let ways: readonly { readonly at: State; readonly asked: readonly State[] }[] = [{ at: from, asked: [] }];
  while (ways.length > 0) {
    const end = ways.find(({ at, asked }) => asked.length > 0 && (next.get(at) ?? []).length === 0);
    if (end !== undefined) return end.asked;
    ways = ways.flatMap(({ at, asked }) =>
      (next.get(at) ?? []).flatMap((one) => {
        if (seen.has(one.to)) return [];
        seen.add(one.to);
        return [{ at: one.to, asked: [...asked, one.asked] }];
      }),
    );
  }
  return undefined;
}

async function live(context: ProbeContext, resource: Resource, operation: Operation): Promise<void> {
  const told = transitionsTold(resource, operation);
  if (told === undefined) return;
  const label = `resources/transitions-${operation.id}`;
  const path = await makeForAction(context, resource, label, { before: undefined });
  if (path === undefined) return;
  const living: Living = { context, resource, path, label, shown: undefined };
  const way: Way = { living, operation, told };
  await look(living, 'before');
  await seeItStay(way);
  await tryOthers(way, 'at-first');
  const from = stateNow(way);
  const steps = from === undefined ? undefined : wayToEnd(told, from);
  for (const to of steps ?? []) if (!(await lead(way, to, 'on'))) return;
  if (steps !== undefined) await tryOthers(way, 'at-the-end');
}

export const transitions = probeOfLives('resources.transitions', async (context, isAllowed) => {
  for (const resource of resourcesOf(context.document)) {
    const { kind, create, replace, read, change, actions } = resource;
    if (kind !== 'collection' || ![create, replace].some(isAllowed) || !isAllowed(read)) continue;
    for (const operation of [change, ...actions].filter(isAllowed)) await live(context, resource, operation);
  }
});
