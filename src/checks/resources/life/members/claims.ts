import { isMarked } from '../../../../schema/direction.ts';
import type { Operation } from '../../../../interface/model.ts';
import { shownBy } from '../../../../interface/resources/shown-entries.ts';
import { startTold } from '../../../../interface/resources/words/states/told-starts.ts';
import { entrySchemaOf, type Resource } from '../../../../interface/resources/resources.ts';
import { isObject, memberOf } from '../../../../json/value.ts';
import { schemaMembers } from '../../../../schema/members.ts';
import { onceForBoth } from '../../../../system/once-for.ts';
import { excerptJson } from '../../../outcome.ts';
import { type Inner, ownInsideOf } from '../../members/own-inside.ts';
import { sentTo } from './entry-state.ts';
import { isEqual, isSameValue } from './shown-values.ts';
import { surelyFixedIn } from './fixed-members.ts';
import { type Given, isNamedByClient, type Life } from '../life.ts';
import type { Look } from './life-members.ts';

/** Members that are not a client's to give: the service's own, and those that a creation sets for good. What requests claim of them. */

/** Notes a value for a member that is not shared: the service's own, or the client's alone. */
export function claim(
  life: Life,
  operation: Operation,
  { name, value, before, by }: Pick<Given, 'value' | 'before' | 'by'> & { readonly name: string },
): void {
  const sent = sentTo(operation, life.resource)?.schema;
  const shown = shownBy(life.resource.read ?? operation, life.resource);
  const isMarkedAs = (mark: 'readOnly' | 'writeOnly'): boolean =>
    [sent, shown].some((schema) => schema !== undefined && isMarked(schema, name, mark));
  // What a request itself describes is the client's there, whatever answers say of it.
  const isOfClient =
    sent !== undefined && schemaMembers(sent).properties.has(name) && !isMarked(sent, name, 'readOnly');
  if (isMarkedAs('writeOnly') && value !== null)
    life.hidden.set(name, { place: [name], values: [value], by });
  // In which state an entry begins is nobody else's to say where the document says it, and takes no other one.
  const begins = operation === life.resource.create ? startTold(life.resource)?.member : undefined;
  // What clients name they may be able to name anew.
  const isName = name === life.resource.identity && !isNamedByClient(life);
  const isOfService = ((isMarkedAs('readOnly') || begins === name) && !isOfClient) || isName;
  if (isOfService && before !== undefined && !isEqual(before, value)) life.claimed.set(name, { value, by });
}

/** Members of the service inside of objects that a request sends and entries show (`attributes.created_at`). */
export const ownInside = onceForBoth((operation: Operation, resource: Resource): readonly Inner[] => {
  const sent = sentTo(operation, resource)?.schema ?? true;
  return ownInsideOf(sent, shownBy(resource.read ?? operation, resource) ?? entrySchemaOf(resource) ?? true);
});

/** Notes values that a request gives members of the service inside of an object. */
export function claimInside(
  life: Life,
  operation: Operation,
  {
    name,
    value,
    by,
    isNew,
  }: Pick<Given, 'value' | 'by'> & { readonly name: string; readonly isNew: boolean },
): void {
  if (!isObject(value)) return;
  const held = life.shown === undefined ? undefined : memberOf(life.shown, name);
  for (const own of ownInside(operation, life.resource)) {
    if (own.member !== name || !Object.hasOwn(value, own.name)) continue;
    const claimed = memberOf(value, own.name) ?? null;
    const before = isNew ? null : isObject(held) ? memberOf(held, own.name) : undefined;
    if (before === undefined || isEqual(before, claimed)) continue;
    life.claimed.set(`${name}.${own.name}`, { value: claimed, by, within: name, name: own.name });
  }
}

/** Notes another value for a member that a creation sets for good. */
export function claimFixed(
  life: Life,
  operation: Operation,
  name: string,
  { value, by }: Pick<Given, 'value' | 'by'>,
): void {
  const before = life.shown === undefined ? undefined : memberOf(life.shown, name);
  if (before === undefined || isSameValue(value, before)) return;
  if (surelyFixedIn(operation, life.resource).has(name)) life.claimed.set(name, { value, by, isFixed: true });
}

/** Judges whether an answer shows what the client alone had for such a member. */
export function judgeClaimed({
  court,
  life,
  reading,
  shown,
}: Pick<Look, 'court' | 'life' | 'reading' | 'shown'>): void {
  for (const [name, { value, by, isFixed, within, name: own = name }] of life.claimed) {
    life.claimed.delete(name);
    const holder = within === undefined ? shown : memberOf(shown, within);
    if (!isEqual(isObject(holder) ? memberOf(holder, own) : undefined, value)) {
      court.proves('read-only-kept', by);
      continue;
    }
    court.breaks(
      'read-only-kept',
      life,
      { telling: reading, others: [by] },
      {
        expected:
          isFixed === true ? `${name} as it was made: it is set for good` : `${name} as the service set it`,
        actual: `${name}: ${excerptJson(value)}, as the ${isFixed === true ? 'update' : 'client'} sent it`,
        deviation:
          isFixed === true
            ? 'an update changes what is set for good'
            : 'a member of the service is taken from the client',
      },
    );
  }
}
