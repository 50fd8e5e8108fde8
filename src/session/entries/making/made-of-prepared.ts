import { entryIn } from '../../../checks/resources/deeds.ts';
import type { Operation } from '../../../interface/model.ts';
import { type Resource, resourcesOf } from '../../../interface/resources/resources.ts';
import { canonicalJson } from '../../../json/canonical.ts';
import { numbersIn, parseJson, plainText } from '../../../json/lossless.ts';
import { isList, isObject } from '../../../json/value.ts';
import { requestSchema, validatorOf } from '../../../oracle/contract.ts';
import type { Reading } from '../../../oracle/reading.ts';
import { isTaken } from '../../baseline.ts';
import { type ProbeContext, sendFor } from '../../probe.ts';
import { leastBody, withSmallAmounts } from '../../requests/other-bodies.ts';
import { namingThese, referencesIn, type Thing, thingMade } from '../../requests/names/referenced.ts';
import { allowedIn, makeEntry, sendToEntry } from '../entry-requests.ts';
import { callsIn, thingAt } from '../../../interface/resources/names/called.ts';
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
    const reading = await sendToEntry(context, create, placeInside(context.session, entry, create), {
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

/** A kind that a creation names, and what is done to one of it before. */
type Way = { readonly holder: Resource; readonly action: Operation };

/** What the run made of the kinds that a creation names, and what was done to one of them. */
function waysFor(context: ProbeContext, create: Operation): readonly Way[] {
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

/** Something new of what a creation names, with one of everything inside, and one thing done to it; `undefined` where that is refused. */
async function prepare(
  context: ProbeContext,
  { holder, action }: Way,
  probe: string,
): Promise<readonly Thing[] | undefined> {
  const entry = await makeForAction(context, holder, probe, { before: undefined });
  if (entry === undefined) return undefined;
  const inside = await fill(context, holder, entry, probe);
  const isLed = await isLedTo(context, holder, { before: action }, entry, `${probe}-before`);
  return isLed ? [...thingsAt(holder, entry), ...inside] : undefined;
}

/**
 * True where the last answers refuse what was served before, since what it names is in another state by now: an order that is paid takes no
 * further payment. What is odd about a request may be why it is refused, but for a conflict.
 */
function isSpentBy(own: readonly Reading[]): boolean {
  const last = own.findLast(
    (one) => one.expectation.situation === 'ordinary' || one.answer?.status === 409 || isTaken(one),
  );
  return [400, 409, 422].includes(last?.answer?.status ?? 0);
}

/** What the run made that the last request of a creation named which was served. */
function namedBefore({ session, baselines, document }: ProbeContext, create: Operation): readonly Thing[] {
  const parsed = parseJson(baselines.servedBody(create) ?? new Uint8Array());
  const names =
    parsed.kind === 'json' ? new Set([...callsIn(parsed.value)].map(({ value }) => value)) : undefined;
  const things = resourcesOf(document).flatMap((resource) =>
    livingOf(session, resource).flatMap(({ path }) => thingsAt(resource, path)),
  );
  return things.filter(({ value }) => names?.has(value) === true);
}

/** So often something new is prepared for one creation. */
const MOST_PREPARED = 12;

/**
 * Prepares something new for a creation whenever what it names is refused by now, in one of these ways. Where the creation is refused all
 * the same, it is for something else: it names whatever is there again.
 */
function keepPrepared(
  context: ProbeContext,
  create: Operation,
  ways: () => readonly Way[],
  first: readonly Thing[],
): void {
  const { session, baselines } = context;
  let [prepared, inVain, from] = [0, 0, session.readings.length];
  let isTried = false;
  baselines.keepPrepared(create, first, async () => {
    const own = session.readings
      .slice(from)
      .filter(({ expectation: { operation } }) => operation?.id === create.id);
    if (!isSpentBy(own)) return undefined;
    const isVain = isTried && !own.some(isTaken);
    if (isVain) inVain += 1;
    const known = inVain > MOST_TRIED || prepared === MOST_PREPARED ? [] : ways();
    const way = inVain > known.length ? undefined : known[inVain % known.length];
    if (way === undefined) return isVain ? [] : undefined;
    prepared += 1;
    const things = await prepare(context, way, `baseline/${create.id}-prepared-${String(prepared)}`);
    from = session.readings.length;
    isTried = true;
    return things ?? [];
  });
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
  if (context.baselines.isServed(create))
    keepPrepared(context, create, () => waysFor(context, create), namedBefore(context, create));
  for (const [at, { holder, action }] of isRefused(context, create)
    ? waysFor(context, create).entries()
    : []) {
    const probe = `baseline/${create.id}-of-prepared-${String(at + 1)}`;
    const own = await prepare(context, { holder, action }, probe);
    if (own === undefined) continue;
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
      if (other.length === 0) keepPrepared(context, create, () => [{ holder, action }], own);
      return;
    }
  }
}
