import { namingRequests, type Naming } from '../../src/checks/resources/creations/named-is-there.ts';
import { pathOfEntry } from '../../src/checks/resources/deeds.ts';
import { sentTo } from '../../src/checks/resources/life/members/entry-state.ts';
import type { ToldName } from '../../src/interface/resources/words/members/told-names.ts';
import { parameterNames } from '../../src/interface/path-matching.ts';
import { numbersIn, plainText } from '../../src/json/lossless.ts';
import { fromPointer, putAt, toPointer, valueAt } from '../../src/json/pointer.ts';
import { isName, isObject, listOf, memberOf, type Json } from '../../src/json/value.ts';
import { requestSchema, validatorOf } from '../../src/oracle/contract.ts';
import { nameLike } from '../../src/session/entries/places/names-alike.ts';
import { isChangedByList, makeEntry, sendToEntry } from '../../src/session/entries/entry-requests.ts';
import { withFreshTag } from '../../src/session/entries/fresh-tags.ts';
import type { SendSpec } from '../../src/session/pace/sending.ts';
import { identityIn } from '../../src/session/entries/named-in-bodies.ts';
import { livingOf } from '../../src/session/entries/own-things.ts';
import { makeWhatIsNamed, requestFor, sendSpec, type ProbeContext } from '../../src/session/probe.ts';
import { bodyIn, withBody } from '../../src/session/requests/spec-bodies.ts';
import { probeOfLives } from './steps.ts';

/** Creations, changes and replacements that name something of the form of what is there, and that nothing has, where the document says that it has to be there. */

/** The name that a request has of something that is there: what the run can not make may be in a list. */
async function nameSent(
  context: ProbeContext,
  naming: Naming,
  { member, isList }: ToldName,
  label: string,
): Promise<string | undefined> {
  const { operation, resource } = naming;
  const spec = await validRequest(context, naming, `${label}/named`);
  const body = spec === undefined ? undefined : bodyIn(operation, spec);
  const at = fromPointer(sentTo(operation, resource)?.pointer ?? '');
  const inner = body === undefined ? undefined : valueAt(body, at);
  const value = isObject(inner) ? memberOf(inner, member) : undefined;
  const [name] = (isList ? listOf(value) : [value]).filter(isName);
  return name === undefined ? undefined : plainText(name);
}

/** A value for a member that names what is not there, once a read got 404 for it; of a list, an item. */
async function absentValue(
  context: ProbeContext,
  naming: Naming,
  told: ToldName,
  label: string,
): Promise<Json | undefined> {
  const { operation, resource } = naming;
  const { member, named, isList } = told;
  const made =
    livingOf(context.session, named).at(-1)?.path ?? (await makeEntry(context, named, `${label}/make`));
  const there = made === undefined ? await nameSent(context, naming, told, label) : identityIn(made);
  const schema = requestSchema(operation);
  if (there === undefined || schema === undefined || named.read === undefined) return undefined;
  const parameter = parameterNames(named.read.path).at(-1);
  const asked = named.read.parameters.find((one) => one.in === 'path' && one.name === parameter)?.schema;
  const isAsked = validatorOf(asked ?? true);
  const text = nameLike(there, (one) =>
    [...numbersIn(one), one].some((value) => isAsked(value).length === 0),
  );
  const path = pathOfEntry(named, [], { [named.identity ?? '']: text });
  if (path === undefined || text === there) return undefined;
  const look = { probe: `${label}/absent`, intent: 'ordinary' } as const;
  const found = await sendToEntry(context, named.read, path, look);
  const place = [...fromPointer(sentTo(operation, resource)?.pointer ?? ''), member];
  const at = toPointer(place);
  // A list may have to be longer: that alone is nothing against what is in it.
  const isTaken = (value: Json): boolean =>
    validatorOf(schema)(putAt({}, place, isList ? [value] : value) ?? null).every(({ pointer }) =>
      isList ? !pointer.startsWith(`${at}/`) : pointer !== at,
    );
  return found?.answer?.status === 404 ? [...numbersIn(text), text].find(isTaken) : undefined;
}

/** A valid request of the operation; a change or a replacement is of an entry that the run made. */
async function validRequest(
  context: ProbeContext,
  { operation, resource }: Naming,
  label: string,
): Promise<SendSpec | undefined> {
  const particular = { probe: label, intent: 'ordinary' } as const;
  if (operation === resource.create) {
    await makeWhatIsNamed(context, operation, particular);
    return requestFor(context, operation, particular);
  }
  const path = await makeEntry(context, resource, `${label}/make-own`);
  if (path === undefined) return undefined;
  const spec = requestFor(context, operation, { ...particular, path, withQuery: true });
  if (spec === undefined) return undefined;
  return { ...spec, headers: withFreshTag(context.session, operation, path, spec.headers) };
}

/** The body with what is not there in the member: in a list, in place of its last item. */
function namingBody(
  { operation, resource }: Naming,
  { member, isList }: ToldName,
  body: Json,
  value: Json,
): Json | undefined {
  const at = fromPointer(sentTo(operation, resource)?.pointer ?? '');
  const inner = valueAt(body, at);
  const known = isObject(inner) ? memberOf(inner, member) : undefined;
  const next = isList ? [...listOf(known).slice(0, -1), value] : value;
  // A merge patch says nothing but that.
  const isPatch = operation.method === 'PATCH' && at.length === 0;
  const bodies = [isPatch ? { [member]: next } : undefined, putAt(body, [...at, member], next)];
  return bodies.find(
    (one) => one !== undefined && validatorOf(requestSchema(operation) ?? false)(one).length === 0,
  );
}

async function nameAbsent(context: ProbeContext, naming: Naming, told: ToldName): Promise<void> {
  const label = `resources/absent-${naming.operation.id}-${told.member}`;
  const value = await absentValue(context, naming, told, label);
  const spec = value === undefined ? undefined : await validRequest(context, naming, label);
  const { operation } = naming;
  const sent = spec === undefined ? undefined : bodyIn(operation, spec);
  if (spec === undefined || value === undefined || sent === undefined) return;
  const json = namingBody(naming, told, sent, value);
  const absent = json === undefined ? undefined : withBody(operation, spec, json);
  if (absent !== undefined) await sendSpec(context, absent, {}, 'nothing');
}

export const absentNames = probeOfLives('resources.absent-names', async (context, isAllowed) => {
  for (const naming of namingRequests(context.document)) {
    const { operation, names } = naming;
    if (!isAllowed(operation) || isChangedByList(operation) || !context.baselines.isServed(operation))
      continue;
    for (const told of names) if (isAllowed(told.named.read)) await nameAbsent(context, naming, told);
  }
});
