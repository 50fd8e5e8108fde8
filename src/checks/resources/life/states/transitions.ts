import {
  isForbidden,
  isOnTheWay,
  stateAsked,
  transitionsTold,
} from '../../../../interface/resources/words/states/told-transitions.ts';
import { isState } from '../../../../interface/resources/words/states/told-states.ts';
import { isObject } from '../../../../json/value.ts';
import { type Reading, sentValue } from '../../../../oracle/reading.ts';
import { excerptJson } from '../../../outcome.ts';
import { statusText } from '../../../statuses.ts';
import { isSuccess } from '../../deeds.ts';
import type { Life, LifeCourt } from '../life.ts';
import { isAsked, sureState } from './sure-states.ts';

/** What leads an entry from one state to another that its request names, where the document refuses that. */

/** So soon after a look an entry is still in the state that it showed, where such entries stay in it. */
const MOMENT_MS = 2_000;
/** Judges a request that asks for a state to which the document says that none leads from the one in which the entry was just seen. */
export function judgeTransition(court: LifeCourt, life: Life, reading: Reading): void {
  const { operation } = reading.expectation;
  const told = operation === undefined ? undefined : transitionsTold(life.resource, operation);
  const body = sentValue(reading);
  if (told === undefined || reading.answer === undefined || !isObject(body) || !isAsked(reading)) return;
  const [from, to] = [sureState(life, told.member, false), stateAsked(told, body)];
  if (from === undefined || !isState(to) || !isForbidden(told, from, to)) return;
  if (reading.exchange.startMs - life.lookedMs >= MOMENT_MS) return;
  if (String(reading.answer.status) === told.status) court.proves('action-stored', reading);
  if (!isSuccess(reading) || reading.answer.status === 202) return;
  const exchanges = { telling: reading, others: [reading] };
  const words = {
    expected: `${told.status}: by the document no ${told.sent}: ${excerptJson(to)} leads on from ${told.member}: ${excerptJson(from)}`,
    actual: `${statusText(reading.answer)}, with ${told.member}: ${excerptJson(from)} before`,
    deviation: 'an entry is led to a state to which the document refuses to lead it',
  };
  // A service that did the first steps by itself may do the last one rightly.
  if (!isOnTheWay(told, from, to)) court.breaks('action-stored', life, exchanges, words);
  else court.states.suspects({ life, member: told.member, state: from, exchanges, words });
}
