import type { Operation } from '../../interface/model.ts';
import { type Resource, resourcesOf } from '../../interface/resources/resources.ts';
import { thingAt } from '../../interface/resources/names/called.ts';
import { numbersIn } from '../../json/lossless.ts';
import { isObject, type Json } from '../../json/value.ts';
import { requestSchema, validatorOf } from '../../oracle/contract.ts';
import type { ProbeContext } from '../probe.ts';
import { markedWithin } from '../requests/marked.ts';
import { leastBody, withSmallAmounts } from '../requests/other-bodies.ts';
import { identityIn } from './named-in-bodies.ts';
import { livingOf } from './own-things.ts';

/** Entries that go by the name of something else: the cart has one line for each product, and adding a product twice makes no second line. */

/** The path of what was made. */
type Made = Promise<string | undefined>;

/**
 * The body of a creation inside of one thing that is always there, about something that has no entry there yet: what the run made and did
 * not name so far, else what `make` makes. `undefined` where entries have names of their own. `given`: what the body says besides.
 */
export async function bodyNamedAnew(
  context: ProbeContext,
  resource: Resource,
  create: Operation,
  { given, make }: { readonly given: Json | undefined; readonly make: (kind: Resource) => Made },
): Promise<Json | undefined> {
  const { identity, inHolder, parent } = resource;
  const { session, document, baselines } = context;
  if (inHolder === undefined || parent !== undefined || identity === undefined) return undefined;
  const least = given ?? leastBody(context, create);
  if (!isObject(least) || !Object.hasOwn(least, identity) || !baselines.isServed(create)) return undefined;
  const called = (kind: Resource): boolean =>
    kind.create !== undefined &&
    kind !== resource &&
    !kind.path.includes('{') &&
    identity.toLowerCase().startsWith(thingAt(kind.path));
  const [kind] = resourcesOf(document).filter(called);
  if (kind === undefined) return undefined;
  const used = new Set(livingOf(session, resource).map(({ path }) => identityIn(path)));
  const free = livingOf(session, kind).find(({ path }) => !used.has(identityIn(path)));
  const path = free?.path ?? (await make(kind));
  if (path === undefined) return undefined;
  const fits = validatorOf(requestSchema(create) ?? true);
  const name = identityIn(path);
  const wholes = given === undefined ? [withSmallAmounts(least), least] : [least];
  const bodies = wholes.flatMap((body) =>
    [name, ...numbersIn(name)].map((value) => ({ ...(isObject(body) ? body : {}), [identity]: value })),
  );
  const body = bodies.find((one) => fits(one).length === 0);
  return body === undefined ? undefined : markedWithin(context, create, body);
}
