import { BAD_BODIES } from '../src/checks/check.ts';
import { entryIn } from '../src/checks/resources/deeds.ts';
import { sentTo } from '../src/checks/resources/life/entry-state.ts';
import type { Operation } from '../src/interface/model.ts';
import { fromPointer, valueAt } from '../src/json/pointer.ts';
import { schemaMembers } from '../src/schema/members.ts';
import { isListedAlone, type Resource } from '../src/interface/resources/resources.ts';
import { isList, isObject, type Json, type JsonObject, memberOf } from '../src/json/value.ts';
import { requestSchema, validatorOf } from '../src/oracle/contract.ts';
import {
  allowedIn,
  isJsonPatch,
  makeEntry,
  memberToChange,
  sendToEntry,
} from '../src/session/entries/entry-requests.ts';
import { livingOf, statesOf } from '../src/session/entries/own-things.ts';
import { type ProbeContext } from '../src/session/probe.ts';
import { EVERY_PROFILE, type Probe, type Suite } from '../src/session/suite.ts';
import {
  brokenBody,
  changeable,
  changeOfOne,
  changeOfRest,
  type Living,
  otherBody,
  thinned,
  withoutDefaults,
} from './resources/bodies.ts';
import { actions } from './resources/actions.ts';
import { claim, claims } from './resources/claims.ts';
import { emptyingBody, innerChange } from './resources/part-changes.ts';
import { families } from './resources/families.ts';
import { strangers } from './resources/strangers.ts';
import { listedEntries } from './resources/listed.ts';
import { listTags } from './resources/list-tags.ts';
import { conditions, repetitions } from './resources/validators.ts';
import { pageEntries, pageWalks } from './resources/pages.ts';
import { sequences } from './resources/sequences.ts';
import {
  followLocation,
  list,
  listUpdated,
  livingResources,
  look,
  lookAtOthers,
  lookInList,
  sendAs,
  specFor,
} from './resources/steps.ts';

async function update(
  living: Living,
  operation: Operation,
  when: string,
  body: Json | undefined,
): Promise<void> {
  if (body === undefined) return;
  const { context, path, label } = living;
  await sendToEntry(context, operation, path, {
    probe: `${label}/${when}`,
    intent: 'ordinary',
    body: { json: body },
  });
  await look(living, `after-${when}`);
}

/** Changes one member, another one, and all of them: what a change does not name stays as it is. */
async function sendChanges(living: Living, operation: Operation, isShort: boolean): Promise<void> {
  const text = memberToChange(living.resource);
  if (isJsonPatch(operation)) {
    const body = text === undefined ? undefined : changeOfOne(living, operation, text, 'change-one');
    await update(living, operation, 'change-one', body);
    return;
  }
  await changeNothing(living, operation, isShort);
  const names = changeable(living, operation);
  const [first] = names;
  const last = names.slice(1).at(-1);
  if (first !== undefined)
    await update(living, operation, 'change-one', changeOfOne(living, operation, first, 'change-one'));
  if (isShort) return;
  const before = living.shown;
  const label = `${living.label}/change-all`;
  await update(living, operation, 'change-all', otherBody(living, operation, { optional: 'all', label }));
  // Later bodies may have less inside of their objects.
  const inner = innerChange(living, operation);
  await update(living, operation, 'change-inside', inner);
  if (last !== undefined)
    await update(living, operation, 'change-other', changeOfOne(living, operation, last, 'change-other'));
  await update(living, operation, 'change-rest', changeOfRest(living, operation, first));
  // What a change sets to nothing shows where there is something.
  const isFilled = (name: string): boolean => isNothing(before, name) && !isNothing(living.shown, name);
  if (first !== undefined && names.some((name) => name !== first && isFilled(name)))
    await update(living, operation, 'change-again', changeOfOne(living, operation, first, 'change-again'));
  if (inner === undefined) await update(living, operation, 'change-inside', innerChange(living, operation));
  await update(living, operation, 'change-to-nothing', emptyingBody(living, operation));
}

/** True for what programs take for nothing. */
function isNothing(shown: JsonObject | undefined, name: string): boolean {
  const value = shown === undefined ? undefined : memberOf(shown, name);
  return isList(value) ? value.length === 0 : [undefined, null, false, 0, ''].some((one) => one === value);
}

/** An empty change, where the document has a refusal for those who want more: the next look tells what it did. */
async function changeNothing(
  { context, path, label }: Living,
  operation: Operation,
  isShort: boolean,
): Promise<void> {
  const schema = requestSchema(operation);
  const isEmptyFine = schema !== undefined && validatorOf(schema)({}).length === 0;
  const mayRefuse = operation.responses.some(({ status }) => /^(?:400|422|4XX|default)$/i.test(status));
  if (isShort || !isEmptyFine || !mayRefuse) return;
  await sendToEntry(context, operation, path, {
    probe: `${label}/change-nothing`,
    intent: 'ordinary',
    body: { json: {} },
  });
}

/** A change after a replacement: it starts from what that left. */
async function changeReplaced(living: Living): Promise<void> {
  const { change } = living.resource;
  const text = memberToChange(living.resource);
  if (text === undefined || !allowedIn(living.context)(change) || isJsonPatch(change)) return;
  await update(living, change, 'change-replaced', changeOfOne(living, change, text, 'change-replaced'));
}

/** The least that replaces an entry: without a text of its own where that would be a member more, which then could not be seen to go. */
function leastOf(living: Living, operation: Operation, label: string): Json | undefined {
  const [least, bare] = [{ label }, { label, isBare: true } as const].map((options) =>
    otherBody(living, operation, { optional: 'none', ...options }),
  );
  const isMore = isObject(least) && isObject(bare) && Object.keys(least).length > Object.keys(bare).length;
  return isMore ? bare : least;
}

/** True where an entry shows what a replacement left out as it was before. */
function keepsMore(
  { resource, shown }: Living,
  operation: Operation,
  least: Json,
  before: JsonObject | undefined,
): boolean {
  const place = sentTo(operation, resource);
  const sent = valueAt(least, fromPointer(place?.pointer ?? ''));
  if (place === undefined || shown === undefined || before === undefined || !isObject(sent)) return false;
  return [...schemaMembers(place.schema).properties.keys()].some(
    (name) =>
      Object.hasOwn(shown, name) &&
      !Object.hasOwn(sent, name) &&
      memberOf(shown, name) !== null &&
      JSON.stringify(memberOf(shown, name)) === JSON.stringify(memberOf(before, name)),
  );
}

async function sendReplacements(living: Living, operation: Operation, isShort: boolean): Promise<void> {
  const named = (name: string): string => `${living.label}/${name}`;
  const whole = (name: string): Json | undefined =>
    withoutDefaults(living, operation, otherBody(living, operation, { optional: 'all', label: named(name) }));
  const all = whole('replace-all');
  await update(living, operation, 'replace-all', all);
  if (isShort) return;
  await changeReplaced(living);
  // Lists and objects show with a second one whether they are replaced, or added to.
  if (isObject(all) && Object.values(all).some((value) => typeof value === 'object' && value !== null)) {
    const next = whole('replace-other');
    await update(living, operation, 'replace-other', next === undefined ? next : thinned(operation, next));
  }
  const before = living.shown;
  const least = leastOf(living, operation, named('replace-least'));
  await update(living, operation, 'replace-least', least);
  // PUT is idempotent (RFC 9110 section 9.2.2): what comes of the same once more is the same.
  if (least !== undefined) await update(living, operation, 'replace-again', least);
  if (least === undefined || !keepsMore(living, operation, least, before)) return;
  // What is there still may be the service's own: other values tell.
  await update(living, operation, 'replace-more', whole('replace-more'));
  await update(living, operation, 'replace-least-again', leastOf(living, operation, named('replace-less')));
}

/** What has to be refused, for its body or for its key: the entry stays as it is. */
async function refuse(living: Living): Promise<void> {
  const { context, resource, label } = living;
  const isAllowed = allowedIn(context);
  const writes = [resource.change, resource.replace].filter(isAllowed);
  let sent = 0;
  for (const operation of writes) {
    const json = isJsonPatch(operation) ? undefined : brokenBody(living, operation);
    const spec =
      json === undefined ? undefined : specFor(living, operation, `${label}/refused-${operation.id}`, json);
    if (spec !== undefined && (await sendAs(context, spec, BAD_BODIES)) !== undefined) sent += 1;
  }
  const credential = { kind: 'unknown' } as const;
  for (const operation of [...writes, resource.remove].filter(isAllowed)) {
    if (!context.sendable(credential, operation)) continue;
    const body =
      operation.requestBody === undefined || isJsonPatch(operation)
        ? undefined
        : otherBody(living, operation, { optional: 'all', label: `${label}/stranger` });
    const spec = specFor(living, operation, `${label}/stranger-${operation.id}`, body);
    if (spec === undefined || isJsonPatch(operation)) continue;
    if ((await sendAs(context, { ...spec, credential }, ['unknown-key'])) !== undefined) sent += 1;
  }
  if (sent > 0) await look(living, 'after-refusals');
}

async function remove(living: Living, operation: Operation, isShort: boolean): Promise<void> {
  const { context, resource, path, label } = living;
  // What is removed by its place takes along what is next to it.
  const neighbour = isShort ? undefined : await makeEntry(context, resource, `${label}/make-neighbour`);
  if (neighbour !== undefined && isListedAlone(resource))
    await lookInList(context, resource, neighbour, `${label}/neighbour`);
  // A list that is kept may be made anew for what was just added: it is asked for, so that the removal alone stands behind it.
  else if (neighbour !== undefined) await list(living, 'before-removal');
  const removed = await sendToEntry(context, operation, path, {
    probe: `${label}/remove`,
    intent: 'ordinary',
  });
  await look(living, 'after-removal');
  if (!isShort)
    await sendToEntry(context, operation, path, { probe: `${label}/remove-again`, intent: 'ordinary' });
  if (!isShort) await lookAtOthers(living, 'removal', neighbour);
  if (!isListedAlone(resource))
    await list(living, 'after-removal', (entry) => entry !== undefined && removed !== undefined);
  // Last: a PUT may make the entry anew.
  const writers = [resource.change, resource.replace].filter(allowedIn(context));
  const late = isShort ? [] : writers.filter((writer) => !isJsonPatch(writer));
  for (const writer of late)
    await sendToEntry(context, writer, path, { probe: `${label}/${writer.id}-removed`, intent: 'ordinary' });
  if (late.length > 0) await look(living, 'after-all');
  if (!isShort) await makeEntry(context, resource, `${label}/made-after`);
}

/** Leads the newest entry on to another state: nothing else is asked of it. */
async function leadOn({ context, resource, label }: Living): Promise<void> {
  const { change } = resource;
  if (!allowedIn(context)(change) || isJsonPatch(change)) return;
  const [state] = statesOf(resource, change);
  const path = livingOf(context.session, resource).at(-1)?.path;
  if (state === undefined || path === undefined) return;
  const living = { context, resource, label, path, shown: undefined };
  await look(living, 'made-after');
  await update(living, change, 'lead-on', changeOfOne(living, change, state, 'lead-on'));
}

/**
 * Gives the entry values that another one has not: whoever writes them into both is found out, which takes another value where there
 * are but two.
 */
async function setApart(living: Living, other: JsonObject | undefined): Promise<void> {
  const { context, resource, shown, label } = living;
  const [operation] = [resource.replace, resource.change].filter(allowedIn(context));
  if (operation === undefined || other === undefined || shown === undefined || isJsonPatch(operation)) return;
  const isShared = (name: string): boolean =>
    Object.hasOwn(other, name) &&
    JSON.stringify(memberOf(other, name)) === JSON.stringify(memberOf(shown, name));
  if (!changeable(living, operation).some(isShared)) return;
  const options = { optional: 'all', label: `${label}/apart` } as const;
  await update(living, operation, 'apart', otherBody({ ...living, shown: other }, operation, options));
}

/** What is shown of another entry of the run; one is made where a list shows none. */
async function otherBefore(
  context: ProbeContext,
  resource: Resource,
  label: string,
): Promise<JsonObject | undefined> {
  const path = livingOf(context.session, resource)[0]?.path;
  const probe = `${label}/other`;
  if (isListedAlone(resource)) {
    const shown = path === undefined ? undefined : await lookInList(context, resource, path, probe);
    if (shown === undefined) await makeEntry(context, resource, `${label}/make-other`);
    return shown;
  }
  if (path === undefined || resource.read === undefined) return undefined;
  const reading = await sendToEntry(context, resource.read, path, { probe, intent: 'ordinary' });
  return reading?.answer !== undefined && reading.answer.status < 300
    ? entryIn(resource, reading)
    : undefined;
}

/** An entry that a removal can be asked for: another one where an update took it away. */
async function thereToRemove(living: Living): Promise<Living> {
  const { context, resource, label } = living;
  const path = living.isLost === true ? await makeEntry(context, resource, `${label}/make-again`) : undefined;
  if (path === undefined) return living;
  const other: Living = { context, resource, label, path, shown: undefined };
  await look(other, 'made-again');
  return other;
}

/** One short life of an entry. */
async function live(context: ProbeContext, resource: Resource, at: number): Promise<void> {
  const isAllowed = allowedIn(context);
  const isShort = context.profile === 'quick';
  const label = `resources/life-${String(at + 1)}`;
  const other = isShort ? undefined : await otherBefore(context, resource, label);
  const path = await makeEntry(context, resource, `${label}/make`);
  await followLocation(context, resource);
  if (path === undefined) return;
  const living: Living = { context, resource, path, label, shown: undefined };
  await look(living, 'made');
  if (isAllowed(resource.change)) await sendChanges(living, resource.change, isShort);
  if (isAllowed(resource.replace)) await sendReplacements(living, resource.replace, isShort);
  await setApart(living, other);
  await listUpdated(living);
  if (!isShort) {
    await lookAtOthers(living, 'updates');
    await claim(living);
    await refuse(living);
  }
  if (isAllowed(resource.remove)) await remove(await thereToRemove(living), resource.remove, isShort);
  if (!isShort) await leadOn(living);
}

const lives: Probe = {
  id: 'resources.lives',
  intends: ['life'],
  profiles: EVERY_PROFILE,
  creates: true,
  run: async (context) => {
    for (const [at, resource] of livingResources(context).entries()) await live(context, resource, at);
  },
};

/** What requests do to the entries that they name: the run makes them, changes them, and takes them away again. */
export const resources: Suite = {
  name: 'resources',
  title: 'Changing and removing',
  probes: [
    lives,
    actions,
    claims,
    families,
    conditions,
    repetitions,
    listTags,
    listedEntries,
    strangers,
    pageEntries,
    pageWalks,
    sequences,
  ],
};
