import { type Unlike, unlikeResources } from '../../src/checks/resources/unique-kept.ts';
import { sentTo } from '../../src/checks/resources/life/entry-state.ts';
import { fromPointer, valueAt } from '../../src/json/pointer.ts';
import { isObject, type Json } from '../../src/json/value.ts';
import { allowedIn, makeEntry, mayChange } from '../../src/session/entries/entry-requests.ts';
import { livingOf } from '../../src/session/entries/own-things.ts';
import { type ProbeContext, sendFor } from '../../src/session/probe.ts';
import { markedBody } from '../../src/session/requests/marked.ts';
import { FROM_STANDARD, type Probe } from '../../src/session/suite.ts';
import { look } from './steps.ts';

/** The same creation twice, where the document says that one entry alone may have a value. */

/** A body that brings all of the members, with the least beside them where it can be. */
function bodyWith(
  context: ProbeContext,
  { resource, create, names }: Unlike,
  label: string,
): Json | undefined {
  const place = fromPointer(sentTo(create, resource)?.pointer ?? '');
  return (['none', 'all'] as const)
    .map((optional) => markedBody(context, create, { optional, label: `${label}-${optional}` }))
    .find((body) => {
      const inner = body === undefined ? undefined : valueAt(body, place);
      return isObject(inner) && names.every((name) => Object.hasOwn(inner, name));
    });
}

async function sendTwice(context: ProbeContext, unlike: Unlike): Promise<void> {
  const { session } = context;
  const { resource, create } = unlike;
  const label = `resources/twice-${create.id}`;
  const json = bodyWith(context, unlike, label);
  if (json === undefined) return;
  const path = await makeEntry(context, resource, `${label}/make`, { body: { json } });
  if (path === undefined) return;
  const first = { context, resource, path, label, shown: undefined };
  await look(first, 'made');
  const known = new Set(livingOf(session, resource).map((entry) => entry.path));
  await sendFor(context, create, { probe: `${label}/again`, intent: 'ordinary', body: { json } });
  const second = livingOf(session, resource).find((entry) => !known.has(entry.path));
  if (second === undefined) return;
  await look(first, 'after');
  await look({ ...first, path: second.path }, 'second');
}

export const twice: Probe = {
  id: 'resources.twice',
  intends: ['life'],
  profiles: FROM_STANDARD,
  creates: true,
  run: async (context) => {
    if (!mayChange(context)) return;
    const isAllowed = allowedIn(context);
    for (const unlike of unlikeResources(context.document))
      if (isAllowed(unlike.create) && isAllowed(unlike.read) && context.baselines.isServed(unlike.create))
        await sendTwice(context, unlike);
  },
};
