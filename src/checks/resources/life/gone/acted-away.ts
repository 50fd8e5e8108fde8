import type { Operation } from '../../../../interface/model.ts';
import { plainName, singularOf, wordsOfName } from '../../../../interface/names.ts';
import type { Resource } from '../../../../interface/resources/resources.ts';
import { isOfAction, stateAtOnce } from '../../../../interface/resources/words/states/action-words.ts';
import {
  isState,
  listedStates,
  type State,
  stateTold,
} from '../../../../interface/resources/words/states/told-states.ts';
import { memberOf } from '../../../../json/value.ts';
import type { Reading } from '../../../../oracle/reading.ts';
import { compileSchema } from '../../../../schema/compile.ts';
import { statusText } from '../../../statuses.ts';
import type { Life, LifeCourt } from '../life.ts';
import { putsAway } from '../members/shown-values.ts';
import type { Done } from '../states/actions.ts';

/**
 * Entries that are not found after an action which leads them to a state: what is cancelled is there, and cancelled. An action may as
 * well take an entry from where it was, so that the document has to say where such an entry is: by a list that can be asked for it
 * (`?archived=true`), or in the words for the action.
 */

/** True where a list of the entries takes the value of a state, however it is written: they are there in it. */
function isAskable({ list }: Resource, member: string, value: State | boolean): boolean {
  const asked = list?.parameters.find(
    ({ in: at, name }) => at === 'query' && plainName(name) === plainName(member),
  );
  if (asked === undefined) return false;
  const takes = compileSchema(asked.schema);
  return [value, String(value), [value]].some((written) => takes(written).length === 0);
}

/** True for a place that is called by one of the states, as `/drafts` is: an entry in another one has left it. */
function isCalledByState(resource: Resource, member: string): boolean {
  const place = wordsOfName(resource.path).map((word) => singularOf(word));
  const words = [member, ...(listedStates(resource).get(member) ?? []).map(({ word }) => word)];
  return words.some((word) => place.includes(singularOf(plainName(word))));
}

/** The member and the value that an action leads an entry to, and by which the document says that it is still there. */
function staysAs(
  resource: Resource,
  operation: Operation,
  { told, before }: Done,
): readonly [member: string, value: State | boolean] | undefined {
  const said = stateTold(resource, operation);
  const shown = Object.entries(told ?? {}).flatMap(([name, value]) =>
    memberOf(before, name) !== value &&
    (isState(value) || typeof value === 'boolean') &&
    isOfAction(resource, operation, name, value)
      ? [[name, value] as const]
      : [],
  );
  const first =
    said === undefined
      ? (stateAtOnce(resource, operation) ?? shown[0])
      : ([said.member, said.value] as const);
  if (first === undefined) return undefined;
  const [member, value] = first;
  const isSaid = said !== undefined && !putsAway(member, value);
  const isThere = isAskable(resource, member, value) || isSaid;
  return isThere && !isCalledByState(resource, member) ? [member, value] : undefined;
}

/** Judges a read that does not find an entry to which nothing but an action was done since it was read. */
export function judgeActedAway(court: LifeCourt, life: Life, reading: Reading): void {
  const { done, resource } = life;
  if (done === undefined || reading.answer === undefined || !life.isRead || life.acts.length > 0) return;
  const state = staysAs(resource, done.operation, done);
  if (state === undefined) return;
  court.breaks(
    'action-stored',
    life,
    { telling: reading, others: [done.by] },
    {
      expected: `the entry, with ${state[0]}: ${String(state[1])}, to which the action leads`,
      actual: statusText(reading.answer),
      deviation: 'an action takes the entry away',
    },
  );
  life.done = undefined;
}
