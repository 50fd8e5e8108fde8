import { type Counting, toldCountsOf } from '../../src/interface/resources/words/told-counts.ts';
import { type Resource, resourcesOf } from '../../src/interface/resources/resources.ts';
import { parseJson } from '../../src/json/lossless.ts';
import { isObject, type Json, memberOf } from '../../src/json/value.ts';
import { requestSchema, validatorOf } from '../../src/oracle/contract.ts';
import { thingMade } from '../../src/session/requests/referenced.ts';
import { TELLING_LAG_MS } from '../../src/checks/resources/judges.ts';
import { allowedIn, makeEntry, mayChange, sendToEntry } from '../../src/session/entries/entry-requests.ts';
import { type ProbeContext, requestFor } from '../../src/session/probe.ts';
import { FROM_STANDARD, type Probe } from '../../src/session/suite.ts';
import type { Living } from './bodies.ts';
import { makeInside } from './families.ts';
import { look } from './steps.ts';

/** Looks at numbers that count what is inside of an entry, before and after something is put there and taken away. */

/** Looks at an entry, and once more a moment later where its number has not grown, or fallen: it may lag. */
async function lookAgain(living: Living, name: string, when: string, hasToGrow: boolean): Promise<void> {
  const now = (): number | undefined => {
    const value = living.shown === undefined ? undefined : memberOf(living.shown, name);
    return typeof value === 'number' ? value : undefined;
  };
  const before = now();
  await look(living, when);
  const after = now();
  if (before === undefined || after === undefined || (hasToGrow ? after > before : after < before)) return;
  await living.context.session.clock.sleep(TELLING_LAG_MS + 100, living.context.signal);
  await look(living, `${when}-again`);
}

/** Puts something inside of the entry, by its path or by its body. Returns where it is. */
async function put(living: Living, { child, by }: Counting): Promise<string | undefined> {
  const { context, resource, path, label, shown } = living;
  if (by === undefined) return makeInside({ context, parent: resource, child, label }, child, path, 'put');
  const { create } = child;
  const [thing] = thingMade(resource, shown);
  const probe = `${label}/put`;
  const spec = create === undefined ? undefined : requestFor(context, create, { probe, intent: 'ordinary' });
  const usual = spec?.body === undefined ? undefined : parseJson(spec.body);
  if (create === undefined || thing === undefined || usual?.kind !== 'json' || !isObject(usual.value))
    return undefined;
  const json: Json = { ...usual.value, [by]: thing.value };
  if (validatorOf(requestSchema(create) ?? true)(json).length > 0) return undefined;
  return makeEntry(context, child, probe, { body: { json } });
}

async function count(context: ProbeContext, resource: Resource, told: Counting): Promise<void> {
  const { child, name } = told;
  const label = `resources/counts-${child.create?.id ?? ''}`;
  const path = await makeEntry(context, resource, `${label}/make`);
  if (path === undefined) return;
  const living: Living = { context, resource, path, label, shown: undefined };
  await look(living, 'before');
  const first = await put(living, told);
  if (first === undefined) return;
  await lookAgain(living, name, 'after-put', true);
  const isAllowed = allowedIn(context);
  if (!isAllowed(child.remove) || !isAllowed(child.read)) return;
  await sendToEntry(context, child.remove, first, { probe: `${label}/take-away`, intent: 'ordinary' });
  await sendToEntry(context, child.read, first, { probe: `${label}/look-for-it`, intent: 'ordinary' });
  await lookAgain(living, name, 'after-taking-away', false);
}

export const counts: Probe = {
  id: 'resources.counts',
  intends: ['life'],
  profiles: FROM_STANDARD,
  creates: true,
  run: async (context) => {
    if (!mayChange(context)) return;
    const isAllowed = allowedIn(context);
    for (const resource of resourcesOf(context.document))
      for (const told of toldCountsOf(context.document, resource))
        if (told.of === 'entries' && isAllowed(resource.read) && isAllowed(told.child.create))
          await count(context, resource, told);
  },
};
