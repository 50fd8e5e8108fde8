import { isBelow } from '../../ownership/own-entries.ts';
import { fromPointer, valueAt } from '../../../../json/pointer.ts';
import { SAFE_METHODS, saysAbsent } from '../../../../http/exchange.ts';
import type { Operation } from '../../../../interface/model.ts';
import { isNamedInQuery } from '../../../../interface/resources/names/name-in-query.ts';
import { isObject } from '../../../../json/value.ts';
import { type Reading, sentValue } from '../../../../oracle/reading.ts';
import { statusText } from '../../../statuses.ts';
import { type Deed, entryIn, pathInWhole, pathOfEntry, pathsMadeAtOnce } from '../../deeds.ts';
import { sentTo } from '../members/entry-state.ts';
import { type Life, type LifeCourt, showsAbsence } from '../life.ts';

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

/** Words by which a document says of a status that something may have been made with it. */
const TELLS_OF_MAKING = /\b(?:creat|made|make|new|add|stor|sav|upsert|regist|put\b)/i;

/** True for a success that the document has beside 201, and does not give to creations as well. */
function isForReplacements({ responses }: Operation, status: number): boolean {
  const own = responses.find((response) => response.status === String(status));
  return own !== undefined && status !== 201 && !TELLS_OF_MAKING.test(own.description);
}

/** Reads of places where there was nothing, and the request right behind each that put something there. */
export class EmptyPlaces {
  readonly #filled = new Map<Reading, Reading>();
  #last: { readonly path: string; readonly by: Reading } | undefined;

  /** Takes note of an exchange; `isKnown` says that something was at its place before. */
  note(deed: Deed | undefined, reading: Reading, isKnown: boolean): void {
    const { answer, exchange } = reading;
    const { method, credential } = exchange.request;
    const last = this.#last;
    if (!SAFE_METHODS.has(method)) this.#last = undefined;
    if (deed === undefined || isKnown || credential.kind !== 'valid') return;
    const isAbsent = saysAbsent(answer?.status);
    if (deed.part === 'read') this.#last = isAbsent ? { path: deed.path, by: reading } : undefined;
    // What is sent once more may have been done the first time.
    if (deed.part === 'replace' && last?.path === deed.path && exchange.repeats === undefined)
      this.#filled.set(reading, last.by);
  }

  /** Judges the answer to the PUT that made an entry, once a read shows it: 201 is for what was not there (RFC 9110 section 9.3.4). */
  judge(court: LifeCourt, { madeBy, acts, isRead, changedMs }: Life, reading: Reading): void {
    const before = this.#filled.get(madeBy);
    const { operation } = madeBy.expectation;
    const isNew = !isRead && acts.length === 0 && changedMs === madeBy.exchange.endMs;
    if (before === undefined || operation === undefined || madeBy.answer === undefined || !isNew) return;
    if (!tellsOfMaking(operation)) return;
    const { answer } = madeBy;
    if (answer.status === 201) court.proves('made-not-replaced', madeBy);
    if (!isForReplacements(operation, answer.status)) return;
    court.tells('made-not-replaced', [madeBy, before, reading], {
      expected: '201, as documented: there was nothing before',
      actual: statusText(answer),
      deviation: 'a creation is told as a replacement',
    });
  }
}

/** Judges where something new is made, and what it is called: not inside of what was removed, and by no name that was given before. */
export function judgePlace(court: LifeCourt, lives: Map<string, Life>, deed: Deed, reading: Reading): void {
  const status = reading.answer?.status ?? 0;
  if (status < 200 || status >= 300) return;
  const parent = [...lives.values()].find(
    (life) => life.standing === 'gone' && life.path !== deed.path && isBelow(life, deed.path),
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
  const whole = sentValue(reading);
  const sent = valueAt(whole ?? null, fromPointer(place?.pointer ?? ''));
  // What a body says that only some parsers read nobody can tell.
  const isUnread = whole === undefined && (reading.exchange.request.body?.length ?? 0) > 0;
  const isOfClient =
    isUnread ||
    isNamedInQuery(deed.resource, reading.exchange.request.target) ||
    (isObject(sent) && deed.resource.identity !== undefined && Object.hasOwn(sent, deed.resource.identity));
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
  const inWhole = pathInWhole(deed.resource, deed.values, reading);
  for (const again of [path, inWhole, ...pathsMadeAtOnce(deed.resource, deed.values, reading)])
    if (again !== undefined && lives.get(again)?.standing === 'gone') lives.delete(again);
  if (
    earlier?.standing !== 'gone' &&
    path !== undefined &&
    [...lives.values()].some(({ standing }) => standing === 'gone')
  )
    court.proves('identity-not-reused', reading);
}
