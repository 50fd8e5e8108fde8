import { type Telling, unlikeResources } from '../../src/checks/resources/creations/told-unlike.ts';
import { unreadCreations } from '../../src/checks/resources/creations/unique-unread.ts';
import { isSuccess } from '../../src/checks/resources/deeds.ts';
import { sentTo } from '../../src/checks/resources/life/members/entry-state.ts';
import type { Resource } from '../../src/interface/resources/resources.ts';
import { requestSchema, validatorOf } from '../../src/oracle/contract.ts';
import { fromPointer, putAt, valueAt } from '../../src/json/pointer.ts';
import { isObject, type Json, type JsonObject, memberOf } from '../../src/json/value.ts';
import {
  allowedIn,
  isChangedByList,
  makeEntry,
  sendToEntry,
} from '../../src/session/entries/entry-requests.ts';
import { namedAsPath } from '../../src/session/entries/identity-in-body.ts';
import { type Reading, sentValue } from '../../src/oracle/reading.ts';
import { ownLogin } from '../../src/session/requests/values/own-logins.ts';
import { livingOf } from '../../src/session/entries/own-things.ts';
import { encode, sendFor, type ProbeContext } from '../../src/session/probe.ts';
import { markedBody } from '../../src/session/requests/marked.ts';
import { type Living, otherBody } from './bodies.ts';
import { look, probeOfLives } from './steps.ts';

/** The same creation twice, and the values of another entry and its own in an update, where the document says that one entry alone may have them. */

/** A member that may be null is drawn so often until it is something. */
const MOST_DRAWN = 8;

/** Bodies that bring all of the members: the least of them, then with all that there may be. What else is there may be refused. */
function bodiesWith(
  context: ProbeContext,
  resource: Resource,
  { operation: create, names }: Telling,
  label: string,
): readonly Json[] {
  const schema = requestSchema(create) ?? true;
  const place = fromPointer(sentTo(create, resource)?.pointer ?? '');
  const least = markedBody(context, create, { optional: 'none', label: `${label}-none` });
  const inner = least === undefined ? undefined : valueAt(least, place);
  const membersOf = (body: Json | undefined): JsonObject => {
    const sent = body === undefined ? undefined : valueAt(body, place);
    return isObject(sent) ? sent : {};
  };
  const isFilled = (body: Json | undefined): boolean =>
    names.every((name) => (memberOf(membersOf(body), name) ?? null) !== null);
  let most: Json | undefined;
  for (let at = 0; at < MOST_DRAWN && !isFilled(most); at += 1)
    most = markedBody(context, create, {
      optional: 'all',
      label: `${label}-all${at === 0 ? '' : String(at)}`,
    });
  const given = Object.entries(membersOf(most)).filter(([name]) => names.includes(name));
  const both =
    least !== undefined && isObject(inner)
      ? putAt(least, place, { ...inner, ...Object.fromEntries(given) })
      : undefined;
  return [both, most].filter((body): body is Json => {
    const hasAll = names.every((name) => Object.hasOwn(membersOf(body), name));
    return body !== undefined && hasAll && validatorOf(schema)(body).length === 0;
  });
}

/** Makes an entry with all of the members. `json`: what was sent for that. */
async function makeWith(
  context: ProbeContext,
  resource: Resource,
  telling: Telling,
  { label, probe }: { readonly label: string; readonly probe: string },
): Promise<{ readonly path: string; readonly json: Json } | undefined> {
  for (const [at, json] of bodiesWith(context, resource, telling, label).entries()) {
    const path = await makeEntry(context, resource, at === 0 ? probe : `${probe}-all`, { body: { json } });
    if (path !== undefined) return { path, json };
  }
  return undefined;
}

async function sendTwice(context: ProbeContext, resource: Resource, telling: Telling): Promise<void> {
  const { session } = context;
  const { operation: create } = telling;
  const label = `resources/twice-${create.id}`;
  const made = await makeWith(context, resource, telling, { label, probe: `${label}/make` });
  if (made === undefined) return;
  const { path, json } = made;
  const first = { context, resource, path, label, shown: undefined };
  await look(first, 'made');
  const known = new Set(livingOf(session, resource).map((entry) => entry.path));
  await sendFor(context, create, { probe: `${label}/again`, intent: 'ordinary', body: { json } });
  const second = livingOf(session, resource).find((entry) => !known.has(entry.path));
  if (second === undefined) return;
  await look(first, 'after');
  await look({ ...first, path: second.path }, 'second');
}

/** Makes an entry with all of the members, and reads it. */
async function makeShown(
  context: ProbeContext,
  resource: Resource,
  names: readonly string[],
  label: string,
): Promise<Living | undefined> {
  const { create } = resource;
  const probe = `${label}-make`;
  const made =
    create === undefined
      ? undefined
      : await makeWith(context, resource, { operation: create, names, isWithin: false }, { label, probe });
  const path = made?.path ?? (await makeEntry(context, resource, `${probe}-plainly`));
  if (path === undefined) return undefined;
  const living: Living = { context, resource, path, label, shown: undefined };
  await look(living, 'made');
  return living;
}

/** A body that gives an entry the values of another one; `undefined` where the document has none. */
function bodyOfOther(living: Living, other: Living, { operation, names }: Telling): Json | undefined {
  const { resource, label } = living;
  const schema = requestSchema(operation);
  const place = fromPointer(sentTo(operation, resource)?.pointer ?? '');
  const body = otherBody(living, operation, { optional: 'none', label: `${label}-body` });
  const inner = body === undefined ? undefined : valueAt(body, place);
  const { shown } = other;
  if (schema === undefined || body === undefined || !isObject(inner) || shown === undefined) return undefined;
  const values = names.flatMap((name) => {
    const value = memberOf(shown, name);
    return value === undefined || value === null ? [] : [[name, value] as const];
  });
  const json = putAt(body, place, { ...inner, ...Object.fromEntries(values) });
  return values.length === 0 || validatorOf(schema)(json).length > 0 ? undefined : json;
}

/** The body with other values for these members; `undefined` where none are drawn. */
function withFresh(living: Living, { operation, names }: Telling, json: Json): Json | undefined {
  const { resource, label } = living;
  const schema = requestSchema(operation);
  const place = fromPointer(sentTo(operation, resource)?.pointer ?? '');
  const body = otherBody(living, operation, { optional: 'all', label: `${label}-fresh` });
  const [inner, drawn] = [valueAt(json, place), body === undefined ? undefined : valueAt(body, place)];
  if (schema === undefined || !isObject(inner) || !isObject(drawn)) return undefined;
  const given = names.filter((name) => Object.hasOwn(inner, name));
  const values = given.flatMap((name) => {
    const value = memberOf(drawn, name);
    return value === undefined ? [] : [[name, value] as const];
  });
  if (values.length < given.length) return undefined;
  const other = putAt(json, place, { ...inner, ...Object.fromEntries(values) });
  return validatorOf(schema)(other).length > 0 ? undefined : other;
}

/** Gives an entry what it has, and other values where that is refused. */
async function giveOwn(living: Living, telling: Telling): Promise<void> {
  const { context, path, label } = living;
  const { operation } = telling;
  await look(living, 'own');
  const own = bodyOfOther(living, living, telling);
  const fresh = own === undefined ? undefined : withFresh(living, telling, own);
  if (own === undefined || fresh === undefined) return;
  const send = (probe: string, json: Json): Promise<Reading | undefined> =>
    sendToEntry(context, operation, path, {
      probe: `${label}-${probe}`,
      intent: 'ordinary',
      body: { bytes: encode(namedAsPath(context.session, operation, path, json)) },
    });
  const given = await send('own', own);
  if (given?.answer !== undefined && given.answer.status >= 400) await send('fresh', fresh);
}

/** Gives an entry what another one was shown to have. */
async function giveOthers(context: ProbeContext, resource: Resource, telling: Telling): Promise<void> {
  const { operation, names } = telling;
  const label = `resources/twice-${operation.id}`;
  const [first, second] = [
    await makeShown(context, resource, names, `${label}/one`),
    await makeShown(context, resource, names, `${label}/other`),
  ];
  if (first === undefined || second === undefined) return;
  const json = bodyOfOther(second, first, telling);
  if (json === undefined) return;
  // What was made last may be shown first: both are looked at before.
  await look(first, 'before');
  const probe = `${label}/given`;
  const bytes = encode(namedAsPath(context.session, operation, second.path, json));
  const given = await sendToEntry(context, operation, second.path, {
    probe,
    intent: 'ordinary',
    body: { bytes },
  });
  if (given?.answer === undefined) return;
  if (given.answer.status >= 300) return giveOwn(second, telling);
  await look(first, 'after');
  await look(second, 'after');
}

/** Logs in as whom the run registered last. */
async function logIn(context: ProbeContext, probe: string): Promise<boolean> {
  const isAllowed = allowedIn(context);
  for (const operation of context.document.operations) {
    const json = isAllowed(operation) ? ownLogin(context.session, operation) : undefined;
    if (json === undefined) continue;
    const reading = await sendFor(context, operation, { probe, intent: 'ordinary', body: { json } });
    if (reading !== undefined && isSuccess(reading)) return true;
  }
  return false;
}

/** Sends a creation of what nothing reads twice: once more as it was, or, where somebody can log in as the first, with another secret; of several names with each of them. */
async function makeTwice(context: ProbeContext, { operation, names }: Telling): Promise<void> {
  const probe = `resources/twice-${operation.id}`;
  const draw = (label: string): Json | undefined =>
    markedBody(context, operation, { optional: 'all', label: `${probe}-${label}` });
  const body = draw('all');
  if (!isObject(body) || !names.some((name) => (memberOf(body, name) ?? null) !== null)) return;
  const first = await sendFor(context, operation, {
    probe: `${probe}/make`,
    intent: 'ordinary',
    body: { json: body },
  });
  const sent = first === undefined ? undefined : sentValue(first);
  if (first?.answer === undefined || first.answer.status >= 300 || !isObject(sent)) return;
  const given = names.filter((name) => Object.hasOwn(sent, name));
  const isKnown = await logIn(context, `${probe}/log-in`);
  // One that is refused for a name says nothing of the others.
  for (const name of given) {
    const other =
      isKnown || given.length > 1 ? draw(given.length > 1 ? `other-${name}` : 'other') : undefined;
    const same = { [name]: memberOf(sent, name) ?? null };
    const json = isObject(other) ? { ...other, ...same } : sent;
    const again = given.length > 1 ? `${probe}/again-${name}` : `${probe}/again`;
    await sendFor(context, operation, { probe: again, intent: 'ordinary', body: { json } });
  }
}

export const twice = probeOfLives('resources.twice', async (context, isAllowed) => {
  const isServed = ({ operation }: Telling): boolean =>
    isAllowed(operation) && !isChangedByList(operation) && context.baselines.isServed(operation);
  for (const { resource, read, create, writers } of unlikeResources(context.document)) {
    if (!isAllowed(read)) continue;
    if (create !== undefined && isServed(create)) await sendTwice(context, resource, create);
    for (const writer of writers.filter(isServed)) await giveOthers(context, resource, writer);
  }
  for (const telling of unreadCreations(context.document))
    if (isServed(telling)) await makeTwice(context, telling);
});
