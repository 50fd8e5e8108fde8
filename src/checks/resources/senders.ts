import { parseJson } from '../../json/lossless.ts';
import { isList, isObject, type Json } from '../../json/value.ts';
import { type Reading, sentValue } from '../../oracle/reading.ts';
import { onceFor } from '../../system/once-for.ts';
import type { JudgedRun } from '../check.ts';
import { creationsOf } from './creations/creations.ts';

/** Which requests of a run sent a text as which member. */

/** Shorter ones may well be the same by chance. */
export const SHORTEST_TELLING_TEXT = 6;

/** What is deeper than that is told of by nothing that is looked for here. */
const MOST_LEVELS = 64;

type Senders = ReadonlyMap<string, ReadonlyMap<string, readonly Reading[]>>;

/** The texts of a value that are long enough to tell, each with the member that holds it. */
function* textsIn(value: Json, level = 0): Generator<readonly [member: string, text: string]> {
  if (level > MOST_LEVELS) return;
  if (isList(value)) for (const item of value) yield* textsIn(item, level + 1);
  else if (isObject(value))
    for (const [member, own] of Object.entries(value))
      if (typeof own !== 'string') yield* textsIn(own, level + 1);
      else if (own.length >= SHORTEST_TELLING_TEXT) yield [member, own];
}

/** The JSON of a body with bytes that are no UTF-8, other signs in their place: a service may read it like that, and keep its texts. */
function sentInSpiteOfBytes({ exchange: { request } }: Reading): Json | undefined {
  if (request.body === undefined) return undefined;
  const parsed = parseJson(new TextEncoder().encode(new TextDecoder().decode(request.body)));
  return parsed.kind === 'json' ? parsed.value : undefined;
}

const sendersIn = onceFor((run: JudgedRun): Senders => {
  const senders = new Map<string, Map<string, Reading[]>>();
  const note = (value: Json | undefined, reading: Reading): void => {
    for (const [member, text] of value === undefined ? [] : textsIn(value)) {
      const ofMember = senders.get(member) ?? new Map<string, Reading[]>();
      senders.set(member, ofMember);
      const same = ofMember.get(text) ?? [];
      ofMember.set(text, same);
      if (same.at(-1) !== reading) same.push(reading);
    }
  };
  for (const reading of run.readings) note(sentValue(reading) ?? sentInSpiteOfBytes(reading), reading);
  // What a creation sent may be read otherwise than as its body stands.
  for (const { reading, sent } of creationsOf(run)) note(sent, reading);
  return senders;
});

/** The requests of a run that sent a text as a member, wherever in their body. */
export function sendersOf(run: JudgedRun, member: string, text: string): readonly Reading[] {
  return sendersIn(run).get(member)?.get(text) ?? [];
}
