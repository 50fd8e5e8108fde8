/** Requests to entries of the run: what may be sent to them, and how one is made. */
import { listPlaceOf } from '../../interface/resources/places/listed-elsewhere.ts';
import { canonicalPath } from '../../interface/resources/places/places.ts';
import { JSON_PATCH } from '../../http/media-type.ts';
import { placeAskedBy } from '../../checks/resources/creations/creations.ts';
import { changeListFormOf, scimPatch } from '../../interface/content/change-lists.ts';
import { type Operation } from '../../interface/model.ts';
import { entrySchemaOf, type Resource, resourcesOf } from '../../interface/resources/resources.ts';
import { plainName } from '../../interface/names.ts';
import { ANYTHING, isCalled, thingAt } from '../../interface/resources/names/called.ts';
import { percentDecoded } from '../../http/target.ts';
import { sentEntry } from '../../interface/resources/wrapping.ts';
import { toPointer } from '../../json/pointer.ts';
import { isName, type Json } from '../../json/value.ts';
import { needsTag, showsStatus } from '../../oracle/conditions.ts';
import { requestRepresentation, requestSchema, saysWhenRefused, validatorOf } from '../../oracle/contract.ts';
import { type Reading } from '../../oracle/reading.ts';
import { isAllowedIn } from '../in-reach.ts';
import { taggedBy, withFreshTag } from './fresh-tags.ts';
import { bodyNamedAnew } from './named-anew.ts';
import { livingOf, ownershipOf } from './own-things.ts';
import { markedWithin } from '../requests/marked.ts';
import { leastBody, mayDependOnValues } from '../requests/other-bodies.ts';
import { namesListedFor, namesOfWhoAsks } from '../requests/names/referenced.ts';
import { shownValues } from '../requests/valid-request.ts';
import { encodedSegment } from '../../interface/path-matching.ts';
import { plainText } from '../../json/lossless.ts';
import { freeTexts } from '../requests/values/free-text.ts';
import {
  makeWhatIsNamed,
  type Particular,
  type ProbeContext,
  requestFor,
  sendFor,
  sendSpec,
} from '../probe.ts';
import { type SendMode } from '../pace/sending.ts';
import { type Coined, coinedPlace, FAR_NUMBERS, farNumber } from './places/coined-places.ts';

/** True for an operation whose body assay can make, where it needs one. */
function canBeMade(operation: Operation): boolean {
  return operation.requestBody === undefined || requestRepresentation(operation) !== undefined;
}

/** The operations of a document that a run may send at all, as a test. */
export function allowedIn(
  context: ProbeContext,
): (operation: Operation | undefined) => operation is Operation {
  const isAllowed = isAllowedIn(context);
  return (operation): operation is Operation =>
    operation !== undefined &&
    isAllowed(operation) &&
    operation.documentation === 'full' &&
    canBeMade(operation);
}

/** True where the run may change things and the document describes resources that it can. */
export function mayChange(context: ProbeContext): boolean {
  return !context.readOnly && !saysWhenRefused(context.document);
}

/** True for a change that is told by a list of changes alone. */
export function isChangedByList(operation: Operation): boolean {
  return changeListFormOf(operation) !== undefined;
}

/** One of a list of changes: a member of an entry that goes, or a value that it gets, or has to have. */
export type ChangeStep =
  | { readonly op: 'replace' | 'test'; readonly member: string; readonly value: Json }
  | { readonly op: 'remove'; readonly member: string };

/** A list of changes; `undefined` where the operation takes none, or its schema allows no such one. */
export function changeList(operation: Operation, steps: readonly ChangeStep[]): Json | undefined {
  if (changeListFormOf(operation) === 'attributes') {
    const asked = scimPatch(steps.map(({ member, ...step }) => ({ ...step, path: member })));
    const isTaken = steps.every(({ op }) => op === 'replace');
    return isTaken && validatorOf(requestSchema(operation) ?? true)(asked).length === 0 ? asked : undefined;
  }
  const taken = operation.requestBody?.representations.find(({ mediaType }) => mediaType === JSON_PATCH);
  const body = steps.map(({ member, ...step }) => ({ ...step, path: toPointer([member]) }));
  return taken === undefined || validatorOf(taken.schema)(body).length > 0 ? undefined : body;
}

/** A list of changes that gives one member of an entry a value; `undefined` where the schema allows none. */
export function changeListBody(operation: Operation, member: string, value: Json): Json | undefined {
  return changeList(operation, [{ op: 'replace', member, value }]);
}

/** The member that a list of changes may well change: a text of the client's own words. */
export function memberToChange(resource: Resource): string | undefined {
  const maker =
    resource.create ?? resource.replace ?? (resource.kind === 'singleton' ? resource.change : undefined);
  const body = maker === undefined ? undefined : requestSchema(maker);
  const taken =
    body === undefined ? undefined : sentEntry(body, entrySchemaOf(resource) ?? true, resource.path).schema;
  return taken === undefined ? undefined : freeTexts(taken)[0]?.path[0];
}

/** Reads an entry whose tag a request has to bring, where it is not known. */
async function learnTag(context: ProbeContext, operation: Operation, path: string): Promise<void> {
  if (!needsTag(operation) || ownershipOf(context.session).tagOf(path) !== undefined) return;
  const tagged = taggedBy(context.session, operation, path);
  if (tagged === undefined || ownershipOf(context.session).tagOf(tagged.path) !== undefined) return;
  const { read } = tagged;
  await sendToEntry(context, read, tagged.path, { probe: `baseline/${read.id}-tag`, intent: 'ordinary' });
}

/** Sends a request to one entry of the run; `undefined` where it can't be made. */
export async function sendToEntry(
  context: ProbeContext,
  operation: Operation,
  path: string,
  particular: Omit<Particular, 'path'>,
  mode: Partial<SendMode> = {},
): Promise<Reading | undefined> {
  // A place of which nothing tells a part.
  if (path.includes('{')) return undefined;
  await makeWhatIsNamed(context, operation, particular, mode);
  await learnTag(context, operation, path);
  const spec = requestFor(context, operation, { ...particular, path, withQuery: true });
  if (spec === undefined) return undefined;
  const headers = withFreshTag(context.session, operation, path, spec.headers);
  return sendSpec(context, { ...spec, headers }, mode);
}

function lastSegment(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** What is known of a thing by the way it is called alone. */
const NAMELESS = { identity: 'id', value: null, place: '' } as const;

/**
 * The other things of which a PUT puts one inside of an entry (`/albums/{slug}/pictures/{pictureId}`): the parameter bears the name of
 * the one in their own path, or is called as they are (`{issueId}` and `/issues/{id}`). What has a body may be about them as well (`/warehouses/{code}/stock/{sku}` and `/products/{sku}`).
 */
function linkedKind(context: ProbeContext, resource: Resource): Resource | undefined {
  const { parameter, path } = resource;
  const put = resource.replace ?? resource.makeAt;
  if (put === undefined || parameter === undefined) return undefined;
  const isNested = path.includes('{') && !ANYTHING.includes(plainName(parameter));
  if (put.requestBody !== undefined && !isNested) return undefined;
  return resourcesOf(context.document).find((one) => {
    const isTop = one.create !== undefined || (!one.path.includes('{') && one.replace !== undefined);
    const isSame = one.parameter !== undefined && plainName(one.parameter) === plainName(parameter);
    const isThing = isNested && isCalled(plainName(parameter), { ...NAMELESS, thing: thingAt(one.path) });
    return one.path !== path && isTop && (isSame || isThing);
  });
}

/** True where a place inside of an entry that was served bears the name of one of these things. */
function isNamedSo({ baselines, session }: ProbeContext, other: Resource, operation: Operation): boolean {
  const served = baselines.partsOf(operation)?.path.split('?', 1).join('');
  return (
    served !== undefined &&
    ownershipOf(session).entries.some(
      (one) => one.resource === other && lastSegment(one.path) === lastSegment(served),
    )
  );
}

/** The identity of an entry of the run that a PUT puts inside of another one; one is made where there is none. */
async function linkedIdentity(
  context: ProbeContext,
  resource: Resource,
  probe: string,
): Promise<string | undefined> {
  const other = linkedKind(context, resource);
  if (other === undefined) return undefined;
  // What was there before is no new one when it comes again.
  const taken = new Set(
    ownershipOf(context.session)
      .entries.filter((one) => one.resource === resource)
      .map(({ path }) => lastSegment(path)),
  );
  const free = livingOf(context.session, other).find(({ path }) => !taken.has(lastSegment(path)));
  const path = free?.path ?? (await makeEntry(context, other, `${probe}-linked`));
  return path === undefined ? undefined : percentDecoded(lastSegment(path));
}

/** Refusals of a name that may be served to another one. */
const OTHER_NAME: ReadonlySet<number> = new Set([400, 404, 422]);

function isRefusedName({ answer }: Reading): boolean {
  return OTHER_NAME.has(answer?.status ?? 0);
}

/**
 * True for a PUT that was served under a number, or was refused at each place that has a text for its name: generated documents call an
 * identity a text, whatever it is.
 */
function isNamedByNumbers(
  { baselines, session }: ProbeContext,
  operation: Operation,
  read: Operation | undefined,
): boolean {
  const parameter = operation.parameters.findLast((one) => one.in === 'path');
  const fits = validatorOf(parameter?.schema ?? false);
  // Short numbers (`^[0-9]{1,4}$`) are drawn as codes are.
  if (operation.method !== 'PUT' || ['1', ...FAR_NUMBERS].some((one) => fits(one).length > 0)) return false;
  const served = baselines.partsOf(operation)?.path.split('?', 1)[0];
  if (served !== undefined) return /\/\d+$/.test(served);
  const [put, look] = [operation, read].map((one) =>
    session.readings.filter(({ expectation }) => one !== undefined && expectation.operation?.id === one.id),
  );
  if (put?.length !== 0) return put?.every(isRefusedName) === true;
  // Who looks for nothing under a text refuses to look.
  return look?.some((one) => isRefusedName(one) && one.answer?.status !== 404) === true;
}

/**
 * Makes an entry at a place that the run thinks of, where that is empty: inside of what the run made, where a read finds nothing, or
 * under a name that nobody else can have used, if nothing reads it and it can be taken away again. `holder`: what it is to be inside of.
 * Returns its path; `undefined` where none was made.
 */
export async function makeInPlace(
  context: ProbeContext,
  resource: Resource,
  operation: Operation,
  probe: string,
  { holder, ...particular }: Pick<Particular, 'body'> & { readonly holder?: string } = {},
): Promise<string | undefined> {
  const there = namesThere(context, resource, operation);
  const served = context.baselines.partsOf(operation)?.path.split('?', 1).join('');
  const known = there.find((name) => served?.endsWith(`/${encodedSegment(name)}`) === true);
  const other = operation.requestBody === undefined ? undefined : linkedKind(context, resource);
  const isLinkedFirst = other === undefined || isNamedSo(context, other, operation);
  const linked =
    known ??
    (isLinkedFirst ? await linkedIdentity(context, resource, probe) : undefined) ??
    (isNamedByNumbers(context, operation, resource.read) ? farNumber() : undefined);
  const coined = coinedPlace(context, resource, operation, linked, holder);
  const made =
    coined === undefined
      ? undefined
      : await makeAtPlace(context, resource, operation, probe, { ...coined, ...particular });
  if (made !== undefined || coined === undefined || !ownershipOf(context.session).covers(coined.path))
    return made;
  const last = context.session.readings.at(-1);
  const isRefused = last?.expectation.operation?.id === operation.id;
  const mayBeNamed = isRefused && isRefusedName(last) && !isLinkedFirst;
  const linkedThen = mayBeNamed ? await linkedIdentity(context, resource, probe) : undefined;
  const others = linkedThen === undefined ? there : [linkedThen, ...there];
  for (const [at, name] of (isRefused && known === undefined ? others : []).entries()) {
    const place = coinedPlace(context, resource, operation, name, holder);
    if (place === undefined) continue;
    const own = { ...place, ...particular };
    const path = await makeAtPlace(context, resource, operation, `${probe}-known-${String(at + 1)}`, own);
    if (path !== undefined) return path;
  }
  return undefined;
}

/** True for a parameter that names in a path of its own what nobody makes (`/users/{userId}`, and `/teams/{id}/members/{userId}`). */
function namesWhatIsThere({ document }: ProbeContext, { path, parameter = '' }: Resource): boolean {
  const isSame = (one: Resource): boolean =>
    one.path !== path && one.parameter !== undefined && plainName(one.parameter) === plainName(parameter);
  return path.includes('{') && resourcesOf(document).some((one) => one.read !== undefined && isSame(one));
}

/**
 * Names of what is there, for a PUT inside of what the run made: those that the document shows for the parameter, and of one that says no
 * more than whom it is about, or whose parameter names something with a place of its own, who asks; then what a list shows.
 */
function namesThere(context: ProbeContext, resource: Resource, operation: Operation): readonly string[] {
  const { session } = context;
  const named = operation.parameters.find(
    ({ name, in: place }) => place === 'path' && name === resource.parameter,
  );
  if (named === undefined || operation.method !== 'PUT') return [];
  const shown = shownValues(named);
  const isLink = namesWhatIsThere(context, resource);
  const asking = operation.requestBody === undefined || isLink ? namesOfWhoAsks(session, named) : [];
  const listed = isLink ? namesListedFor(session, named) : [];
  return [...new Set([...shown, ...asking, ...listed].filter(isName).map(plainText))];
}

async function makeAtPlace(
  context: ProbeContext,
  resource: Resource,
  operation: Operation,
  probe: string,
  { path, isOwn, ...particular }: Coined & Pick<Particular, 'body'>,
): Promise<string | undefined> {
  const isAllowed = allowedIn(context);
  const { read, remove } = resource;
  const ownership = ownershipOf(context.session);
  const isInside = ownership.covers(path);
  const isUnread = isOwn && read === undefined && isAllowed(remove);
  if (!isInside && !isUnread && !isAllowed(read)) return undefined;
  const look = { probe: `${probe}-empty`, intent: 'ordinary' } as const;
  const found = isAllowed(read) ? await sendToEntry(context, read, path, look) : undefined;
  if (found?.answer?.status !== 404 && !isInside && !isUnread) return undefined;
  ownership.coin(path);
  const put = await sendToEntry(context, operation, path, { probe, intent: 'ordinary', ...particular });
  const isOpen = ownershipOf(context.session).at(path)?.standing === 'unknown';
  if (isOpen && isAllowed(read)) await sendToEntry(context, read, path, { ...look, probe: `${probe}-made` });
  if (ownershipOf(context.session).at(path)?.standing === 'there') return path;
  return livingOf(context.session, resource).find(({ madeBy }) => madeBy === put)?.path;
}

/** Reads the places that answers named for what the run made, the surest of each creation first, until one shows it. */
export async function lookForClaims(
  context: ProbeContext,
  resource: Resource | undefined,
  probe: string,
): Promise<void> {
  const isAllowed = allowedIn(context);
  for (const { path, resource: own } of ownershipOf(context.session).claims) {
    if (resource !== undefined && own !== resource) continue;
    const isOpen = ownershipOf(context.session).claims.some((claim) => claim.path === path);
    if (isOpen && isAllowed(own.read))
      await sendToEntry(context, own.read, path, { probe: `${probe}-shown`, intent: 'ordinary' });
  }
}

/** Looks into the list for what a creation made of which no answer tells; once more behind another one, where one alone is no proof. */
async function lookForSilent(
  context: ProbeContext,
  resource: Resource,
  operation: Operation,
  made: Reading | undefined,
  probe: string,
): Promise<void> {
  const { session } = context;
  const { list } = resource;
  if (made === undefined || !allowedIn(context)(list)) return;
  if (listPlaceOf(resource, canonicalPath(operation.path)) !== canonicalPath(list.path)) return;
  const place = placeAskedBy(session.contract, made);
  const look = async (to: string): Promise<void> => {
    if (place === undefined) return;
    await sendToEntry(context, list, listPlaceOf(resource, place), { probe: to, intent: 'ordinary' });
  };
  if (!ownershipOf(session).silent.isOpen(made)) return;
  await look(`${probe}-listed`);
  const { silent } = ownershipOf(session);
  if (!silent.isOpen(made) || !silent.needsAnother(made)) return;
  await sendFor(context, operation, { probe: `${probe}-beside`, intent: 'ordinary' });
  await look(`${probe}-listed-beside`);
}

/** Sends what makes an entry of a resource, and looks for it; once more where one alone does not tell that it makes anything. */
export async function sendMaker(
  context: ProbeContext,
  resource: Resource,
  operation: Operation,
  probe: string,
  particular: Pick<Particular, 'body'> = {},
): Promise<void> {
  const { baselines } = context;
  const { body } = particular;
  const isFirst = !baselines.isServed(operation);
  const made = await sendFor(context, operation, { probe, intent: 'ordinary', ...particular });
  await lookForClaims(context, resource, probe);
  // Another one is made of what was served, where drawn values are not.
  if (isFirst && baselines.isServed(operation) && typeof body === 'object' && 'json' in body)
    baselines.keepBody(operation, body.json);
  await lookForSilent(context, resource, operation, made, probe);
  if (!ownershipOf(context.session).needsAnother(operation)) return;
  await sendFor(context, operation, { probe: `${probe}-beside`, intent: 'ordinary', ...particular });
  await lookForClaims(context, resource, `${probe}-beside`);
}

/** True where a creation was just refused that is served of other values: some cards are declined. */
function isOwedToValues({ session, baselines }: ProbeContext, create: Operation): boolean {
  const last = session.readings.findLast(({ expectation }) => expectation.operation?.id === create.id);
  return last !== undefined && baselines.isServed(create) && mayDependOnValues([last]);
}

/**
 * Makes an entry of a resource: by POST on its list, or in its place where that is the only way.
 * Returns its path; `undefined` where none was made.
 */
export async function makeEntry(
  context: ProbeContext,
  resource: Resource,
  probe: string,
  particular: Pick<Particular, 'body'> = {},
): Promise<string | undefined> {
  const isAllowed = allowedIn(context);
  const { session } = context;
  // A new entry may get the place of one that was removed.
  const before = new Set(ownershipOf(session).entries);
  const { create, makeAt, replace } = resource;
  if (isAllowed(create)) {
    const make = (kind: Resource): Promise<string | undefined> =>
      makeEntry(context, kind, `${probe}-names${kind.path}`);
    const { body: said } = particular;
    const given = typeof said === 'object' && 'json' in said ? said.json : undefined;
    const isOpen = said === undefined || given !== undefined;
    const anew = isOpen ? await bodyNamedAnew(context, resource, create, { given, make }) : undefined;
    const own = anew === undefined ? {} : { body: { json: anew } };
    for (const suffix of ['', '-redrawn', '-drawn-again', '-bare']) {
      // What may be left out may name something that is not to be named there.
      const json = suffix === '-bare' ? leastBody(context, create) : undefined;
      const body = json === undefined ? {} : { body: { json: markedWithin(context, create, json) } };
      await sendMaker(context, resource, create, `${probe}${suffix}`, {
        ...body,
        ...particular,
        ...own,
      });
      const made = livingOf(session, resource).find((entry) => !before.has(entry));
      if (made !== undefined) return made.path;
      if (particular.body !== undefined || !isOwedToValues(context, create)) break;
    }
    // What it names by now may be what is not taken.
    const bytes = particular.body === undefined ? context.baselines.servedBody(create) : undefined;
    if (bytes !== undefined && isOwedToValues(context, create)) {
      await sendMaker(context, resource, create, `${probe}-as-served`, { body: { bytes } });
      const made = livingOf(session, resource).find((entry) => !before.has(entry));
      if (made !== undefined) return made.path;
    }
  }
  // What a creation made and no answer tells of may be made once more, by a name of the run's own.
  const isUntold =
    isAllowed(create) &&
    context.baselines.isServed(create) &&
    !ownershipOf(session).entries.some(({ madeBy }) => madeBy.expectation.operation?.id === create.id) &&
    replace !== undefined &&
    showsStatus(replace, 201);
  const others = isAllowed(create) && !isUntold ? [makeAt] : [makeAt, replace];
  for (const operation of others.filter(isAllowed)) {
    const made = await makeInPlace(context, resource, operation, probe, particular);
    if (made !== undefined) return made;
  }
  return undefined;
}
