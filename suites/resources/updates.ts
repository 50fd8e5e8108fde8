import { BAD_BODIES } from '../../src/checks/check.ts';
import { gapBefore } from '../../src/checks/resources/members/upkeep.ts';
import { plainTextsIn } from '../../src/checks/resources/deeds.ts';
import { sentTo } from '../../src/checks/resources/life/members/entry-state.ts';
import { isEqual } from '../../src/checks/resources/life/members/shown-values.ts';
import { JSON_PATCH } from '../../src/http/media-type.ts';
import type { Operation } from '../../src/interface/model.ts';
import { entrySchemaOf } from '../../src/interface/resources/resources.ts';
import { fromPointer, putAt, valueAt } from '../../src/json/pointer.ts';
import { fixedValues, type Schema } from '../../src/schema/keywords.ts';
import { schemaMembers } from '../../src/schema/members.ts';
import { scalarKeywords } from '../../src/schema/scalar.ts';
import { isList, isObject, type Json, type JsonObject, memberOf } from '../../src/json/value.ts';
import { requestSchema, validatorOf } from '../../src/oracle/contract.ts';
import {
  allowedIn,
  changeList,
  type ChangeStep,
  isChangedByList,
  memberToChange,
  sendToEntry,
} from '../../src/session/entries/entry-requests.ts';
import type { Reading } from '../../src/oracle/reading.ts';
import { isTaken } from '../../src/session/baseline.ts';
import { isOrdinaryText } from '../../src/oracle/request-facts.ts';
import { withFreshTag } from '../../src/session/entries/fresh-tags.ts';
import { encode, requestFor, sendSpec } from '../../src/session/probe.ts';
import {
  brokenBody,
  changeOfOne,
  changeOfRest,
  type Living,
  otherBody,
  thinned,
  withoutDefaults,
} from './bodies.ts';
import { changeable, shownMember } from './changeable.ts';
import { emptyingBody, innerChange } from './part-changes.ts';
import { look, placeNow, sendAs, specFor } from './steps.ts';

/** What changes and replaces an entry in its life, what has to be refused, and the looks that come after. */

/** Updates that come so long after the one before that the moment of the last change has to be another one. */
const APART: readonly string[] = ['change-one', 'change-all', 'replace-all', 'replace-least'];

export async function update(
  living: Living,
  operation: Operation,
  when: string,
  body: Json | undefined,
): Promise<Reading | undefined> {
  if (body === undefined) return undefined;
  const { context, resource, path, label, shown } = living;
  const gapMs = APART.includes(when) ? gapBefore(resource, shown) : 0;
  if (gapMs > 0) await context.session.clock.sleep(gapMs + 1, context.signal);
  const reading = await sendToEntry(context, operation, path, {
    probe: `${label}/${when}`,
    intent: 'ordinary',
    body: { json: body },
  });
  await look(living, `after-${when}`);
  if (reading !== undefined) await follow(living, reading, when);
  return reading;
}

/** Goes along with an entry that a change gave another name, and looks for it there. */
async function follow(living: Living, reading: Reading, when: string): Promise<void> {
  const path = placeNow(living.context, reading);
  if (path === undefined) return;
  living.path = path;
  await look(living, `there-after-${when}`);
}

/** Changes one member, another one, and all of them: what a change does not name stays as it is. */
export async function sendChanges(living: Living, operation: Operation, isShort: boolean): Promise<void> {
  const text = memberToChange(living.resource);
  if (isChangedByList(operation)) {
    const body = text === undefined ? undefined : changeOfOne(living, operation, text, 'change-one');
    await update(living, operation, 'change-one', body);
    if (isShort) return;
    await changeUnknown(living, operation);
    await sendChangeLists(living, operation);
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
  const shownSchema = entrySchemaOf(living.resource) ?? true;
  // What a change sets to nothing, or to the first of a few values, shows where there is something else.
  const isFilled = (name: string): boolean =>
    (isNothing(before, name) && !isNothing(living.shown, name)) ||
    (isListed(shownSchema, name) && !isEqual(shownMember(before, name), shownMember(living.shown, name)));
  const changeAgain = async (): Promise<boolean> => {
    if (first === undefined || !names.some((name) => name !== first && isFilled(name))) return false;
    await update(living, operation, 'change-again', changeOfOne(living, operation, first, 'change-again'));
    return true;
  };
  const label = `${living.label}/change-all`;
  await update(living, operation, 'change-all', otherBody(living, operation, { optional: 'all', label }));
  const isAgain = await changeAgain();
  // Later bodies may have less inside of their objects.
  const inner = innerChange(living, operation);
  await update(living, operation, 'change-inside', inner);
  if (last !== undefined)
    await update(living, operation, 'change-other', changeOfOne(living, operation, last, 'change-other'));
  await update(living, operation, 'change-rest', changeOfRest(living, operation, first));
  if (!isAgain) await changeAgain();
  if (inner === undefined) await update(living, operation, 'change-inside', innerChange(living, operation));
  await update(living, operation, 'change-to-nothing', emptyingBody(living, operation));
  await sendChangeLists(living, operation);
}

/**
 * A list of changes (RFC 6902) beside another form of change, which is then the one that all else is sent in; and those that are not to be
 * made, since they ask for a value that the entry has not (section 5). Where there is no other form, one of all that a replacement gives, one
 * that takes something away, and one of a value that the document does not list.
 */
async function sendChangeLists(living: Living, operation: Operation): Promise<void> {
  const { context, resource, path, label } = living;
  const member = memberToChange(resource);
  if (resource.kind !== 'collection' || member === undefined) return;
  const send = async (when: string, steps: readonly ChangeStep[]): Promise<void> => {
    const json = changeList(operation, steps);
    const there = living.shown === undefined ? undefined : memberOf(living.shown, member);
    if (json === undefined || typeof there !== 'string') return;
    const spec = requestFor(context, operation, {
      probe: `${label}/${when}`,
      intent: 'ordinary',
      path,
      withQuery: true,
      body: { bytes: encode(json) },
      headers: [['Content-Type', JSON_PATCH]],
    });
    if (spec === undefined) return;
    const headers = withFreshTag(context.session, operation, path, spec.headers);
    // Other requests of the operation have another form.
    await sendSpec(context, { ...spec, headers }, {}, 'nothing');
    await look(living, `after-${when}`);
  };
  const value = (what: string): string => `${context.marker()} ${what}`;
  if (!isChangedByList(operation))
    await send('list-one', [{ op: 'replace', member, value: value('Listed') }]);
  await send('list-tested', [
    { op: 'test', member, value: value('Elsewhere') },
    { op: 'replace', member, value: value('Untested') },
  ]);
  await send('list-half', [
    { op: 'replace', member, value: value('Half') },
    { op: 'test', member, value: value('Elsewhere') },
  ]);
  const { replace } = resource;
  if (replace === undefined || !isChangedByList(operation) || sentTo(replace, resource)?.pointer !== '')
    return;
  const other = otherBody(living, replace, { optional: 'all', label: `${label}/list-all` });
  const isShown = (name: string): boolean => living.shown !== undefined && Object.hasOwn(living.shown, name);
  const given = isObject(other)
    ? Object.entries(other).filter(([name, one]) => isShown(name) && isPlain(one))
    : [];
  await send(
    'list-all',
    given.map(([name, one]) => ({ op: 'replace', member: name, value: one })),
  );
  const { required } = schemaMembers(requestSchema(replace) ?? true);
  const left = given.find(
    ([name, one]) =>
      !required.has(name) && typeof one === 'string' && shownMember(living.shown, name) === one,
  );
  if (left !== undefined) await send('list-remove', [{ op: 'remove', member: left[0] }]);
  // Its schema allows any value: what is stored of it shows.
  const listed = given.find(([name]) => isListed(requestSchema(replace) ?? true, name));
  if (listed !== undefined)
    await send('list-strange', [{ op: 'replace', member: listed[0], value: NO_VALUE }]);
}

/** True for a value whose texts are taken by whoever takes texts. */
function isPlain(value: Json): boolean {
  return plainTextsIn(value).every((text) => isOrdinaryText(text));
}

/** A text that no document lists. */
const NO_VALUE = 'assay-none';

/** True for a member of which the document lists the texts that it may have. */
function isListed(root: Schema, name: string): boolean {
  const member = schemaMembers(root).properties.get(name);
  const values = member === undefined ? undefined : fixedValues(scalarKeywords(member, root));
  return values?.some((value) => typeof value === 'string') === true;
}

/** A list of changes of a member that no entry has, where the document has a refusal for what can't be made: it may be made, or refused. */
async function changeUnknown(living: Living, operation: Operation): Promise<void> {
  const mayRefuse = operation.responses.some(({ status }) => /^(?:400|4XX|default)$/i.test(status));
  const body = changeList(operation, [{ op: 'replace', member: 'assayUnknown', value: 'none' }]);
  if (mayRefuse && body !== undefined) await update(living, operation, 'change-unknown', body);
}

/** True for what programs take for nothing. */
function isNothing(shown: JsonObject | undefined, name: string): boolean {
  const value = shownMember(shown, name);
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
  if (text === undefined || !allowedIn(living.context)(change) || isChangedByList(change)) return;
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
      isEqual(memberOf(shown, name), memberOf(before, name)),
  );
}

/** The least that a replacement needs, with one text of a whole one beside it. */
function leastWithText(living: Living, operation: Operation, whole: Json | undefined): Json | undefined {
  const { resource, label } = living;
  const place = fromPointer(sentTo(operation, resource)?.pointer ?? '');
  const name = memberToChange(resource);
  const least = leastOf(living, operation, `${label}/replace-one`);
  if (name === undefined || least === undefined || whole === undefined) return undefined;
  const [inner, value] = [valueAt(least, place), valueAt(whole, [...place, name])];
  if (!isObject(inner) || value === undefined || Object.hasOwn(inner, name)) return undefined;
  return putAt(least, place, { ...inner, [name]: value });
}

export async function sendReplacements(
  living: Living,
  operation: Operation,
  isShort: boolean,
): Promise<void> {
  const named = (name: string): string => `${living.label}/${name}`;
  const whole = (name: string): Json | undefined =>
    withoutDefaults(living, operation, otherBody(living, operation, { optional: 'all', label: named(name) }));
  const all = whole('replace-all');
  const replaced = await update(living, operation, 'replace-all', all);
  // Where all members at once are not taken, one of them alone tells whether anything is stored.
  if (replaced !== undefined && !isTaken(replaced))
    await update(living, operation, 'replace-one', leastWithText(living, operation, all));
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
export async function refuse(living: Living): Promise<void> {
  const { context, resource, label } = living;
  const isAllowed = allowedIn(context);
  const writes = [resource.change, resource.replace].filter(isAllowed);
  let sent = 0;
  for (const operation of writes) {
    const json = isChangedByList(operation) ? undefined : brokenBody(living, operation);
    const spec =
      json === undefined ? undefined : specFor(living, operation, `${label}/refused-${operation.id}`, json);
    if (spec !== undefined && (await sendAs(context, spec, BAD_BODIES)) !== undefined) sent += 1;
  }
  const credential = { kind: 'unknown' } as const;
  for (const operation of [...writes, resource.remove].filter(isAllowed)) {
    if (!context.sendable(credential, operation)) continue;
    const body =
      operation.requestBody === undefined || isChangedByList(operation)
        ? undefined
        : otherBody(living, operation, { optional: 'all', label: `${label}/stranger` });
    const spec = specFor(living, operation, `${label}/stranger-${operation.id}`, body);
    if (spec === undefined || isChangedByList(operation)) continue;
    if ((await sendAs(context, { ...spec, credential }, ['unknown-key'])) !== undefined) sent += 1;
  }
  if (sent > 0) await look(living, 'after-refusals');
}
