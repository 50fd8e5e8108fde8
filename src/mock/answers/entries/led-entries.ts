import type { Interface, Operation } from '../../../interface/model.ts';
import { resourcesOf } from '../../../interface/resources/resources.ts';
import { isState } from '../../../interface/resources/words/states/told-states.ts';
import {
  isForbidden,
  stateAfter,
  stateAsked,
  transitionsTold,
} from '../../../interface/resources/words/states/told-transitions.ts';
import { isObject, type Json, memberOf } from '../../../json/value.ts';
import { type Entry, refusal, type Refusal } from '../stages/stages.ts';

/**
 * An entry that a request leads to the state that it names, as the document says from where to where; a refusal where it says that
 * nothing leads there. `undefined` for any other request.
 */
export function ledBy(
  document: Interface,
  operation: Operation,
  entry: Entry,
  sent: Json,
): { readonly next: Entry } | Refusal | undefined {
  const resource = resourcesOf(document).find(
    ({ change, actions }) => change === operation || actions.includes(operation),
  );
  const told = resource === undefined ? undefined : transitionsTold(resource, operation);
  if (told === undefined || !isObject(sent)) return undefined;
  const [from, asked] = [memberOf(entry, told.member), stateAsked(told, sent)];
  if (!isState(asked)) return undefined;
  if (isState(from) && isForbidden(told, from, asked))
    return refusal(operation, [Number(told.status)], 'conflict', `Its ${told.member} is ${from}.`);
  const to = (isState(from) ? stateAfter(told, from, asked) : undefined) ?? asked;
  return { next: { ...entry, [told.member]: to } };
}
