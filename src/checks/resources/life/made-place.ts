import { fromPointer, valueAt } from '../../../json/pointer.ts';
import type { Operation } from '../../../interface/model.ts';
import { isObject } from '../../../json/value.ts';
import { type Reading, sentValue } from '../../../oracle/reading.ts';
import { statusText } from '../../statuses.ts';
import { type Deed, entryIn, pathInWhole, pathOfEntry, pathsMadeAtOnce } from '../deeds.ts';
import { sentTo } from './entry-state.ts';
import { type Life, type LifeCourt, showsAbsence } from './life.ts';

/** True for a PUT whose answer tells whether there was something: 201 stands beside another success. */
export function tellsOfMaking({ responses }: Operation): boolean {
  const has = (pattern: RegExp): boolean => responses.some(({ status }) => pattern.test(status));
  return has(/^201$/) && has(/^20[04]$/);
}

/** Judges the answer to a PUT of an entry that the reading before it showed: 201 is for what was made (RFC 9110 section 9.3.4). */
export function judgeReplaced(court: LifeCourt, life: Life, reading: Reading): void {
  const { answer, expectation } = reading;
  const { operation } = expectation;
  const isThere = life.standing === 'there' && life.isRead && life.isFresh && life.acts.length === 0;
  if (answer === undefined || operation?.method !== 'PUT' || !tellsOfMaking(operation) || !isThere) return;
  if (answer.status !== 201) {
    court.proves('replaced-not-made', reading);
    return;
  }
  court.breaks(
    'replaced-not-made',
    life,
    { telling: reading, others: [] },
    {
      expected: '200 or 204, as documented: the entry was there',
      actual: statusText(answer),
      deviation: 'a replacement is told as a creation',
    },
  );
}

/** Judges where something new is made, and what it is called: not inside of what was removed, and by no name that was given before. */
export function judgePlace(court: LifeCourt, lives: Map<string, Life>, deed: Deed, reading: Reading): void {
  const status = reading.answer?.status ?? 0;
  if (status < 200 || status >= 300) return;
  const parent = [...lives.values()].find(
    (life) => deed.path.startsWith(`${life.path}/`) && life.standing === 'gone',
  );
  if (parent?.removedBy !== undefined && parent.isKnownGone && showsAbsence(reading.expectation.operation))
    court.breaks(
      'children-follow',
      parent,
      { telling: reading, others: [parent.removedBy] },
      {
        expected: '404 or 410: what it would be inside of was removed',
        actual: reading.answer === undefined ? '' : statusText(reading.answer),
        deviation: 'something is made inside of what was removed',
      },
    );
  const shown = entryIn(deed.resource, reading);
  const path = shown === undefined ? undefined : pathOfEntry(deed.resource, deed.values, shown);
  const earlier = path === undefined ? undefined : lives.get(path);
  const { operation } = reading.expectation;
  const place = operation === undefined ? undefined : sentTo(operation, deed.resource);
  const sent = valueAt(sentValue(reading) ?? null, fromPointer(place?.pointer ?? ''));
  const isOfClient =
    isObject(sent) && deed.resource.identity !== undefined && Object.hasOwn(sent, deed.resource.identity);
  if (earlier?.standing === 'gone' && !isOfClient) {
    const { removedBy } = earlier;
    court.breaks(
      'identity-not-reused',
      earlier,
      { telling: reading, others: removedBy === undefined ? [] : [removedBy] },
      {
        expected: 'an identity that no other entry had',
        actual: `${deed.resource.identity ?? 'the identity'} of an entry that was removed`,
        deviation: 'an identity is given again',
      },
    );
  }
  // What the client names may be made anew by the same name, and an answer of one word may be a name that is given again.
  const whole = pathInWhole(deed.resource, deed.values, reading);
  for (const again of [path, whole, ...pathsMadeAtOnce(deed.resource, deed.values, reading)])
    if (again !== undefined && lives.get(again)?.standing === 'gone') lives.delete(again);
  if (
    earlier?.standing !== 'gone' &&
    path !== undefined &&
    [...lives.values()].some(({ standing }) => standing === 'gone')
  )
    court.proves('identity-not-reused', reading);
}
