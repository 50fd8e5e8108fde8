import type { OwnEntry } from '../../checks/resources/ownership/own-entries.ts';
import { isSuccess } from '../../checks/resources/deeds.ts';
import type { Resource } from '../../interface/resources/resources.ts';
import { plainText } from '../../json/lossless.ts';
import { isObject } from '../../json/value.ts';
import { requestSchema, validatorOf } from '../../oracle/contract.ts';
import { isTaken } from '../baseline.ts';
import { type ProbeContext, sendFor } from '../probe.ts';
import { leastBody } from '../requests/other-bodies.ts';
import { referencesIn } from '../requests/referenced.ts';
import { allowedIn } from './entry-requests.ts';
import { isRefused } from './first-actions.ts';
import { identityIn } from './named-in-bodies.ts';
import { ownershipOf } from './own-things.ts';

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
