import { otherUse } from '../../../src/checks/check.ts';
import { isShared, mayBeKept } from '../../../src/checks/resources/strangers/kept-from-others.ts';
import type { Operation } from '../../../src/interface/model.ts';
import {
  isListedAlone,
  listerOf,
  type Resource,
  resourcesOf,
} from '../../../src/interface/resources/resources.ts';
import { showsStatus } from '../../../src/oracle/conditions.ts';
import { allowedIn, makeEntry, mayChange } from '../../../src/session/entries/entry-requests.ts';
import { type ProbeContext, requestFor, sendSpec } from '../../../src/session/probe.ts';
import { FROM_STANDARD, type Probe } from '../../../src/session/suite.ts';
import { type Living } from '../bodies.ts';
import { searchesFor } from './found-by-others.ts';
import { lookInList } from '../steps.ts';
import { list, readBelow } from './sights.ts';
import { actAsOther, bringBackAsOther, callAsOther, changeAsOther, intrude, removeAsOther } from './deeds.ts';
import { changeOpened } from './opened.ts';
import { ask, look, type MayAsk, OTHER } from './two-users.ts';

/** Requests of another user for what the run made with its own key. Each change is looked at with the first key. */

async function visit(context: ProbeContext, resource: Resource, at: number): Promise<void> {
  const label = `resources/stranger-${String(at + 1)}`;
  if (!mayBeKept(resource, context.document, context.capabilities)) return;
  const path = await makeEntry(context, resource, `${label}/make`);
  const unseen = {
    cause: 'declared',
    reason: `no entry of ${resource.path} was made that can be named and read`,
  } as const;
  if (path === undefined) {
    context.leaveOut(label, unseen);
    return;
  }
  const living: Living = { context, resource, path, label, shown: undefined };
  const allowed = allowedIn(context);
  const mayAsk: MayAsk = (operation): operation is Operation =>
    allowed(operation) && !isShared(operation, context.document, context.capabilities);
  const seen = await look(living, 'made');
  if (seen?.answer === undefined || seen.answer.status >= 300) {
    context.leaveOut(label, unseen);
    return;
  }
  if (mayAsk(resource.read)) await ask(living, resource.read, OTHER, { probe: 'read-of-other', path });
  await list(living, mayAsk);
  for (const [number, { operation, asked }] of searchesFor(living, mayAsk).entries())
    await ask(living, operation, OTHER, { probe: `found-by-other-${String(number + 1)}`, ...asked });
  await intrude(living, mayAsk);
  await readBelow(living, mayAsk);
  // Where a PUT makes what is not there, the other user has one of its own under this name afterwards, and would remove that.
  if (mayAsk(resource.remove) && mayAsk(resource.replace) && showsStatus(resource.replace, 201)) {
    await ask(living, resource.remove, OTHER, { probe: 'delete-of-other-before', path });
    const left = await look(living, 'after-delete-of-other-before');
    if ((left?.answer?.status ?? 400) >= 400) return;
  }
  await changeAsOther(living, mayAsk, look);
  await actAsOther(living, mayAsk);
  await callAsOther(living, mayAsk);
  await removeAsOther(living, mayAsk, look);
  await changeOpened(living, mayAsk);
  await bringBackAsOther(living, mayAsk);
}

async function lookAtList(living: Living, when: string): Promise<void> {
  const { context, resource, path, label } = living;
  const shown = await lookInList(context, resource, path, `${label}/list-${when}`);
  if (shown !== undefined) living.shown = shown;
}

/** What lists alone show: who may see a list of what is inside of an entry is nothing that anything tells. */
async function visitListed(context: ProbeContext, resource: Resource, label: string): Promise<void> {
  const allowed = allowedIn(context);
  const mayAsk: MayAsk = (operation): operation is Operation =>
    allowed(operation) && !isShared(operation, context.document, context.capabilities);
  if (![resource.change, resource.replace, resource.remove].some(mayAsk)) return;
  const path = await makeEntry(context, resource, `${label}/make`);
  if (path === undefined) return;
  const living: Living = { context, resource, path, label, shown: undefined };
  await lookAtList(living, 'made');
  if (living.shown === undefined) return;
  await changeAsOther(living, mayAsk, lookAtList);
  await removeAsOther(living, mayAsk, lookAtList);
  // Who is told that the entry is not there has it in no list.
  if (resource.parent === undefined && !resource.path.includes('{')) await list(living, mayAsk);
}

/** Something that the other user is served as well: who is refused everywhere is kept out of nothing. */
async function introduce(context: ProbeContext): Promise<void> {
  const asked = allowedIn(context);
  const [open] = context.document.operations.filter(
    (operation) =>
      operation.method === 'GET' &&
      !operation.path.includes('{') &&
      operation.credential !== undefined &&
      asked(operation) &&
      context.baselines.isServed(operation),
  );
  const spec =
    open === undefined
      ? undefined
      : requestFor(context, open, { probe: 'resources/stranger-first', intent: 'ordinary' });
  if (spec !== undefined)
    await sendSpec(context, { ...spec, credential: otherUse(context.capabilities), intent: 'other-user' });
}

/** What the run makes with its key, and what another user gets at of it. */
export const strangers: Probe = {
  id: 'resources.strangers',
  intends: ['other-user'],
  profiles: FROM_STANDARD,
  creates: true,
  run: async (context) => {
    if (context.capabilities.otherKey === undefined || !mayChange(context)) return;
    const allowed = allowedIn(context);
    const made = resourcesOf(context.document).filter(
      ({ kind, create, replace }) => kind === 'collection' && [create, replace].some(allowed),
    );
    const kept = made.filter(({ read }) => allowed(read));
    const listed = made.filter((one) => isListedAlone(one) && allowed(listerOf(one)));
    await introduce(context);
    for (const [at, resource] of kept.entries()) await visit(context, resource, at);
    for (const [at, resource] of listed.entries())
      await visitListed(context, resource, `resources/listed-stranger-${String(at + 1)}`);
  },
};
