import { canonicalJson } from '../json/canonical.ts';
import { fromPointer, valueAt } from '../json/pointer.ts';
import { isList, isObject, type Json } from '../json/value.ts';
import { type Contract, requestSchema, saysWhenRefused, validatorOf } from './contract.ts';
import { type Reading, sentJson } from './reading.ts';

/** Lists in a value that are one of these, in canonical JSON. */
function holdsOne(value: Json, lists: ReadonlySet<string>): boolean {
  if (isList(value))
    return lists.has(canonicalJson(value)) || value.some((item: Json) => holdsOne(item, lists));
  return isObject(value) && Object.values(value).some((member) => holdsOne(member, lists));
}

/** True where lists that have an item twice are all that is wrong, and the answer shows none of them so: a set has each item once. */
function isTakenAsSets({ answer, expectation }: Reading, body: Json): boolean {
  const schema = expectation.operation === undefined ? undefined : requestSchema(expectation.operation);
  const errors = schema === undefined ? [] : validatorOf(schema)(body);
  if (errors.length === 0 || errors.some(({ keyword }) => keyword !== 'uniqueItems')) return false;
  const sent = errors.map(({ pointer }) => canonicalJson(valueAt(body, fromPointer(pointer)) ?? null));
  const shown = answer?.json.kind === 'json' ? answer.json.value : null;
  return !holdsOne(shown, new Set(sent));
}

/**
 * True for a broken body that a service may have taken for a valid one, as the readers of widespread frameworks do: null for none, where none
 * has to come, and a list that has an item twice for a set. Where statements say when a body is refused, they hold for these as
 * well.
 */
export function isTakenOtherwise({ interface: document }: Contract, reading: Reading): boolean {
  const body = sentJson(reading);
  if (body === undefined || saysWhenRefused(document)) return false;
  if (body === null) return reading.expectation.operation?.requestBody?.required === false;
  return isTakenAsSets(reading, body);
}
