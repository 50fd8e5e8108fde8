import {
  listsOfHolders,
  type ListOfHolder,
} from '../../../src/interface/resources/lists/lists-of-holders.ts';
import { pathBelow, templateOf } from '../../../src/interface/resources/places/places.ts';
import { fromPointer, valueAt } from '../../../src/json/pointer.ts';
import { plainText } from '../../../src/json/lossless.ts';
import { isList, isName, memberOf, objectsIn } from '../../../src/json/value.ts';
import { TELLING_LAG_MS } from '../../../src/checks/resources/judges.ts';
import { percentDecoded } from '../../../src/http/target.ts';
import { makeEntry } from '../../../src/session/entries/entry-requests.ts';
import { type ProbeContext, sendFor } from '../../../src/session/probe.ts';
import type { Living } from '../bodies.ts';
import { putInside } from '../counts.ts';
import { list as listAll, look, probeOfLives } from '../steps.ts';

/** Asks for the lists below two entries, one of which is named by what was made for it. */

/** Asks for the list below an entry. Returns whether it shows all of these. */
async function ask(
  context: ProbeContext,
  { list, pointer, child }: ListOfHolder,
  holder: string,
  { probe, wanted }: { readonly probe: string; readonly wanted: readonly string[] },
): Promise<boolean> {
  const path = pathBelow(holder, templateOf(list));
  const reading = await sendFor(context, list, { probe, intent: 'ordinary', path });
  const json = reading?.answer?.json;
  const all = json?.kind === 'json' ? valueAt(json.value, fromPointer(pointer)) : undefined;
  if (!isList(all)) return true;
  const names = objectsIn(all).flatMap((entry) => {
    const name = memberOf(entry, child.identity ?? '');
    return isName(name) ? [plainText(name)] : [];
  });
  return wanted.every((name) => names.includes(name));
}

async function lookBelow(context: ProbeContext, one: ListOfHolder): Promise<void> {
  const { holder: resource, child, list, by } = one;
  const label = `resources/below-${list.id}`;
  const path = await makeEntry(context, resource, `${label}/make`);
  const other = path === undefined ? undefined : await makeEntry(context, resource, `${label}/make-other`);
  if (path === undefined) return;
  const living: Living = { context, resource, path, label, shown: undefined };
  await look(living, 'before');
  const inner = await putInside(living, { child, by });
  if (inner === undefined) return;
  const second = await putInside({ ...living, label: `${label}/second` }, { child, by });
  await listAll({ ...living, resource: child, path: inner }, 'of-all');
  const wanted = [inner, second].flatMap((made) =>
    made === undefined ? [] : [percentDecoded(made.slice(made.lastIndexOf('/') + 1)) ?? ''],
  );
  const isThere = await ask(context, one, path, { probe: `${label}/list`, wanted });
  if (other !== undefined) await ask(context, one, other, { probe: `${label}/list-of-other`, wanted });
  if (isThere) return;
  await context.session.clock.sleep(TELLING_LAG_MS + 100, context.signal);
  await ask(context, one, path, { probe: `${label}/list-again`, wanted });
}

export const holderLists = probeOfLives('resources.holder-lists', async (context, isAllowed) => {
  for (const one of listsOfHolders(context.document))
    if ([one.list, one.holder.create, one.child.create].every(isAllowed)) await lookBelow(context, one);
});
