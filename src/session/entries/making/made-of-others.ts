import type { OwnEntry } from '../../../checks/resources/ownership/own-entries.ts';
import { isSuccess } from '../../../checks/resources/deeds.ts';
import { canonicalJson } from '../../../json/canonical.ts';
import { thingAt } from '../../../interface/resources/names/called.ts';
import { plainName } from '../../../interface/names.ts';
import { type Resource, resourcesOf } from '../../../interface/resources/resources.ts';
import { plainText } from '../../../json/lossless.ts';
import { isObject, type Json } from '../../../json/value.ts';
import type { Operation } from '../../../interface/model.ts';
import type { Schema } from '../../../schema/keywords.ts';
import { requestSchema, validatorOf } from '../../../oracle/contract.ts';
import { isTaken } from '../../baseline.ts';
import { type ProbeContext, sendFor } from '../../probe.ts';
import { leastBody, withSmallAmounts } from '../../requests/other-bodies.ts';
import { partsFor } from '../../requests/names/naming.ts';
import { namingAnything, referencesIn } from '../../requests/names/referenced.ts';
import { allowedIn, makeEntry } from '../entry-requests.ts';
import { isRefused } from './first-actions.ts';
import { identityIn } from '../named-in-bodies.ts';
import { livingOf, ownershipOf } from '../own-things.ts';

/** So many of the things that a creation may name are tried. */
const MOST_TRIED = 4;

/** What the run made of other kinds and is there: first that to which something was done, then the newest. */
function othersOf({ session }: ProbeContext, resource: Resource): readonly OwnEntry[] {
  const done = session.readings.filter(isSuccess).flatMap(({ expectation: { operation }, exchange }) => {
    const { target } = exchange.request;
    return operation === undefined ? [] : [{ operation, target }];
  });
  const isActedOn = ({ path, resource: { actions } }: OwnEntry): boolean =>
    done.some(
      ({ operation, target }) =>
        actions.includes(operation) && (target.includes(`${path}/`) || target.includes(`${path}:`)),
    );
  return ownershipOf(session)
    .entries.filter((entry) => entry.standing === 'there' && entry.resource !== resource)
    .toReversed()
    .toSorted((one, other) => Number(isActedOn(other)) - Number(isActedOn(one)));
}

/**
 * Asks for a creation that was refused with other things in what its body names: what it is made of may have to be in a state, as a payment is
 * that is given back.
 */
export async function makeOfOthers(context: ProbeContext, resource: Resource): Promise<void> {
  const { create } = resource;
  if (!allowedIn(context)(create) || create.path.includes('{') || !isRefused(context, create)) return;
  const [schema, least] = [requestSchema(create), leastBody(context, create)];
  if (schema === undefined || !isObject(least)) return;
  const references = [...referencesIn(context.session, create, schema)];
  const entries = othersOf(context, resource);
  const isOf = (kind: Resource, name: string): boolean =>
    entries.some((one) => one.resource === kind && identityIn(one.path) === name);
  let tried = 0;
  for (const entry of entries) {
    const own = references.filter(([, value]) => !isObject(value) && isOf(entry.resource, plainText(value)));
    const json = { ...least, ...Object.fromEntries(own.map(([name]) => [name, identityIn(entry.path)])) };
    if (own.length === 0 || validatorOf(schema)(json).length > 0 || tried === MOST_TRIED) continue;
    tried += 1;
    const probe = `baseline/${create.id}-of-other-${String(tried)}`;
    const reading = await sendFor(context, create, { probe, intent: 'ordinary', body: { json } });
    if (reading === undefined || !isTaken(reading)) continue;
    context.baselines.keepBody(create, json);
    return;
  }
}

/** Things of one kind that a creation names are made until there are so many. */
const MOST_PARTS = 3;

/**
 * Asks for a creation that was refused once there is one of everything that it names, and as many of a kind as it names at once: a
 * transfer goes from one warehouse to another.
 */
export async function makeOfSeveral(context: ProbeContext, resource: Resource): Promise<void> {
  const { create } = resource;
  const isAllowed = allowedIn(context);
  if (!isAllowed(create) || create.path.includes('{') || !isRefused(context, create)) return;
  const [schema, least] = [requestSchema(create), leastBody(context, create)];
  if (schema === undefined || !isObject(least)) return;
  for (const kind of resourcesOf(context.document)) {
    const { path: place, identity, parameter } = kind;
    const isMade = [kind.create, kind.makeAt, kind.replace].some(isAllowed);
    if (kind === resource || kind.kind !== 'collection' || place.includes('{') || !isMade) continue;
    const own = plainName(identity ?? parameter ?? 'id');
    const parts = partsFor(schema, { thing: thingAt(place), identity: 'id', own, value: null, place });
    for (let at = livingOf(context.session, kind).length; at < Math.min(parts, MOST_PARTS); at += 1)
      await makeEntry(context, kind, `baseline/${create.id}-part-${String(at + 1)}${place}`);
  }
  const named = new Map(
    [withSmallAmounts(least), least].flatMap((body) => {
      const full = { ...Object(body), ...Object.fromEntries(ofThose(context, create, schema, body)) };
      const json = namingAnything(context.session, create, full);
      const isFine = validatorOf(schema)(json).length === 0 && canonicalJson(json) !== canonicalJson(least);
      return isFine ? [[canonicalJson(json), json] as const] : [];
    }),
  );
  for (const [at, json] of [...named.values()].entries()) {
    const probe = `baseline/${create.id}-of-several-${String(at + 1)}`;
    const reading = await sendFor(context, create, { probe, intent: 'ordinary', body: { json } });
    if (reading === undefined || !isTaken(reading)) continue;
    context.baselines.keepBody(create, json);
    return;
  }
}

/** The members of a body that name what is there. */
function ofThose(
  { session }: ProbeContext,
  create: Operation,
  schema: Schema,
  body: Json,
): readonly (readonly [string, Json])[] {
  return [...referencesIn(session, create, schema)].filter(
    ([name]) => isObject(body) && Object.hasOwn(body, name),
  );
}
