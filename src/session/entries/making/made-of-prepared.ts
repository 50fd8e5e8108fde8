import { entryIn } from '../../../checks/resources/deeds.ts';
import type { Operation } from '../../../interface/model.ts';
import { type Resource, resourcesOf } from '../../../interface/resources/resources.ts';
import { canonicalJson } from '../../../json/canonical.ts';
import { numbersIn, plainText } from '../../../json/lossless.ts';
import { isList, isObject } from '../../../json/value.ts';
import { requestSchema, validatorOf } from '../../../oracle/contract.ts';
import { isTaken } from '../../baseline.ts';
import { type ProbeContext, sendFor } from '../../probe.ts';
import { leastBody, withSmallAmounts } from '../../requests/other-bodies.ts';
import { namingThese, referencesIn, type Thing, thingMade } from '../../requests/names/referenced.ts';
import { allowedIn, makeEntry, sendToEntry } from '../entry-requests.ts';
import { thingAt } from '../../../interface/resources/names/called.ts';
import { plainName } from '../../../interface/names.ts';
import type { Schema } from '../../../schema/keywords.ts';
import { partsFor } from '../../requests/names/naming.ts';
import { isLedTo, isRefused, makeForAction } from './first-actions.ts';
import { identityIn } from '../named-in-bodies.ts';
import { livingOf } from '../own-things.ts';
import { placeInside } from '../places/place-inside.ts';

/** So many ways to prepare what a creation names are tried. */
const MOST_TRIED = 4;

/** Makes one of everything that is inside of an entry and can be made there. */
async function fill(
  context: ProbeContext,
  holder: Resource,
  entry: string,
  probe: string,
): Promise<readonly Thing[]> {
  const inside = resourcesOf(context.document).filter(({ parent }) => parent === holder.path);
  const made: Thing[] = [];
  for (const [at, one] of inside.entries()) {
    const { create } = one;
    if (!allowedIn(context)(create) || !context.baselines.isServed(create)) continue;
    const reading = await sendToEntry(context, create, placeInside(context.session, entry, create.path), {
      probe: `${probe}-inside-${String(at + 1)}`,
      intent: 'ordinary',
    });
    if (reading !== undefined && isTaken(reading)) made.push(...thingMade(one, entryIn(one, reading)));
  }
  return made;
}

/** Names as most identities are: the one that fits is put where a body names something. */
const NAMES_AS_USUAL: readonly Thing['value'][] = ['3f2b8c1e-5d47-4a6b-9c0d-7e1f2a3b4c5d', 1];

/** So far what is named names something itself: a bottle names its wine, and that who makes it. */
const MOST_NAMED = 3;

/** Makes one of each kind that a creation has to name and of which nothing of the run is there, with what that has to name. */
export async function makeWhatIsNamed(
  context: ProbeContext,
  create: Operation,
  left = MOST_NAMED,
): Promise<void> {
  const least = left === 0 || create.method !== 'POST' ? undefined : leastBody(context, create);
  if (least === undefined) return;
  const isNamed = ({ path: place }: Resource): boolean =>
    NAMES_AS_USUAL.some(
      (value) => canonicalJson(namingThese(create, least, [{ place, value }])) !== canonicalJson(least),
    );
  const kinds = resourcesOf(context.document).filter(
    (one) =>
      one.create !== create && allowedIn(context)(one.create) && !one.path.includes('{') && isNamed(one),
  );
  for (const one of kinds)
    if (livingOf(context.session, one).length === 0) {
      if (one.create !== undefined) await makeWhatIsNamed(context, one.create, left - 1);
      await makeEntry(context, one, `baseline/${create.id}-names${one.path}`);
    }
}

/** What the run made of the kinds that a creation names, and what was done to one of them. */
function waysFor(
  context: ProbeContext,
  create: Operation,
): readonly { readonly holder: Resource; readonly action: Operation }[] {
  const schema = requestSchema(create) ?? true;
  const named = [...referencesIn(context.session, create, schema).values()].map((value) =>
    isObject(value) || isList(value) ? '' : plainText(value),
  );
  return resourcesOf(context.document)
    .filter((one) =>
      livingOf(context.session, one).some(({ path }) => named.includes(identityIn(path) ?? '')),
    )
    .flatMap((holder) =>
      holder.actions
        .filter((action) => allowedIn(context)(action) && context.baselines.isServed(action))
        .map((action) => ({ holder, action })),
    )
    .slice(0, MOST_TRIED);
}

/** An entry of the run, as a body may name it. */
function thingsAt({ path: place }: Resource, entry: string): readonly Thing[] {
  const text = identityIn(entry);
  return [text ?? [], ...numbersIn(text)].flat().map((value): Thing => ({ place, value }));
}

/** One more of what was prepared, made alike, where the body names two of a kind: a transfer goes from one account to another. */
async function otherBeside(
  context: ProbeContext,
  holder: Resource,
  schema: Schema,
  probe: string,
): Promise<readonly Thing[]> {
  const { path: place, identity, parameter } = holder;
  const own = plainName(identity ?? parameter ?? 'id');
  if (partsFor(schema, { thing: thingAt(place), identity: 'id', own, value: null, place }) < 2) return [];
  const other = await makeForAction(context, holder, `${probe}-other`, { before: undefined });
  return other === undefined ? [] : thingsAt(holder, other);
}

/**
 * Asks for a creation that was refused with what was prepared for it: something new of what it names, with one of everything inside,
 * and one thing done to it. Tickets are sold for an event that is published and has some.
 */
export async function makeOfPrepared(context: ProbeContext, resource: Resource): Promise<void> {
  const { create } = resource;
  if (!allowedIn(context)(create) || create.path.includes('{')) return;
  const [schema, least] = [requestSchema(create), leastBody(context, create)];
  if (schema === undefined || least === undefined) return;
  for (const [at, { holder, action }] of isRefused(context, create)
    ? waysFor(context, create).entries()
    : []) {
    const probe = `baseline/${create.id}-of-prepared-${String(at + 1)}`;
    const entry = await makeForAction(context, holder, probe, { before: undefined });
    if (entry === undefined) continue;
    const inside = await fill(context, holder, entry, probe);
    if (!(await isLedTo(context, holder, { before: action }, entry, `${probe}-before`))) continue;
    const own = [...thingsAt(holder, entry), ...inside];
    const other = await otherBeside(context, holder, schema, probe);
    const orders =
      other.length === 0
        ? [own]
        : [
            [...own, ...other],
            [...other, ...own],
          ];
    for (const [turn, things] of orders.entries()) {
      const named = [withSmallAmounts(least), least].map((body) => namingThese(create, body, things));
      const json = named.find((body) => validatorOf(schema)(body).length === 0);
      if (json === undefined) continue;
      const reading = await sendFor(context, create, {
        probe: turn === 0 ? probe : `${probe}-turned`,
        intent: 'ordinary',
        body: { json },
      });
      if (reading === undefined || !isTaken(reading)) continue;
      context.baselines.keepBody(create, json);
      return;
    }
  }
}
